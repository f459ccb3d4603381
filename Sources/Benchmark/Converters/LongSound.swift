import Foundation
import SoundFormat

/// Stereo sounds at 48 kHz of any length, which repeat ten seconds of music-like tones with a little noise.
enum LongSound {
  static let sampleRate = 48_000.0
  static let channelCount = 2
  private static let patternSeconds = 10

  /// Returns the size in bytes of the frames of a 16-bit sound.
  static func byteCount(seconds: Double) -> Int {
    Int(seconds * sampleRate) * channelCount * 2
  }

  /// Writes a sound, the same on every run.
  static func write(
    seconds: Double, as container: Container, _ type: PCMEncoding.SampleType = .int16, to url: URL
  ) throws {
    let order: ByteOrder = container == .wave ? .little : .big
    let header = SoundHeader(
      container: container,
      format: StreamFormat(
        sampleRate: sampleRate, channelCount: channelCount,
        dataFormat: .linearPCM(PCMEncoding(type, order))),
      frameCount: Int(seconds * sampleRate), usesFiller: false)
    var encoder = try FrameEncoder(for: header.format)
    let part = Data(encoder.encode(.float32(pattern)))
    try Data(header.headerBytes()).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    file.seekToEndOfFile()
    var remaining = header.audioByteCount
    while remaining > 0 {
      file.write(part.prefix(remaining))
      remaining -= min(remaining, part.count)
    }
    file.write(Data(header.trailerBytes))
    try file.close()
  }

  private static let pattern: [Float] = {
    var generator = LinearGenerator(state: 7)
    return (0..<patternSeconds * Int(sampleRate)).flatMap { frame -> [Float] in
      let time = Double(frame) / sampleRate
      // Twice a second a note is struck and fades.
      let level = exp2(-4 * (2 * time).truncatingRemainder(dividingBy: 1))
      return [440.0, 659.3].map { frequency in
        let tone = 0.5 * level * sin(2 * .pi * frequency * time)
        return Float(tone + 0.02 * (generator.nextFraction() - 0.5))
      }
    }
  }()
}

/// Pseudorandom numbers, good enough for a benchmark, with Knuth's constants for 64 bits.
struct LinearGenerator {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    Int(nextFraction() * Double(limit))
  }

  /// Returns a number from 0 up to, but not including, 1.
  mutating func nextFraction() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) * 0x1p-53
  }
}
