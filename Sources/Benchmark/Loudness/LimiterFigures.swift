import AlertSound
import Foundation
import SoundFormat
import Synthesis

/// What limiters do to a steady tone, and what repetition does at its seams.
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
      try Self.write(.float32(samples), .float32, rate: Double(Self.rate), to: input)
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

  private static func write(
    _ block: SampleBlock, _ type: PCMEncoding.SampleType, rate: Double, to file: URL
  ) throws {
    let format = StreamFormat(
      sampleRate: rate, channelCount: 1, dataFormat: .linearPCM(PCMEncoding(type, .little)))
    let header = SoundHeader(
      container: .wave, format: format, frameCount: block.sampleCount, usesFiller: false)
    var encoder = try FrameEncoder(for: format)
    let bytes =
      try header.headerBytes() + encoder.encode(block) + encoder.finish() + header.trailerBytes
    try Data(bytes).write(to: file)
  }
}

extension LimiterFigures {
  private struct Tone {
    let name: String
    /// In Hz, at 44,100 frames per second.
    let frequency: Double
    let frameCount: Int
  }

  private static let toneRate = 44_100.0
  private static let tones = [
    Tone(name: "1 s of 441 Hz, whole periods", frequency: 441, frameCount: 44_100),
    Tone(name: "0.1 s of 107.5 Hz, which ends at three quarters of a period", frequency: 107.5, frameCount: 4410),
  ]

  private static func samples(of tone: Tone, count: Int) -> [Int16] {
    (0..<count).map { frame in
      let turns = tone.frequency * Double(frame) / toneRate
      return Int16((16_384 * sin(2 * .pi * turns)).rounded())
    }
  }

  /// What `--repeat 29` makes of tones with a known phase.
  func seams() throws -> Table {
    var table = Table([
      "`--repeat 29`", "plays", "frames, valid in IMA4's packet table", "largest step inside the tone",
      "step at the seam, if copies were joined", "with `--repeat`", "samples that differ from the tone without seams",
    ])
    let (input, output) = (bench.file("tone.wav"), bench.file("repeated.caf"))
    defer { for file in [input, output] { bench.remove(file) } }
    for tone in Self.tones {
      let play = Self.samples(of: tone, count: tone.frameCount)
      try Self.write(.int16(play), .int16, rate: Self.toneRate, to: input)
      func repeated(_ format: String) throws -> Data {
        _ = try ChildProcess(
          alertsound,
          ["convert", input.path, "-o", output.path, "-d", format, "--repeat", "29", "--quiet", "--force"]
        ).run()
        return try Data(contentsOf: output)
      }
      let sound = try SoundFile(parsing: Array(repeated("ima4")))
      let bytes = Array(try repeated("LEI16"))
      let plain = try SoundFile(parsing: bytes)
      var decoder = try FrameDecoder(for: plain)
      guard case .int16(let all) = decoder.decode(Array(bytes[plain.audioBytes])) else { continue }
      let endless = Self.samples(of: tone, count: all.count)
      func largestStep(_ samples: ArraySlice<Int16>) -> Int {
        zip(samples, samples.dropFirst()).map { abs(Int($1) - Int($0)) }.max() ?? 0
      }
      let seam = all[tone.frameCount - 240...tone.frameCount + 240]
      table.rows.append([
        tone.name, "\(all.count / tone.frameCount)",
        "\(all.count), \(sound.packetTable?.validFrameCount ?? sound.frameCount)",
        "\(largestStep(play[...]))", "\(abs(Int(play[0]) - Int(play[play.count - 1])))",
        "\(largestStep(seam))",
        tone.frequency == 441 ? "\(zip(all, endless).count { $0 != $1 })" : "-",
      ])
    }
    return table
  }
}
