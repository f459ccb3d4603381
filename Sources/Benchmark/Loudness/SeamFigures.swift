import AlertSound
import Foundation
import SoundFormat

/// What repetition does at its seams to tones with a known phase.
struct SeamFigures {
  let bench: Bench

  private struct Tone {
    let name: String
    /// In Hz, at 44,100 frames per second.
    let frequency: Double
    let frameCount: Int
  }

  private static let toneRate = 44_100.0
  private static let tones = [
    Tone(name: "1 s of 441 Hz, whole periods", frequency: 441, frameCount: 44_100),
    Tone(
      name: "0.1 s of 107.5 Hz, which ends at three quarters of a period", frequency: 107.5,
      frameCount: 4410),
  ]

  private static func samples(of tone: Tone, count: Int) -> [Int16] {
    (0..<count).map { frame in
      let turns = tone.frequency * Double(frame) / toneRate
      return Int16((16_384 * sin(2 * .pi * turns)).rounded())
    }
  }

  /// What `--repeat 29` makes of the tones.
  func table() throws -> Table {
    var table = Table([
      "`--repeat 29`", "plays", "frames, valid in IMA4's packet table",
      "largest step inside the tone",
      "step at the seam, if copies were joined", "with `--repeat`",
      "samples that differ from the tone without seams",
    ])
    let (input, output) = (bench.file("tone.wav"), bench.file("repeated.caf"))
    defer { for file in [input, output] { bench.remove(file) } }
    for tone in Self.tones {
      let play = Self.samples(of: tone, count: tone.frameCount)
      try input.write(.int16(play), .int16, rate: Self.toneRate)
      func repeated(_ format: String) throws -> Data {
        _ = try ChildProcess(
          bench.program("alertsound"),
          [
            "convert", input.path, "-o", output.path, "-d", format, "--repeat", "29", "--quiet",
            "--force",
          ]
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
      // The end of a play fades over 5 ms.
      let seams = stride(from: tone.frameCount, to: all.count, by: tone.frameCount).map { seam in
        largestStep(all[seam - 240..<min(all.count, seam + 240)])
      }
      table.rows.append([
        tone.name, "\(all.count / tone.frameCount)",
        "\(all.count), \(sound.packetTable?.validFrameCount ?? sound.frameCount)",
        "\(largestStep(play[...]))", "\(abs(Int(play[0]) - Int(play[play.count - 1])))",
        "\(seams.max() ?? 0)",
        tone.frequency == 441 ? "\(zip(all, endless).count { $0 != $1 })" : "-",
      ])
    }
    return table
  }
}

extension URL {
  /// Writes a mono WAVE file.
  func write(_ block: SampleBlock, _ type: PCMEncoding.SampleType, rate: Double) throws {
    let format = StreamFormat(
      sampleRate: rate, channelCount: 1, dataFormat: .linearPCM(PCMEncoding(type, .little)))
    let header = SoundHeader(
      container: .wave, format: format, frameCount: block.sampleCount, usesFiller: false)
    var encoder = try FrameEncoder(for: format)
    let bytes =
      try header.headerBytes() + encoder.encode(block) + encoder.finish() + header.trailerBytes
    try Data(bytes).write(to: self)
  }
}
