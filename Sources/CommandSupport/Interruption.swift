package import AlertSound
internal import Platform

/// Handles the signals that ask the process to stop, so that it can clean up first.
package enum Interruption {
  package static var isRequested: Bool { Signals.caught != 0 }

  /// Installs the handlers. Signals that the parent process set to be ignored, as `nohup` does, stay ignored.
  package static func listen() { Signals.catchRequestsToStop() }

  /// Stops when the parent process has ended.
  package static func followParent() { Signals.stopWithParent() }

  /// Makes a write beyond the file size limit fail like a write to a full disk. By default, a signal ends the
  /// process without a message.
  package static func surviveFileSizeLimit() { Signals.ignoreFileSizeLimit() }

  /// Ends the process with the signal that asked it to stop, so that the shell sees the cause. Does nothing
  /// if no signal has arrived.
  package static func dieIfRequested() {
    let signal = Signals.caught
    if signal != 0 { Signals.die(of: signal) }
  }
}

extension Monitor {
  package static let untilInterrupted = Monitor(isCancelled: { Interruption.isRequested })

  /// Shows the progress on the terminal, and cancels when the process is interrupted.
  package static func untilInterrupted(showing line: ProgressLine) -> Monitor {
    Monitor(
      progress: { line.update(fraction: $0) }, isCancelled: { Interruption.isRequested })
  }
}
