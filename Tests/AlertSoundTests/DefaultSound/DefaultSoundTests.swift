import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

struct DefaultSoundTests {
  private static func wave() throws -> [UInt8] {
    try Conversion(
      of: DefaultSound.source, to: ConversionTarget(container: .wave, dataFormat: .littleInt16)
    ).inMemory().bytes
  }

  /// The same on every machine and in every version, until it is changed on purpose.
  @Test func bytesAreReproducible() throws {
    #expect(md5(try Self.wave()) == "bb37ed01679d75455dcbc2d9e6650a9b")
  }

  @Test func formatIsAsDocumented() throws {
    let source = DefaultSound.source
    #expect(
      source.format
        == StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: .pcm(.int16)))
    #expect(Double(source.frameCount) / 44_100 == DefaultSound.duration)
  }

  @Test func peaksAtMinusThreeDecibelsAndIsSilentAtItsEnds() throws {
    let samples = try PlainSound(decoding: Self.wave()).channels[0]
    let peak = samples.map(abs).max() ?? 0
    #expect(abs(peak - 0.7079) < 0.0001)
    #expect(samples.first == 0)
    #expect(samples.last == 0)
    // Audible at once, and without a DC offset.
    #expect(samples.prefix(441).contains { abs($0) > 0.05 })
    #expect(abs(samples.reduce(0, +) / Double(samples.count)) < 0.001)
  }

  @Test func containsBothNotes() throws {
    let samples = try PlainSound(decoding: Self.wave()).channels[0]
    func power(_ frequency: Double, _ range: Range<Int>) -> Double {
      PlainSound([Array(samples[range])]).power(at: frequency)
    }
    let (first, second) = (0..<7000, 12_000..<19_000)
    #expect(power(880, first) > 100 * power(1318.51, first))
    #expect(power(1318.51, second) > 4 * power(880, second))
  }

  /// In every format that iOS plays, there is no reason to fall back and no advice.
  @Test(arguments: TrimmingTests.formats)
  func followsTheRules(container: Container, dataFormat: DataFormat) throws {
    guard [.caf, .aiff, .aifc, .wave].contains(container), dataFormat.pcmEncoding?.bitDepth != 64
    else { return }
    let bytes = try Conversion(
      of: DefaultSound.source,
      to: ConversionTarget(container: container, dataFormat: Optional(dataFormat))
    ).inMemory().bytes
    let sound = try SoundFile(parsing: bytes)
    let samples = try PlainSound(decoding: bytes).channels[0]
    var levels = SoundLevels()
    levels.frameCount = samples.count
    levels.peak = samples.map(abs).max() ?? 0
    levels.firstLevel = abs(samples[0])
    levels.lastLevel = abs(samples[samples.count - 1])
    levels.leadingSilence = Double(samples.prefix { abs($0) < 0.001 }.count) / 44_100
    let verdict = AlertRules.iOS.verdict(
      on: sound, named: "default." + container.pathExtensions[0], levels: levels)
    #expect(verdict.reasons == [])
    #expect(verdict.advisories == [])
  }
}

extension PlainSound {
  /// The power of one frequency in the first channel, by a direct Fourier sum.
  fileprivate func power(at frequency: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (frame, sample) in channels[0].enumerated() {
      let phase = 2 * Double.pi * frequency * Double(frame) / sampleRate
      real += sample * cos(phase)
      imaginary += sample * sin(phase)
    }
    return real * real + imaginary * imaginary
  }
}
