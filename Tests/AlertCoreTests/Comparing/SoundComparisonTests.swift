import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

struct SoundComparisonTests {
  private static func source(_ samples: [Int16], rate: Double = 8000) throws -> SoundSource {
    try SoundSource(bytes: soundFile(.wave, .pcm(.int16), .int16(samples), sampleRate: rate))
  }

  private static let bell = Signal.bell.int16(frameCount: 2000, sampleRate: 8000)

  @Test func aSoundEqualsItself() throws {
    let sound = try Self.source(Self.bell)
    let comparison = try SoundComparison(original: sound, copy: sound)
    #expect(comparison.frameCount == 2000)
    #expect(comparison.signalRatio == .infinity)
    #expect(comparison.isExact)
    #expect(comparison.noiseRatio == -.infinity && comparison.noiseIsMasked)
    #expect(comparison.worst?.signalToNoise == .infinity)
    let worst = try #require(comparison.worstWindow)
    #expect(worst.signalToNoise == nil)
    #expect(comparison.peakError == 0)
  }

  @Test func ratiosFollowTheFormula() throws {
    var copy = Self.bell
    for index in 800..<960 { copy[index] += index % 2 == 0 ? 100 : -100 }
    let comparison = try SoundComparison(original: Self.source(Self.bell), copy: Self.source(copy))
    #expect(abs(comparison.signalRatio - signalToNoise(of: copy, to: Self.bell)) < 1e-9)
    #expect(comparison.peakError == 100.0 / 32_768)
    // With windows of 160 frames, the error is in the sixth.
    let worst = try #require(comparison.worst)
    #expect(worst.start == 0.1)
    let window = 800..<960
    let expected = signalToNoise(of: Array(copy[window]), to: Array(Self.bell[window]))
    #expect(abs(worst.signalToNoise - expected) < 1e-9)
  }

  /// The masking model's arithmetic is its own, and the measure's is the platform's.
  @Test(arguments: [
    (Signal.bell, DataFormat.ima4, 8000.0), (.bell, .muLaw, 44_100), (.noise, .ima4, 22_050),
    (.sine, .aLaw, 48_000),
  ])
  func noiseToMaskFollowsTheFormula(signal: Signal, format: DataFormat, rate: Double) throws {
    // Silence between sounds counts only if the copy isn't silent there.
    let original =
      signal.int16(frameCount: 3000, sampleRate: rate) + [Int16](repeating: 0, count: 4000)
      + signal.int16(frameCount: 777, sampleRate: rate)
    let file = try soundFile(.caf, format, .int16(original), sampleRate: rate)
    let copy = try Array(frames(of: file).int16Samples.prefix(original.count))
    let comparison = try SoundComparison(
      original: Self.source(original, rate: rate), copy: SoundSource(bytes: file))
    let expected = noiseToMask(of: copy, to: original, sampleRate: rate, fullScale: 92)
    #expect(abs(comparison.noiseRatio - expected) < 1e-6)
    #expect(comparison.noiseIsMasked == (expected <= -10))
  }

  /// The mean alone would call a copy without a tenth of the sound masked.
  @Test func aDropoutIsHeard() throws {
    let original = Signal.noise.int16(frameCount: 40_000)
    var copy = original
    for index in 10_000..<12_500 { copy[index] = 0 }
    let comparison = try SoundComparison(original: Self.source(original), copy: Self.source(copy))
    #expect(comparison.noiseRatio < -10 && !comparison.noiseIsMasked)
  }

  /// Each channel counts equally.
  @Test func noiseToMaskIsTheMeanOfTheChannels() throws {
    var copy = Self.bell
    for index in copy.indices { copy[index] += index % 2 == 0 ? 50 : -50 }
    func stereo(_ left: [Int16]) throws -> SoundSource {
      try SoundSource(
        bytes: soundFile(
          .wave, .pcm(.int16), .int16(interleaved([left, Self.bell])), channelCount: 2,
          sampleRate: 8000))
    }
    let both = try SoundComparison(original: stereo(Self.bell), copy: stereo(copy))
    let one = try SoundComparison(original: Self.source(Self.bell), copy: Self.source(copy))
    #expect(abs(both.noiseRatio - (one.noiseRatio - 10 * log10(2))) < 1e-9)
  }

