import Testing

@testable import Benchmark

/// How runs are taken in turn and compared.
struct RoundsTests {
  private func runs(_ walls: [Double]) -> Runs {
    Runs(costs: walls.map { Cost(wall: $0, processor: $0 / 2, peakMemory: 0) }, peakMemory: 0)
  }

  @Test func aMachineOfTwoSpeedsDoesNotChangeTheRatio() {
    // A tenth more than the other's, at full speed and at half. In the second round the speed changes
    // between the two, which puts the medians into different speeds.
    let (own, peer) = (runs([11, 11, 11, 22, 22]), runs([10, 20, 10, 20, 20]))
    #expect(own.wall / peer.wall == 0.55)
    #expect(abs(own.ratio(\.wall, to: peer) - 1.1) < 1e-9)
    #expect(abs(own.ratio(\.processor, to: peer) - 1.1) < 1e-9)
  }

  @Test func whatRanOnceIsComparedWithTheMedian() {
    #expect(runs([30]).ratio(\.wall, to: runs([10, 15, 40])) == 2)
  }

  @Test func everyOtherRoundGoesBackwards() throws {
    final class Order { var names = "" }
    let order = Order()
    let trials = ["a", "b", "c"].map { name in
      Trial(process: ChildProcess(shell: "exit 0"), prepare: { order.names += name })
    }
    let runs = try Rounds(count: 3).measure(trials)
    // The first round warms up.
    #expect(order.names == "abc" + "abc" + "cba" + "abc")
    #expect(runs.map(\.costs.count) == [3, 3, 3])
  }
}
