public import Foundation

/// A program that may or may not be installed.
public struct Tool: Sendable {
  /// Where the program is, or nil where it isn't installed.
  public let url: URL?

  /// Looks for a program in the folders of `PATH`.
  public init(_ name: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    url = path.split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }

  public static let ffmpeg = Tool("ffmpeg")
  public static let sox = Tool("sox")

  public var isInstalled: Bool { url != nil }

  /// Why a run did not succeed.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Runs the program to its end.
  ///
  /// - Returns: What it wrote to its standard output.
  /// - Throws: `Failure`, with what it wrote to its standard error, where the exit status isn't 0.
  @discardableResult
  public func run(_ arguments: [String]) throws -> [UInt8] {
    guard let url else { throw Failure(description: "not installed") }
    let directory = try TemporaryDirectory()
    // Files, not pipes: nobody has to read them while the program runs.
    let (output, errors) = (try directory.file("output"), try directory.file("errors"))
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let text = String(decoding: try directory.read("errors"), as: UTF8.self)
      throw Failure(
        description: "\(url.lastPathComponent) ended with \(process.terminationStatus): \(text)")
    }
    return try directory.read("output")
  }
}

extension TemporaryDirectory {
  fileprivate func file(_ name: String) throws -> FileHandle {
    try write([], to: name)
    return try FileHandle(forWritingTo: url.appending(path: name))
  }
}