  @Test func quietWindowsDoNotCount() throws {
    let quiet = [Int16](repeating: 20, count: 1600)
    let comparison = try SoundComparison(
      original: Self.source(quiet), copy: Self.source([Int16](repeating: 0, count: 1600)))
    #expect(comparison.worstWindow == nil)
    #expect(comparison.signalRatio == 0)
  }

  /// The sines are computed at both rates, so that only the comparison resamples.
  @Test(arguments: [(44_100.0, 48_000.0), (48_000, 44_100), (44_100, 22_050), (22_050, 44_100)])
  func aCopyOfAnotherRateIsResampled(rate: Double, copyRate: Double) throws {
    // Fade the sines in and out, because resampling changes abrupt edges.
    func sine(_ rate: Double) throws -> SoundSource {
      let count = Int(rate)
      let samples = (0..<count).map { frame in
        let time = Double(frame) / rate
        return Float(0.5 * sin(.pi * time) * sin(.pi * time) * sin(2 * .pi * 997 * time))
      }
      return try SoundSource(
        bytes: soundFile(.wave, .pcm(.float32), .float32(samples), sampleRate: rate))
    }
    let comparison = try SoundComparison(original: sine(rate), copy: sine(copyRate))
    #expect(comparison.signalRatio > 120)
    #expect(comparison.resampledFrom == copyRate)
    #expect(comparison.isWhole && !comparison.isExact)
    #expect(comparison.originalFrameCount == Int(rate))
    #expect(abs(comparison.copyFrameCount - Int(rate)) <= 1)
  }

  /// The copy lacks the 15 kHz tone, which its rate can't represent.
  @Test func contentAboveTheLowerRateIsNoise() throws {
    func tones(_ frequencies: [Double]) throws -> [Float] {
      (0..<44_100).map { frame in
        let time = Double(frame) / 44_100
        let swell = sin(.pi * time) * sin(.pi * time)
        return Float(0.25 * swell * frequencies.reduce(0) { $0 + sin(2 * .pi * $1 * time) })
      }
    }
    let original = try SoundSource(
      bytes: soundFile(.wave, .pcm(.float32), .float32(tones([997, 15_000]))))
    let copy = try SoundSource(bytes: output(of: original) { $0.sampleRate = 22_050 })
    // Half of the energy is missing.
    let comparison = try SoundComparison(original: original, copy: copy)
    #expect(abs(comparison.signalRatio - 10 * log10(2)) < 0.01)
  }

