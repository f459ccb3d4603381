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
    func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
      bigEndian(UInt64(body.count + 8), 4) + Array(type.utf8) + body
    }
    return box("ftyp", Array("M4A ".utf8) + bigEndian(0, 4)) + box("free", [1, 2, 3])
      + box(
        "moov",
        box("mvhd", header) + box("mvex", box("mehd", extends)) + box("stsd", description))
      + box("mdat", [UInt8](repeating: 0, count: 40))
  }
}

extension Container {
  fileprivate var order: ByteOrder { family == .wave ? .little : .big }
}
