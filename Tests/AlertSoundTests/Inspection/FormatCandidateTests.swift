import AlertSound
import Platform
import SoundFormat
import TestSupport
import Testing

struct FormatCandidateTests {
  /// The sizes and ratios equal those of converted files, although no files are written.
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
    #expect(candidates.count == (channels.count > 2 ? 6 : 9))
    #expect(fractions == fractions.sorted())
    #expect(fractions.allSatisfy { 0...1 ~= $0 } && fractions.last == 1)
    for candidate in candidates {
      var target = ConversionTarget(container: .caf, dataFormat: candidate.dataFormat)
      target.ima4Quality = candidate.ima4Quality
      let file = try Conversion(of: source, to: target).inMemory().bytes
      #expect(candidate.byteCount == file.count)
      let comparison = try SoundComparison(
        of: SoundSource(bytes: file), to: source, aligns: false)
      #expect(candidate.comparison == comparison)
    }
  }

  @Test func itCanBeCancelled() throws {
    let source = try SoundSource(bytes: soundFile(.wave, .pcm(.int16)))
    let error = #expect(throws: SoundError.self) {
      try FormatCandidate.all(for: source, monitor: Monitor(isCancelled: { true }))
    }
    #expect(error?.cause == .cancelled)
  }
}
