import SoundFormat

/// A valid file to mutate.
struct Seed {
  let name: String
  let bytes: [UInt8]
  /// How many bytes at the beginning to mutate.
  let headerByteCount: Int

  init(_ name: String, _ bytes: [UInt8], headerByteCount: Int? = nil) {
    self.name = name
    self.bytes = bytes
    self.headerByteCount = min(bytes.count, headerByteCount ?? bytes.count)
  }
}

/// Small files of every kind that the library reads.
enum Seeds {
  static var all: [Seed] {
    written + [
      Seed("CAF with sizes", packetSizes), Seed("CAF with lengths", packetLengths),
      Seed("CAF with a recorded size of -1", unfinishedCAF),
      Seed("AIFC with offset and comments", commentedAIFC),
      Seed("WAVE with ADPCM", adpcm), Seed("MPEG-4", movie),
      Seed("MPEG-4 with AAC", aac), Seed("MPEG-4 with Apple Lossless", lossless),
      Seed("QuickTime with floats", floats), Seed("QuickTime with MACE", mace),
      Seed("MPEG-4 in fragments", fragments), Seed("ADTS", adts),
    ]
  }

  /// A file in each container with all the metadata it has room for, and for CAF and AIFC, one with IMA4.
  private static var written: [Seed] {
    Container.writable.map { seed("PCM", container: $0, .linearPCM(PCMEncoding(.int16, $0.order))) }
      + [
        seed("IMA4", container: .caf, .ima4), seed("IMA4", container: .aifc, .ima4),
        seed("mu-law", container: .wave, .muLaw),
        seed("float", container: .caf, .linearPCM(PCMEncoding(.float32, .little))),
      ]
  }

  private static func seed(
    _ name: String, container: Container, _ dataFormat: DataFormat
  ) -> Seed {
    let frameCount = 200
    let format = StreamFormat(sampleRate: 44_100, channelCount: 2, dataFormat: dataFormat)
    var header = SoundHeader(
      container: container, format: format, frameCount: frameCount, layout: .stereo,
      information: [InformationEntry(.encodingApplication, "core")],
      metadata: SoundMetadata(
        texts: [InformationEntry(.title, "Tøne"), InformationEntry(.comments, "no")],
        markers: [
          SoundMetadata.Marker(identifier: 1, framePosition: 10, name: "a"),
          SoundMetadata.Marker(identifier: 9, framePosition: 150, name: "bc"),
        ],
        loops: [
          SoundMetadata.Loop(frames: 20..<120),
          SoundMetadata.Loop(frames: 130..<190, kind: .alternating, stage: .release),
        ], instrument: SoundMetadata.Instrument(baseNote: 61, detune: -7, gain: 2)),
      usesFiller: false)
    header.sourceTag = SourceTag(format: format, fileType: "WAVE", fileName: "a.wav")
    do throws(SoundFileError) {
      let bytes = try header.headerBytes()
      var encoder = try FrameEncoder(for: format)
      var random = Random(seed: 7)
      let samples = (0..<frameCount * 2).map { _ in Int16(truncatingIfNeeded: random.next()) }
      let packets = encoder.encode(.int16(samples)) + encoder.finish()
      return Seed(
        "\(container.fileType) \(name)", bytes + packets + header.trailerBytes,
        headerByteCount: bytes.count)
    } catch {
      check(false, "no seed in \(container.fileType): \(error)")
      return Seed("none", [0])
    }
  }

