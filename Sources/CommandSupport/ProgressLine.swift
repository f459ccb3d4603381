internal import Platform
internal import SystemPackage

/// A progress line on the terminal, which is erased when the work ends.
///
/// It appears after half a second, and only if standard error is a terminal that understands escape
/// sequences.
package final class ProgressLine {
  /// Whether there is a terminal to show the line. Evaluated lazily, since most work ends before the first
  /// update.
  package private(set) lazy var isShown =
    unsafe StandardStreams.diagnostics.isTerminal && Terminal.understandsEscapes
  private let clock = ContinuousClock()
  private var nextUpdate: ContinuousClock.Instant
  private var hasBeenWritten = false

  /// Returns to the start of the line and erases the line. Source: ECMA-48, "EL, erase in line".
  private static let erase = "\r\u{1B}[K"

  package init() {
    nextUpdate = clock.now + .milliseconds(500)
  }

  /// Shows how much of the work is done.
  package func update(fraction: Double) {
    update { "\(Int((min(1, fraction) * 100).rounded(.down))) %" }
  }

  /// Shows a text, throttled to one update per 100 ms.
  package func update(_ text: () -> String) {
    guard clock.now >= nextUpdate, isShown else { return }
    nextUpdate = clock.now + .milliseconds(100)
    hasBeenWritten = true
    var stream = StandardError()
    stream.write(Self.erase + text())
  }

  /// Erases the line.
  package func clear() {
    guard hasBeenWritten else { return }
    hasBeenWritten = false
    var stream = StandardError()
    stream.write(Self.erase)
  }
}
