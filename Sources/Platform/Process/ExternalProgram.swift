package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A program that is run as a separate process, without a shell.
package struct ExternalProgram: Sendable {
  package let path: FilePath

  /// Creates a program with an absolute path. A relative path would depend on the working directory.
  package init(_ path: FilePath) {
    precondition(path.isAbsolute)
    self.path = path
  }

  /// Apple's afconvert; nil on systems without it.
  package static var appleConverter: ExternalProgram? {
    #if os(macOS)
      ExternalProgram("/usr/bin/afconvert")
    #else
      nil
    #endif
  }

  /// Finds a program in the folders of `PATH`; nil if it isn't found. Folders that depend on the working directory
  /// are skipped.
  package init?(
    named name: String, searchPath: [UInt8]? = ThisProcess.environment("PATH")
  ) {
    let folders = (searchPath ?? []).split(separator: UInt8(ascii: ":"))
    let paths = folders.filter { $0.first == UInt8(ascii: "/") }
      .map { FilePath(platformBytes: Array($0)).appending(name) }
    guard let path = paths.first(where: { $0.isExecutableFile }) else { return nil }
    self.init(path)
  }

  /// How to install `ffmpeg` on this system.
  package static var ffmpegInstallationAdvice: String {
    #if canImport(Darwin)
      "install it (Homebrew: brew install ffmpeg)"
    #else
      "install it (Debian and Ubuntu: sudo apt install ffmpeg)"
    #endif
  }

  package struct Ending: Sendable {
    /// Whether the program exited with the status 0. Also true if the status is lost, which happens if this
    /// process ignores SIGCHLD. Then only the program's output shows whether it succeeded.
    package let isSuccess: Bool
    /// The beginning of the program's standard error, as text.
    package let messages: String
  }

  /// How many bytes of messages are kept.
  private static let messageByteLimit = 1 << 14
  /// A program that has written more bytes of messages than this is killed. No working program writes so many.
  private static let floodByteCount = 1 << 24
  /// The longest polling interval of a running process, in milliseconds.
  private static let longestInterval: CInt = 20
  /// The process's complete environment. The process inherits no variables.
  private static let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C"]

  /// Runs the program to its end, and keeps its messages.
  ///
  /// The program may be a script that starts other programs. So it leads its own process group, and stopping it
  /// kills the whole group. A program that has written too many messages is stopped too.
  ///
  /// - Parameters:
  ///   - output: Called with each part of the program's standard output; nil to discard it.
  ///   - isStopped: Called at least fifty times a second. Once it returns true, the program is killed.
  package func run(
    _ arguments: [[UInt8]], input: FileDescriptor? = nil, output: (([UInt8]) -> Void)? = nil,
    isStopped: () -> Bool
  ) throws(Errno) -> Ending {
    var messagePipe = try Pipe()
    defer { messagePipe.close() }
    var outputPipe = output == nil ? nil : try Pipe()
    defer { outputPipe?.close() }
    let inputCopy = try input?.copyAboveStandardStreams()
    defer { try? inputCopy?.close() }
    let process = try start(
      arguments, input: inputCopy, outputTo: outputPipe?.writeEnd, messagesTo: messagePipe.writeEnd)
    // Close the write ends. Otherwise this process would keep the pipes open after the program's end.
    messagePipe.closeWriteEnd()
    outputPipe?.closeWriteEnd()
    var messages: [UInt8] = []
    var messageByteCount = 0
    var isKilled = false
    var interval: CInt = 1
    /// Reads the available bytes of the pipes. Returns whether the output may have more bytes. If there is no
    /// output pipe, returns whether the messages may have more bytes.
    func readPipes(waiting interval: CInt) -> Bool {
      Pipe.wait(for: [messagePipe, outputPipe], milliseconds: interval)
      let message = messagePipe.read()
      messages += message.prefix(Self.messageByteLimit - messages.count)
      messageByteCount += message.count
      guard let part = outputPipe?.read() else { return !message.isEmpty }
      if !part.isEmpty { output?(part) }
      return !part.isEmpty
    }
    while true {
      let isBusy = readPipes(waiting: interval)
      if let isSuccess = Self.result(of: process) {
        // Read what is in the pipes, but no more: a process that the program left running may keep writing.
        var rest = Pipe.capacity
        while rest > 0, !isStopped(), readPipes(waiting: 0) { rest -= 1 }
        return Ending(
          isSuccess: isSuccess && !isKilled, messages: String(decoding: messages, as: UTF8.self))
      }
      if !isKilled, isStopped() || messageByteCount > Self.floodByteCount {
        kill(-process, SIGKILL)
        isKilled = true
      }
      // Poll often if the process has closed its streams, because it is about to end.
      let isEnding = messagePipe.isAtEnd && outputPipe?.isAtEnd != false
      interval = isBusy || isEnding ? 1 : min(2 * interval, Self.longestInterval)
    }
  }

  /// Starts the process. A stream that is nil becomes `/dev/null`. If `environment` is nil, the process gets a
  /// minimal environment.
  func start(
    _ arguments: [[UInt8]], input: FileDescriptor?, outputTo output: FileDescriptor?,
    messagesTo messages: FileDescriptor?, environment: [[UInt8]]? = nil
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
    for (descriptor, number) in [
      (input, STDIN_FILENO), (output, STDOUT_FILENO), (messages, STDERR_FILENO),
    ] {
      if let descriptor {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, number)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    // A new process inherits the ignored signals and the thread's blocked signals. Workers block signals, so reset
    // both.
    var (none, usual) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe sigemptyset(&usual)
    for number in [SIGPIPE, SIGXFSZ, SIGCHLD, SIGINT, SIGTERM, SIGHUP] {
      unsafe sigaddset(&usual, number)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var flags =
      CInt(POSIX_SPAWN_SETSIGDEF) | CInt(POSIX_SPAWN_SETSIGMASK) | CInt(POSIX_SPAWN_SETPGROUP)
    #if canImport(Darwin)
      flags |= CInt(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var process = pid_t()
    let words = unsafe Self.strings([path.platformBytes] + arguments)
    let variables = unsafe Self.strings(environment ?? Self.environment.map { Array($0.utf8) })
    let texts = unsafe words + variables
    defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
    let error = unsafe posix_spawn(&process, words[0]!, &actions, &attributes, words, variables)
    guard error == 0 else { throw Errno(rawValue: error) }
    return process
  }

  /// Whether a process has succeeded; nil while it runs.
  static func result(of process: pid_t) -> Bool? {
    var status: CInt = 0
    switch unsafe waitpid(process, &status, WNOHANG) {
    case process: return status == 0
    case 0: return nil
    // Assume success if the exit status is lost, which happens if this process ignores SIGCHLD.
    default: return errno == EINTR ? nil : true
    }
  }

  /// Returns copies of texts as C strings, followed by a null pointer. The caller must free the copies.
  @unsafe private static func strings(_ texts: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe texts.map { text in
      unsafe (text + [0]).withUnsafeBytes {
        unsafe strdup($0.bindMemory(to: CChar.self).baseAddress!)
      }
    } + [nil]
  }
}

extension FilePath {
  fileprivate init(platformBytes: [UInt8]) {
    self = unsafe (platformBytes + [0]).map { CInterop.PlatformChar(bitPattern: $0) }
      .withUnsafeBufferPointer { unsafe FilePath(platformString: $0.baseAddress!) }
  }

  /// Whether the path leads to a file that may be run.
  fileprivate var isExecutableFile: Bool {
    guard (try? stat().type) == .regular else { return false }
    return unsafe withPlatformString { unsafe access($0, X_OK) } == 0
  }

  var platformBytes: [UInt8] {
    unsafe withPlatformString { unsafe [UInt8](UnsafeRawBufferPointer(start: $0, count: length)) }
  }
}

/// A pipe from another process to this one.
struct Pipe {
  private(set) var readEnd: FileDescriptor?
  private(set) var writeEnd: FileDescriptor
  private var isWriteEndOpen = true

  private static let blockByteCount = 1 << 16
  /// How many blocks a pipe can hold. Linux lets a user's pipes grow to 1 MiB.
  static let capacity = 1 << 4

  /// Creates a pipe. Other processes don't inherit its ends.
  init() throws(Errno) {
    do {
      let ends = try FileDescriptor.pipe()
      defer {
        try? ends.readEnd.close()
        try? ends.writeEnd.close()
      }
      let readEnd = try ends.readEnd.copyAboveStandardStreams()
      do {
        writeEnd = try ends.writeEnd.copyAboveStandardStreams()
      } catch {
        try? readEnd.close()
        throw error
      }
      self.readEnd = readEnd
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  var isAtEnd: Bool { readEnd == nil }

  mutating func closeWriteEnd() {
    if isWriteEndOpen { try? writeEnd.close() }
    isWriteEndOpen = false
  }

  mutating func close() {
    closeWriteEnd()
    try? readEnd?.close()
    readEnd = nil
  }

  /// Reads a block without waiting. Returns no bytes if the pipe is empty or at its end.
  mutating func read() -> [UInt8] {
    guard let end = readEnd, Self.isReadable(end) else { return [] }
    var block = [UInt8](repeating: 0, count: Self.blockByteCount)
    let count = (try? unsafe block.withUnsafeMutableBytes { try unsafe end.read(into: $0) }) ?? 0
    if count == 0 {
      try? end.close()
      readEnd = nil
    }
    block.removeLast(block.count - count)
    return block
  }

  private static func isReadable(_ end: FileDescriptor) -> Bool {
    var request = pollfd(fd: end.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }

  /// Waits until one of the pipes can be read or has ended.
  static func wait(for pipes: [Pipe?], milliseconds: CInt) {
    var requests = pipes.compactMap { $0?.readEnd }.map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    _ = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
  }
}

/// The system's program that opens a file in its application, such as a browser.
package struct DocumentOpener: Sendable {
  private let program: ExternalProgram

  /// The program's name.
  #if canImport(Darwin)
    package static let name = "open"
  #else
    package static let name = "xdg-open"
  #endif

  /// Finds the program; nil if it isn't installed.
  package init?(searchPath: [UInt8]? = ThisProcess.environment("PATH")) {
    guard let program = ExternalProgram(named: Self.name, searchPath: searchPath) else {
      return nil
    }
    self.program = program
  }

  /// How long to wait for the program to end, in milliseconds. The program might not end before the application does.
  private static let patience = 3000
  private static let interval = 20

  /// The environment variables that the program needs. They tell it the user, the desktop and the preferred
  /// browser.
  private static var environment: [[UInt8]] {
    let names = [
      "BROWSER", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "DISPLAY",
      "GNOME_DESKTOP_SESSION_ID",
      "HOME", "KDE_FULL_SESSION", "KDE_SESSION_VERSION", "LANG", "LC_ALL", "LOGNAME", "PATH",
      "SHELL", "TMPDIR", "USER", "WAYLAND_DISPLAY", "WSLENV", "WSL_DISTRO_NAME", "WSL_INTEROP",
      "XAUTHORITY", "XDG_CONFIG_DIRS", "XDG_CONFIG_HOME", "XDG_CURRENT_DESKTOP", "XDG_DATA_DIRS",
      "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_SESSION_DESKTOP", "XDG_SESSION_TYPE",
    ]
    return names.compactMap { name in
      ThisProcess.environment(name).map { Array("\(name)=".utf8) + $0 }
    }
  }

  /// Opens a file by its absolute path. The application keeps running when this process ends. Returns false if the
  /// program has already failed.
  package func open(_ path: FilePath) throws(Errno) -> Bool {
    precondition(path.isAbsolute)
    // Discard the program's messages, because they would appear among this command's messages.
    let process = try program.start(
      [path.platformBytes], input: nil, outputTo: nil, messagesTo: nil,
      environment: Self.environment)
    for _ in 0..<Self.patience / Self.interval {
      if let isSuccess = ExternalProgram.result(of: process) { return isSuccess }
      Pipe.wait(for: [], milliseconds: CInt(Self.interval))
    }
    return true
  }
}
