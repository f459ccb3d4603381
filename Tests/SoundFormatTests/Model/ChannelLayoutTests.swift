import TestSupport
import Testing

@testable import SoundFormat

@Suite struct ChannelLayoutTests {
  private func parsed(_ bytes: [UInt8]) throws -> ChannelLayout {
    var reader = ByteReader(bytes, order: .big)
    return try ChannelLayout(parsing: &reader)
  }

  private func written(_ layout: ChannelLayout) -> [UInt8] {
    var writer = ByteWriter(order: .big)
    layout.write(to: &writer)
    return writer.bytes
  }

  /// AldenClark/pushgo's files have these tags.
  @Test func readsAndWritesMonoAndStereoAsAppleDoes() throws {
    #expect(try parsed(hex("00640001 00000000 00000000")) == .mono)
    #expect(try parsed(hex("00650002 00000000 00000000")) == .stereo)
    #expect(written(.mono) == hex("00640001 00000000 00000000"))
    #expect(written(.stereo) == hex("00650002 00000000 00000000"))
    #expect(ChannelLayout.mono.name == "Mono")
    #expect(ChannelLayout.stereo.name == "Stereo (L R)")
  }

  private static let described = hex(
    """
    00000000 00000000 00000002
    00000001 00000000 3F800000 00000000 BF800000
    00000002 00000001 00000000 00000000 00000000
    """)

  @Test func readsAndWritesDescriptions() throws {
    let layout = try parsed(Self.described)
    #expect(layout.channelCount == 2)
    #expect(layout.descriptions[0].label == 1)
    #expect(layout.descriptions[0].coordinates == [1, 0, -1])
    #expect(layout.descriptions[1].flags == 1)
    #expect(written(layout) == Self.described)
  }

  @Test(arguments: 0..<52)
  func rejectsEveryTruncation(byteCount: Int) {
    #expect(throws: SoundFileError(.truncated, "")) {
      try parsed(Array(Self.described.prefix(byteCount)))
    }
  }

  @Test func aFalseCountAllocatesNothing() {
    #expect(throws: SoundFileError.self) { try parsed(hex("00000000 00000000 FFFFFFFF 00")) }
  }

  @Test(
    arguments: [
      (0, 0, 0), (1 << 16, 0x3F, 6), (1 << 16, 0, 0), (0x0079_0006, 0, 6),
      (0x0093_FFFF, 0, 65_535),
    ] as [(UInt32, UInt32, Int)])
  func countsChannels(tag: UInt32, bitmap: UInt32, count: Int) {
    #expect(ChannelLayout(tag: tag, bitmap: bitmap).channelCount == count)
  }

  @Test func takesASpeakerMask() {
    #expect(ChannelLayout(speakerMask: 0) == nil)
    #expect(ChannelLayout(speakerMask: 0x4) == .mono)
    #expect(ChannelLayout(speakerMask: 0x3) == .stereo)
    #expect(ChannelLayout(speakerMask: 0x3F) == ChannelLayout(tag: 1 << 16, bitmap: 0x3F))
    #expect(ChannelLayout(speakerMask: 0x1) == nil)
    #expect(ChannelLayout(speakerMask: 0x8)?.channelCount == 1)
  }

  /// The mask is 0, or has as many set bits as the layout has channels.
  @Test(
    arguments: [
      (.mono, 0x4), (.stereo, 0x3), (ChannelLayout(tag: 0x0079_0006), 0x3F),
      (ChannelLayout(tag: 0x006C_0004), 0x33),
      (ChannelLayout(tag: 1 << 16, bitmap: 0x107), 0x107),
      (ChannelLayout(tag: 0x0066_0002), 0x3),
      (ChannelLayout(tag: 0x0071_0003), 0x7), (ChannelLayout(tag: 0x0075_0005), 0x37),
      // No mask can express MPEG_5_1_B (L R Ls Rs C LFE) or Pentagonal (L R Ls Rs C).
      (ChannelLayout(tag: 0x007A_0006), 0), (ChannelLayout(tag: 0x006D_0005), 0),
      // MPEG_7_1_C: no bit distinguishes its surrounds from its rear surrounds.
      (ChannelLayout(tag: 0x0080_0008), 0),
      // A bit without a name still counts as a channel.
      (ChannelLayout(tag: 1 << 16, bitmap: 0x8000_0003), 0x8000_0003),
      (ChannelLayout(tag: 0x0093_0002), 0),
    ] as [(ChannelLayout, UInt32)])
  func givesASpeakerMask(layout: ChannelLayout, mask: UInt32) {
    #expect(layout.speakerMask == mask)
    if mask != 0 { #expect(mask.nonzeroBitCount == layout.channelCount) }
  }
}
