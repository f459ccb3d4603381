package import AlertSound
internal import Platform
internal import SoundFormat
package import SystemPackage

/// Handles the signals that ask the process to stop, so that it can clean up first.
package enum Interruption {
  package static var isRequested: Bool { Signals.caught != 0 }

  /// Installs the handlers. Signals that the parent process set to be ignored, as `nohup` does, stay ignored.
  package static func listen() { Signals.catchRequestsToStop() }

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

extension SoundSource {
  /// Opens a command's input.
  ///
  /// Only files that this package can't read are passed to other decoders. The decoders' own messages are
  /// suppressed.
  ///
  /// - Parameter requiringDecoder: Whether it is an error if a codec can be identified but not decoded.
  package init(
    input path: FilePath, policy: InputPolicy, requiringDecoder: Bool = true
  ) throws(SoundError) {
    let file = try InputFile(path: path, waitingForPipes: true, byteLimit: policy.byteLimit)
    var ownFormats = policy
    ownFormats.importsForeignFormats = false
    do throws(SoundError) {
      try self.init(
        bytes: file, of: path, policy: ownFormats, requiringDecoder: requiringDecoder)
      self.policy = policy
    } catch {
      guard policy.importsForeignFormats, error.isForeign else { throw error }
      // Silence libmpg123, which decodes MP3 for libsndfile and prints a message for every damaged frame.
      StandardStreams.silenceLibraries()
      try self.init(bytes: file, of: path, policy: policy, requiringDecoder: requiringDecoder)
    }
  }
}

extension SoundError {
  /// Whether the file isn't in a format that this package reads. Another decoder may still read it.
  fileprivate var isForeign: Bool {
    if case .sound(let code, _) = cause {
      code == .unrecognized || code == .unsupported
    } else {
      false
    }
  }
}
