import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// How `SoundComparison` finds a copy's delay.
struct AlignmentTests {
  private static let bell = Signal.bell.int16(frameCount: 4000)

  private static func source(_ channels: [Int16]...) throws -> SoundSource {
    try SoundSource(
      bytes: soundFile(
        .wave, .pcm(.int16), .int16(interleaved(channels)), channelCount: channels.count))
  }

  private static func compare(_ copy: [Int16], to original: [Int16]) throws -> SoundComparison {
    try SoundComparison(of: source(copy), to: source(original))
  }

  private static func tone(_ frequency: Double, frameCount: Int) -> [Int16] {
    (0..<frameCount).map {
      Int16((8000 * sin(2 * .pi * frequency * Double($0) / 44_100)).rounded())
    }
  }

  /// Delays the sound by silent frames. If the delay is negative, removes the sound's first frames.
  private static func moved(_ sound: [Int16], by delay: Int) -> [Int16] {
    delay >= 0 ? [Int16](repeating: 0, count: delay) + sound : Array(sound.dropFirst(-delay))
  }

  /// A decaying tone. Its periods differ only in their level.
  private static let decaying = tone(441, frameCount: 4000).enumerated().map { frame, sample in
    Int16((Double(sample) * exp(-6 * Double(frame) / 44_100)).rounded())
  }

  @Test(arguments: [
    (bell, [-1500, -700, -1, 1, 2112, 5000]), (decaying, [-700]),
    (tone(50, frameCount: 6000), [-1, 0, 1, 2, 1000]),
    // After this silence, the alignment uses frames that aren't at the beginning of the file.
    ([Int16](repeating: 0, count: 40_000) + bell, [-600, 800]),
  ])
  func findsTheDelay(sound: [Int16], delays: [Int]) throws {
    for delay in delays {
      let comparison = try Self.compare(Self.moved(sound, by: delay), to: sound)
      #expect(comparison.delayFrameCount == delay)
      #expect(comparison.linesUp)
      #expect(comparison.signalToNoise == .infinity)
    }
  }

  @Test(arguments: [0, 1, 37, 500, -3, -400])
  func onlyAnAlignedComparisonIsShifted(delay: Int) throws {
    let noise = Signal.noise.int16(frameCount: 3000)
    let copy = Self.moved(noise, by: delay)
    let comparison = try Self.compare(copy, to: noise)
    #expect(comparison.delayFrameCount == delay)
    #expect(comparison.frameCount == 3000 - max(0, -delay))
    #expect(comparison.signalToNoise == .infinity)
    #expect(comparison.isExact == (delay >= 0))
    let unaligned = try SoundComparison(
      of: Self.source(copy), to: Self.source(noise), aligns: false)
    #expect(unaligned.delayFrameCount == 0 && unaligned.linesUp)
    #expect((unaligned.signalToNoise == .infinity) == (delay == 0))
  }

  @Test func findsTheDelayOfALossyCopy() throws {
    let late = Self.moved(Self.bell, by: 300)
    let copy = try SoundSource(bytes: soundFile(.caf, .ima4, .int16(late)))
    let comparison = try SoundComparison(of: copy, to: Self.source(Self.bell))
    #expect(comparison.delayFrameCount == 300)
    #expect(comparison.signalToNoise > 20)
  }

  @Test func aSteadyToneIsNotShiftedByWholePeriods() throws {
    let tone = Self.tone(1102.5, frameCount: 4000)
    var noisy = tone
    for index in noisy.indices { noisy[index] += Int16(index % 3 * 300) }
    #expect(try Self.compare(noisy, to: tone).delayFrameCount == 0)
  }

  private static func source(_ samples: [Double], rate: Double) throws -> SoundSource {
    try SoundSource(
      bytes: soundFile(
        .wave, .pcm(.int16), .int16(samples.map { Int16((16_000 * $0).rounded()) }),
        sampleRate: rate))
  }

  /// Both sounds begin with the tone. Resampling blurs its beginning, which must not look like a delay.
  @Test(arguments: [8000, 11_025, 16_000, 22_050, 32_000, 48_000, 96_000], [440.0, 1102.5, 3000])
  func aSteadyToneOfAnotherRateIsNotDelayed(rate: Double, frequency: Double) throws {
    for phase in [0, Double.pi / 2] {
      func tone(_ rate: Double) throws -> SoundSource {
        let samples = (0..<Int(rate / 2)).map { frame in
          sin(2 * .pi * frequency * Double(frame) / rate + phase)
        }
        return try Self.source(samples, rate: rate)
      }
      let comparison = try SoundComparison(of: tone(rate), to: tone(44_100))
      #expect(comparison.delayFrameCount == 0 && comparison.linesUp)
    }
  }

  @Test(arguments: [8000.0, 22_050, 48_000], [20, 80])
  func aRealDelayOfAnotherRateIsFound(rate: Double, milliseconds: Int) throws {
    func bell(_ rate: Double, after delay: Double) throws -> SoundSource {
      let samples = (0..<Int(rate / 2)).map { frame in
        let time = Double(frame) / rate - delay
        return time < 0 ? 0 : exp(-6 * time) * sin(2 * .pi * 523.25 * time)
      }
      return try Self.source(samples, rate: rate)
    }
    let delay = Double(milliseconds) / 1000
    let comparison = try SoundComparison(of: bell(rate, after: delay), to: bell(44_100, after: 0))
    #expect(abs(comparison.delayFrameCount - Int(44_100 * delay)) <= 1 && comparison.linesUp)
  }

  @Test func otherSoundsDoNotAlign() throws {
    let noise = Signal.noise.int16(frameCount: 3000)
    let otherNoise = Array(Signal.noise.int16(frameCount: 6000).suffix(3000))
    let silence = [Int16](repeating: 0, count: 3000)
    for (copy, original) in [
      // Delays of more than 5000 frames aren't searched.
      (Self.moved(Self.bell, by: 5001), Self.bell), (Self.moved(Self.bell, by: 9000), Self.bell),
      (otherNoise, noise), (noise.map { -$0 }, noise), (silence, noise),
      (Self.bell.map { -$0 }, Self.bell),
    ] {
      let comparison = try Self.compare(copy, to: original)
      #expect(comparison.delayFrameCount == 0 && !comparison.linesUp)
    }
    let comparison = try Self.compare(Self.bell, to: silence)
    #expect(comparison.delayFrameCount == 0 && comparison.linesUp)
  }

  @Test func channelsMayCancelEachOther() throws {
    let late = Self.moved(Self.bell, by: 300)
    let comparison = try SoundComparison(
      of: Self.source(late, late.map { -$0 }), to: Self.source(Self.bell, Self.bell.map { -$0 }))
    #expect(comparison.delayFrameCount == 300)
    #expect(comparison.isExact)
  }

  @Test(arguments: [20, 160, 1000])
  func aTruncatedCopyAligns(frameCount: Int) throws {
    let copy = Self.moved(Array(Self.bell.prefix(frameCount)), by: 5)
    let comparison = try Self.compare(copy, to: Self.bell)
    #expect(comparison.delayFrameCount == 5 && comparison.linesUp)
    #expect(comparison.signalToNoise == .infinity)
    #expect(!comparison.isExact)
  }

  @Test func aQuieterCopyAligns() throws {
    let quiet = Self.moved(Self.bell.map { $0 / 4 }, by: 90)
    #expect(try Self.compare(quiet, to: Self.bell).delayFrameCount == 90)
  }
}
