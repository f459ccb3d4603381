public import Foundation

/// A program that may or may not be installed.
public struct Tool: Sendable {
  /// Where the program is, or nil if it isn't installed.
  public let url: URL?

  /// Looks for a program in the folders of `PATH`.
  public init(_ name: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    url = path.split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }

  /// Looks for a program at one path.
  public init(at url: URL) {
    let isThere = FileManager.default.isExecutableFile(atPath: url.path(percentEncoded: false))
    self.url = isThere ? url : nil
  }

  public static let ffmpeg = Tool("ffmpeg")
  public static let sox = Tool("sox")

  public var isInstalled: Bool { url != nil }

  /// Why a run did not succeed.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// How a run ended.
  public enum Ending: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// The result of a run.
  public struct Outcome: Sendable {
    public let ending: Ending
    /// What the program wrote to its standard output.
    public let output: [UInt8]
    /// What the program wrote to its standard error.
    public let errors: String

    public var outputText: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs the program to its end, however it ends.
  ///
  /// - Parameters:
  ///   - directory: The working directory; nil is that of this process.
  ///   - environment: Variables to add to those of this process. What a Make that runs the tests
  ///     passes to its sub-makes isn't inherited.
  public func outcome(
    of arguments: [String], in directory: URL? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    guard let url else { throw Failure(description: "not installed") }
    let streams = try TemporaryDirectory()
    // Files instead of pipes, so that nobody has to read while the program runs.
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

  /// What a program wrote, without the errors of its coverage instrumentation: if a test leaves no
  /// room for files, coverage data can't be written either.
  private static func withoutCoverage(_ errors: String) -> String {
    guard ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] != nil else { return errors }
    return errors.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("LLVM Profile Error: ") }
      .joined(separator: "\n")
  }

  /// Runs the program to its end.
  ///
  /// - Returns: What it wrote to its standard output.
  /// - Throws: `Failure`, with what it wrote to its standard error, if the exit status isn't 0.
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

/// Runs a body with no signals blocked. Dispatch's threads block nearly all of them, and a program
/// started there would inherit that: these signals couldn't kill it.
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