  @Test func rejectsDifferentChannelCounts() throws {
    let sound = try Self.source(Self.bell)
    let stereo = try SoundSource(
      bytes: soundFile(.wave, .pcm(.int16), channels: [.bell, .bell], sampleRate: 8000))
    let channelError = #expect(throws: SoundError.self) {
      try SoundComparison(original: sound, copy: stereo)
    }
    #expect(channelError?.reason == "it has 2 channels, and the original has 1")
  }

  @Test(arguments: [1, 160, 1999])
  func aShorterCopyIsNotExact(frameCount: Int) throws {
    let original = try Self.source(Self.bell)
    let copy = try Self.source(Array(Self.bell.prefix(frameCount)))
    let comparison = try SoundComparison(original: original, copy: copy)
    #expect(comparison.signalRatio == .infinity)
    #expect(!comparison.isWhole && !comparison.isExact)
    #expect(comparison.originalFrameCount == 2000)
    #expect(comparison.copyFrameCount == frameCount)
    #expect(comparison.frameCount == frameCount)
    let longer = try SoundComparison(original: copy, copy: original)
    #expect(!longer.isExact)
    #expect(longer.originalFrameCount == frameCount && longer.copyFrameCount == 2000)
  }

  @Test func anEmptySoundHasNoRatio() throws {
    let (sound, empty) = (try Self.source(Self.bell), try Self.source([]))
    for (copy, original) in [(empty, sound), (sound, empty)] {
      let comparison = try SoundComparison(original: original, copy: copy)
      #expect(comparison.signalRatio == -.infinity && comparison.noiseRatio == .infinity)
      #expect(!comparison.isExact && comparison.frameCount == 0)
      #expect(comparison.copyFrameCount + comparison.originalFrameCount == 2000)
    }
    #expect(try SoundComparison(original: empty, copy: empty).isExact)
  }

  @Test func aSilentOriginalHasNoRatioExceptToSilence() throws {
    let silence = try Self.source([Int16](repeating: 0, count: 2000))
    let comparison = try SoundComparison(original: silence, copy: Self.source(Self.bell))
    #expect(comparison.signalRatio == -.infinity)
    #expect(comparison.isWhole && !comparison.isExact && !comparison.noiseIsMasked)
    #expect(try SoundComparison(original: silence, copy: silence).isExact)
  }

  private static func tone(_ frequency: Double, decay: Double = 0) -> [Int16] {
    (0..<9001).map { frame in
      let time = Double(frame) / 44_100
      return Int16((16_000 * exp(-decay * time) * sin(2 * .pi * frequency * time)).rounded())
    }
  }

  /// Each row: the left channel, and the right one. A tone is nearly equal to itself a period later.
  @Test(
    arguments: [
      (tone(440), nil), (tone(441, decay: 6), nil), (tone(882, decay: 6), nil), (tone(50), nil),
      (tone(1102.5), tone(1102.5)), (tone(440), tone(440).map { -$0 }),
      ([Int16](repeating: 0, count: 9001), nil), ([Int16](repeating: 8000, count: 9001), nil),
      (tone(441, decay: 6), [Int16](repeating: 0, count: 9001)),
    ] as [([Int16], [Int16]?)])
  func itsIMA4IsComparedFromTheBeginning(left: [Int16], right: [Int16]?) throws {
    let (samples, count) = (interleaved([left, right].compactMap(\.self)), right == nil ? 1 : 2)
    let original = try SoundSource(
      bytes: soundFile(.wave, .pcm(.int16), .int16(samples), channelCount: count))
    for container in [Container.caf, .aifc] {
      let file = try soundFile(container, .ima4, .int16(samples), channelCount: count)
      let copy = Array(try frames(of: file).int16Samples.prefix(samples.count))
      let comparison = try SoundComparison(original: original, copy: SoundSource(bytes: file))
      #expect(comparison.isWhole && comparison.frameCount == 9001)
      let ratio = signalToNoise(of: copy, to: samples)
      #expect(
        comparison.signalRatio == ratio || abs(comparison.signalRatio - ratio) < 1e-9)
    }
  }

  /// ADTS states no padding, so some of the last packet's 1024 frames may be padding.
  @Test(arguments: [(0, true), (1023, true), (1024, false)])
  func paddingOfAnADTSIsNotADifference(frameCount: Int, isWhole: Bool) throws {
    var stream = RandomAAC(seed: 1)
    let copy = try SoundSource(bytes: SmallFile.adts((0..<6).map { _ in stream.packet() }))
    let decoded = try frames(of: output(of: copy))
    let original = try SoundSource(
      bytes: soundFile(
        .wave, .pcm(.float32), decoded.samples(in: 0..<decoded.sampleCount - 2 * frameCount),
        channelCount: 2))
    let comparison = try SoundComparison(original: original, copy: copy)
    #expect(comparison.isWhole == isWhole && comparison.signalRatio == .infinity)
  }

  @Test func paddingOfAnAIFCIsNotADifference() throws {
    func silence(_ frameCount: Int) -> SampleBlock {
      .int16([Int16](repeating: 0, count: frameCount))
    }
    let original = try Self.source([Int16](repeating: 0, count: 2000))
    let padded = try SoundSource(bytes: soundFile(.aifc, .ima4, silence(2000), sampleRate: 8000))
    let comparison = try SoundComparison(original: original, copy: padded)
    #expect(comparison.copyFrameCount == 2048)
    #expect(comparison.isExact)
    let longer = try SoundSource(bytes: soundFile(.aifc, .ima4, silence(2064), sampleRate: 8000))
    #expect(try !SoundComparison(original: original, copy: longer).isExact)
  }
}
