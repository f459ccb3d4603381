import TestSupport
import Testing

@testable import SoundFormat

/// MP3 files made by hand. Layout: ISO/IEC 11172-3, 2.4.1.3.
struct MP3ReaderTests {
  /// Silent packets of 417 bytes: MPEG-1, 128 kbit/s, 44,100 Hz, stereo.
  static func packets(_ count: Int, header: String = "FFFB9000", byteCount: Int = 417) -> [UInt8] {
    Array((0..<count).map { _ in hex(header) + zeros(byteCount - 4) }.joined())
  }

  /// An index in a packet, with LAME's fields if there is padding.
  static func index(
    _ name: String = "Xing", frameCount: UInt32? = nil, byteCount: UInt32? = nil,
    padding: (before: Int, after: Int)? = nil, encoder: String = "LAME3.100", at offset: Int = 36
  ) -> [UInt8] {
    var fields = Array(name.utf8)
    if name == "VBRI" {
      fields += [0, 1, 0, 0, 0, 0] + numbers([byteCount ?? 0, frameCount ?? 0])
    } else {
      fields += number((frameCount == nil ? 0 : 1) | (byteCount == nil ? 0 : 2) | 12)
      fields += (frameCount.map(number) ?? []) + (byteCount.map(number) ?? []) + zeros(104)
    }
    if let padding {
      let bits = padding.before << 12 | padding.after
      fields += Array(encoder.utf8) + zeros(12) + [16, 8, 0].map { UInt8(bits >> $0 & 0xFF) }
    }
    var packet = packets(1)
    packet.replaceSubrange(offset..<offset + fields.count, with: fields)
    return packet
  }

  @Test func countsAllPackets() throws {
    let sound = try SoundFile(parsing: Self.packets(4))
    #expect(sound.container == .mp3)
    #expect(sound.format.sampleRate == 44_100)
    #expect(sound.format.channelCount == 2)
    #expect(sound.format.dataFormat.formatID == ".mp3")
    #expect(sound.format.framesPerPacket == 1152)
    #expect((sound.packetCount, sound.frameCount) == (4, 4608))
    #expect(sound.packetTable == nil)
    #expect(sound.audioBytes == 0..<1668)
    #expect(sound.largestPacketByteCount == 417)
    #expect(sound.constantBitRate == 128_000)
    // A WAVE file made of an MP3 states no loudspeakers.
    #expect(sound.decodedLayout == nil)
    #expect(sound.isDecodable)
    #expect(sound.notes.isEmpty)
  }

  /// Each case: a header, the packet's size, and the rate, channels and frames that it states.
  @Test(arguments: [
    ("FFFB1000", 104, 44_100, 2, 1152), ("FFFBE0C0", 1044, 44_100, 1, 1152),
    ("FFFB9400", 384, 48_000, 2, 1152), ("FFFB9800", 576, 32_000, 2, 1152),
    ("FFFB9A00", 577, 32_000, 2, 1152), ("FFFA9000", 417, 44_100, 2, 1152),
    ("FFF38000", 208, 22_050, 2, 576), ("FFF3E4C0", 480, 24_000, 1, 576),
    ("FFF318C0", 36, 16_000, 1, 576), ("FFE380C0", 417, 11_025, 1, 576),
    ("FFE384C0", 384, 12_000, 1, 576), ("FFE318C0", 72, 8000, 1, 576),
  ])
  func headers(
    header: String, byteCount: Int, rate: Double, channelCount: Int, frameCount: Int
  ) throws {
    let sound = try SoundFile(parsing: Self.packets(3, header: header, byteCount: byteCount))
    #expect(sound.format.sampleRate == rate)
    #expect(sound.format.channelCount == channelCount)
    #expect(sound.frameCount == 3 * frameCount)
    #expect(sound.audioByteCount == 3 * byteCount)
  }

