import SoundFormat

// `make check-core` compiles the TestSupport files that this file needs into the program.
#if canImport(TestSupport)
  import TestSupport
#endif

/// A valid file to mutate.
struct Seed {
  let name: String
  let bytes: [UInt8]
  /// The number of bytes at the beginning that may be mutated.
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
      Seed("MPEG-4 in fragments", fragments), Seed("ADTS", adts), Seed("MP3", mp3),
      Seed("FLAC", flac),
    ]
  }

  /// A file in each container with all the metadata that it can hold, and an IMA4 file in CAF and
  /// AIFC.
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
    let header = SoundHeader(
      container: container, format: format, frameCount: frameCount, layout: .stereo,
      information: [InformationEntry(.encodingApplication, "core")],
      metadata: SoundMetadata(
        texts: [InformationEntry(.title, "Tøne"), InformationEntry(.comments, "no")]),
      usesFiller: false)
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

  private static func caf(
    bytesPerPacket: UInt32, framesPerPacket: UInt32, packetTable: [UInt8],
    audioSize: String = "00000000000003EC"
  ) -> [UInt8] {
    hex("'caff' 0001 0000 'desc' 0000000000000020 40E5888000000000 'aac ' 00000002")
      + numbers([bytesPerPacket, framesPerPacket, 2, 0])
      + hex("'pakt' 00000000") + number(UInt32(24 + packetTable.count))
      + hex("0000000000000008 0000000000001F40 0000002C 00000094") + packetTable
      + hex("'data' \(audioSize) 00000001") + [UInt8](repeating: 0x21, count: 1000)
  }

  /// Packets of different sizes. Some sizes take two bytes.
  private static var packetSizes: [UInt8] {
    caf(
      bytesPerPacket: 0, framesPerPacket: 1024,
      packetTable: [100, 0x81, 0x00, 50, 0x82, 0x10, 100, 100, 100, 100])
  }

  /// Packets of different lengths, but equal sizes.
  private static var packetLengths: [UInt8] {
    caf(
      bytesPerPacket: 125, framesPerPacket: 0,
      packetTable: [0x88, 0x00, 64, 64, 0x8F, 0xFF, 0xFF, 0x7F, 100, 100, 1, 0])
  }

  private static var unfinishedCAF: [UInt8] {
    caf(
      bytesPerPacket: 4, framesPerPacket: 1, packetTable: [], audioSize: "FFFFFFFFFFFFFFFF")
  }

  private static var commentedAIFC: [UInt8] {
    hex(
      """
      'FORM' 000000CC 'AIFC' 'FVER' 00000004 A2805140
      'COMM' 00000018 0001 00000003 0000 400EAC44000000000000 'ima4' 0000
      'COMT' 00000018 0002 00000001 0000 0003 'abc' 00 00000002 0001 0002 'de'
      'SSND' 00000074 00000006 00000000
      """) + [UInt8](repeating: 0x15, count: 6 + 34 * 3)
  }

  private static var adpcm: [UInt8] {
    hex(
      """
      'RIFF' 34020000 'WAVE'
      'fmt ' 14000000 1100 0100 22560000 5C2B0000 0001 0400 0200 F901
      'fact' 04000000 84030000 'data' 00020000
      """) + [UInt8](repeating: 3, count: 512)
  }

  /// A movie with a sample description, but without tracks.
  private static var movie: [UInt8] {
    let description = numbers([0, 1, 36]) + Array("mp4a".utf8) + zeros(28)
    return box("ftyp", Array("M4A ".utf8), number(0)) + box("free", [1, 2, 3])
      + box(
        "moov", fullBox("mvhd", numbers([0, 0, 1000, 12_345, 0, 0])),
        box("mvex", box("mehd", numbers([1 << 24, 0, 77_777]))), box("stsd", description))
      + box("mdat", zeros(40))
  }

  private static var aac: [UInt8] {
    let packets = [10, 200, 5, 17].map { [UInt8](repeating: 0x21, count: $0) }
    var movie = SmallMovie(
      entry: SmallMovie.aacEntry(config: [0x12, 0x10]),
      runs: [[packets[0]], Array(packets[1...])], durations: [(4, 1024)])
    movie.edits = [(0, 0)]
    movie.padding = " 00000000 00000840 00000048 0000000000000700 00000000"
    return movie.bytes
  }

  /// A packet of 4096 silent frames, and a packet of 20 frames of noise, as Apple's encoder in
  /// libsndfile writes them.
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
    var movie = SmallMovie(
      entry: SmallMovie.entry("alac", channelCount: 2, fullBox("alac", cookie)),
      runs: [[silence], [noise]], durations: [(2, 2058)])
    movie.edits = [(40, 100)]
    return movie.bytes
  }

  private static var flac: [UInt8] {
    var stream = RandomFLAC(seed: 1)
    return stream.file(packetCount: 2)
  }

  /// A stereo sound of floats, with a sample description of version 2.
  private static var floats: [UInt8] {
    frames(
      box(
        "lpcm", numbers([0, 1, 0x2_0000, 0, 0x3_0010, 0, 0x1_0000, 72]),
        hex("40E7700000000000"), numbers([2, 0x7F00_0000, 32, 9, 8, 1])),
      count: 6, bytesPerSample: 8)
  }

  /// A MACE 3:1 sound. A packet has six samples, and the tables count samples, not packets.
  private static var mace: [UInt8] {
    frames(SmallMovie.entry("MAC3", channelCount: 2), count: 24, bytesPerSample: 1)
  }

  /// A QuickTime file whose table of sizes states one size for all samples.
  private static func frames(
    _ entry: [UInt8], count: UInt32, bytesPerSample: UInt32
  ) -> [UInt8] {
    var movie = SmallMovie(
      entry: entry, runs: [[[UInt8](repeating: 0x3E, count: 48)]], durations: [(count, 1)])
    movie.brand = "qt  "
    movie.edits = [(0, 0)]
    movie.tables["stsz"] = fullBox("stsz", numbers([bytesPerSample, count]))
    movie.tables["stsc"] = fullBox("stsc", numbers([1, 1, count, 1]))
    return movie.bytes
  }

  /// A fragment that lists its packets, and a fragment that doesn't.
  private static var fragments: [UInt8] {
    var movie = SmallMovie(entry: SmallMovie.aacEntry(), runs: [], durations: [])
    movie.isFastStart = true
    movie.fragmentDefaults = fullBox("trex", numbers([1, 1, 1024, 9, 0]))
    func fragment(_ flags: UInt32, _ entries: [UInt32]) -> [UInt8] {
      box(
        "moof",
        box(
          "traf", fullBox("tfhd", flags: 0x2_0000, number(1)),
          fullBox("trun", flags: flags, numbers(entries))))
        + box("mdat", [UInt8](repeating: 0x21, count: 60))
    }
    return movie.bytes + fragment(0x301, [2, 76, 1000, 20, 1024, 30]) + fragment(1, [3, 60])
  }

  private static var mp3: [UInt8] {
    var stream = RandomMP3(seed: 1)
    stream.extensionBits = 3
    stream.bitRateIndex = 2
    return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0] + stream.packets(4).joined()
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
