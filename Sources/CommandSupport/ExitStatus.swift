package import AlertSound

/// How a command ends, for scripts. All commands share these numbers, and their man pages list them.
///
/// Apple's tools exit with 1 after any failure, and scripts test them for 0 only. So a failure of the
/// system can have a status of its own.
package enum ExitStatus: Int32, Comparable, Sendable {
  case success = 0
  /// An input is at fault, or the request doesn't fit it.
  case failure = 1
  /// `afconvert` and `afinfo` don't understand the command line, or print help, as Apple's tools do.
  case appleUsage = 2
  /// `alertsound` doesn't understand the command line. Source: sysexits.h, `EX_USAGE`.
  case usage = 64
  /// The system is at fault, not the input. Source: sysexits.h, `EX_IOERR`.
  case systemFailure = 74

  /// Orders statuses so that of several results the largest is the one to exit with.
  package static func < (left: ExitStatus, right: ExitStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ConversionError {
  /// The exit status of a command that fails with this error.
  package var exitStatus: ExitStatus { isSystemFailure ? .systemFailure : .failure }
}
