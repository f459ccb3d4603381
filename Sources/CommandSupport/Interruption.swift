internal import CSignals

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The signals that ask the process to stop: it finishes tidily first.
package enum Interruption {
  /// Where the signal that came is, or 0. A handler may do no more than store a number.
  nonisolated(unsafe) private static let place: UnsafeMutablePointer<CInt> = {
    let place = UnsafeMutablePointer<CInt>.allocate(capacity: 1)
    unsafe place.initialize(to: 0)
    return unsafe place
  }()

  private static var signal: CInt { unsafe loadSignal(place) }

  /// Whether the process has been asked to stop.
  package static var isRequested: Bool { signal != 0 }

  /// Begins to listen to those that whoever started the process hasn't told it to ignore, as `nohup`
  /// does.
  package static func listen() {
    // The place is made when it is first asked for, and that is too much for a handler.
    guard !isRequested else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = unsafe systemSignal(number) { unsafe storeSignal(Interruption.place, $0) }
      if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = unsafe systemSignal(number, SIG_IGN)
      }
    }
  }

  /// Lets a write beyond the limit on files' sizes fail like one to a full disk. The system's signal would
  /// end the process instead, and nobody would hear why.
  package static func surviveFileSizeLimit() {
    _ = unsafe systemSignal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process by the signal it was asked to stop with, so that a shell sees why.
  package static func obey() {
    let signal = signal
    guard signal != 0 else { return }
    _ = unsafe systemSignal(signal, SIG_DFL)
    // A process takes over which signals its parent blocks.
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