  private static func bigEndian(_ number: UInt64, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (byteCount - 1 - $0))) }
  }

  private static func chunk(_ identifier: String, _ body: [UInt8], sizeByteCount: Int) -> [UInt8] {
    Array(identifier.utf8) + bigEndian(UInt64(body.count), sizeByteCount) + body
  }

  private static func caf(
    bytesPerPacket: UInt64, framesPerPacket: UInt64, packetTable: [UInt8]
  ) -> [UInt8] {
    let rate = bigEndian((44_100.0).bitPattern, 8)
    let description =
      rate + Array("aac ".utf8) + bigEndian(2, 4) + bigEndian(bytesPerPacket, 4)
      + bigEndian(framesPerPacket, 4) + bigEndian(2, 4) + bigEndian(0, 4)
    return Array("caff".utf8) + [0, 1, 0, 0] + chunk("desc", description, sizeByteCount: 8)
      + chunk(
        "pakt",
        bigEndian(8, 8) + bigEndian(8000, 8) + bigEndian(44, 4) + bigEndian(148, 4)
          + packetTable, sizeByteCount: 8)
      + chunk(
        "data", [0, 0, 0, 1] + [UInt8](repeating: 0x21, count: 1000), sizeByteCount: 8)
  }

  /// Packets that vary in size; some sizes take two bytes.
  private static var packetSizes: [UInt8] {
    caf(
      bytesPerPacket: 0, framesPerPacket: 1024,
      packetTable: [100, 0x81, 0x00, 50, 0x82, 0x10, 100, 100, 100, 100])
  }

  /// Packets that vary in length only.
  private static var packetLengths: [UInt8] {
    caf(
      bytesPerPacket: 125, framesPerPacket: 0,
      packetTable: [0x88, 0x00, 64, 64, 0x8F, 0xFF, 0xFF, 0x7F, 100, 100, 1, 0])
  }

  private static var unfinishedCAF: [UInt8] {
    var bytes = caf(bytesPerPacket: 4, framesPerPacket: 1, packetTable: [])
    for index in bytes.indices.dropLast(1012).suffix(8) { bytes[index] = 0xFF }
    return bytes
  }

  private static var commentedAIFC: [UInt8] {
    let common =
      bigEndian(1, 2) + bigEndian(3, 4) + bigEndian(0, 2)
      + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0] + Array("ima4".utf8) + [0, 0]
    let comment =
      bigEndian(2, 2) + bigEndian(1, 4) + bigEndian(0, 2) + bigEndian(3, 2) + Array("abc".utf8) + [
        0
      ]
      + bigEndian(2, 4) + bigEndian(1, 2) + bigEndian(2, 2) + Array("de".utf8)
    let body =
      Array("AIFC".utf8) + chunk("FVER", bigEndian(0xA280_5140, 4), sizeByteCount: 4)
      + chunk("COMM", common, sizeByteCount: 4) + chunk("COMT", comment, sizeByteCount: 4)
      + chunk(
        "SSND", bigEndian(6, 4) + bigEndian(0, 4) + [UInt8](repeating: 0x15, count: 6 + 34 * 3),
        sizeByteCount: 4)
    return chunk("FORM", body, sizeByteCount: 4)
  }

  private static var adpcm: [UInt8] {
    func little(_ number: UInt64, _ byteCount: Int) -> [UInt8] {
      bigEndian(number, byteCount).reversed()
    }
    func chunk(_ identifier: String, _ body: [UInt8]) -> [UInt8] {
      Array(identifier.utf8) + little(UInt64(body.count), 4) + body
    }
    let format =
      little(0x11, 2) + little(1, 2) + little(22_050, 4) + little(11_100, 4) + little(256, 2)
      + little(4, 2) + little(2, 2) + little(505, 2)
    let body =
      Array("WAVE".utf8) + chunk("fmt ", format) + chunk("fact", little(900, 4))
      + chunk("data", [UInt8](repeating: 3, count: 512))
    return chunk("RIFF", body)
  }

  private static var movie: [UInt8] {
    let header =
      bigEndian(0, 4) + bigEndian(0, 8) + bigEndian(1000, 4) + bigEndian(12_345, 4)
      + [UInt8](repeating: 0, count: 8)
    let extends = bigEndian(1 << 24, 4) + bigEndian(77_777, 8)
    let description =
      bigEndian(0, 4) + bigEndian(1, 4) + bigEndian(36, 4) + Array("mp4a".utf8)
      + [UInt8](repeating: 0, count: 28)
    return box("ftyp", Array("M4A ".utf8) + bigEndian(0, 4)) + box("free", [1, 2, 3])
      + box(
        "moov",
        box("mvhd", header) + box("mvex", box("mehd", extends)) + box("stsd", description))
      + box("mdat", [UInt8](repeating: 0, count: 40))
  }

  private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    bigEndian(UInt64(body.count + 8), 4) + Array(type.utf8) + body
  }

  /// A box whose content begins with a version and flags, here 0, and goes on with numbers of 32 bits.
  private static func table(_ type: String, _ numbers: [UInt64], _ more: [UInt8] = []) -> [UInt8] {
    box(type, bigEndian(0, 4) + numbers.flatMap { bigEndian($0, 4) } + more)
  }

  /// A file whose packets, in two places, precede their description.
  private static func movie(
    _ entry: [UInt8], packets: [[UInt8]], framesPerPacket: UInt64, edit: [UInt64], text: String
  ) -> [UInt8] {
    let start = box("ftyp", Array("M4A ".utf8) + bigEndian(0, 4))
    let gap: [UInt8] = [0xEE, 0xEE]
    let media = packets[0] + gap + packets[1...].flatMap { $0 }
    let count = UInt64(packets.count)
    let offset = UInt64(start.count + 8)
    let tables =
      table("stsd", [1], entry) + table("stts", [1, count, framesPerPacket])
      + table("stsc", [2, 1, 1, 1, 2, count - 1, 1])
      + table("stsz", [0, count] + packets.map { UInt64($0.count) })
      + table("stco", [2, offset, offset + UInt64(packets[0].count + gap.count)])
    return start + box("mdat", media) + movie(tables, edit: edit, text: text)
  }

  private static func movie(
    _ tables: [UInt8], edit: [UInt64], text: String, extends: [UInt8] = []
  ) -> [UInt8] {
    let handler = bigEndian(0, 8) + Array("soun".utf8) + [UInt8](repeating: 0, count: 13)
    let track =
      table("tkhd", [0, 0, 1, 0, 0]) + box("edts", table("elst", [1] + edit))
      + box(
        "mdia",
        table("mdhd", [0, 0, 44_100, 4096, 0]) + box("hdlr", handler)
          + box("minf", box("stbl", tables)))
    let item =
      table("mean", [], Array("com.apple.iTunes".utf8)) + table("name", [], Array("iTunSMPB".utf8))
      + box("data", bigEndian(1, 8) + Array(text.utf8))
    return box(
      "moov",
      table("mvhd", [0, 0, 1000, 0]) + box("trak", track) + extends
        + box("udta", table("meta", [], box("ilst", box("----", item)))))
  }

  /// An entry of a sample description.
  private static func entry(_ type: String, channelCount: UInt64, _ boxes: [UInt8]) -> [UInt8] {
    box(
      type,
      bigEndian(1, 8) + bigEndian(0, 8) + bigEndian(channelCount, 2) + bigEndian(16, 2)
        + bigEndian(0, 4) + bigEndian(44_100 << 16, 4) + boxes)
  }

  private static var aacEntry: [UInt8] {
    let decoder: [UInt8] = [0x40, 0x15] + bigEndian(0, 11) + [5, 2, 0x12, 0x10]
    let stream: [UInt8] = [0, 0, 0, 4, UInt8(decoder.count)] + decoder
    return entry(
      "mp4a", channelCount: 2, table("esds", [], [3, UInt8(stream.count)] + stream))
  }

  private static var aac: [UInt8] {
    movie(
      aacEntry, packets: [10, 200, 5, 17].map { [UInt8](repeating: 0x21, count: $0) },
      framesPerPacket: 1024, edit: [0, 0, 0x1_0000],
      text: " 00000000 00000840 00000048 0000000000000700 00000000")
  }

  /// A packet of 4096 silent frames, and one of 20 frames of noise, as Apple's encoder makes them in libsndfile.
  private static var lossless: [UInt8] {
    let silence: [UInt8] = [
      0x20, 0x00, 0x00, 0x04, 0x00, 0x13, 0x08, 0x09, 0x81, 0xF8, 0xC1, 0xFF, 0x80, 0x00, 0x00,
      0x13, 0x08, 0x09, 0x81, 0xF8, 0xC1, 0xFF, 0x80, 0x00, 0x00, 0xFF, 0x87, 0xFF, 0xBF, 0xE1,
      0xFF, 0xFC,
    ]
    let noise: [UInt8] = [
      0x20, 0x00, 0x12, 0x00, 0x00, 0x00, 0x28, 0x11, 0x0A, 0x3E, 0xEC, 0x78, 0x93, 0xF1, 0xC3,
      0xF1, 0xBC, 0x43, 0x4C, 0x60, 0x9A, 0x05, 0xE9, 0xC9, 0x18, 0x4B, 0x43, 0xE7, 0x76, 0x1A,
      0xFD, 0xF4, 0x76, 0x07, 0xB5, 0xEF, 0x9D, 0xAA, 0xC4, 0x25, 0x34, 0x50, 0xBA, 0x2E, 0x84,
      0x62, 0x63, 0x90, 0xE5, 0x94, 0xD9, 0xFE, 0xF3, 0x9F, 0x85, 0xC9, 0x75, 0x8C, 0x44, 0x03,
      0xFA, 0x36, 0xBB, 0x8B, 0x34, 0x7F, 0x6C, 0x19, 0x0C, 0x16, 0x2B, 0xE5, 0xAF, 0xF0, 0x63,
      0xC0, 0xD8, 0x07, 0x9E, 0x0B, 0x2E, 0x3F, 0x8C, 0x51, 0x6A, 0x2B, 0x29, 0xC0,
    ]
    let cookie: [UInt8] = [
      0x00, 0x00, 0x10, 0x00, 0x00, 0x10, 0x28, 0x0A, 0x0E, 0x02, 0x00, 0xFF, 0x00, 0x00, 0x00,
      0x58, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x1F, 0x40,
    ]
    return movie(
      entry("alac", channelCount: 2, table("alac", [], cookie)), packets: [silence, noise],
      framesPerPacket: 2058, edit: [40, 100, 0x1_0000], text: "none")
  }

  /// Stereo, in an entry of version 2.
  private static var floats: [UInt8] {
    let numbers = [UInt64(0), 0x1_0000, 72].flatMap { bigEndian($0, 4) }
    let rate = bigEndian((48_000.0).bitPattern, 8)
    let more = [UInt64(2), 0x7F00_0000, 32, 9, 8, 1].flatMap { bigEndian($0, 4) }
    let entry = box(
      "lpcm",
      bigEndian(1, 8) + bigEndian(2, 2) + bigEndian(0, 6) + bigEndian(0x3_0010, 4) + numbers + rate
        + more)
    return frames(entry, count: 6, bytesPerSample: 8)
  }

  /// Packets of six samples, which the tables count one by one.
  private static var mace: [UInt8] {
    frames(entry("MAC3", channelCount: 2, []), count: 24, bytesPerSample: 1)
  }

  /// A file whose table of sizes has the same for all.
  private static func frames(
    _ entry: [UInt8], count: UInt64, bytesPerSample: UInt64
  ) -> [UInt8] {
    let start = box("ftyp", Array("qt  ".utf8) + bigEndian(0, 4))
    let tables =
      table("stsd", [1], entry) + table("stts", [1, count, 1]) + table("stsc", [1, 1, count, 1])
      + table("stsz", [bytesPerSample, count]) + table("stco", [1, UInt64(start.count + 8)])
    return start + box("mdat", [UInt8](repeating: 0x3E, count: 48))
      + movie(tables, edit: [0, 0, 0x1_0000], text: "none")
  }

  /// A fragment that lists its packets, and one that doesn't.
  private static var fragments: [UInt8] {
    let tables =
      table("stsd", [1], aacEntry) + table("stts", [0]) + table("stsc", [0])
      + table("stsz", [0, 0]) + table("stco", [0])
    let extends = box("mvex", table("trex", [1, 1, 1024, 9, 0]))
    func fragment(_ flags: UInt64, _ entries: [UInt64]) -> [UInt8] {
      let header = box("tfhd", bigEndian(0x2_0000, 4) + bigEndian(1, 4))
      let run = box("trun", bigEndian(flags, 4) + (entries.flatMap { bigEndian($0, 4) }))
      return box("moof", box("traf", header + run))
        + box("mdat", [UInt8](repeating: 0x21, count: 60))
    }
    return box("ftyp", Array("isom".utf8) + bigEndian(0, 4))
      + movie(tables, edit: [0, 0, 0x1_0000], text: "none", extends: extends)
      + fragment(0x301, [2, 76, 1000, 20, 1024, 30]) + fragment(1, [3, 60])
  }

  private static var adts: [UInt8] {
    [3, 90, 12].flatMap { count -> [UInt8] in
      let byteCount = count + 7
      return [
        0xFF, 0xF1, 0x50, 0x80, UInt8(byteCount >> 3), UInt8(byteCount << 5 & 0xE0 | 0x1F), 0xFC,
      ] + [UInt8](repeating: 0x21, count: count)
    }
  }
}

extension Container {
  fileprivate var order: ByteOrder { family == .wave ? .little : .big }
}
