import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// The true peak, compared with the cases of EBU Tech 3341 and with FFmpeg.
struct TruePeakTests {
  private static func truePeak(_ channels: [[Double]], sampleRate: Double) throws -> Double {
    let file = try PlainSound(channels, sampleRate: sampleRate).file(.caf, .pcm(.float32))
    return try SoundMeasurement(of: SoundSource(bytes: file)).levels.truePeakInDecibels
  }

  /// A sine whose frequency is a fraction of the rate, with a phase in turns.
  private static func sine(
    _ fraction: Double, phase: Double, level: Double, frameCount: Int = 4800
  ) -> [Double] {
    (0..<frameCount).map { frame -> Double in
      // A sudden beginning would ring past the peak.
      let fade = min(1, Double(min(frame, frameCount - frame)) / 480)
      let turns = fraction * Double(frame) + phase
      return fade * level * sin(2 * Double.pi * turns)
    }
  }

  private static let tones: [(fraction: Double, phase: Double, level: Double, expected: Double)] = [
    (0.25, 0, 0.5, -6), (0.25, 0.125, 0.5, -6), (0.166_667, 0.166_667, 0.5, -6),
    (0.125, 0.1875, 0.5, -6), (0.25, 0.125, 1.41, 3),
  ]

  /// Cases 15 to 19 of EBU Tech 3341, table 1: sines whose samples miss the peak. The tolerance is the table's.
  @Test(arguments: tones)
  func sinesOfTech3341(
    fraction: Double, phase: Double, level: Double, expected: Double
  ) throws {
    let sine = Self.sine(fraction, phase: phase, level: level)
    let peak = try Self.truePeak([sine, sine], sampleRate: 48_000)
    #expect((expected - 0.4...expected + 0.2).contains(peak), "\(peak)")
  }

  /// A sine of two fifths of the rate, of which four times the rate alone would miss up to 0.44 dB.
  @Test(arguments: [0, 0.05, 0.0125, 0.0375])
  func aHighSineIsMeasuredBetweenThePositions(phase: Double) throws {
    let sine = Self.sine(0.4, phase: phase, level: 0.5)
    let peak = try Self.truePeak([sine], sampleRate: 8000)
    #expect(abs(peak - 20 * log10(0.5)) < 0.06, "\(peak)")
  }

  @Test func anyChannelCounts() throws {
    let (quiet, loud) = (
      Self.sine(0.25, phase: 0.125, level: 0.1), Self.sine(0.25, phase: 0.125, level: 0.5)
    )
    let peak = try Self.truePeak([quiet, loud, quiet], sampleRate: 48_000)
    #expect(abs(peak - -6.02) < 0.2)
  }

  /// The peak may be in the last samples, which ring into the silence after the sound, and in any block.
  @Test func theEndCounts() throws {
    var samples = [Double](repeating: 0, count: 20_001)
    (samples[19_999], samples[20_000]) = (0.5, 0.5)
    let peak = try Self.truePeak([samples], sampleRate: 44_100)
    // Two equal samples make a wave of 4/π of their height in the middle.
    #expect(abs(peak - 20 * log10(0.5 * 4 / .pi)) < 0.1, "\(peak)")
  }

  @Test func silenceHasNone() throws {
    let peak = try Self.truePeak([[Double](repeating: 0, count: 500)], sampleRate: 8000)
    #expect(peak == -.infinity)
  }

  /// The true peak is never below the highest sample, and FFmpeg's, except for what its shorter filter misses.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [Signal.sine, .noise, .sweep, .bell])
  func agreesWithFFmpeg(signal: Signal) throws {
    let sound = PlainSound(signal, channelCount: 2, frameCount: 40_000, sampleRate: 44_100)
    let file = try sound.file(.wave, .pcm(.int16))
    let levels = try SoundMeasurement(of: SoundSource(bytes: file)).levels
    #expect(levels.truePeak >= levels.peak)
    let folder = try TemporaryDirectory()
    try folder.write(file, to: "sound.wav")
    let outcome = try Tool.ffmpeg.outcome(
      of: ["-nostats", "-i", "sound.wav", "-af", "ebur128=peak=true", "-f", "null", "-"],
      in: folder.url)
    let summary = outcome.errors.components(separatedBy: "True peak:").last ?? ""
    let text = try #require(summary.firstMatch(of: /Peak: +(-?[0-9.]+) dBFS/)?.output.1)
    let expected = try #require(Double(text))
    #expect(abs(levels.truePeakInDecibels - expected) <= 0.35 + 0.05, "FFmpeg: \(expected)")
  }
}

/// The wave between the samples, which isn't computed where bounds suffice.
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

  /// The bounds never skip a height above the level.
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
