internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A line on a terminal that says how far long work is, and goes away with it.
///
/// It appears after half a second, and only where standard error is a terminal that can erase it.
package final class ProgressLine {
  /// Whether there is a terminal to show it. Determined when first needed: most work is done by then.
  package private(set) lazy var isShown =
    unsafe isatty(StandardStreams.diagnostics.rawValue) == 1 && Terminal.understandsEscapes
  private let clock = ContinuousClock()
  private var nextUpdate: ContinuousClock.Instant
  private var hasBeenWritten = false

  /// Back to the line's start, and everything on it erased. Source: ECMA-48, "EL, erase in line".
  private static let erase = "\r\u{1B}[K"

  package init() {
    nextUpdate = clock.now + .milliseconds(500)
  }

  /// Shows how much of the work is done.
  package func update(fraction: Double) {
    update { "\(Int((min(1, fraction) * 100).rounded(.down))) %" }
  }

  /// Shows a text, unless another one came only just now.
  package func update(_ text: () -> String) {
    guard clock.now >= nextUpdate, isShown else { return }
    nextUpdate = clock.now + .milliseconds(100)
    hasBeenWritten = true
    var stream = StandardError()
    stream.write(Self.erase + text())
  }

  /// Takes the line away.
  package func clear() {
    guard hasBeenWritten else { return }
    hasBeenWritten = false
    var stream = StandardError()
    stream.write(Self.erase)
  }
}
