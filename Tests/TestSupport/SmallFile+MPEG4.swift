import SoundFormat

extension SmallFile {
  /// Files in formats that this package only reads: MPEG-4, QuickTime, ADTS, FLAC, and Apple Lossless
  /// in CAF.
  public static let movies: [SmallFile] =
    aac + lossless + flac + quickTime + [
      SmallFile("ADTS", adts()),
      SmallFile(
        "ADTS after a tag", Array("ID3".utf8) + [4, 0, 0x10, 0, 0, 0, 5] + zeros(15) + adts()),
      fragmented, fragmentedPCM, mp3, taggedMP3,
    ]

  private static let aac: [SmallFile] = {
    var edited = SmallMovie.aac(last: 952)
    edited.edits = [(100, -1), (68, 1024)]
    edited.hasRollGroups = true
    edited.title = "Grüße"
    edited.writer = "Lavf59"
    var first = SmallMovie.aac()
    first.isFastStart = true
    first.padding = " 00000000 00000840 00000048 0000000000000700 00000000"
    var scattered = SmallMovie.aac()
    let packets = Array(scattered.runs.joined())
    scattered.runs = [[packets[0]], [packets[1], packets[2]], [packets[3]]]
    scattered.tables["stco"] = fullBox("co64", numbers([3, 0, 28, 0, 53, 0, 101]))
    scattered.brand = "isom"
    var short = SmallMovie(
      entry: SmallMovie.aacEntry(), runs: [[[1], zeros(15), zeros(7)]], durations: [(3, 1024)])
    short.tables["stsz"] = fullBox("stz2", numbers([4, 3]), [0x1F, 0x70])
    short.brand = "3gp4"
    var old = SmallMovie.aac(packetCount: 2)
    old.brand = nil
    old.entry = box(
      "mp4a", zeros(6), [0, 1, 0, 1], zeros(6), [0, 2, 0, 16],
      numbers([0xFFFE_0000, 44_100 << 16]),
      numbers([1024, 0, 0, 2]),
      box(
        "wave", box("frma", Array("mp4a".utf8)), box("mp4a", number(0)),
        Array(SmallMovie.aacEntry().dropFirst(36)), box("chan", numbers([0, 100 << 16 | 1, 0, 0])),
        numbers([8, 0])))
    return [
      SmallFile("M4A AAC", edited), SmallFile("M4A AAC described first", first),
      SmallFile("MP4 AAC in three places", scattered), SmallFile("3GP AAC of short packets", short),
      SmallFile("QuickTime AAC", old),
    ]
  }()

