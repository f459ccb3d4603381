package import AlertSound

/// The exit status of a command, for scripts. All commands share these numbers, and their man pages list
/// them.
///
/// Apple's tools exit with 1 after any failure, and scripts only test for 0. So failures of the system can
/// have a status of their own.
package enum ExitStatus: Int32, Comparable, Sendable {
  case success = 0
  /// The input is at fault, or the request doesn't suit it.
  case failure = 1
  /// The command line of `afconvert` or `afinfo` is invalid or asks for help. Apple's tools exit with 2 for
  /// both, too.
  case appleUsage = 2
  /// The command line of `alertsound` is invalid. Source: sysexits.h, `EX_USAGE`.
  case usage = 64
  /// The system is at fault, not the input. Source: sysexits.h, `EX_IOERR`.
  case systemFailure = 74

  /// Orders statuses by number: a command exits with the largest of its results.
  package static func < (left: ExitStatus, right: ExitStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension SoundError {
  /// The exit status of a command that fails with this error.
  package var exitStatus: ExitStatus { isSystemFailure ? .systemFailure : .failure }
}
