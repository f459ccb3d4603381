import Foundation

/// A program that resamples a WAVE file of 32-bit floats.
struct Contender {
  let name: String
  private let program: URL
  private let arguments: @Sendable (_ input: String, _ output: String, _ rate: Int) -> [String]

  /// What a run cost, in seconds.
  struct Cost {
    let processor: Double
    let wall: Double
  }

  /// Converts a file.
  func run(_ input: URL, _ output: URL, rate: Double) throws -> Cost {
    try? FileManager.default.removeItem(at: output)
    let before = processorSeconds(.children)
    let wall = try Self.run(program, arguments(input.path, output.path, Int(rate))).wall
    return Cost(processor: processorSeconds(.children) - before, wall: wall)
  }

  /// The programs that are installed; ours first, once for each quality.
  static func installed(afconvert: URL) throws -> [Contender] {
    let qualities = [
      ("best", ["-r", "127"]), ("medium", ["-r", "95"]), ("fast", ["-r", "63"]),
      ("linear", ["--src-complexity", "line"]),
    ]
    var contenders = qualities.map { quality, options in
      Contender(name: "afconvert, \(quality)", program: afconvert) { input, output, rate in
        [input, output, "-f", "WAVE", "-d", "LEF32@\(rate)"] + options
      }
    }
    if let program = Program.find("sndfile-resample") {
      let version = try word(after: "libsamplerate-", in: run(program, ["--help"]).text)
      contenders.append(
        Contender(name: "sndfile-resample -c 0 (libsamplerate \(version))", program: program) {
          ["-to", String($2), "-c", "0", $0, $1]
        })
    }
    if let program = Program.find("sox") {
      let version = try word(after: "SoX v", in: run(program, ["--version"]).text)
      contenders.append(
        Contender(name: "sox -V1 … rate -v (SoX \(version))", program: program) {
          ["-V1", $0, "-b", "32", "-e", "floating-point", $1, "rate", "-v", String($2)]
        })
    }
    return contenders
  }

  private static func word(after marker: String, in text: String) -> String {
    let rest = text.range(of: marker).map { text[$0.upperBound...] } ?? ""
    return String(rest.prefix { !$0.isWhitespace })
  }

  /// Runs a program and returns what it printed, and how long it took.
  private static func run(
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
