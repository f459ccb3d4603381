import AlertSound
import Platform
import SoundFormat
import TestSupport
import Testing

@testable import AlertSoundCommand

struct FormatCandidateTests {
  /// Each candidate's size and ratios equal a converted file's, although no file is written.
  @Test(
    arguments: [
      (.wave, .pcm(.int16), [.bell]), (.caf, .ima4, [.square, .bell]),
      (.aiff, .pcm(.int24, .big), [.sine, .noise, .bell]),
    ] as [(Container, DataFormat, [Signal])])
  func candidatesAreThoseOfTheFiles(
    container: Container, dataFormat: DataFormat, channels: [Signal]
  ) throws {
    let source = try SoundSource(
      bytes: soundFile(container, dataFormat, channels: channels, frameCount: 1500))
    let progress = Locked<[Double]>([])
    let candidates = try FormatCandidate.all(
      for: source,
      monitor: Monitor(progress: { fraction in progress.withLock { $0.append(fraction) } }))
    let fractions = progress.withLock { $0 }
    #expect(candidates.count == (channels.count > 2 ? 6 : 8))
    #expect(fractions == fractions.sorted())
    #expect(fractions.allSatisfy { 0...1 ~= $0 } && fractions.last == 1)
    for candidate in candidates {
      var target = ConversionTarget(container: .caf, dataFormat: candidate.dataFormat)
      target.ima4Quality = candidate.ima4Quality
      let file = try Conversion(of: source, to: target).inMemory().bytes
      #expect(candidate.byteCount == file.count)
      let comparison = try SoundComparison(original: source, copy: SoundSource(bytes: file))
      #expect(candidate.comparison == comparison)
    }
  }

  /// The size that a comparison of formats states is the file's, also where the last packet would reach the limit.
  @Test(arguments: [(1000, 44_100), (1024, 44_100), (29_999, 1000)] as [(Int, Double)])
  func wholePackets(frameCount: Int, rate: Double) throws {
    let file = try soundFile(.wave, .pcm(.int16), frameCount: frameCount, sampleRate: rate)
    let candidates = try FormatCandidate.all(for: SoundSource(bytes: file))
    let searched = try #require(candidates.first { $0.ima4Quality > 0 })
    var target = ConversionTarget(container: .caf, dataFormat: .ima4)
    target.ima4Quality = 63
    let converter = AlertConverter(to: target, limit: LengthLimit(.default))
    #expect(try searched.byteCount == converter.convert(file).bytes.count)
  }
}
