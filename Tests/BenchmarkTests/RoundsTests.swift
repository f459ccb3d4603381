import Testing

@testable import Benchmark

/// How runs alternate and are compared.
struct RoundsTests {
  private func runs(_ walls: [Double]) -> Runs {
    Runs(costs: walls.map { Cost(wall: $0, processor: $0 / 2) }, peakMemory: 0)
  }

  @Test func aMachineOfTwoSpeedsDoesNotChangeTheRatio() {
    // A tenth more than the peer's, at full speed and at half. In the second round the speed
    // changes between the two, so the medians come from different speeds.
    let (own, peer) = (runs([11, 11, 11, 22, 22]), runs([10, 20, 10, 20, 20]))
    #expect(own.wall / peer.wall == 0.55)
    #expect(abs(own.ratio(\.wall, to: peer) - 1.1) < 1e-9)
    #expect(abs(own.ratio(\.processor, to: peer) - 1.1) < 1e-9)
    #expect(own.difference(\.wall, to: peer) == 1)
  }

  @Test func singleRunsAreComparedWithTheMedian() {
    #expect(runs([30]).ratio(\.wall, to: runs([10, 15, 40])) == 2)
    #expect(runs([30]).difference(\.wall, to: runs([10, 15, 40])) == 15)
  }

  @Test func theBestOtherIsChosenByRatiosWithinRounds() throws {
    // By median, the first would be the best.
    let peers = [
      (name: "slower", runs: runs([12, 12, 24])), (name: "faster", runs: runs([9, 18, 18])),
    ]
    let best = try #require(runs([10, 10, 20]).best(\.wall, of: peers))
    #expect(best.name == "faster" && best.runs.wall == 18)
    #expect(abs(best.ratio - 10.0 / 9) < 1e-9)
    #expect(runs([1]).best(\.wall, of: [(name: String, runs: Runs)]()) == nil)
  }

  /// Trials that record their names. The first takes half a second, so that the others are faster
  /// on any machine.
  private func trials(_ order: Order) -> [Trial] {
    [("a", "sleep 0.5"), ("b", "exit 0"), ("c", "exit 0")].map { name, lines in
      Trial(process: ChildProcess(shell: lines), prepare: { order.names += name })
    }
  }

  private final class Order { var names = "" }

  @Test func everyOtherRoundGoesBackwardsAndCostsStayWithTheirTrials() throws {
    let order = Order()
    let runs = try Rounds(count: 3).measure(trials(order))
    // The first round warms up.
    #expect(order.names == "abc" + "abc" + "cba" + "abc")
    #expect(runs.map(\.costs.count) == [3, 3, 3])
    // Waiting takes no processor time, so wall times distinguish the trials.
    #expect(runs[0].costs.allSatisfy { $0.wall >= 0.5 })
    #expect(runs[1...].allSatisfy { $0.costs.map(\.wall).min()! < 0.5 })
  }

  @Test func slowTrialsRunOnce() throws {
    let order = Order()
    let runs = try Rounds(count: 2, patience: 0.45).measure(trials(order))
    #expect(order.names.hasPrefix("abc"))
    #expect(!order.names.dropFirst().contains("a"))
    #expect(runs[0].costs.count == 1 && runs[0].costs[0].wall >= 0.5)
  }
}
