/// Follows an operation's progress, and can cancel it.
///
/// ```swift
/// let monitor = Monitor(progress: { print(Int($0 * 100), "%") })
/// try conversion.write(to: "ring.caf", monitor: monitor)
/// ```
public struct Monitor: Sendable {
  /// Called with the fraction done, from 0 to 1, on a thread that does the work.
  public let progress: @Sendable (Double) -> Void
  /// Whether the monitor itself cancels the operation.
  package let cancels: @Sendable () -> Bool

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - progress: Called with the fraction done, from 0 to 1, on a thread that does the work.
  ///   - isCancelled: Polled periodically, by any thread that does the work; return true to cancel.
  public init(
    progress: @escaping @Sendable (Double) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.progress = progress
    cancels = isCancelled
  }

  /// Returns a monitor for a part of the operation.
  ///
  /// - Parameter fractions: The fractions of the whole at which the part begins and ends.
  package func part(_ fractions: ClosedRange<Double>) -> Monitor {
    let (start, length) = (fractions.lowerBound, fractions.upperBound - fractions.lowerBound)
    return Monitor(progress: { [progress] in progress(start + length * $0) }, isCancelled: cancels)
  }

  /// Throws if reading a source is cancelled, by the monitor or by the source's host.
  ///
  /// - Throws: `SoundError` of the step `reading`, with the cause `cancelled`.
  func checkCancellation(reading source: SoundSource) throws(SoundError) {
    if source.host.isCancelled() || cancels() {
      throw SoundError(.reading, source.file, .cancelled)
    }
  }
}
