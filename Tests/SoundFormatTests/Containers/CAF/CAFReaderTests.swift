import TestSupport
import Testing

@testable import SoundFormat

/// Well-formed files with every field written by hand. Layout: CAF specification.
@Suite struct CAFReaderTests {
  private static let header = "'caff' 0001 0000 "
  /// 8000 Hz, LEI16, mono.
  private static let desc =
    "'desc' 0000000000000020 40BF400000000000 'lpcm' 00000002 00000002 00000001 00000001 00000010 "
  /// 1, −2, 3
  private static let data = "'data' 000000000000000A 00000001 0100 FEFF 0300 "

  @Test func readsThreeSamples() throws {
    let bytes = hex(Self.header + Self.desc + Self.data)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == .caf)
    #expect(
      sound.format
        == StreamFormat(
          sampleRate: 8000, channelCount: 1, dataFormat: .pcm(.int16, .little)))
    #expect(sound.audioBytes == 68..<74)
    #expect(sound.frameCount == 3)
    #expect(sound.packetCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts == [])
    #expect(
      sound.chunks == [
        Chunk(identifier: "desc", bodyOffset: 20, byteCount: 32, claimedByteCount: 32),
        Chunk(identifier: "data", bodyOffset: 64, byteCount: 10, claimedByteCount: 10),
      ])
    #expect(try frames(of: bytes).int16Samples == [1, -2, 3])
  }

  @Test(
    arguments: [
      ("00000002 00000001 00000001 00000001 00000008", DataFormat.pcm(.int8)),
      ("00000000 00000001 00000001 00000001 00000008", .pcm(.int8)),
      ("00000000 00000002 00000001 00000001 00000010", .pcm(.int16, .big)),
      ("00000002 00000006 00000001 00000002 00000018", .pcm(.int24, .little)),
      ("00000000 00000003 00000001 00000001 00000018", .pcm(.int24, .big)),
      ("00000002 00000004 00000001 00000001 00000020", .pcm(.int32, .little)),
      ("00000003 00000004 00000001 00000001 00000020", .pcm(.float32, .little)),
      ("00000001 00000008 00000001 00000001 00000040", .pcm(.float64, .big)),
      // Samples of 12 and 20 bits, left-justified in 2 and 3 bytes.
      ("00000002 00000002 00000001 00000001 0000000C", .pcm(.int16, .little)),
      ("00000000 00000003 00000001 00000001 00000014", .pcm(.int24, .big)),
    ] as [(String, DataFormat)])
  func readsEveryLinearPCM(fields: String, format: DataFormat) throws {
    let desc = "'desc' 0000000000000020 40BF400000000000 'lpcm' \(fields) "
    #expect(try parsed(Self.header + desc + Self.data).format.dataFormat == format)
  }

  @Test(arguments: [
    // An invalid sample size, bits that don't fit, two frames in a packet, and a frame size that
    // isn't a multiple of the channel count.
    "00000002 00000005 00000001 00000001 00000028", "00000001 00000002 00000001 00000001 00000010",
    "00000002 00000002 00000001 00000001 00000018", "00000002 00000004 00000001 00000001 00000018",
    "00000002 00000002 00000002 00000001 00000010", "00000002 00000003 00000001 00000002 00000010",
    "00000002 00000000 00000001 00000001 00000000",
    // Sample sizes whose number of bits doesn't fit in 32 bits.
    "00000002 FFFFFFFF 00000001 00000001 00000010", "00000002 7F000002 00000001 00000001 00000010",
    "00000002 1FFFFFFF 00000001 00000001 FFFFFFF8",
  ])
  func rejectsLinearPCMThatContradictsItself(fields: String) {
    let desc = "'desc' 0000000000000020 40BF400000000000 'lpcm' \(fields) "
    let error = #expect(throws: SoundFileError.self) {
      try parsed(Self.header + desc + Self.data)
    }
    #expect(error?.code == .malformed)
    #expect(error?.offset == 20)
  }

  @Test(arguments: [
    "00000000 00000022 00000040 00000002 00000000", "00000000 00000022 0000003F 00000001 00000000",
    "00000000 00000000 00000040 00000001 00000000",
  ])
  func rejectsIMA4InOtherPackets(fields: String) {
    let desc = "'desc' 0000000000000020 40BF400000000000 'ima4' \(fields) "
    #expect(throws: SoundFileError(.malformed, "")) {
      try parsed(Self.header + desc + Self.data)
    }
  }

  @Test func namesCodecsItCannotDecode() throws {
    let desc =
      "'desc' 0000000000000020 40BF400000000000 'aac ' 00000002 00000000 00000400 00000001 00000000"
    let pakt = "'pakt' 000000000000001A 0000000000000002 00000000000006CC 00000108 0000002C 0305"
    let sound = try parsed(
      Self.header + desc + pakt + "'data' 000000000000000C 00000001 0102030405060708")
    let codec = CodecDescription(formatID: "aac ", formatFlags: 2, framesPerPacket: 1024)
    #expect(sound.format.dataFormat == .other(codec))
    #expect(sound.audioBytes.count == 8)
    #expect(sound.packetCount == 2)
    #expect(sound.largestPacketByteCount == 5)
    #expect(sound.frameCount == 1740)
    #expect(
      sound.packetTable
        == PacketTable(validFrameCount: 1740, primingFrameCount: 264, remainderFrameCount: 44))
    #expect(throws: SoundFileError(.unsupported, "")) { try FrameDecoder(for: sound) }
  }

  @Test func skipsUnknownChunks() throws {
    let others = "'uuid' 0000000000000001 00 'srcI' 0000000000000003 010203 'free' 0000000000000000"
    let sound = try parsed(
      Self.header + Self.desc + others + Self.data + "'midi' 0000000000000001 09")
    #expect(sound.frameCount == 3)
    #expect(sound.chunks.map(\.identifier) == ["desc", "uuid", "srcI", "free", "data", "midi"])
    #expect(sound.noteTexts == [])
  }

  @Test func rejectsAFileWithoutDescOrData() {
    for (text, reason) in [(Self.header + Self.data, "desc"), (Self.header + Self.desc, "data")] {
      let error = #expect(throws: SoundFileError.self) { try parsed(text) }
      #expect(error?.code == .malformed)
      #expect(error?.reason == "the \(reason) chunk is missing")
    }
  }

  @Test func rejectsNegativeSizes() {
    let error = #expect(throws: SoundFileError.self) {
      try parsed(Self.header + Self.desc + "'data' FFFFFFFFFFFFFFFE 00000001 0100")
    }
    #expect(error?.code == .malformed)
    #expect(error?.offset == 56)
  }
}
