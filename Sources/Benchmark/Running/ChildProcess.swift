import Foundation

/// A program and its arguments, to run and to measure.
///
/// Foundation's `Process` notices tens of milliseconds late that a process has ended, and doesn't report
/// its cost. `wait4` reports both at once.
struct ChildProcess {
  let program: URL
  let arguments: [String]

  init(_ program: URL, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// Creates a process that runs shell commands.
  init(shell lines: String) {
    self.init(URL(fileURLWithPath: "/bin/sh"), ["-c", lines])
  }

  struct Result {
    /// What was printed, standard output and standard error together.
    let text: String
    let succeeded: Bool
    let cost: Cost
    /// In bytes. On Linux it is never less than this program's own, except with `runApart()`.
    let peakMemory: Int
  }

  /// Runs the program.
  ///
  /// - Throws: `Failure` if it fails.
  func run() throws -> Result {
    try require(outcome())
  }

  /// Runs the program; an exit status other than 0 is no error.
  ///
  /// - Throws: `Failure` if it can't be started.
  func outcome() throws -> Result {
    let start = ContinuousClock.now
    let (identifier, output) = try spawn()
    let text = output.readText()
    let (status, usage) = wait(for: identifier)
    let wall = (ContinuousClock.now - start) / .seconds(1)
    return Result(
      text: text, succeeded: status == 0, cost: Cost(wall: wall, usage),
      peakMemory: usage.peakMemory)
  }

  /// Runs the program as a shell's child, so that its peak memory is its own.
  ///
  /// On Linux a process starts with the peak memory of the one that starts it. So a small shell starts the
  /// program and ends, and this process adopts the program.
  ///
  /// - Throws: `Failure` if it fails.
  func runApart() throws -> Result {
    #if canImport(Darwin)
      return try run()
    #else
      try adoptOrphans()
      let shell = ChildProcess(
        URL(fileURLWithPath: "/bin/sh"), ["-c", "\"$0\" \"$@\" &", program.path] + arguments)
      let start = ContinuousClock.now
      let (identifier, output) = try shell.spawn()
      _ = wait(for: identifier)
      let text = output.readText()
      let (status, usage) = wait(for: -1)
      let wall = (ContinuousClock.now - start) / .seconds(1)
      return try require(
        Result(
          text: text, succeeded: status == 0, cost: Cost(wall: wall, usage),
          peakMemory: usage.peakMemory))
    #endif
  }

  private func require(_ result: Result) throws -> Result {
    guard result.succeeded else {
      let words = ([program.lastPathComponent] + arguments).joined(separator: " ")
      throw Failure(description: "\(words): \(result.text)")
    }
    return result
  }
}

extension ChildProcess {
  private func spawn() throws -> (identifier: pid_t, output: FileHandle) {
    let pipe = Pipe()
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for descriptor: Int32 in [1, 2] {
      unsafe posix_spawn_file_actions_adddup2(
        &actions, pipe.fileHandleForWriting.fileDescriptor, descriptor)
    }
    var words = unsafe ([program.path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var identifier: pid_t = 0
    let error = unsafe posix_spawn(&identifier, program.path, &actions, nil, &words, environ)
    pipe.fileHandleForWriting.closeFile()
    guard error == 0 else {
      throw Failure(description: "\(program.path) can't be started: error \(error)")
    }
    return (identifier, pipe.fileHandleForReading)
  }

  /// - Parameter identifier: A process; -1 for any.
  private func wait(for identifier: pid_t) -> (status: Int32, usage: rusage) {
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
    return (status, usage)
  }

  #if !canImport(Darwin)
    /// Makes this process the parent of orphaned descendants.
    private func adoptOrphans() throws {
      typealias Control = @convention(c) (CInt, CUnsignedLong) -> CInt
      let setChildSubreaper: CInt = 36
      // `prctl` is variadic in C, and Swift doesn't import variadic functions.
      guard let symbol = unsafe dlsym(nil, "prctl"),
        unsafe unsafeBitCast(symbol, to: Control.self)(setChildSubreaper, 1) == 0
      else { throw Failure(description: "memory can't be measured on this system") }
    }
  #endif
}

extension FileHandle {
  fileprivate func readText() -> String {
    String(decoding: readDataToEndOfFile(), as: UTF8.self)
  }
}
