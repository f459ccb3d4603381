import Foundation

/// A program that converts sounds.
enum Converter: String, CaseIterable {
  case afconvert
  case ffmpeg
  case sox
  case sndfileConvert = "sndfile-convert"
  case sfconvert

  /// The other programs that are installed.
  static var peers: [Converter] {
    allCases.filter { $0 != .afconvert && Program.find($0.rawValue) != nil }
  }

  /// This package's program, and the others that are installed.
  static var installed: [Converter] { [.afconvert] + peers }

  /// Returns the arguments for a conversion; nil if the program doesn't know the format.
  func arguments(_ format: OutputFormat, from input: String, to output: String) -> [String]? {
    func words(_ options: String) -> [String] { options.split(separator: " ").map(String.init) }
    switch self {
    case .afconvert: return [input, output] + words(format.afconvert)
    case .ffmpeg:
      return ["-v", "error", "-nostdin", "-y", "-i", input] + words(format.ffmpeg) + [output]
    case .sox:
      // Without -D sox adds dither, which no other program does by default.
      return format.sox.map { ["-V1", "-D", input] + words($0) + [output] }
    case .sndfileConvert: return format.sndfileConvert.map { words($0) + [input, output] }
    case .sfconvert: return format.sfconvert.map { [input, output] + words($0) }
    }
  }

  func program(in bench: Bench) -> URL? {
    self == .afconvert ? bench.program(rawValue) : Program.find(rawValue)
  }

  /// The file it writes.
  func output(_ format: OutputFormat, in bench: Bench) -> URL {
    let other = self == .sndfileConvert ? format.sndfileExtension : nil
    return bench.file("out-\(rawValue)." + (other ?? format.pathExtension))
  }

  /// Returns a trial that removes its output; nil if the program is missing or doesn't know the format.
  func trial(_ format: OutputFormat, of input: URL, in bench: Bench) -> Trial? {
    let output = output(format, in: bench)
    guard let program = program(in: bench),
      let words = arguments(format, from: input.path, to: output.path)
    else { return nil }
    return Trial(process: ChildProcess(program, words), cleanUp: { bench.remove(output) })
  }
}

extension Bench {
  func remove(_ file: URL) { try? FileManager.default.removeItem(at: file) }

  /// Returns a trial that copies a file with the system's `cp`, as the reference for the others.
  func copyTrial(of input: URL) -> Trial {
    let output = file("out-cp")
    return Trial(
      process: ChildProcess(URL(fileURLWithPath: "/bin/cp"), [input.path, output.path]),
      cleanUp: { remove(output) })
  }
}
