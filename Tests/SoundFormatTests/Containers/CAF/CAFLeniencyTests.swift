import SoundFormat
import TestSupport
import Testing

/// Deviations found in real files: each is tolerated, noted and read with the right values.
@Suite struct CAFLeniencyTests {
  private static let header = "'caff' 0001 0000 "
  private static let desc =
    "'desc' 0000000000000020 40BF400000000000 'lpcm' 00000002 00000002 00000001 00000001 00000010 "
  private static let data = "'data' 000000000000000A 00000001 0100 FEFF 0300 "
  /// 8000 Hz, ima4, mono.
  private static let ima4 =
    "'desc' 0000000000000020 40BF400000000000 'ima4' 00000000 00000022 00000040 00000001 00000000 "
  private static let packet = String(repeating: "00", count: 34)
  /// Two packets.
  private static let packets = "'data' 0000000000000048 00000001" + packet + packet

  /// Killed AudioToolbox recorders leave this behind.
  @Test func aSizeOfMinusOneReachesToTheEnd() throws {
    let sound = try parsed(
      Self.header + Self.desc + "'data' FFFFFFFFFFFFFFFF 00000000 0100 0200 0300")
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts == ["the data chunk's size was never filled in (at byte 64)"])
    #expect(sound.chunks.last?.claimedByteCount == nil)
    #expect(sound.chunks.last?.byteCount == 10)
  }

  /// FFmpeg and libsndfile write 0; readers don't use the value.
  @Test func anEditCountOfZeroIsNotADeviation() throws {
    let sound = try parsed(Self.header + Self.desc + "'data' 0000000000000006 00000000 0100")
    #expect(sound.frameCount == 1)
    #expect(sound.noteTexts == [])
  }

  /// Finb/Bark's silence.caf and gravvy's mute.caf.
  @Test func fourBytesAfterTheDataAreIgnored() throws {
    let sound = try parsed(Self.header + Self.desc + Self.data + "0001FFFF")
    #expect(sound.frameCount == 3)
    #expect(sound.audioBytes == 68..<74)
    #expect(sound.noteTexts == ["4 bytes after the last chunk (at byte 74)"])
  }

  /// WireTap Studio: fictorial/Lexatron's back.caf.
  @Test func theInfoCountMayBeLittleEndian() throws {
    let info = "'info' 000000000000000C 02000000 'a' 00 'b' 00 'c' 00 'd' 00"
    let sound = try parsed(Self.header + Self.desc + info + Self.data)
    #expect(
      sound.metadata.texts == [
        InformationEntry(key: "a", value: "b"), InformationEntry(key: "c", value: "d"),
      ])
    #expect(
      sound.noteTexts == [
        "the info chunk claims 33554432 entries and has 2: the count is little-endian (at byte 64)"
      ])
  }

  @Test func infoMayEndInTheMiddleOfAnEntry() throws {
    let info = "'info' 0000000000000009 00000002 'a' 00 'b' 00 'c'"
    let sound = try parsed(Self.header + Self.desc + info + Self.data)
    #expect(sound.metadata.texts.first == InformationEntry(key: "a", value: "b"))
    #expect(sound.frameCount == 3)
  }

  /// FFmpeg 5 and older: pushgo's alert.caf.
  @Test func ima4WithoutAPacketTableCountsItsPadding() throws {
    let sound = try parsed(Self.header + Self.ima4 + Self.packets)
    #expect(sound.packetTable == nil)
    #expect(sound.frameCount == 128)
    #expect(
      sound.noteTexts == ["no packet table: the length includes the last packet's padding"])
  }

  private func withTable(_ table: String) throws -> SoundFile {
    try parsed(Self.header + Self.ima4 + "'pakt' 0000000000000018" + table + Self.packets)
  }

  @Test func appleCountsZeroPacketsAndMeansThePresentOnes() throws {
    let sound = try withTable("0000000000000000 0000000000000064 00000000 0000001C")
    #expect(sound.frameCount == 100)
    #expect(sound.packetCount == 2)
    #expect(
      sound.packetTable
        == PacketTable(validFrameCount: 100, primingFrameCount: 0, remainderFrameCount: 28))
    #expect(sound.noteTexts == [])
  }

  @Test func aPacketTableThatClaimsTooMuchIsClamped() throws {
    let sound = try withTable("0000000000000000 00000000000003E8 00000004 00000000")
    #expect(
      sound.packetTable
        == PacketTable(validFrameCount: 124, primingFrameCount: 4, remainderFrameCount: 0))
    #expect(
      sound.noteTexts
        == ["the packet table claims 1000 valid frames, 124 are present (at byte 64)"])
  }

  @Test(arguments: [
    "0000000000000000 FFFFFFFFFFFFFFFF 00000000 00000000",
    "0000000000000000 8000000000000000 00000000 00000000",
    "0000000000000000 0000000000000001 FFFFFFFF 00000000",
  ])
  func aNegativePacketTableIsIgnored(table: String) throws {
    let sound = try withTable(table)
    #expect(sound.packetTable == nil)
    #expect(sound.frameCount == 128)
    #expect(
      sound.noteTexts.first
        == "the packet table has negative frame counts: ignored (at byte 64)")
  }

  @Test func absurdPacketTablesStayWithinThePackets() throws {
    for table in [
      "7FFFFFFFFFFFFFFF 7FFFFFFFFFFFFFFF 7FFFFFFF 7FFFFFFF",
      "0000000000000000 0000000000000001 7FFFFFFF 80000000",
    ] {
      let sound = try withTable(table)
      #expect(sound.frameCount == 0)
      #expect(sound.packetTable?.primingFrameCount == 128)
    }
  }

  @Test func aTruncatedPacketTableIsIgnored() throws {
    let sound = try parsed(
      Self.header + Self.ima4 + "'pakt' 0000000000000004 00000000" + Self.packets)
    #expect(sound.frameCount == 128)
    #expect(
      sound.noteTexts.first == "the pakt chunk is truncated and ignored (at byte 64)")
  }

  @Test func aSecondDataChunkIsIgnored() throws {
    let sound = try parsed(
      Self.header + Self.desc + Self.data + "'data' 0000000000000006 00000001 0900")
    #expect(sound.frameCount == 3)
    #expect(sound.audioBytes == 68..<74)
    #expect(sound.noteTexts == ["a second data chunk is ignored (at byte 86)"])
  }

  @Test func descMayFollowOtherChunks() throws {
    let sound = try parsed(Self.header + "'free' 0000000000000000" + Self.desc + Self.data)
    #expect(sound.frameCount == 3)
    #expect(sound.noteTexts == ["the desc chunk is not the first (at byte 32)"])
  }

  @Test func otherVersionsAreNoted() throws {
    let sound = try parsed("'caff' 0002 0000" + Self.desc + Self.data)
    #expect(sound.noteTexts == ["the CAF version is 2, not 1 (at byte 4)"])
    #expect(sound.frameCount == 3)
  }

  @Test func aLayoutForOtherChannelsIsIgnored() throws {
    let chan = "'chan' 000000000000000C 00650002 00000000 00000000"
    let sound = try parsed(Self.header + Self.desc + chan + Self.data)
    #expect(sound.layout == nil)
    #expect(
      sound.noteTexts == ["the channel layout is for 2 channels, not 1: ignored (at byte 64)"])
  }

  @Test func truncatedAudioIsMissing() throws {
    let sound = try parsed(Self.header + Self.desc + "'data' 00000000000007D4 00000001 0100 02")
    #expect(sound.frameCount == 1)
    #expect(sound.missingByteCount == 1997)
    #expect(
      sound.noteTexts == [
        "the data chunk claims 2004 bytes, 7 are present (at byte 52)",
        "1 byte of an unfinished packet after the audio (at byte 70)",
      ])
  }

  @Test func anUnfinishedLastPacketIsDropped() throws {
    let sound = try parsed(
      Self.header + Self.ima4 + "'data' 000000000000002B 00000001" + Self.packet + "0102030405")
    #expect(sound.packetCount == 1)
    #expect(sound.audioBytes == 68..<102)
    #expect(sound.missingByteCount == 0)
    #expect(
      sound.noteTexts.first
        == "5 bytes of an unfinished packet after the audio (at byte 102)")
  }

  /// A damaged chunk after the audio doesn't make the audio unreadable.
  @Test func aNegativeSizeAfterTheDataIsTolerated() throws {
    let sound = try parsed(Self.header + Self.desc + Self.data + "'abcd' FFFFFFFFFFFFFF00")
    #expect(sound.frameCount == 3)
  }
}
