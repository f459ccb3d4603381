public import Foundation

/// A program that might be installed.
public struct Tool: Sendable {
  /// The program's location, or nil if it isn't installed.
  public let url: URL?

  /// Looks for a program in the folders of `PATH`.
  public init(_ name: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    url = path.split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }

  /// Takes the program at a location, if it is there.
  public init(at url: URL) {
    let isThere = FileManager.default.isExecutableFile(atPath: url.path(percentEncoded: false))
    self.url = isThere ? url : nil
  }

  public static let ffmpeg = Tool("ffmpeg")
  public static let sox = Tool("sox")
  public static let lame = Tool("lame")
  public static let mpg123 = Tool("mpg123")

  public var isInstalled: Bool { url != nil }

  /// The reason why a run failed.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public enum Ending: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  public struct Outcome: Sendable {
    public let ending: Ending
    public let output: [UInt8]
    public let errors: String

    public var outputText: String { String(decoding: output, as: UTF8.self) }
    public var outputLines: [String] { outputText.split(separator: "\n").map(String.init) }
    public var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// Runs the program until it ends, and accepts any ending.
  ///
  /// - Parameters:
  ///   - directory: The working directory; nil is this process's.
  ///   - environment: Variables to add to this process's. Make's variables for its
  ///     sub-makes aren't inherited.
  public func outcome(
    of arguments: [String], in directory: URL? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    guard let url else { throw Failure(description: "not installed") }
    let streams = try TemporaryDirectory()
    // Use files instead of pipes, because nothing reads while the program runs.
    let (output, errors) = (try streams.file("output"), try streams.file("errors"))
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment
      .filter { !["MAKEFLAGS", "MAKELEVEL", "MFLAGS"].contains($0.key) }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try withoutBlockedSignals { try process.run() }
    process.waitUntilExit()
    let status = process.terminationStatus
    return Outcome(
      ending: process.terminationReason == .exit ? .exit(status) : .signal(status),
      output: try streams.read("output"),
      errors: Self.withoutCoverage(String(decoding: try streams.read("errors"), as: UTF8.self)))
  }

  /// A program's standard error without messages of its coverage instrumentation. If a test leaves
  /// no room for files, coverage data can't be written either.
  private static func withoutCoverage(_ errors: String) -> String {
    guard ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] != nil else { return errors }
    return errors.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("LLVM Profile Error: ") }
      .joined(separator: "\n")
  }

  /// Runs the program and expects success.
  ///
  /// - Returns: The program's standard output.
  /// - Throws: `Failure`, with the program's standard error, if the exit status isn't 0.
  @discardableResult
  public func run(_ arguments: [String]) throws -> [UInt8] {
    let outcome = try outcome(of: arguments)
    guard outcome.ending == .exit(0) else {
      let name = url?.lastPathComponent ?? ""
      throw Failure(description: "\(name): \(outcome.ending): \(outcome.errors)")
    }
    return outcome.output
  }
}

/// Runs a body with no signals blocked. Dispatch's threads block nearly all signals. A program that
/// one of these threads starts would inherit the blocked signals, and they couldn't kill it.
private func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
  var none = sigset_t()
  var blocked = sigset_t()
  unsafe sigemptyset(&none)
  unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil) }
  try body()
}

extension TemporaryDirectory {
  fileprivate func file(_ name: String) throws -> FileHandle {
    try write([], to: name)
    return try FileHandle(forWritingTo: url.appending(path: name))
  }
}

/// How the system that runs the tests differs from other systems.
public enum TestSystem {
  /// The folder of the built programs.
  public static let programs: URL = {
    #if os(macOS)
      // Take the folder of the tests' bundle. `Bundle.main` would be the program that loads this bundle.
      Bundle(for: TemporaryDirectory.self).bundleURL.deletingLastPathComponent()
    #else
      Bundle.main.bundleURL
    #endif
  }()

  /// `PATH` after the folder of the built programs, because a Mac has its own afconvert and afinfo.
  public static var searchPath: String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return programs.path(percentEncoded: false) + ":" + path
  }

  /// Whether names in temporary folders that differ only in case name different files.
  public static let distinguishesCase = areDifferentFiles("ring", "RING")

  /// Whether names in temporary folders can be any bytes, even if they aren't text.
  public static let takesAnyName: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()

  /// Whether writing to `/dev/full` fails as on a full disk. Only Linux has this device.
  public static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// The calling thread's number. No other running thread has it.
  public static var threadNumber: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      unsafe UInt(bitPattern: pthread_self())
    #endif
  }

  private static func areDifferentFiles(_ first: String, _ second: String) -> Bool {
    guard let folder = try? TemporaryDirectory(), (try? folder.write([], to: first)) != nil
    else { return true }
    return !FileManager.default.fileExists(atPath: folder.path(second))
  }
}

/// A folder that is removed with the last reference to this object.
public final class TemporaryDirectory: Sendable {
  public let url: URL

  /// The system's temporary folder without links, as commands print it. A Mac's is below the link
  /// `/var`, and `resolvingSymlinksInPath` doesn't resolve that link.
  private static let parent: URL = {
    let folder = FileManager.default.temporaryDirectory
    guard let path = unsafe realpath(folder.path(percentEncoded: false), nil) else { return folder }
    defer { unsafe free(path) }
    return URL(filePath: unsafe String(cString: path), directoryHint: .isDirectory)
  }()

  public init() throws {
    url = Self.parent
      .appending(path: "alertsound-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  public func path(_ name: String) -> String {
    url.appending(path: name).path(percentEncoded: false)
  }

  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Creates a file with the given bytes, or a folder if the path ends with a slash. Creates
  /// missing folders around it.
  public func make(_ path: String, _ bytes: [UInt8] = []) throws {
    let url = url.appending(path: path)
    let folder = path.hasSuffix("/") ? url : url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if !path.hasSuffix("/") { try write(bytes, to: path) }
  }

  public func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
  }

  public func text(_ name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }

  /// The sorted names of everything in the folder, including hidden files.
  public var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
    }
  }
}
