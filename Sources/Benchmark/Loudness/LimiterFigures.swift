import AlertSound
import Foundation
import SoundFormat
import Synthesis

/// What limiters do to a steady tone, and to music that needs no limiting.
struct LimiterFigures {
  private static let rate = 48_000
  private static let frequencies = [20, 60, 440, 997, 5000, 15_000]
  private static let seconds = 2

  let bench: Bench

  private var alertsound: URL { bench.program("alertsound") }

  /// The distortion of full-scale sines that are limited to −1 dBTP.
  func distortions() throws -> Table {
    let ffmpeg = Program.find("ffmpeg")
    var table = Table(
      ["full-scale sine, limited to -1 dBTP", "`alertsound convert --true-peak -1`"]
        + (ffmpeg == nil ? [] : ["ffmpeg `alimiter`"]))
    let (input, output) = (bench.file("sine.wav"), bench.file("limited.wav"))
    defer { for file in [input, output] { bench.remove(file) } }
    for frequency in Self.frequencies {
      let circle = CircleTable(partCount: Self.rate)
      var samples: [Float] = []
      circle.forEachFrame(Self.seconds * Self.rate, of: frequency) { _, sine, _ in
        samples.append(Float(sine))
      }
      try input.write(.float32(samples), .float32, rate: Double(Self.rate))
      var row = ["\(frequency) Hz"]
      _ = try ChildProcess(
        alertsound,
        ["convert", input.path, "-o", output.path, "-d", "LEF32", "--true-peak", "-1", "--quiet"]
      ).run()
      row.append(try distortion(of: output, frequency))
      if let ffmpeg {
        _ = try ChildProcess(
          ffmpeg,
          [
            "-v", "error", "-nostdin", "-y", "-i", input.path, "-af",
            "alimiter=limit=0.891251:level=disabled", "-c:a", "pcm_f32le", output.path,
          ]
        ).run()
        row.append(try distortion(of: output, frequency))
      }
      table.rows.append(row)
    }
    return table
  }

  private func distortion(of file: URL, _ frequency: Int) throws -> String {
    let samples = try LoudnessSounds.signals(of: SoundSource(path: file.path))[0].frames
    let level = Measurement(rate: Self.rate).distortionAndNoise(of: samples, frequency: frequency)
    return String(format: "%.1f dB", level)
  }

  /// How music that stays below the limit differs from the original times the gain, in words.
  func exactness() throws -> String {
    var music = LoudnessSounds.music(seconds: 10, sampleRate: Double(Self.rate))
    let peak = music.frames.reduce(0) { max($0, $1.magnitude) }
    // At -20 dBFS, it can be raised without a limiter.
    for index in music.frames.indices {
      music.frames[index] = (music.frames[index] * 3277 / peak).rounded() * 0x1p-15
    }
    let files = ["music.wav", "raised.wav", "scaled.wav"].map { bench.file($0) }
    defer { for file in files { bench.remove(file) } }
    try files[0].write(.float64(music.frames), .int16, rate: Double(Self.rate))
    _ = try ChildProcess(
      alertsound,
      [
        "convert", files[0].path, "-o", files[1].path, "-d", "LEF64", "--loudness", "-24",
        "--quiet",
      ]
    ).run()
    let raised = try LoudnessSounds.signals(of: SoundSource(path: files[1].path), .float64)[0]
      .frames
    let loudest = music.frames.indices.max {
      music.frames[$0].magnitude < music.frames[$1].magnitude
    }
    let gain = loudest.map { raised[$0] / music.frames[$0] } ?? 1
    try files[2].write(.float64(music.frames.map { $0 * gain }), .float64, rate: Double(Self.rate))
    let report = try ChildProcess(alertsound, ["compare", files[2].path, files[1].path]).run().text
    let line = report.split(separator: "\n").first { $0.contains("Signal to noise") } ?? ""
    let result = line.split(separator: " ").dropFirst(3).joined(separator: " ")
    return
      "Where nothing exceeds the limit, samples are multiplied by the gain and nothing else: 10 s of music raised by"
      + String(format: " %.2f dB", 20 * log10(gain))
      + " to -24 LUFS, in 64-bit floats, compared by `alertsound compare` with the original times the gain: \(result)."
  }
}
