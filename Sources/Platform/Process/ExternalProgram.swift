package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A program that is run as a process of its own, without a shell.
package struct ExternalProgram: Sendable {
  /// Where the program is.
  package let path: FilePath

  /// Names a program.
  ///
  /// - Parameter path: An absolute path: a relative one would depend on the working directory.
  package init(_ path: FilePath) {
    precondition(path.isAbsolute)
    self.path = path
  }

  /// Apple's afconvert; nil on systems that don't have it.
  package static var appleConverter: ExternalProgram? {
    #if os(macOS)
      ExternalProgram("/usr/bin/afconvert")
    #else
      nil
    #endif
  }

  /// How a process ended.
  package struct Ending: Sendable {
    /// Whether it exited with the status 0. Also true if the status is lost, as it is in a process that
    /// ignores SIGCHLD: then only what the program has written tells whether it succeeded.
    package let isSuccess: Bool
    /// The beginning of what it wrote to standard error, as text.
    package let messages: String
  }

  /// The most bytes of messages that are kept.
  private static let messageByteLimit = 1 << 14
  /// The longest time between two looks at a running process, in milliseconds.
  private static let longestInterval: CInt = 20
  /// All that the process sees of this one's environment: nothing but where programs are.
  private static let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C"]

  /// Runs the program to its end. It reads nothing and its output is dropped; its messages are kept.
  ///
  /// It stays in this process's group, so that an interruption from the terminal reaches it, too.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments, byte for byte.
  ///   - isStopped: Called about fifty times a second. Once it returns true, the process is killed.
  /// - Throws: `Errno` if the program can't be started.
  package func run(
    _ arguments: [[UInt8]], isStopped: () -> Bool
  ) throws(Errno) -> Ending {
    let pipe = try Self.pipe()
    defer { try? pipe.readEnd.close() }
    let process = try start(arguments, messagesTo: pipe.writeEnd)
    var messages: [UInt8] = []
    var isOpen = true
    var isKilled = false
    var interval: CInt = 1
    while true {
      if isOpen {
        isOpen = Self.readMessages(from: pipe.readEnd, into: &messages, waiting: interval)
      } else {
        SystemClock.sleep(microseconds: UInt32(interval) * 1000)
      }
      if let isSuccess = Self.result(of: process) {
        // The rest of its messages, but not those of a process it may have left behind.
        for _ in 0..<16 where isOpen && Self.hasMessages(pipe.readEnd, waiting: 0) {
          isOpen = Self.readMessages(from: pipe.readEnd, into: &messages, waiting: 0)
        }
        return Ending(
          isSuccess: isSuccess && !isKilled, messages: String(decoding: messages, as: UTF8.self))
      }
      if !isKilled, isStopped() {
        kill(process, SIGKILL)
        isKilled = true
      }
      interval = min(2 * interval, Self.longestInterval)
    }
  }

  private static func pipe() throws(Errno) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do {
      ends = try FileDescriptor.pipe()
    } catch {
      throw error as? Errno ?? .ioError
    }
    // A process that another thread starts between these calls keeps the pipe open, which does no harm.
    for end in [ends.readEnd, ends.writeEnd] {
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
    }
    return ends
  }

  /// Starts the process.
  private func start(
    _ arguments: [[UInt8]], messagesTo pipe: FileDescriptor
  ) throws(Errno) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var (actions, attributes) = unsafe (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // In this order: the pipe may have the number 0 or 1 here, if these were closed.
    unsafe posix_spawn_file_actions_adddup2(&actions, pipe.rawValue, STDERR_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    // A new process inherits which signals a thread blocks, as workers do, and which are ignored.
    var (none, usual) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe sigemptyset(&usual)
    for number in [SIGPIPE, SIGXFSZ, SIGCHLD, SIGINT, SIGTERM, SIGHUP] {
      unsafe sigaddset(&usual, number)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    var flags = CInt(POSIX_SPAWN_SETSIGDEF) | CInt(POSIX_SPAWN_SETSIGMASK)
    #if canImport(Darwin)
      flags |= CInt(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    // Once the process has ended, nothing else may hold the pipe's end.
    defer { try? pipe.close() }
    var process = pid_t()
    let words = unsafe Self.strings([path.platformBytes] + arguments)
    defer { unsafe Self.free(words) }
    let variables = unsafe Self.strings(Self.environment.map { Array($0.utf8) })
    defer { unsafe Self.free(variables) }
    let error = unsafe posix_spawn(&process, words[0]!, &actions, &attributes, words, variables)
    guard error == 0 else { throw Errno(rawValue: error) }
    return process
  }

  /// Waits for messages, and adds them to those before.
  ///
  /// - Parameter interval: The longest wait, in milliseconds.
  /// - Returns: Whether more may follow.
  private static func readMessages(
    from pipe: FileDescriptor, into messages: inout [UInt8], waiting interval: CInt
  ) -> Bool {
    guard hasMessages(pipe, waiting: interval) else { return true }
    var block = [UInt8](repeating: 0, count: 4096)
    let count = (try? unsafe block.withUnsafeMutableBytes { try unsafe pipe.read(into: $0) }) ?? 0
    messages += block.prefix(min(count, messageByteLimit - messages.count))
    return count > 0
  }

  private static func hasMessages(_ pipe: FileDescriptor, waiting interval: CInt) -> Bool {
    var request = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, interval) > 0
  }

  /// Whether a process has succeeded; nil while it runs.
  private static func result(of process: pid_t) -> Bool? {
    var status: CInt = 0
    switch unsafe waitpid(process, &status, WNOHANG) {
    case process: return status == 0
    case 0: return nil
    // The exit status is lost if SIGCHLD is ignored.
    default: return errno == EINTR ? nil : true
    }
  }

  /// Returns an array of C strings that ends with a null pointer.
  @unsafe private static func strings(
    _ texts: [[UInt8]]
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: texts.count + 1)
    for (index, text) in texts.enumerated() {
      let string = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
      for (place, byte) in text.enumerated() {
        unsafe (string + place).initialize(to: CChar(bitPattern: byte))
      }
      unsafe (string + text.count).initialize(to: 0)
      unsafe (strings + index).initialize(to: string)
    }
    unsafe (strings + texts.count).initialize(to: nil)
    return unsafe strings
  }

  @unsafe private static func free(_ strings: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
    var string = unsafe strings
    while let text = unsafe string.pointee {
      unsafe text.deallocate()
      unsafe string += 1
    }
    unsafe strings.deallocate()
  }
}

extension FilePath {
  fileprivate var platformBytes: [UInt8] {
    unsafe withPlatformString { unsafe [UInt8](UnsafeRawBufferPointer(start: $0, count: length)) }
  }
}
