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
    let wall = try Program.run(program, arguments(input.path, output.path, Int(rate))).wall
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
      let version = try Program.word(
        after: "libsamplerate-", in: Program.run(program, ["--help"]).text)
      contenders.append(
        Contender(name: "sndfile-resample -c 0 (libsamplerate \(version))", program: program) {
          ["-to", String($2), "-c", "0", $0, $1]
        })
    }
    if let program = Program.find("sox") {
      let version = try Program.word(after: "SoX v", in: Program.run(program, ["--version"]).text)
      contenders.append(
        Contender(name: "sox -V1 … rate -v (SoX \(version))", program: program) {
          ["-V1", $0, "-b", "32", "-e", "floating-point", $1, "rate", "-v", String($2)]
        })
    }
    return contenders
  }
}
