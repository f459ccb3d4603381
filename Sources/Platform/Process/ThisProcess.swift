internal import CPlatform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The process's arguments and environment variables.
package enum ThisProcess {
  /// The command's name and its arguments, byte for byte; nil if the system doesn't provide them.
  package static var arguments: [[UInt8]]? {
    #if os(Linux)
      // Check the count: Swift's runtime reads the arguments from `/proc/self/cmdline`, and without that file, even
      // the command's name is missing.
      guard CommandLine.argc > 0 else { return nil }
    #endif
    return (0..<Int(CommandLine.argc)).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe bytes(of: $0) }
    }
  }

  /// The value of an environment variable, byte for byte; nil if it isn't set.
  package static func environment(_ name: String) -> [UInt8]? {
    unsafe getenv(name).map { unsafe bytes(of: $0) }
  }

  @unsafe private static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: string, count: strlen(string)))
  }
}

package func terminate(with status: Int32) -> Never {
  exit(status)
}

/// Catches the signals that ask the process to stop, so that the process can clean up first.
package enum Interruption {
  /// The number of the last signal, or 0. A signal handler can safely do little more than store a number.
  nonisolated(unsafe) private static let caughtNumber: UnsafeMutablePointer<CInt> = {
    let caughtNumber = UnsafeMutablePointer<CInt>.allocate(capacity: 1)
    unsafe caughtNumber.initialize(to: 0)
    return unsafe caughtNumber
  }()

  private static var caught: CInt { unsafe loadSignal(caughtNumber) }

  package static var isRequested: Bool { caught != 0 }

  /// Catches the signals, except those that the parent process has set to be ignored, as `nohup` does.
  package static func listen() {
    // Read `caught` first: reading allocates `caughtNumber`, and a signal handler must not allocate.
    guard caught == 0 else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = unsafe handle(number) { unsafe storeSignal(Interruption.caughtNumber, $0) }
      if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = unsafe handle(number, SIG_IGN)
      }
    }
  }

  /// Ignores SIGXFSZ, so that a write beyond the file size limit fails like a write to a full disk. By default,
  /// the signal ends the process without a message.
  package static func surviveFileSizeLimit() {
    _ = unsafe handle(SIGXFSZ, SIG_IGN)
  }

  /// Once the parent process has ended, asks this process to stop, and half a second later ends this process. Does
  /// nothing if no thread can be started.
  ///
  /// Linux could send a signal by itself, but sends it as soon as the thread that started this process ends, even if
  /// the parent process still runs.
  package static func followParent() {
    let parent = getppid()
    _ = Threads.start(detached: {
      while getppid() == parent { SystemClock.sleep(microseconds: 500_000) }
      kill(getpid(), SIGTERM)
      SystemClock.sleep(microseconds: 500_000)
      die(of: SIGTERM)
    })
  }

  /// Ends the process with the signal that asked it to stop, so that the shell sees the cause. Does nothing if no
  /// signal has arrived.
  package static func dieIfRequested() {
    if isRequested { die(of: caught) }
  }

  private static func die(of number: CInt) {
    _ = unsafe handle(number, SIG_DFL)
    // Unblock the signal: a process inherits its parent's signal mask.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  /// Sets a signal's handler, and returns the previous handler.
  @unsafe private static func handle(
    _ number: CInt, _ handler: (@convention(c) (CInt) -> Void)?
  ) -> (@convention(c) (CInt) -> Void)? {
    signal(number, handler)
  }
}

/// The system's time.
package enum SystemClock {
  /// The time of day, in nanoseconds since 1970. The clock can be set back, so a file's time may be later than now.
  package static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.nanoseconds
  }

  /// Makes the calling thread sleep for less than a second. A signal ends the sleep early.
  package static func sleep(microseconds: UInt32) {
    usleep(microseconds)
  }
}
