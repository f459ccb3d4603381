import Foundation

/// Other programs.
enum Program {
  /// Looks for a program in the folders of `PATH`.
  static func find(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

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
