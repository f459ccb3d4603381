import Foundation

/// A program that resamples a WAVE file of 32-bit floats.
struct ResamplingContender {
  let name: String
  /// Which of libsamplerate's converters it uses, if any.
  var converter: Converter?
  let program: URL
  let arguments: @Sendable (_ input: String, _ output: String, _ rate: Int) -> [String]

  /// libsamplerate's converters by sndfile-resample's numbers.
  enum Converter: Int, CaseIterable {
    case best = 0
    case medium = 1
    case fast = 2
    case linear = 4
  }

  /// Returns a process that converts; its output is not removed.
  func process(_ input: URL, _ output: URL, rate: Double) -> ChildProcess {
    ChildProcess(program, arguments(input.path, output.path, Int(rate)))
  }

  /// Returns the installed programs. Those with the same converter run one after the other, ours first, so
  /// that the machine's state is similar for both.
  static func installed(in bench: Bench) -> [ResamplingContender] {
    let peer = Program.find("sndfile-resample")
    return Converter.allCases.flatMap { converter in
      let own = ours(converter, bench.program("afconvert"))
      return peer.map { [own, sndfileResample(converter, $0)] } ?? [own]
    } + others
  }

  private static func ours(_ converter: Converter, _ program: URL) -> ResamplingContender {
    let options =
      switch converter {
      case .best: ["-r", "127"]
      case .medium: ["-r", "95"]
      case .fast: ["-r", "63"]
      case .linear: ["--src-complexity", "line"]
      }
    return ResamplingContender(
      name: "afconvert, \(converter)", converter: converter, program: program
    ) { input, output, rate in
      [input, output, "-f", "WAVE", "-d", "LEF32@\(rate)"] + options
    }
  }

  private static func sndfileResample(
    _ converter: Converter, _ program: URL
  ) -> ResamplingContender {
    ResamplingContender(
      name: "sndfile-resample -c \(converter.rawValue), \(converter)", converter: converter,
      program: program
    ) {
      ["-to", String($2), "-c", String(converter.rawValue), $0, $1]
    }
  }

  private static var others: [ResamplingContender] {
    var contenders: [ResamplingContender] = []
    if let program = Program.find("sox") {
      contenders.append(
        ResamplingContender(name: "sox rate -v", program: program) {
          ["-V1", $0, "-b", "32", "-e", "floating-point", $1, "rate", "-v", String($2)]
        })
    }
    if let program = Program.find("ffmpeg") {
      contenders.append(
        ResamplingContender(name: "ffmpeg -ar", program: program) {
          [
            "-v", "error", "-nostdin", "-y", "-i", $0, "-ar", String($2), "-c:a", "pcm_f32le", $1,
          ]
        })
    }
    return contenders
  }
}