  /// Free format: the first headers tell the size, and padding adds a byte.
  @Test func sizesThatAreNotStated() throws {
    let plain = hex("FFFB0000") + zeros(496)
    let padded = hex("FFFB0200") + zeros(497)
    let sound = try SoundFile(parsing: plain + padded + padded + plain)
    #expect((sound.packetCount, sound.audioByteCount) == (4, 2002))
    #expect(try SoundFile(parsing: padded + plain + plain).audioByteCount == 1501)
    var packets = PacketCursor(sound)
    var sizes: [Int] = []
    while let packet = try packets.next(in: AnyByteSource(plain + padded + padded + plain)) {
      sizes.append(packet.count)
    }
    #expect(sizes == [500, 501, 501, 500])
  }

  /// An index is no packet. Each case: the index, and the sound's padding.
  @Test(
    arguments: [
      (index(), nil), (index("Info", frameCount: 5), nil),
      (index("Info", padding: (576, 1000)), [576, 4184, 1000]),
      (index(frameCount: 5, byteCount: 6 * 417, padding: (576, 1000)), [576, 4184, 1000]),
      // The decoder needs 529 frames after the sound.
      (index(padding: (576, 0)), [576, 4655, 529]), (index(padding: (0, 0)), [0, 5231, 529]),
      // Too much padding for the packets.
      (index(padding: (4000, 1760)), nil), (index(padding: (4095, 4095)), nil),
      // Not an encoder's name.
      (index(padding: (576, 1000), encoder: "\u{0}AME3.100"), nil),
      (index(padding: (576, 1000), encoder: "Lavf59.27"), [576, 4184, 1000]),
      (index("VBRI"), nil), (index("VBRI", frameCount: 5, byteCount: 2502), nil),
      // With a checksum, LAME doesn't move the index.
      (index("Info", padding: (576, 1000), at: 38), [576, 4184, 1000]),
    ] as [([UInt8], [Int]?)])
  func indexes(index: [UInt8], padding: [Int]?) throws {
    let sound = try SoundFile(parsing: index + Self.packets(5))
    #expect(sound.packetCount == 5)
    #expect(sound.audioBytes.lowerBound == 417)
    let table = sound.packetTable
    #expect(
      table.map { [$0.primingFrameCount, $0.validFrameCount, $0.remainderFrameCount] } == padding)
    #expect(sound.frameCount == padding?[1] ?? 5760)
    #expect(sound.decoderDelay == (padding == nil ? 0 : 529))
    #expect(sound.missingByteCount == 0)
  }

  /// Each case: how many bytes and packets the index states of 5 packets, and how many bytes it counts too many.
  @Test(
    arguments: [
      (2502, 5, 0), (2503, 5, 0), (2600, 6, 0), (3000, 7, 498), (6598, 5, 0), (6599, 5, 4097),
      (0, 9, 0), (1, 9, 0), (0x7FFF_FFFF, 9, 0), (0xFFFF_FFFF, 9, 0), (2630, 9, 0),
    ] as [(UInt32, UInt32, Int)])
  func missingBytes(byteCount: UInt32, frameCount: UInt32, missing: Int) throws {
    let index = Self.index(frameCount: frameCount, byteCount: byteCount, padding: (576, 1000))
    let tag = byteCount == 2630 ? id3Tag(zeros(118)) : []
    let sound = try SoundFile(parsing: tag + index + Self.packets(5))
    // The file ends with a packet, so it was cut by an editor that left the index.
    #expect(sound.missingByteCount == 0)
    #expect(
      sound.ignoredRest?.message
        == (missing == 0 ? nil : "the index counts \(missing) bytes more than there are"))
    // Without its last packets, a sound isn't followed by padding.
    let isCut = byteCount > 2502 && frameCount > 5 && byteCount < 0x7FFF_FFFF && byteCount != 2630
    #expect(sound.frameCount == (isCut ? 4655 : 4184))
  }

  /// Each case: what is before, between and after packets, how many runs of packets there are, and the notes.
  @Test(
    arguments: [
      ([id3Tag(zeros(20)), [], [], []], 1, []), ([id3Tag(zeros(20)) + id3Tag(zeros(9))], 1, []),
      ([zeros(1000)], 1, ["1000 bytes before the first packet (at byte 0)"]),
      (
        [id3Tag(zeros(20)) + [1, 2]], 1,
        ["2 bytes before the first packet (at byte 30)"]
      ),
      ([[], hex("'TAG'") + zeros(125)], 1, []), ([[], id3Tag(zeros(300)), []], 2, []),
      ([[], [0xFF, 0xFB]], 1, ["2 bytes after the audio: ignored (at byte 834)"]),
      (
        [[], hex("FFFB9000") + zeros(400)], 1, ["404 bytes after the audio: ignored (at byte 834)"]
      ),
      ([[], zeros(77)], 1, ["77 bytes after the audio (at byte 834)"]),
      ([[], zeros(77), []], 2, ["77 bytes between packets: ignored (at byte 834)"]),
      (
        [[], hex("FFFB 9000"), hex("FF")], 2,
        [
          "4 bytes between packets: ignored (at byte 1251)",
          "1 byte after the audio: ignored (at byte 1672)",
        ]
      ),
      ([[], index(), []], 2, []), ([index(), index(), index()], 2, []),
      ([[], hex("'APETAGEX' D0070000 D0070000") + zeros(16 + 2000), []], 2, []),
      ([hex("'APETAGEX' D0070000 D0070000") + zeros(16 + 2000)], 1, []),
    ] as [([[UInt8]], Int, [String])])
  func otherBytes(parts: [[UInt8]], runCount: Int, notes: [String]) throws {
    var file = parts[0] + Self.packets(2)
    for (index, part) in parts.enumerated().dropFirst() {
      file += part + (index < parts.count - 1 ? Self.packets(2) : [])
    }
    let sound = try SoundFile(parsing: file)
    #expect(sound.packetCount == 2 * max(1, parts.count - 1))
    #expect(sound.audioRuns.ranges.count == runCount)
    #expect(sound.notes.map(\.description) == notes)
    #expect(sound.ignoredRest?.description == notes.last { $0.contains("ignored") })
    #expect(sound.missingByteCount == 0)
    var packets = PacketCursor(sound)
    var count = 0
    while let packet = try packets.next(in: AnyByteSource(file)) {
      #expect(file[packet].starts(with: hex("FFFB9000")))
      count += 1
    }
    #expect(count == sound.packetCount)
  }

  @Test(arguments: [
    packets(3) + packets(3, header: "FFFB9400", byteCount: 384),
    packets(3) + packets(3, header: "FFF38000", byteCount: 208),
    packets(3) + id3Tag(zeros(9)) + packets(3, header: "FFFB9400", byteCount: 384),
  ])
  func otherRatesAreRefused(file: [UInt8]) {
    #expect(throws: SoundFileError(.unsupported, "")) { try SoundFile(parsing: file) }
  }

  @Test func channelsMayChange() throws {
    let sound = try SoundFile(parsing: Self.packets(2) + Self.packets(2, header: "FFFB90C0"))
    #expect((sound.packetCount, sound.format.channelCount) == (4, 2))
  }

  /// A single header, layers I and II, and tags alone.
  @Test(arguments: [
    Array(packets(2).prefix(420)), hex("FFFB9000") + zeros(100), packets(3, header: "FFFD9000"),
    packets(3, header: "FFFF9000"), id3Tag(zeros(50)), zeros(70_000) + packets(3),
    packets(3, header: "FFFBF000"), packets(3, header: "FFFB9C00"), packets(3, header: "FFEB9000"),
  ])
  func otherStreamsAreForeign(file: [UInt8]) {
    // A first packet that is followed by less than a header is accepted.
    if file.count == 420 {
      #expect(throws: Never.self) { try SoundFile(parsing: file) }
    } else {
      #expect(throws: SoundFileError(.unrecognized, "")) { try SoundFile(parsing: file) }
    }
  }

  @Test func anIndexAloneIsNoSound() {
    #expect(throws: SoundFileError(.malformed, "")) { try SoundFile(parsing: Self.index()) }
    #expect(throws: SoundFileError(.malformed, "")) {
      try SoundFile(parsing: Self.index() + Self.packets(1).prefix(200))
    }
  }

  /// The headers fill more than one block, and packets span blocks.
  @Test func longFilesAreReadInBlocks() throws {
    let file = Self.index(padding: (576, 1000)) + Self.packets(1000)
    let sound = try SoundFile(parsing: file)
    #expect(sound.packetCount == 1000)
    var packets = PacketCursor(sound)
    var offset = 417
    while let packet = try packets.next(in: AnyByteSource(file)) {
      #expect(packet == offset..<offset + 417)
      offset += 417
    }
    #expect(offset == file.count)
  }
}

