import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

struct ArrangedFadeTests {
  private func gain(_ index: Int, of count: Int) -> Double {
    fadeGain(Double(index) / Double(count))
  }

  @Test func fadesBothEnds() throws {
    let (source, change) = try arranged(file(Array(repeating: 20_000, count: 100))) {
      $0.fadeInOfEachPlay = 0.02
      $0.fadeOutOfEachPlay = 0.03
    }
    let wanted = (0..<100).map { frame in
      let gain =
        frame < 20 ? gain(frame, of: 20) : frame >= 70 ? gain(99 - frame, of: 30) : 1
      return Int16((20_000 * gain).rounded())
    }
    #expect(try source.int16() == wanted)
    #expect(change.fadeIn == 0.02)
    #expect(change.fadeOut == 0.03)
    #expect(change.fact == "fades in over 0.02 s, out over 0.03 s")
  }

  @Test func longFadesAreClampedAndMultiplied() throws {
    let (source, change) = try arranged(file(Array(repeating: -20_000, count: 50))) {
      $0.fadeInOfEachPlay = 99
      $0.fadeOutOfEachPlay = 1e300
    }
    let wanted = (0..<50).map { frame in
      Int16((-20_000 * (gain(frame, of: 50) * gain(49 - frame, of: 50))).rounded())
    }
    #expect(try source.int16() == wanted)
    #expect(change.fadeIn == 0.05)
    #expect(change.fadeOut == 0.05)
  }

  /// The samples keep their type. They stay exact where nothing fades.
  @Test(arguments: PCMEncoding.SampleType.allCases, [1, 2, 6])
  func everyTypeAndChannelCount(type: PCMEncoding.SampleType, channelCount: Int) throws {
    let plain = PlainSound(.noise, channelCount: channelCount, frameCount: 3000, sampleRate: 8000)
    let file = try plain.file(DataFormat.pcm(type).someContainer, .pcm(type))
    let before = try SoundSource(bytes: file).block()
    let (source, _) = try arranged(file) {
      $0.fadeInOfEachPlay = 0.05
      $0.fadeOutOfEachPlay = 0.1
    }
    let after = try source.block()
    #expect(after.sampleCount == before.sampleCount)
    #expect(source.losslessSampleType == type)
    let steady = 400 * channelCount..<2200 * channelCount
    #expect(after.samples(in: steady).bits == before.samples(in: steady).bits)
    let (old, new) = (before.doubles, after.doubles)
    for index in old.indices {
      let frame = index / channelCount
      let gain =
        (frame < 400 ? gain(frame, of: 400) : 1)
        * (frame >= 2200 ? gain(2999 - frame, of: 800) : 1)
      #expect(abs(new[index] - old[index] * gain) <= 0x1p-16)
    }
  }

  @Test func lessThanHalfAFrameIsNoFade() throws {
    let (source, change) = try arranged(file([1, 2, 3])) { $0.fadeInOfEachPlay = 0.0004 }
    #expect(change.isUnchanged)
    #expect(source.soundFile != nil)
  }
}
