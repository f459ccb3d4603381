import Dispatch
import Foundation
import Platform
import Testing

/// What happens to an input that takes long.
struct HostileWatchTests {
  /// What a watch has reported, in order.
  private final class Record: Sendable {
    let texts = Locked<[String]>([])
    let named = DispatchSemaphore(value: 0)
    let givenUp = DispatchSemaphore(value: 0)

    /// A watch that names an input after two looks.
    func watch(interval: TimeInterval) -> HostileWatch {
      HostileWatch(
        interval: interval, patience: 2, limit: 4,
        name: {
          self.add($0)
          self.named.signal()
        },
        giveUp: {
          self.add($0)
          self.givenUp.signal()
        })
    }

    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  /// Looks only when it is told to.
  private static let never: TimeInterval = 3600

  /// Waits for a signal, but only for an hour, so that the tests end even without one.
  private func isSignalled(_ semaphore: DispatchSemaphore) -> Bool {
    semaphore.wait(timeout: .now() + 3600) == .success
  }

  @Test func hangingInputIsNamedOnceThenAbandoned() {
    let record = Record()
    let areSignalled = record.watch(interval: 0.001).watch("a loop", [0xCA, 0xFE]) {
      isSignalled(record.named) && isSignalled(record.givenUp)
    }
    #expect(areSignalled)
    let text = "a loop\n2 bytes: cafe"
    #expect(record.texts.withLock { $0 } == ["not done yet: \(text)", "never done: \(text)"])
  }

  /// Each input has its own time, and inputs that finish in time aren't named.
  @Test func onlyRunningInputsAreNamed() {
    let record = Record()
    let watch = record.watch(interval: Self.never)
    watch.watch("done", [1]) { watch.look() }
    watch.watch("outer", [2]) {
      watch.look()
      watch.watch("inner", [3]) {
        for _ in 0..<2 { watch.look() }
      }
    }
    for _ in 0..<4 { watch.look() }
    #expect(
      record.texts.withLock { $0 } == [
        "not done yet: outer\n1 bytes: 02", "not done yet: inner\n1 bytes: 03",
      ])
  }

  @Test func nameIsBuiltOnlyIfPrinted() {
    let names = Record()
    @Sendable func name(_ text: String) -> String {
      names.add(text)
      return text
    }
    let watch = Record().watch(interval: Self.never)
    watch.watch(name("quick"), []) { watch.look() }
    #expect(names.texts.withLock { $0 } == [])
    watch.watch(name("slow"), []) {
      for _ in 0..<2 { watch.look() }
    }
    #expect(names.texts.withLock { $0 } == ["slow"])
  }
}
