import SoundFormat
import TestSupport
import Testing

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

  private static let negativeTables = [
    "0000000000000000 FFFFFFFFFFFFFFFF 00000000 00000000",
    "0000000000000000 8000000000000000 00000000 00000000",
    "0000000000000000 0000000000000001 FFFFFFFF 00000000",
  ].map {
    Deviation(
      "a negative packet table", header + ima4 + "'pakt' 0000000000000018" + $0 + packets,
      frames: 128,
      notes: [
        "the packet table has negative frame counts: ignored (at byte 64)",
        "no packet table: the length includes the last packet's padding",
      ])
  }

  private static let deviations = [
    // AudioToolbox leaves this size if an app is killed while it records.
    Deviation(
      "a size of -1", header + desc + "'data' FFFFFFFFFFFFFFFF 00000000 0100 0200 0300",
      audio: 68..<74, notes: ["the data chunk's size was never filled in (at byte 64)"]),
    // FFmpeg and libsndfile write an edit count of 0. Readers don't use it.
    Deviation(
      "an edit count of 0", header + desc + "'data' 0000000000000006 00000000 0100", frames: 1),
    // Sources: Finb/Bark's silence.caf and gravvy's mute.caf.
    Deviation(
      "four bytes after the data", header + desc + data + "0001FFFF", audio: 68..<74,
      notes: ["4 bytes after the last chunk (at byte 74)"]),
    // FFmpeg 5 and older write no packet table. Source: pushgo's alert.caf.
    Deviation(
      "ima4 without a packet table", header + ima4 + packets, frames: 128,
      notes: ["no packet table: the length includes the last packet's padding"]),
    Deviation(
      "a truncated packet table", header + ima4 + "'pakt' 0000000000000004 00000000" + packets,
      frames: 128,
      notes: [
        "the pakt chunk is truncated and ignored (at byte 64)",
        "no packet table: the length includes the last packet's padding",
      ]),
    Deviation(
      "a second data chunk", header + desc + data + "'data' 0000000000000006 00000001 0900",
      audio: 68..<74,
      notes: [
        "a second data chunk is ignored (at byte 86)", "the audio of another data chunk is ignored",
      ]),
    Deviation(
      "desc after another chunk", header + "'free' 0000000000000000" + desc + data,
      notes: ["the desc chunk is not the first (at byte 32)"]),
    Deviation(
      "another version", "'caff' 0002 0000" + desc + data,
      notes: ["the CAF version is 2, not 1 (at byte 4)"]),
    Deviation(
      "a layout for other channels",
      header + desc + "'chan' 000000000000000C 00650002 00000000 00000000" + data,
      notes: ["the channel layout is for 2 channels, not 1: ignored (at byte 64)"]),
    Deviation(
      "a truncated file", header + desc + "'data' 00000000000007D4 00000001 0100 02", frames: 1,
      missing: 1997,
      notes: [
        "the data chunk claims 2004 bytes, 7 are present (at byte 52)",
        "1 byte of an unfinished packet after the audio (at byte 70)",
      ]),
    Deviation(
      "an unfinished last packet",
      header + ima4 + "'data' 000000000000002B 00000001" + packet + "0102030405", frames: 64,
      audio: 68..<102,
      notes: [
        "5 bytes of an unfinished packet after the audio (at byte 102)",
        "no packet table: the length includes the last packet's padding",
      ]),
    // A damaged chunk after the audio doesn't make the audio unreadable.
    Deviation(
      "a negative size after the data", header + desc + data + "'abcd' FFFFFFFFFFFFFF00",
      notes: ["the abcd chunk has a negative size (at byte 74)"]),
  ]

  @Test(arguments: deviations + negativeTables)
  func isTolerated(deviation: Deviation) throws { try deviation.check() }

  /// A chunk's `claimedByteCount` is the size that its header states, nil for −1. `byteCount` is the size of its body.
  @Test(arguments: [
    ("FFFFFFFFFFFFFFFF", nil), ("000000000000000A", 10), ("00000000000007D4", 2004),
  ])
  func aChunkHasItsStatedSize(size: String, claimed: UInt64?) throws {
    let sound = try parsed(Self.header + Self.desc + "'data' \(size) 00000001 0100 0200 0300")
    #expect(sound.chunks.last?.byteCount == 10)
    #expect(sound.chunks.last?.claimedByteCount == claimed)
  }

  /// WireTap Studio writes the count like this. Source: fictorial/Lexatron's back.caf.
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
}
