import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// Sounds that the limit on the true peak keeps too quiet.
extension LevelConversionTests {
  /// Three noises that are struck and fade, each softer than the one before.
  private static func bursts(halfLife: Double) -> [Double] {
    let noise = Signal.noise.doubles(frameCount: 44_100)
    return noise.enumerated().map { index, sample in
      let (burst, frame) = index.quotientAndRemainder(dividingBy: 15_000)
      return sample / Double(burst + 1) * exp2(-Double(frame) / (halfLife * 44_100))
    }
  }

  /// The words name what keeps a sound too quiet. More limiting wouldn't make a sound louder whose peaks are all equal.
  @Test func wordsNameTheCause() throws {
    let (peak, cap) = (
      "its true peak may not exceed -6 dBTP", "the limiter lowers peaks by at most 10 dB"
    )
    for (samples, cause) in [
      (Signal.square.doubles(frameCount: 44_100), peak),
      (Signal.sine.doubles(frameCount: 44_100), peak), (Self.bursts(halfLife: 0.03), cap),
      (Signal.bell.doubles(frameCount: 44_100), cap),
    ] {
      let file = try PlainSound([samples]).file(.wave, .pcm(.int16))
      for dataFormat in [DataFormat.pcm(.int16), .ima4] {
        let levels = LevelTarget(loudness: 0, truePeak: -6)
        var target = Self.target(dataFormat, container: .caf)
        target.levels = levels
        let change = try Self.convert(file, to: target).levels
        #expect(
          change.fact(for: levels)?.hasSuffix(" LU below 0 LUFS, since \(cause)") == true,
          "\(change)")
      }
    }
  }

  /// One faulty sample leaves no headroom, so it is named instead of the limit.
  @Test func aSpikeIsNamed() throws {
    var samples = Signal.bell.doubles(frameCount: 44_100)
    samples[20_000] = 9e4
    var target = Self.target(.pcm(.int16), container: .caf)
    let levels = LevelTarget(loudness: -16)
    target.levels = levels
    let change = try Self.convert(
      PlainSound([samples]).file(.wave, .littleFloat32), to: target
    ).levels
    #expect(change.fact(for: levels)?.hasSuffix("dB above full scale") == true)
  }

  /// IMA4 exceeds each ceiling by another amount, in steps. A single ceiling, lowered until it complies, left 0.5 dB of
  /// the true peak unused on average.
  ///
  /// A sound is within 0.2 LU of its target. Otherwise, its true peak is within 0.2 dB of the limit, or a gain and a
  /// ceiling that are at most 0.2 dB higher exceed the limit. The words blame the format only if floats do better.
  @Test(arguments: [(-8, 63), (-12, 0), (-16.0, 0)])
  func allThatTheLimitAllowsIsUsed(loudness: Double, quality: Int) throws {
    var headrooms: [Double] = []
    for (halfLife, truePeak) in [0.01, 0.02, 0.03, 0.04, 0.06].flatMap({ [($0, -1.0), ($0, -3)] }) {
      let file = try PlainSound([Self.bursts(halfLife: halfLife)]).file(.wave, .pcm(.int16))
      let source = try SoundSource(bytes: file)
      var target = Self.target(.ima4, loudness: loudness, truePeak: truePeak)
      let levels = try #require(target.levels)
      target.ima4Quality = quality
      let result = try Conversion(of: source, to: target).inMemory()
      let change = try #require(result.facts.levels)
      #expect(try Self.levels(of: result.bytes).truePeakInDecibels == change.truePeakAfter)
      let headroom = truePeak - change.truePeakAfter
      if change.shortfall != nil { headrooms.append(headroom) }
      guard try abs(#require(change.excess(over: levels))) > 0.2 else { continue }
      let setting = try #require(result.levelSetting)
      target.levels = nil
      let isAtLimit =
        try 0...0.2 ~= headroom
        || (1...8).contains { step in
          let (raise, ceiling) = (Double(step) / 40, setting.ceiling)
          let raised = try source.levelled(
            by: LevelSetting(gain: setting.gain + raise, ceiling: ceiling.map { $0 + raise }))
          let copy = try Conversion(of: raised, to: target).inMemory().bytes
          return try Self.levels(of: copy).truePeakInDecibels > truePeak
        }
      #expect(isAtLimit, "\(change)")
      let floats = Self.target(.pcm(.float32), loudness: loudness, truePeak: truePeak)
      let isExact = try Self.convert(file, to: floats).levels.shortfall == nil
      let fact = try #require(change.fact(for: levels))
      #expect(fact.hasSuffix("its format can't come closer") == isExact, "\(fact), \(change)")
    }
    // Don't bound the mean of Apple's encoder, quality 0, which moves the peak in steps of up to 1.3 dB.
    let mean = headrooms.reduce(0, +) / Double(headrooms.count)
    #expect(quality == 0 || mean < 0.4 && headrooms.count == 10, "\(headrooms)")
  }

  @Test func ditherAloneMayExceedTheLimit() throws {
    let file = try soundFile(.wave, .pcm(.int16), channels: [.bell])
    var target = Self.target(.pcm(.uint8), truePeak: -40, container: .wave)
    target.dither = .noiseShaped
    let error = #expect(throws: SoundError.self) { try Self.convert(file, to: target) }
    #expect(
      error?.sentence
        == "UI8 can't stay below a true peak of -40 dBTP; allow a higher one, or leave the dither"
        + " out")
  }
}
