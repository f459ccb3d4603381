internal import CPlatform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The signals that the process handles itself.
package enum Signals {
  /// Holds the number of the signal that arrived, or 0. A signal handler may safely do little more than
  /// store a number.
  nonisolated(unsafe) private static let caughtNumber: UnsafeMutablePointer<CInt> = {
    let caughtNumber = UnsafeMutablePointer<CInt>.allocate(capacity: 1)
    unsafe caughtNumber.initialize(to: 0)
    return unsafe caughtNumber
  }()

  /// The number of the signal that `catchRequestsToStop` has caught last, or 0.
  package static var caught: CInt { unsafe loadSignal(caughtNumber) }

  /// Catches the signals that ask the process to stop, except for those that the parent process set to be
  /// ignored, as `nohup` does.
  package static func catchRequestsToStop() {
    // `caught` allocates `caughtNumber` on first use, which a signal handler must not do.
    guard caught == 0 else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = unsafe handle(number) { unsafe storeSignal(Signals.caughtNumber, $0) }
      if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = unsafe handle(number, SIG_IGN)
      }
    }
  }

  /// Ignores SIGXFSZ, so that a write beyond the file size limit fails like one to a full disk. By default
  /// the signal ends the process without a message.
  package static func ignoreFileSizeLimit() {
    _ = unsafe handle(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process by a signal, so that the shell sees the cause.
  package static func die(of number: CInt) {
    _ = unsafe handle(number, SIG_DFL)
    // The signal may be blocked, since a process inherits its parent's signal mask.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  /// Sets a signal's handler, and returns the one before.
  @unsafe private static func handle(
    _ number: CInt, _ handler: (@convention(c) (CInt) -> Void)?
  ) -> (@convention(c) (CInt) -> Void)? {
    signal(number, handler)
  }
}
