package import SoundFormat

/// What the machine provides to AlertCore, which itself has neither threads nor libraries.
package final class Host: Sendable {
  package let resamplers: Resamplers
  /// Runs the IMA4 search on several processors.
  package let workers: Workers

  /// Describes a machine. Without arguments, it has neither threads nor libraries.
  package init(resamplers: Resamplers = Resamplers(), workers: Workers = .sequential) {
    self.resamplers = resamplers
    self.workers = workers
  }
}

/// Follows an operation's progress, and can cancel it.
public final class Monitor: Sendable {
  package let progress: @Sendable (Double) -> Void
  /// Whether to cancel the operation.
  package let cancels: @Sendable () -> Bool

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

  package var isCancelled: Bool { cancels() }

  /// Returns a monitor for a step that takes the operation's progress from one fraction to another.
  package func part(_ fractions: ClosedRange<Double>) -> Monitor {
    let (start, length) = (fractions.lowerBound, fractions.upperBound - fractions.lowerBound)
    return Monitor(progress: { [progress] in progress(start + length * $0) }, isCancelled: cancels)
  }

  /// Throws the error `cancelled` if the monitor cancels the operation.
  func checkCancellation(reading source: SoundSource) throws(SoundError) {
    if cancels() {
      throw SoundError(.reading, source.file, .cancelled)
    }
  }
}
