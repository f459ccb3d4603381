import Foundation
import TestSupport
import Testing

@testable import AlertCore

/// The errors of the band-limited method, measured on 64-bit floats.
struct BandLimitedQualityTests {
  /// The length of the tones, and the length of the ends to ignore, in frames of the lower rate. The filter reaches 203
  /// frames to either side.
  private static let (lowerFrameCount, margin) = (6000, 400)
  private static let amplitude = 0.5
  private static let effectiveAmplitude = amplitude / 2.0.squareRoot()

  private static func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }

  /// Half of the lower rate, in Hz.
  private static func nyquist(_ change: StreamedChange) -> Double {
    min(change.sourceRate, change.rate) / 2
  }

  /// A tone at the new rate, and the range of frames that its ends don't affect.
  private static func converted(
    _ frequency: Int, _ change: StreamedChange, lowerFrameCount: Int = lowerFrameCount
  ) throws -> (samples: [Double], middle: Range<Int>) {
    let lower = 2 * nyquist(change)
    let tone = Tone(frequency, sampleRate: Int(change.sourceRate)).samples(
      frameCount: Int(Double(lowerFrameCount) * change.sourceRate / lower), amplitude: amplitude)
    let samples = try change.convert(tone)
    let ends = Int(Double(margin) * change.rate / lower)
    return (samples, ends..<samples.count - ends)
  }

  /// Tones keep their level and phase, without distortion or noise.
  @Test(arguments: StreamedChange.allRatios)
  func tonesStayWhatTheyAre(change: StreamedChange) throws {
    for share in [997.0 / 22_050, 0.25, 10_000.0 / 22_050, 0.8, 0.9] {
      try Self.expectUnchanged(share, change, levelLimit: 1e-7)
    }
  }

  /// Near the end of the pass band, blocks of some sizes have the largest errors.
  @Test(arguments: StreamedChange.allRatios, [1500, 2000, 3000])
  func tonesAtTheBandsEndStayWhatTheyAre(change: StreamedChange, lowerFrameCount: Int) throws {
    for share in stride(from: 0.93, through: 0.95, by: 0.00125) {
      let levelLimit = share <= 0.945 ? 1e-7 : 1e-3
      try Self.expectUnchanged(
        share, change, lowerFrameCount: lowerFrameCount, levelLimit: levelLimit)
    }
  }

  private static func expectUnchanged(
    _ share: Double, _ change: StreamedChange, lowerFrameCount: Int = lowerFrameCount,
    levelLimit: Double
  ) throws {
    let frequency = Int(share * nyquist(change))
    let (samples, middle) = try converted(frequency, change, lowerFrameCount: lowerFrameCount)
    let fit = Tone(frequency, sampleRate: Int(change.rate)).fit(to: samples, frames: middle)
    let rest = decibels(fit.rest / effectiveAmplitude)
    #expect(rest <= -170, "\(frequency) Hz: \(rest) dB")
    let level = decibels(fit.amplitude / amplitude)
    #expect(abs(level) <= levelLimit, "\(frequency) Hz: \(level) dB")
    #expect(abs(fit.phase) < 1e-8, "\(frequency) Hz: \(fit.phase) radians")
  }

  /// Tones that the lower rate can't represent are removed.
  @Test(arguments: StreamedChange.allRatios.filter { $0.rate < $0.sourceRate })
  func tonesBeyondTheBandVanish(change: StreamedChange) throws {
    let nyquist = Self.nyquist(change)
    for share in [1.002, 1.01, 1.05, 1.2, 1.5, 1.9, 2.7, 3.9, 6.5, 15, 40] {
      let frequency = Int((share * nyquist).rounded(.up))
      guard Double(frequency) < 0.999 * change.sourceRate / 2 else { continue }
      let (samples, middle) = try Self.converted(frequency, change)
      let alias = Self.decibels(effectiveValue(of: samples[middle]) / Self.effectiveAmplitude)
      #expect(alias <= -170, "\(frequency) Hz: \(alias) dB")
    }
  }

  /// At a higher rate, a tone's images are removed. If a tone is just below half of the source's rate, its image is
  /// just above that half.
  @Test(arguments: StreamedChange.ratios.filter { $0.rate > $0.sourceRate })
  func tonesHaveNoImages(change: StreamedChange) throws {
    for share in [0.998, 0.99, 0.97, 0.95, 0.8, 0.5] {
      let frequency = Int(share * Self.nyquist(change))
      let (samples, middle) = try Self.converted(frequency, change)
      let fit = Tone(frequency, sampleRate: Int(change.rate)).fit(to: samples, frames: middle)
      let image = Self.decibels(fit.rest / Self.effectiveAmplitude)
      #expect(image <= -170, "\(frequency) Hz: \(image) dB")
    }
  }
}

