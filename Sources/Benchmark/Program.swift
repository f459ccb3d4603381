import Foundation

/// A program that is installed, and the processor time it has taken so far.
final class Program {
  private let url: URL
  /// In seconds.
  private(set) var processorTime = 0.0

  init?(_ name: String) {
    guard let url = Self.find(name) else { return nil }
    self.url = url
  }

  /// Looks for a program in the folders of `PATH`.
  static func find(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  func run(_ arguments: [String]) throws {
    let before = processorSeconds(.children)
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(url.lastPathComponent) \(arguments.joined(separator: " "))")
    }
    processorTime += processorSeconds(.children) - before
  }
}

extension Program {
  /// The word behind a marker in a text, such as a version in a banner.
  static func word(after marker: String, in text: String) -> String {
    let rest = text.range(of: marker).map { text[$0.upperBound...] } ?? ""
    return String(rest.prefix { !$0.isWhitespace })
  }

  /// Runs a program and returns what it printed, and how long it took.
  static func run(
    _ program: URL, _ arguments: [String]
  ) throws -> (text: String, wall: Double) {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let start = ContinuousClock.now
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    // Its output ends when it does; Foundation notices the end of a process tens of milliseconds late.
    let wall = (ContinuousClock.now - start) / .seconds(1)
    process.waitUntilExit()
    // sndfile-resample's help is an error to it.
    guard process.terminationStatus == 0 || arguments == ["--help"] else {
      throw Failure(description: "\(program.lastPathComponent): \(text)")
    }
    return (text, wall)
  }
}

/// Whose processor time.
enum ProcessorUser {
  case this
  case children
}

/// The processor time so far, in seconds.
func processorSeconds(_ user: ProcessorUser) -> Double {
  var usage = rusage()
  #if canImport(Glibc)
    unsafe getrusage(user == .this ? RUSAGE_SELF.rawValue : RUSAGE_CHILDREN.rawValue, &usage)
  #else
    unsafe getrusage(user == .this ? RUSAGE_SELF : RUSAGE_CHILDREN, &usage)
  #endif
  return [usage.ru_utime, usage.ru_stime].reduce(0) {
    $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
  }
}