  /// Apple Lossless, encoded by libsndfile: a packet of silence and a packet of noise in a movie,
  /// and noise in CAF.
  private static let lossless: [SmallFile] = [
    (Libsndfile.alac16, 16, 2), (Libsndfile.alac24, 24, 1),
  ].flatMap { format, depth, channelCount -> [SmallFile] in
    do {
      let noise = Signal.noise.int16(frameCount: 20 * channelCount).map { Int32($0) << 16 }
      let silence = [Int32](repeating: 0, count: 100 * channelCount)
      let files = try [silence, noise].map {
        try Libsndfile.write($0, format: format, channelCount: channelCount, sampleRate: 8000)
      }
      let sounds = try files.map { try SoundFile(parsing: $0) }
      // Each file has one packet.
      let packets = zip(sounds, files).map { Array($1[$0.audioBytes]) }
      var movie = SmallMovie(
        entry: SmallMovie.entry(
          "alac", channelCount: UInt16(channelCount), bits: UInt16(depth), rate: 8000,
          fullBox("alac", sounds[0].magicCookie)), runs: [packets], durations: [(1, 100), (1, 20)])
      movie.timescale = 8000
      if channelCount == 1 { movie.runs = packets.map { [$0] } }
      return [
        SmallFile("M4A Apple Lossless of \(depth) bits", movie),
        SmallFile("CAF Apple Lossless of \(depth) bits", files[1]),
      ]
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// FLAC, encoded by libsndfile: a short tone in stereo, and a piece of noise of 24 bits whose length the file
  /// doesn't state.
  private static let flac: [SmallFile] = {
    do {
      let tone = Signal.bell.int16(frameCount: 100)
      let noise = Signal.noise.int16(frameCount: 40)
      var unstated = try Libsndfile.write(
        noise, format: Libsndfile.flac24, channelCount: 1, sampleRate: 8000)
      unstated.replaceSubrange(22..<26, with: zeros(4))
      return [
        SmallFile(
          "FLAC",
          try Libsndfile.write(tone, format: Libsndfile.flac, channelCount: 2, sampleRate: 8000)),
        SmallFile("FLAC of unknown length", unstated),
      ]
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  private static let quickTime: [SmallFile] = {
    let samples = [UInt8](hex("0001 7FFF 8000 FFFF 1234 5678 0000 00FF"))
    var twos = SmallMovie(
      entry: SmallMovie.entry("twos", channelCount: 2),
      runs: [[Array(samples[..<8])], [Array(samples[8...])]], durations: [(4, 1)])
    twos.brand = "qt  "
    twos.timescale = 8000
    twos.tables["stsz"] = fullBox("stsz", numbers([4, 4]))
    twos.tables["stsc"] = fullBox("stsc", numbers([1, 1, 2, 1]))
    let packets = [UInt8(3), 17].map { factor in
      [0x12, 0x83] + (0..<32).map { UInt8($0 * Int(factor) & 0xFF) }
    }
    var ima4 = SmallMovie(
      entry: box(
        "ima4", zeros(6), [0, 1, 0, 1], zeros(6), [0, 1, 0, 16],
        numbers([0xFFFE_0000, 22_050 << 16, 64, 34, 34, 2])),
      runs: [packets], durations: [(2, 64)])
    ima4.brand = "qt  "
    ima4.timescale = 22_050
    ima4.edits = [(4, 10)]
    ima4.tables["stsz"] = fullBox("stsz", numbers([34, 2]))
    var floats = SmallMovie(
      entry: box(
        "lpcm", zeros(6), [0, 1, 0, 2], zeros(6), [0, 3, 0, 16],
        numbers([0xFFFE_0000, 0x1_0000, 72]), hex("40E7700000000000"),
        numbers([1, 0x7F00_0000, 32, 9, 4, 1])),
      runs: [[samples]], durations: [(4, 1)])
    floats.brand = "qt  "
    floats.isFastStart = true
    floats.tables["stsz"] = fullBox("stsz", numbers([4, 4]))
    floats.tables["stsc"] = fullBox("stsc", numbers([1, 1, 4, 1]))
    var mace = SmallMovie(
      entry: SmallMovie.entry("MAC3", channelCount: 2), runs: [[Array(samples)]],
      durations: [(24, 1)])
    mace.brand = "qt  "
    mace.tables["stsz"] = fullBox("stsz", numbers([1, 24]))
    mace.tables["stsc"] = fullBox("stsc", numbers([1, 1, 24, 1]))
    return [
      SmallFile("QuickTime BEI16 in two places", twos), SmallFile("QuickTime MACE", mace),
      SmallFile("QuickTime ima4", ima4),
      SmallFile("QuickTime LEF32", floats),
    ]
  }()

  /// Two fragments: the first has all fields, the second only sizes.
  private static let fragmented = SmallFile(
    "MP4 AAC in fragments",
    fragments(
      SmallMovie.aacEntry(), duration: 1024, byteCount: 0,
      fragment(
        flags: 0x701,
        entries: [1024, 10, 0, 1000, 11, 0], packets: [zeros(10), zeros(11)])
        + fragment(flags: 0x201, entries: [5, 0, 6], packets: [zeros(5), [], zeros(6)])))

  /// Fragments whose packets are frames of equal size.
  private static let fragmentedPCM = SmallFile(
    "MP4 LEI16 in fragments",
    fragments(
      SmallMovie.entry("ipcm", fullBox("pcmC", [1, 16])), duration: 1, byteCount: 2,
      fragment(flags: 1, entries: [], packets: [[1, 2], [3, 4], [5, 6]])))

  private static func fragments(
    _ entry: [UInt8], duration: UInt32, byteCount: UInt32, _ fragments: [UInt8]
  ) -> [UInt8] {
    var movie = SmallMovie(entry: entry, runs: [], durations: [])
    movie.isFastStart = true
    movie.fragmentDefaults = fullBox("trex", numbers([1, 1, duration, byteCount, 0]))
    return movie.bytes.dropLast(8) + fragments
  }

  private static func fragment(
    flags: UInt32, entries: [UInt32], packets: [[UInt8]]
  ) -> [UInt8] {
    func boxes(dataOffset: UInt32) -> [UInt8] {
      box(
        "moof", fullBox("mfhd", number(1)),
        box(
          "traf", fullBox("tfhd", flags: 0x2_0000, number(1)),
          fullBox(
            "trun", flags: flags, numbers([UInt32(packets.count), dataOffset] + entries))))
    }
    let byteCount = boxes(dataOffset: 0).count
    return boxes(dataOffset: UInt32(byteCount + 8)) + box("mdat", Array(packets.joined()))
  }

  /// A stream of MPEG-2.5 at 8 kHz, stereo with intensity.
  private static let mp3: SmallFile = {
    var stream = RandomMP3(seed: 2)
    (stream.version, stream.rateIndex) = (.version2point5, 2)
    (stream.extensionBits, stream.bitRateIndex) = (3, 2)
    return SmallFile("MP3", Array(stream.packets(4).joined()))
  }()

  /// A stream of MPEG-1, mono, with an index, a checksum, and tags of both versions.
  private static let taggedMP3: SmallFile = {
    var stream = RandomMP3(seed: 3)
    (stream.mode, stream.bitRateIndex, stream.hasChecksum) = (3, 1, true)
    let packets = stream.packets(3)
    var index = stream.packet()
    let lame = Array("LAME3.100".utf8) + zeros(12) + [0x24, 0x02, 0x58] + zeros(12)
    let fields = Array("Info".utf8) + numbers([3, 3, UInt32(104 * 4)]) + lame
    index.replaceSubrange(4..<index.count, with: zeros(index.count - 4))
    index.replaceSubrange(21..<21 + fields.count, with: fields)
    let texts = ["TIT2", "COMM"].flatMap { name -> [UInt8] in
      let text = name == "COMM" ? Array("\u{0}engiTunSMPB\u{0} 0 240 258 780".utf8) : [3, 0x41]
      return Array(name.utf8) + number(UInt32(text.count)) + [0, 0] + text
    }
    let head = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(texts.count)] + texts
    return SmallFile(
      "MP3 with tags", head + index + packets.joined() + Array("TAG".utf8) + zeros(125))
  }()

  /// A stream of AAC-LC, 44,100 Hz, stereo.
  ///
  /// - Parameter contents: The frames without their headers.
  public static func adts(_ contents: [[UInt8]] = [zeros(3), [1, 2], zeros(9)]) -> [UInt8] {
    contents.flatMap { content -> [UInt8] in
      let byteCount = content.count + 7
      return [
        0xFF, 0xF1, 0x50, UInt8(0x80 | byteCount >> 11), UInt8(byteCount >> 3 & 0xFF),
        UInt8(byteCount << 5 & 0xE0 | 0x1F), 0xFC,
      ] + content
    }
  }

  private init(_ name: String, _ movie: SmallMovie) {
    self.init(name, movie.bytes)
  }
}
