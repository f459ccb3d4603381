import TestSupport
import Testing

@testable import SoundFormat

/// Decoder descriptions as encoders write them.
@Suite struct AudioSpecificConfigTests {
  @Test(
    arguments: [
      // AAC-LC: type 2, rate index 4 or 3, one or two channels. The last case states its rate in Hz.
      ("1208", "aac ", 44_100, 1, 1024), ("1210", "aac ", 44_100, 2, 1024),
      ("1190", "aac ", 48_000, 2, 1024), ("17801F40 10", "aac ", 16_000, 2, 1024),
      // Packets of 960 frames, as in broadcasting.
      ("1214", "aac ", 44_100, 2, 960),
      // HE-AAC: type 5, core rate index 7, rate index 4. The first case states band replication at the beginning,
      // the second at the end, where old decoders don't look.
      ("2B920800", "aach", 44_100, 2, 2048), ("139056E5A0", "aach", 44_100, 2, 2048),
      // HE-AAC with parametric stereo, which makes two channels from one.
      ("EB8A0800", "aacp", 44_100, 2, 2048), ("138856E5A54880", "aacp", 44_100, 2, 2048),
      // AAC-LC with FFmpeg's addition, which states that there is no band replication.
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

  /// Nothing, an incomplete number, and rates that don't exist.
  @Test(arguments: ["", "12", "1F", "1780", "16", "1680", "17800000 10"])
  func refusesOthers(text: String) {
    #expect(AudioSpecificConfig(hex(text)) == nil)
  }

  /// Kinds of AAC that aren't decoded, by their names.
  @Test(
    arguments: [
      ("2B920800", "HE-AAC (AAC with SBR)"), ("139056E5A0", "HE-AAC (AAC with SBR)"),
      ("EB8A0800", "HE-AAC v2"), ("138856E5A54880", "HE-AAC v2"), ("F8E85000", "AAC-ELD"),
      ("F942412214C000", "xHE-AAC"), ("1A10", "AAC-SSR"), ("8A1000", "error protection"),
      ("1214", "960 frames"), ("BA1400", "480 frames"), ("BA1040", "AAC-LD with error protection"),
      ("BA1180", "AAC-LD with error protection"), ("BC1100", "AAC-LD at this sample rate"),
      ("1270", "order of channels"), ("3210", "type 6"),
      // Three pairs in front, and an element beside the listener.
      ("1200 050C 0102 0108 8400 00", "order of channels"),
      ("1200 0504 4000 2000 0000", "order of channels"),
    ])
  func refusesKinds(text: String, name: String) throws {
    let config = try #require(AudioSpecificConfig(hex(text)))
    let refusal = try #require(config.refusal)
    #expect(refusal.code == .unsupported)
    #expect(refusal.reason.contains(name) && refusal.reason.contains("AAC-LC"), "\(refusal)")
    #expect(throws: SoundFileError.self) { try AACDecoder(config) }
  }

  /// Numbered layouts, and those that a program lists: one channel, a pair, two single channels, a channel and a pair.
  @Test(
    arguments: [
      ("1208", "S", [0]), ("1210", "P", [0, 1]), ("1218", "SP", [2, 0, 1]),
      ("1220", "SPS", [2, 0, 1, 3]), ("1228", "SPP", [2, 0, 1, 3, 4]),
      ("1230", "SPPL", [2, 0, 1, 4, 5, 3]), ("1238", "SPPPL", [2, 0, 1, 6, 7, 4, 5, 3]),
      ("1258", "SPPSL", [2, 0, 1, 5, 6, 4, 3]), ("1260", "SPPPL", [2, 0, 1, 6, 7, 4, 5, 3]),
      ("12000504002001E000", "S", [0]), ("12000504002021E000", "P", [0, 1]),
      ("12000508000000F000", "SS", [0, 1]), ("120005080020010F00", "SP", [2, 0, 1]),
    ] as [(String, String, [Int])])
  func findsTheChannels(text: String, kinds: String, places: [Int]) throws {
    let config = try #require(AudioSpecificConfig(hex(text)))
    #expect(config.refusal == nil)
    let layout = try #require(config.layout)
    let letters: [AACLayout.Element.Kind: String] = [.single: "S", .pair: "P", .lowFrequency: "L"]
    #expect(layout.elements.map { letters[$0.kind] ?? "" }.joined() == kinds)
    #expect(layout.elements.flatMap { $0.places } == places)
    #expect(config.channelCount == places.count)
    #expect(layout.speakers.channelCount == places.count)
  }
}

/// The tables equal those of libav and Symphonia or faad2, from which the checksums were computed.
struct AACTableTests {
  /// A row's checksum is the sum of all (band + 1) · (the band's first number).
  @Test(
    arguments: [
      (48_000, [36, 151_604, 31]), (44_100, [36, 151_604, 32]), (32_000, [37, 169_244, 37]),
      (24_000, [31, 126_128, 31]), (22_050, [31, 126_128, 31]),
    ])
  func bandsOfLowDelay(rate: Int, expected: [Int]) throws {
    let bands = try #require(AACBands(sampleRate: Double(rate), isLowDelay: true))
    #expect(Self.summary(bands.long) == expected)
    #expect(bands.long.starts.last == 512 && bands.short == nil)
  }

  private static func summary(_ window: AACBands.Window) -> [Int] {
    [
      window.count, zip(1..., window.starts).reduce(0) { $0 + $1.0 * $1.1 }, window.shapedCount,
    ]
  }
}
