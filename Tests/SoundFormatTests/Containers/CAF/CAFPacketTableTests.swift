import TestSupport
import Testing

@testable import SoundFormat

/// The entries of packet tables, written byte by byte. Layout: CAF specification, "Packet Table
/// Chunk".
@Suite struct CAFPacketTableTests {
  /// A header for 8000 Hz and one channel.
  private static func head(
    _ code: String, bytesPerPacket: Int = 0, framesPerPacket: Int = 0
  ) -> String {
    """
    'caff' 0001 0000 'desc' 0000000000000020 40BF400000000000 '\(code)' 00000000
    \(size32(bytesPerPacket)) \(size32(framesPerPacket)) 00000001 00000000
    """
  }

  private static func table(
    count: Int, valid: Int, priming: Int = 0, remainder: Int = 0, _ entries: String
  ) -> String {
    """
    'pakt' \(size64(24 + hex(entries).count)) \(size64(count)) \(size64(valid))
    \(size32(priming)) \(size32(remainder)) \(entries)
    """
  }

  private static func audio(_ byteCount: Int) -> String {
    "'data' \(size64(4 + byteCount)) 00000001 " + String(repeating: "5A", count: byteCount)
  }

  @Test func sizesMayTakeSeveralBytes() throws {
    // Packets of 1, 127, 128 and 300 bytes.
    let sound = try parsed(
      Self.head("aac ", framesPerPacket: 1024)
        + Self.table(count: 4, valid: 3000, priming: 1024, remainder: 72, "01 7F 8100 822C")
        + Self.audio(556))
    #expect(
      sound.packetSizes
        == PacketSizes(packetCount: 4, byteCount: 556, frameCount: 4096, largestByteCount: 300))
    #expect(sound.packetCount == 4)
    #expect(sound.largestPacketByteCount == 300)
    #expect(sound.decodedFrameCount == 4096)
    #expect(sound.frameCount == 3000)
    #expect(sound.noteTexts == [])
  }

  @Test func aSizeIsFollowedByItsFramesWhereBothDiffer() throws {
    // A packet of 3 bytes and 960 frames, and a packet of 2 bytes and 480 frames.
    let sound = try parsed(
      Self.head("opus") + Self.table(count: 2, valid: 1440, "03 8740 02 8360") + Self.audio(5))
    #expect(
      sound.packetSizes
        == PacketSizes(packetCount: 2, byteCount: 5, frameCount: 1440, largestByteCount: 3))
    #expect(sound.frameCount == 1440)
  }

  @Test func framesStandAloneWhereSizesAreEqual() throws {
    let sound = try parsed(
      Self.head("xxxx", bytesPerPacket: 4)
        + Self.table(count: 3, valid: 152, "40 40 18") + Self.audio(12))
    #expect(sound.packetCount == 3)
    #expect(sound.largestPacketByteCount == 4)
    #expect(sound.decodedFrameCount == 152)
  }

  /// In Apple's ima4 files, the table has 24 bytes: a packet count of 0 and no entries.
  @Test func equalPacketsNeedNoTable() throws {
    let sound = try parsed(
      Self.head("ima4", bytesPerPacket: 34, framesPerPacket: 64)
        + Self.table(count: 0, valid: 65, remainder: 63, "") + Self.audio(68))
    #expect(sound.packetSizes == nil)
    #expect(sound.packetCount == 2)
    #expect(sound.largestPacketByteCount == 34)
    #expect(sound.frameCount == 65)
  }

  @Test func withoutATablePacketsCanNotBeCounted() throws {
    let sound = try parsed(Self.head("aac ", framesPerPacket: 1024) + Self.audio(10))
    #expect(sound.packetSizes == nil)
    #expect(sound.packetCount == 0)
    #expect(sound.largestPacketByteCount == nil)
    #expect(sound.frameCount == 0)
  }

  @Test func packetsBeyondTheAudioAreNotCounted() throws {
    let sound = try parsed(
      Self.head("aac ", framesPerPacket: 1024)
        + Self.table(count: 3, valid: 3000, priming: 64, "04 04 04") + Self.audio(11))
    #expect(sound.packetCount == 2)
    #expect(sound.frameCount == 1984)
    #expect(
      sound.noteTexts == [
        "the packet table counts 3 packets, 2 are present (at byte 64)",
        "the packet table claims 3000 valid frames, 1984 are present (at byte 64)",
      ])
  }

  @Test func aTableThatEndsEarlyLeavesTheLengthAlone() throws {
    let sound = try parsed(
      Self.head("aac ", framesPerPacket: 1024)
        + Self.table(count: 3, valid: 3000, "04 84") + Self.audio(12))
    #expect(sound.packetCount == 1)
    #expect(sound.frameCount == 3000)
    #expect(
      sound.noteTexts == [
        "the packet table counts 3 packets, 1 is listed (at byte 64)",
        "8 bytes after the packets in the packet table: ignored (at byte 110)",
      ])
  }

  /// A writer may leave room for more entries after the last entry.
  @Test func entriesBeyondTheCountAreIgnored() throws {
    let sound = try parsed(
      Self.head("aac ", framesPerPacket: 1024)
        + Self.table(count: 1, valid: 1024, "04 04 00 00") + Self.audio(4))
    #expect(sound.packetCount == 1)
    #expect(sound.noteTexts == [])
  }
}