/// Texts in ID3 tags.
struct ID3TextTests {
  private typealias Reader = MP3ReaderTests

  private static let trailer =
    Array("TAG".utf8) + Array("Old title".utf8) + zeros(21)
    + Array("Zo\u{EB}".unicodeScalars.map { UInt8($0.value) })
    + zeros(27) + zeros(30) + Array("1999".utf8) + Array("Note".utf8) + zeros(26) + [17]

  private static func texts(_ tag: [UInt8], _ trailer: [UInt8] = []) throws -> [String] {
    let sound = try SoundFile(parsing: tag + Reader.packets(3) + trailer)
    return sound.metadata.texts.map { "\($0.key)=\($0.value)" }
  }

  /// Each case: a tag's version and frames, and the texts.
  @Test(
    arguments: [
      (
        3, [("TIT2", [0] + Array("Caf\u{E9}".unicodeScalars.map { UInt8($0.value) }))],
        ["title=Café"]
      ),
      (4, [("TIT2", [3] + Array("Grüße".utf8) + [0])], ["title=Grüße"]),
      (3, [("TIT2", hex("01 FFFE 4100 4200 0000"))], ["title=AB"]),
      (3, [("TIT2", hex("01 FEFF 0041 0042"))], ["title=AB"]),
      (4, [("TIT2", hex("02 0041"))], ["title=A"]),
      (2, [("TT2", [0, 0x41]), ("TP1", [0, 0x42])], ["title=A", "artist=B"]),
      (3, [("TPE1", [0, 0x41]), ("TPE1", [0, 0x42])], ["artist=A"]),
      (3, [("TCON", [0] + Array("(17)Rock".utf8))], ["genre=Rock"]),
      (3, [("TCON", [0] + Array("(17)".utf8))], []),
      (3, [("COMM", [0] + Array("eng\u{0}Hello".utf8))], ["comments=Hello"]),
      (3, [("COMM", [0] + Array("engiTunNORM\u{0}0".utf8))], []),
      (
        3, [("APIC", zeros(5000)), ("TYER", [0] + Array("2001".utf8)), ("TRCK", [0, 0x33])],
        ["recorded date=2001", "track number=3"]
      ),
      (3, [("TIT2", []), ("TIT2", [1]), ("TIT2", [1, 0xFF]), ("TALB", [0, 0x41])], ["album=A"]),
    ] as [(UInt8, [(String, [UInt8])], [String])])
  func texts(version: UInt8, frames: [(String, [UInt8])], texts: [String]) throws {
    let tag = id3Tag(frames.flatMap { id3Frame($0.0, $0.1) }, version: version)
    #expect(try Self.texts(tag) == texts)
  }

  @Test func theFirstVersionFillsIn() throws {
    let old = ["title=Old title", "artist=Zoë", "recorded date=1999", "comments=Note"]
    #expect(try Self.texts([], Self.trailer) == old)
    let tag = id3Tag(id3Frame("TIT2", [0, 0x41]))
    #expect(try Self.texts(tag, Self.trailer) == ["title=A"] + old.dropFirst())
  }

  /// An extended header, bytes that keep 0xFF apart, and a frame that is longer than the tag.
  @Test func unusualTags() throws {
    let frame = id3Frame("TIT2", hex("01 FF00FE 4100"))
    #expect(try Self.texts(id3Tag(frame, flags: 0x80)) == ["title=A"])
    let extended = hex("00000006 0000 00000000") + id3Frame("TIT2", [0, 0x41])
    #expect(try Self.texts(id3Tag(extended, flags: 0x40)) == ["title=A"])
    var long = id3Frame("TIT2", [0, 0x41])
    long[4] = 0x7F
    #expect(try Self.texts(id3Tag(long)) == ["title=A"])
  }
}
