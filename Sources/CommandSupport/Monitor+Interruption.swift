package import AlertSound

extension Monitor {
  /// Cancels when the process is interrupted.
  package static let untilInterrupted = Monitor(isCancelled: { Interruption.isRequested })

  /// Shows the progress on the terminal, and cancels when the process is interrupted.
  package static func untilInterrupted(showing line: ProgressLine) -> Monitor {
    Monitor(
      progress: { line.update(fraction: $0) }, isCancelled: { Interruption.isRequested })
  }
}
