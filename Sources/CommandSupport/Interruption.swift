internal import CSignals

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Handles the signals that ask the process to stop, so that it can clean up first.
package enum Interruption {
  /// Holds the number of the signal that arrived, or 0. A signal handler may safely do little more than
  /// store a number.
  nonisolated(unsafe) private static let place: UnsafeMutablePointer<CInt> = {
    let place = UnsafeMutablePointer<CInt>.allocate(capacity: 1)
    unsafe place.initialize(to: 0)
    return unsafe place
  }()

  private static var signal: CInt { unsafe loadSignal(place) }

  /// Whether the process has been asked to stop.
  package static var isRequested: Bool { signal != 0 }

  /// Installs the handlers, except for signals that the parent process set to be ignored, as `nohup` does.
  package static func listen() {
    // `isRequested` allocates `place` on first use, which a signal handler must not do.
    guard !isRequested else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = unsafe systemSignal(number) { unsafe storeSignal(Interruption.place, $0) }
      if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = unsafe systemSignal(number, SIG_IGN)
      }
    }
  }

  /// Ignores SIGXFSZ, so that a write beyond the file size limit fails like one to a full disk. By default
  /// the signal ends the process without a message.
  package static func surviveFileSizeLimit() {
    _ = unsafe systemSignal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process with the signal that asked it to stop, so that the shell sees the cause. Does nothing
  /// if no signal has arrived.
  package static func obey() {
    let signal = signal
    guard signal != 0 else { return }
    _ = unsafe systemSignal(signal, SIG_DFL)
    // The signal may be blocked, since a process inherits its parent's signal mask.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
  }
}

@unsafe private func systemSignal(
  _ number: CInt, _ handler: (@convention(c) (CInt) -> Void)?
) -> (@convention(c) (CInt) -> Void)? {
  #if canImport(Glibc)
    Glibc.signal(number, handler)
  #elseif canImport(Musl)
    unsafe Musl.signal(number, handler)
  #elseif canImport(Darwin)
    unsafe Darwin.signal(number, handler)
  #endif
}
