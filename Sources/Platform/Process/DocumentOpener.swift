package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The system's program that opens a file in its application, such as a browser.
package struct DocumentOpener: Sendable {
  private let program: FilePath

  /// The program's name.
  #if canImport(Darwin)
    package static let name = "open"
  #else
    package static let name = "xdg-open"
  #endif

  /// Finds the program in the folders of `PATH`; nil if it isn't there. Folders that depend on the working directory
  /// are skipped.
  package init?(searchPath: [UInt8]? = ThisProcess.environment("PATH")) {
    let folders = (searchPath ?? []).split(separator: UInt8(ascii: ":"))
    let paths = folders.filter { $0.first == UInt8(ascii: "/") }
      .map { FilePath(platformBytes: Array($0)).appending(Self.name) }
    guard let path = paths.first(where: { $0.isExecutableFile }) else { return nil }
    program = path
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
    let process = try start([program.platformBytes, path.platformBytes])
    for _ in 0..<Self.patience / Self.interval {
      if let isSuccess = Self.result(of: process) { return isSuccess }
      _ = poll(nil, 0, CInt(Self.interval))
    }
    return true
  }

  /// Starts the program in its own process group, so that a signal to this process doesn't end the application.
  private func start(_ words: [[UInt8]]) throws(Errno) -> pid_t {
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
    // Discard the program's messages, because they would appear among this command's messages.
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
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
    let words = unsafe Self.strings(words)
    let variables = unsafe Self.strings(Self.environment)
    let texts = unsafe words + variables
    defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
    let error = unsafe posix_spawn(&process, words[0]!, &actions, &attributes, words, variables)
    guard error == 0 else { throw Errno(rawValue: error) }
    return process
  }

  /// Whether a process has succeeded; nil while it runs.
  private static func result(of process: pid_t) -> Bool? {
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

  fileprivate var platformBytes: [UInt8] {
    unsafe withPlatformString { unsafe [UInt8](UnsafeRawBufferPointer(start: $0, count: length)) }
  }
}
