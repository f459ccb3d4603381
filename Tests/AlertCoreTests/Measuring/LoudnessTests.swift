import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// The integrated loudness of the test signals of EBU Tech 3341. `LevelOracleTests` compares other sounds with FFmpeg.
struct LoudnessTests {
  /// A 1 kHz sine with a changing level.
  private static func tone(
    _ parts: [(seconds: Double, decibels: Double)], sampleRate: Double = 16_000
  ) -> [Double] {
    var samples: [Double] = []
    for (seconds, decibels) in parts {
      let level = pow(10, decibels / 20)
      for _ in 0..<Int((seconds * sampleRate).rounded()) {
        samples.append(level * sin(2 * .pi * 1000 * Double(samples.count) / sampleRate))
      }
    }
    return samples
  }

  private static func loudness(
    _ channels: [[Double]], sampleRate: Double = 16_000, layout: ChannelLayout? = nil
  ) throws -> Double? {
    let file = try PlainSound(channels, sampleRate: sampleRate)
      .file(.caf, .pcm(.float32), layout: layout)
    return try SoundMeasurement(of: SoundSource(bytes: file)).levels.loudness
  }

  /// Each case: each part's seconds and level, and the integrated loudness. EBU Tech 3341, table 1, has longer parts.
  /// In short parts, blocks that span a change of the level weigh more, so the tolerance is wider. Without the relative
  /// gate, the third case would be off by 3 LU. Without the absolute gate, the fourth case would be off.
  @Test(arguments: [
    ([(2.0, -23.0)], -23.0),
    ([(2.0, -33.0)], -33.0),
    ([(3.0, -36.0), (6.0, -23.0), (3.0, -36.0)], -23.0),
    ([(2.0, -72.0), (3.0, -36.0), (6.0, -23.0), (3.0, -36.0), (2.0, -72.0)], -23.0),
    ([(4.0, -26.0), (4.02, -20.0), (4.0, -26.0)], -23.0),
  ])
  func stereoCasesOfTech3341(
    parts: [(seconds: Double, decibels: Double)], expected: Double
  ) throws {
    let tone = Self.tone(parts)
    let loudness = try #require(try Self.loudness([tone, tone]))
    // Widen the tolerance if the level changes: a block of 0.4 s that counts can contain up to 0.3 s of the quiet side.
    #expect(abs(loudness - expected) <= (parts.count == 1 ? 0.1 : 0.25))
  }

  /// Case 1 of EBU Tech 3341, at the usual sample rates of alerts.
  @Test(arguments: [8000.0, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000])
  func aReferenceToneIsTheSameAtEveryRate(sampleRate: Double) throws {
    let tone = Self.tone([(0.6, -23)], sampleRate: sampleRate)
    let loudness = try #require(try Self.loudness([tone, tone], sampleRate: sampleRate))
    #expect(abs(loudness - -23) <= 0.1)
  }

  /// Case 6 of EBU Tech 3341: 5.1 channels. The LFE channel doesn't count, and the surround channels count 1.5 dB more.
  @Test func surroundCaseOfTech3341() throws {
    let channels = [-28.0, -28, -24, 0, -30, -30].map { Self.tone([(1, $0)]) }
    let layout = ChannelLayout(tag: 121 << 16 | 6)  // kAudioChannelLayoutTag_MPEG_5_1_A
    let loudness = try #require(try Self.loudness(channels, layout: layout))
    #expect(abs(loudness - -23) <= 0.1)
    // Six channels without a layout are treated the same way.
    #expect(try Self.loudness(channels) == loudness)
  }

  /// A sound of less than 400 ms has no block for the gates, so all its frames count, even silent ones.
  @Test func shortSounds() throws {
    func levels(_ samples: [Double]) throws -> SoundLevels {
      let file = try PlainSound([samples], sampleRate: 16_000).file(.caf, .pcm(.float32))
      return try SoundMeasurement(of: SoundSource(bytes: file)).levels
    }
    let block = try levels(Self.tone([(0.4, -20)]))
    #expect(block.loudnessMeasure == .integrated)
    let loudness = try #require(block.loudness)
    for (seconds, expected) in [(0.4 - 1 / 16_000, loudness), (0.1, loudness), (0.01, loudness)] {
      let short = try levels(Self.tone([(seconds, -20)]))
      #expect(short.loudnessMeasure == .ungated)
      // Allow more for 10 ms, because the filters haven't settled by then.
      #expect(abs(try #require(short.loudness) - expected) < (seconds < 0.1 ? 0.5 : 0.05))
    }
    let padded = try levels(Self.tone([(0.1, -20)]) + [Double](repeating: 0, count: 1600))
    #expect(abs(try #require(padded.loudness) - (loudness - 10 * log10(2))) < 0.05)
    for quiet in [Self.tone([(0.1, -75)]), [0], [Double](repeating: 0, count: 2000)] {
      let none = try levels(quiet)
      #expect(none.loudness == nil && none.loudnessMeasure == nil)
    }
  }
}
