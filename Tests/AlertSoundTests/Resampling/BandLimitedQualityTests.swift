import Foundation
import TestSupport
import Testing

/// How well the band-limited method changes rates, measured from 64-bit floats.
struct BandLimitedQualityTests {
  /// All lengths are in frames of the lower rate, in which the filter reaches 203 to either side.
  private static let (lowerFrameCount, margin) = (6000, 400)
  private static let amplitude = 0.5
  private static let effectiveAmplitude = amplitude / 2.0.squareRoot()

  private static func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }

  /// Half of the lower rate, in Hz.
  private static func nyquist(_ change: StreamedChange) -> Double {
    min(change.sourceRate, change.rate) / 2
  }

  /// A tone after the change, and the frames that its ends don't affect.
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

  /// Distortion and noise, without the aliases' band: nothing but the tone comes out, as loud as it was, and at the
  /// same time.
  @Test(arguments: StreamedChange.allRatios)
  func tonesStayWhatTheyAre(change: StreamedChange) throws {
    for share in [997.0 / 22_050, 0.25, 10_000.0 / 22_050, 0.8, 0.9] {
      try Self.expectUnchanged(share, change, levelLimit: 1e-7)
    }
  }

  /// Near the end of what passes, blocks of some sizes lose most.
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

  /// What the lower rate can't represent vanishes.
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

  /// At a higher rate, a tone's images are left out: the one of a tone just below half of the source's rate is just
  /// above it.
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