/// The band-limited method's bits are the same on every machine and in every build.
///
/// `make check-core` compares the same conversions among builds for other machines. If the filter, the block sizes or
/// the order of sums change, these hashes change.
struct BandLimitedBitsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let change: StreamedChange
    let frameCount: Int
    let digest: UInt64

    init(_ rates: (Double, Double), channels: Int, _ frameCount: Int, _ digest: UInt64) {
      change = StreamedChange(rates.0, rates.1).with(\.channelCount, channels)
      (self.frameCount, self.digest) = (frameCount, digest)
    }

    var testDescription: String {
      "\(change.testDescription), \(change.channelCount) channels, \(frameCount) frames"
    }
  }

  static let cases = [
    Case((48_000, 44_100), channels: 1, 5000, 0xDD7B_EC3E_6A0C_DD42),
    Case((44_100, 48_000), channels: 1, 61_000, 0xA7B2_B63D_043B_EC45),
    Case((44_100, 22_050), channels: 3, 9000, 0x4737_E0E9_E55A_4A1B),
    Case((8000, 48_000), channels: 1, 4000, 0xBC08_7343_B440_EC24),
    Case((96_000, 44_100), channels: 2, 10_000, 0x0CAC_7461_014C_9BB1),
    Case((44_100, 16_000), channels: 1, 1, 0x17C8_F2F8_0198_EFB3),
    Case((44_100, 48_001), channels: 3, 5000, 0xC540_BAF5_DBDB_37DD),
    Case((11_025, 44_111), channels: 1, 6000, 0xE226_3CAF_E77F_673D),
    Case((8000.5, 3000), channels: 2, 3000, 0x14EB_ECE8_495C_B768),
    Case((32_768, 11_025), channels: 1, 3000, 0xFCE6_7492_2688_80E8),
    Case((768_000, 3001), channels: 2, 30_000, 0x5731_980A_1850_CD55),
    Case((384_000, 8000), channels: 2, 20_000, 0xD75C_32E6_371D_56D7),
    Case((1000.5, 250_000), channels: 1, 500, 0x19D7_805B_602C_E84A),
  ]

  @Test(arguments: cases)
  func bitsArePinned(test: Case) throws {
    let noise = whiteNoise(sampleCount: test.frameCount * test.change.channelCount)
    let found = digest(of: try test.change.convert(noise))
    #expect(found == test.digest, "0x\(String(found, radix: 16, uppercase: true))")
  }
}

struct RatePlanTests {
  private static func ratio(_ plan: RatePlan) -> Double {
    let division = plan.division.map { Double($0.sourceUnit) } ?? 1
    let step = plan.step?.frames ?? 1
    return Double(plan.ratio.unit) / Double(plan.ratio.sourceUnit) / division / step
  }

  private static func expectPlan(from sourceRate: Double, to rate: Double) {
    let plan = RatePlan(from: sourceRate, to: rate)
    #expect(BlockPlan.exists(for: plan.ratio), "\(sourceRate) to \(rate) Hz")
    let error = ratio(plan) / (rate / sourceRate) - 1
    #expect(abs(error) < 1e-14, "\(sourceRate) to \(rate) Hz: \(error)")
    if let division = plan.division {
      #expect(BlockPlan.exists(for: division))
      #expect(sourceRate / Double(division.sourceUnit) >= 7 * rate)
    }
  }

  /// A ratio without a plan would trap.
  @Test func allRatiosUpTo256HavePlans() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let rate = Double.random(in: 0..<1, using: &generator) * 20 - 3
      let octaves = Double.random(in: -8...8, using: &generator)
      let (sourceRate, newRate) = (exp2(rate), exp2(rate + octaves))
      Self.expectPlan(from: sourceRate, to: max(newRate, sourceRate / 256))
    }
  }
}
