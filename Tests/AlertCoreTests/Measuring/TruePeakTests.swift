import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// The true peaks of EBU Tech 3341's test signals and of other signals. `LevelOracleTests` compares with FFmpeg.
struct TruePeakTests {
  private static func truePeak(_ channels: [[Double]], sampleRate: Double) throws -> Double {
    let file = try PlainSound(channels, sampleRate: sampleRate).file(.caf, .pcm(.float32))
    return try SoundMeasurement(of: SoundSource(bytes: file)).levels.truePeakInDecibels
  }

  /// A sine whose frequency is a fraction of the rate. The phase is in turns.
  private static func sine(
    _ fraction: Double, phase: Double, level: Double, frameCount: Int = 4800
  ) -> [Double] {
    (0..<frameCount).map { frame -> Double in
      // Fade in and out, because a sudden beginning would ring past the peak.
      let fade = min(1, Double(min(frame, frameCount - frame)) / 480)
      let turns = fraction * Double(frame) + phase
      return fade * level * sin(2 * Double.pi * turns)
    }
  }

  private static let tones: [(fraction: Double, phase: Double, level: Double, expected: Double)] = [
    (0.25, 0, 0.5, -6), (0.25, 0.125, 0.5, -6), (0.166_667, 0.166_667, 0.5, -6),
    (0.125, 0.1875, 0.5, -6), (0.25, 0.125, 1.41, 3),
  ]

  /// Cases 15 to 19 of EBU Tech 3341, table 1, with the table's tolerance. The samples of these sines miss the peak.
  @Test(arguments: tones)
  func sinesOfTech3341(
    fraction: Double, phase: Double, level: Double, expected: Double
  ) throws {
    let sine = Self.sine(fraction, phase: phase, level: level)
    let peak = try Self.truePeak([sine, sine], sampleRate: 48_000)
    #expect((expected - 0.4...expected + 0.2).contains(peak), "\(peak)")
  }

  /// For a sine of two fifths of the rate, fourfold oversampling alone would miss up to 0.44 dB.
  @Test(arguments: [0, 0.05, 0.0125, 0.0375])
  func aHighSineIsMeasuredBetweenThePositions(phase: Double) throws {
    let sine = Self.sine(0.4, phase: phase, level: 0.5)
    let peak = try Self.truePeak([sine], sampleRate: 8000)
    #expect(abs(peak - 20 * log10(0.5)) < 0.06, "\(peak)")
  }

  /// The peak can be in the last samples, because they ring into the silence after the sound.
  @Test func theEndCounts() throws {
    var samples = [Double](repeating: 0, count: 20_001)
    (samples[19_999], samples[20_000]) = (0.5, 0.5)
    let peak = try Self.truePeak([samples], sampleRate: 44_100)
    // Between two equal samples, the wave rises to 4/π of their height.
    #expect(abs(peak - 20 * log10(0.5 * 4 / .pi)) < 0.1, "\(peak)")
  }
}

/// Oversampling computes the wave between the samples, except where bounds show that it stays below a level.
struct OversamplingTests {
  private static let frameCount = Oversampling.blockFrameCount
  private static let signals: [Signal] = [.silence, .sine, .sweep, .bell, .noise, .square]

  private static func heights(
    _ samples: [Double], above level: Double
  ) -> (isAbove: Bool, heights: [Double]) {
    var wave = Oversampling()
    let isAbove = wave.measure(
      from: Oversampling.reach, count: frameCount, in: samples, above: level)
    return (isAbove, wave.heights)
  }

  /// Every value above the level is computed. Other values may be 0 instead.
  @Test(arguments: signals)
  func nothingAboveALevelIsLeftOut(signal: Signal) {
    let all = signal.doubles(frameCount: 20_000)
    for start in stride(from: 0, to: 19_000, by: 331) {
      let samples = Array(all[start..<start + Self.frameCount + 2 * Oversampling.reach])
      let (_, wanted) = Self.heights(samples, above: -1)
      let highest = wanted.max() ?? 0
      for part in [0.2, 0.5, 0.9, 0.99, 0.9999, 1.01] {
        let level = highest * part
        let (isAbove, heights) = Self.heights(samples, above: level)
        #expect(isAbove || highest <= level)
        guard isAbove else { continue }
        for (height, other) in zip(wanted, heights) {
          #expect(height == other || height <= level && other == 0)
        }
      }
    }
  }
}
