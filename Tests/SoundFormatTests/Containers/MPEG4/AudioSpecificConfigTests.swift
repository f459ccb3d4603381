import TestSupport
import Testing

@testable import SoundFormat

/// Decoder descriptions as encoders write them.
@Suite struct AudioSpecificConfigTests {
  @Test(
    arguments: [
      // AAC-LC: type 2, rate 4, one and two channels, then with a rate of its own.
      ("1208", "aac ", 44_100, 1, 1024), ("1210", "aac ", 44_100, 2, 1024),
      ("1190", "aac ", 48_000, 2, 1024), ("17801F40 10", "aac ", 16_000, 2, 1024),
      // Packets of 960 frames, as in broadcasting.
      ("1214", "aac ", 44_100, 2, 960),
      // HE-AAC, stated first: type 5, core rate 7, rate 4. Then stated last, where old decoders don't look.
      ("2B920800", "aach", 44_100, 2, 2048), ("139056E5A0", "aach", 44_100, 2, 2048),
      // The same with parametric stereo, which makes two channels of one.
      ("EB8A0800", "aacp", 44_100, 2, 2048), ("138856E5A54880", "aacp", 44_100, 2, 2048),
      // What FFmpeg appends to AAC-LC: there is no band replication.
      ("121056E500", "aac ", 44_100, 2, 1024),
      // AAC-LD and AAC-ELD.
      ("BA10", "aacl", 44_100, 2, 512), ("F8E85000", "aace", 44_100, 2, 480),
    ] as [(String, FourCharCode, Double, Int, Int)])
  func readsDescriptions(
    text: String, formatID: FourCharCode, rate: Double, channelCount: Int, framesPerPacket: Int
  ) throws {
    let config = try #require(AudioSpecificConfig(hex(text)))
    #expect(config.formatID == formatID)
    #expect(config.sampleRate == rate)
    #expect(config.channelCount == channelCount)
    #expect(config.framesPerPacket == framesPerPacket)
  }

  /// Nothing, half a number, and rates that don't exist.
  @Test(arguments: ["", "12", "1F", "1780", "16", "1680", "17800000 10"])
  func refusesOthers(text: String) {
    #expect(AudioSpecificConfig(hex(text)) == nil)
  }
}
