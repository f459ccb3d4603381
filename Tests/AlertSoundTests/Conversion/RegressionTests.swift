import SoundFormat
import TestSupport
import Testing

/// Detects changed bytes if the corpus isn't installed.
///
/// The digests prove nothing, because they were taken from this package's own output. The proof
/// that the bytes are Apple's is the corpus, in `CorpusPairTests`.
struct RegressionTests {
  @Test(arguments: [
    (Container.caf, DataFormat.ima4, "ce52b7c350332a02711ba90a0d9f8977"),
    (.caf, .pcm(.int16), "8ca0ecfd028ff46628ecd970e96747c4"),
    (.caf, .pcm(.float32, .big), "892cc672c6d452c17c8260f970f18c83"),
    (.caf, .muLaw, "a022eafb81be046096cabc93bf332d80"),
    (.aifc, .ima4, "132d3dab1a7689c6bd4334780a150b01"),
    (.aifc, .aLaw, "2e26b5541f8ed23e70100ac6d2b4c398"),
    (.aiff, .pcm(.int8), "58f791ee1c51121f9d9eef9446252fd2"),
    (.wave, .pcm(.int16), "e6fe64d1f80f0108de6a7f1bdc08b441"),
    (.wave, .muLaw, "70aa27c8bab3a494d385ea16c4fd2731"),
    (.rf64, .pcm(.int24), "f2a316caca7351d380c7ff27dce5509c"),
  ])
  func outputBytesDoNotChange(container: Container, dataFormat: DataFormat, digest: String) throws {
    let input = try soundFile(
      .wave, .pcm(.int24), .int32(Self.samples), channelCount: 2, sampleRate: 48_000)
    let got = md5(try converted(input, to: container, dataFormat))
    #expect(got == digest)
  }

  /// A triangle wave and noise, computed in integers so that the machine's arithmetic doesn't
  /// matter.
  private static let samples: [Int32] = {
    var generator = SeededGenerator(seed: 42)
    return (0..<3001).flatMap { frame -> [Int32] in
      let triangle = Int32(abs((frame * 257) % 65_536 - 32_768) - 16_384) << 16
      return [triangle, Int32.random(in: -(1 << 30)...(1 << 30), using: &generator)]
    }
  }()
}
