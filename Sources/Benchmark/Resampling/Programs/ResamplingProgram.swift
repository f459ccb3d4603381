import Foundation
import SoundFormat

/// A program that resamples WAVE files.
struct ResamplingProgram {
  /// What a program is asked to write.
  struct Output: Equatable {
    /// In Hz; nil if the rate stays, so that only start-up, reading and writing remain.
    var rate: Int?
    let type: PCMEncoding.SampleType
  }

  let name: String
  let program: URL
  /// Returns the arguments; nil if the program can't do it.
  let arguments: @Sendable (_ input: String, _ output: String, Output) -> [String]?

  /// Returns a process that converts; nil if the program can't. The output is not removed.
  func process(_ input: URL, _ output: URL, _ wanted: Output) -> ChildProcess? {
    arguments(input.path, output.path, wanted).map { ChildProcess(program, $0) }
  }

  /// Returns a trial that removes its output; nil if the program can't convert in that way.
  func trial(_ input: URL, _ output: URL, _ wanted: Output, in bench: Bench) -> Trial? {
    process(input, output, wanted).map { process in
      Trial(process: process, cleanUp: { bench.remove(output) })
    }
  }
}

extension ResamplingProgram {
  /// This package's program.
  static func own(in bench: Bench) -> ResamplingProgram {
    afconvert("afconvert", bench.program("afconvert"), [])
  }

  /// The other programs that are installed, and this package's with libsamplerate.
  static func peers(in bench: Bench) -> [ResamplingProgram] {
    let resample = Program.find("sndfile-resample")
    let peers = [
      Program.find("sox").map { sox("sox rate -v", $0, quality: "-v") },
      Program.find("ffmpeg").map {
        ffmpeg("ffmpeg, soxr", $0) {
          ["-af", "aresample=\($0):resampler=soxr:precision=28"]
        }
      },
      Program.find("ffmpeg").map { ffmpeg("ffmpeg, swr", $0) { ["-ar", String($0)] } },
      resample.map { sndfileResample("sndfile-resample -c 0, best", $0, converter: 0) },
      resample.map { sndfileResample("sndfile-resample -c 2, fast", $0, converter: 2) },
      afconvert(
        "afconvert --resampler libsamplerate", bench.program("afconvert"),
        ["--resampler", "libsamplerate"]),
    ]
    return peers.compactMap(\.self).filter { $0.works(in: bench) }
  }

  /// The programs without which some of the peers are missing, and FFmpeg's soxr if only that is.
  static func missing(from peers: [ResamplingProgram]) -> [String] {
    let names = peers.map(\.name)
    let lacksSoxr = names.contains("ffmpeg, swr") && !names.contains("ffmpeg, soxr")
    return ["sox", "ffmpeg", "sndfile-resample"].filter { Program.find($0) == nil }
      + (lacksSoxr ? ["FFmpeg's soxr"] : [])
  }

  /// Whether the program resamples a short sound. FFmpeg may be built without soxr, for example.
  private func works(in bench: Bench) -> Bool {
    let (input, output) = (bench.file("try.wav"), bench.file("tried.wav"))
    defer { for file in [input, output] { bench.remove(file) } }
    let silence = [Double](repeating: 0, count: 4800)
    let wanted = Output(rate: 44_100, type: .float32)
    guard (try? TestWave.write(silence, rate: 48_000, as: .float32, to: input)) != nil,
      let result = try? process(input, output, wanted)?.outcome()
    else { return false }
    return result.succeeded
  }

  static func afconvert(
    _ name: String, _ program: URL, _ options: [String]
  ) -> ResamplingProgram {
    ResamplingProgram(name: name, program: program) { input, output, wanted in
      let format =
        switch wanted.type {
        case .float64: "LEF64"
        case .float32: "LEF32"
        default: "LEI16"
        }
      let rate = wanted.rate.map { "@\($0)" } ?? ""
      return [input, output, "-f", "WAVE", "-d", format + rate] + options
    }
  }

  /// - Parameter quality: The option of the effect `rate`; nil for its default.
  static func sox(_ name: String, _ program: URL, quality: String?) -> ResamplingProgram {
    ResamplingProgram(name: name, program: program) { input, output, wanted in
      let format =
        switch wanted.type {
        case .float64: ["-b", "64", "-e", "floating-point"]
        case .float32: ["-b", "32", "-e", "floating-point"]
        default: ["-b", "16", "-e", "signed-integer"]
        }
      let effect = wanted.rate.map { ["rate", quality, String($0)].compactMap(\.self) } ?? []
      // Without -D sox adds dither, which no other program does by default.
      return ["-V1", "-D", input] + format + [output] + effect
    }
  }

  private static func ffmpeg(
    _ name: String, _ program: URL, options: @escaping @Sendable (_ rate: Int) -> [String]
  ) -> ResamplingProgram {
    ResamplingProgram(name: name, program: program) { input, output, wanted in
      let codec =
        switch wanted.type {
        case .float64: "pcm_f64le"
        case .float32: "pcm_f32le"
        default: "pcm_s16le"
        }
      return ["-v", "error", "-nostdin", "-y", "-i", input] + (wanted.rate.map(options) ?? [])
        + ["-c:a", codec, output]
    }
  }

  /// It writes the type of its input, so it has no 16-bit output of the sounds here, which are floats; and it
  /// always changes the rate.
  private static func sndfileResample(
    _ name: String, _ program: URL, converter: Int
  ) -> ResamplingProgram {
    ResamplingProgram(name: name, program: program) { input, output, wanted in
      guard let rate = wanted.rate, wanted.type != .int16 else { return nil }
      return ["-to", String(rate), "-c", String(converter), input, output]
    }
  }
}
