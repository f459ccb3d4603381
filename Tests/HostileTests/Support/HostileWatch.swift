import Foundation
import Platform

/// Names an input that takes long, once. So an input that never ends is identified, and a slow one
/// does no harm.
///
/// The watch counts its looks instead of measuring time, so no input is late just because the
/// process was stopped for a while.
final class HostileWatch: Sendable {
  private struct Attempt: Sendable {
    let firstLook: Int
    let text: @Sendable () -> String
  }

  private struct State {
    var lookCount = 0
    var attemptCount = 0
    var attempts: [Int: Attempt] = [:]

    /// The inputs that have been under way for this number of looks.
    func attempts(after count: Int) -> [Attempt] {
      attempts.values.filter { lookCount - $0.firstLook == count }
    }
  }

  /// The suite's watch. It names an input after a minute. After an hour it crashes the process,
  /// because the backtrace may show where the input hangs.
  static let shared = HostileWatch(
    interval: 1, patience: 60, limit: 3600,
    name: { text in
      let lines = text.split(separator: "\n").map { "hostile suite: \($0)\n" }.joined()
      try? FileHandle.standardError.write(contentsOf: Data(lines.utf8))
    },
    giveUp: { fatalError($0) })

  private let patience: Int
  private let limit: Int
  private let name: @Sendable (String) -> Void
  private let giveUp: @Sendable (String) -> Void
  private let state = Locked(State())

  /// Starts to look.
  ///
  /// - Parameters:
  ///   - interval: The time between two looks, in seconds.
  ///   - patience: The number of looks after which an input is named.
  ///   - limit: The number of looks after which it is given up.
  ///   - name: Receives the name and the bytes of an input, as lines.
  ///   - giveUp: Receives the same.
  init(
    interval: TimeInterval, patience: Int, limit: Int,
    name: @escaping @Sendable (String) -> Void, giveUp: @escaping @Sendable (String) -> Void
  ) {
    self.patience = patience
    self.limit = limit
    self.name = name
    self.giveUp = giveUp
    // Not a queue's thread, because inputs that hang may occupy all of those.
    Thread.detachNewThread { [weak self] in
      repeat { Thread.sleep(forTimeInterval: interval) } while self?.look() != nil
    }
  }

  /// Tries an input.
  func watch<Outcome>(
    _ name: @autoclosure @escaping @Sendable () -> String, _ bytes: [UInt8],
    _ attempt: () -> Outcome
  ) -> Outcome {
    let number = state.withLock { state in
      state.attemptCount += 1
      state.attempts[state.attemptCount] = Attempt(firstLook: state.lookCount) {
        "\(name())\n\(HostileRun.text(of: bytes))"
      }
      return state.attemptCount
    }
    defer { state.withLock { _ = $0.attempts.removeValue(forKey: number) } }
    return attempt()
  }

  /// Looks at the inputs under way. The watch's thread calls this repeatedly.
  func look() {
    let (slow, endless) = state.withLock { state in
      state.lookCount += 1
      return (state.attempts(after: patience), state.attempts(after: limit))
    }
    for attempt in slow { name("not done yet: \(attempt.text())") }
    for attempt in endless { giveUp("never done: \(attempt.text())") }
  }
}
