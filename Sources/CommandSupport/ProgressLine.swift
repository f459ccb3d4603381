internal import Platform
internal import SystemPackage

/// A progress line on the terminal, which is erased when the work ends.
///
/// It appears after half a second, and only if standard error is a terminal that understands escape
/// sequences.
package final class ProgressLine: Sendable {
  /// Whether there is a terminal to show the line. Evaluated lazily, since most work ends before the first
  /// update.
  package var isShown: Bool { Self.isShown }
  private static let isShown =
    unsafe StandardStreams.diagnostics.isTerminal && Terminal.understandsEscapes
  private let clock = ContinuousClock()
  private let state: Locked<State>

  private struct State {
    var nextUpdate: ContinuousClock.Instant
    var hasBeenWritten = false
  }

  /// Returns to the start of the line and erases the line. Source: ECMA-48, "EL, erase in line".
  private static let erase = "\r\u{1B}[K"

  package init() {
    state = Locked(State(nextUpdate: clock.now + .milliseconds(500)))
  }

  /// Shows how much of the work is done.
  package func update(fraction: Double) {
    update { "\(Int((min(1, fraction) * 100).rounded(.down))) %" }
  }

  /// Shows a text, throttled to one update per 100 ms.
  package func update(_ text: () -> String) {
    state.withLock { state in
      guard clock.now >= state.nextUpdate, isShown else { return }
      state.nextUpdate = clock.now + .milliseconds(100)
      state.hasBeenWritten = true
      var stream = StandardError()
      stream.write(Self.erase + text())
    }
  }

  /// Erases the line.
  package func clear() {
    state.withLock { state in
      guard state.hasBeenWritten else { return }
      state.hasBeenWritten = false
      var stream = StandardError()
      stream.write(Self.erase)
    }
  }
}
