import TestSupport
import Testing

@testable import SoundFormat

/// MPEG-4 files with every box written by hand.
@Suite struct MPEG4ReaderTests {
  private static let aacFormat = StreamFormat(
    sampleRate: 44_100, channelCount: 1,
    dataFormat: .other(CodecDescription(formatID: "aac ", framesPerPacket: 1024)))

  @Test(arguments: [false, true])
  func readsAAC(isFastStart: Bool) throws {
    var movie = SmallMovie.aac()
    movie.isFastStart = isFastStart
    movie.title = "Grüße"
    let bytes = movie.bytes
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == .m4a)
    #expect(sound.format == Self.aacFormat)
    #expect(sound.packetCount == 4)
    #expect(sound.largestPacketByteCount == 23)
    #expect(sound.decodedFrameCount == 4096)
    #expect(sound.decodedLayout == .mono)
    #expect(sound.metadata[.title] == "Grüße")
    #expect(sound.noteTexts == [SmallMovie.assumedDelay])
    #expect(sound.missingByteCount == 0)
    #expect(bytes[sound.audioBytes] == ArraySlice(Array(movie.runs.joined().joined())))
    #expect(sound.magicCookie.first == 3)
  }

  /// One sound is read. What else there is to hear is noted.
  @Test func otherSoundsAreNoted() throws {
    let file = SmallMovie.aac().bytes
    let joined = try SoundFile(parsing: file + file)
    #expect(joined.ignoredRest?.message == "another file follows, and its sound is ignored")
    #expect(joined.ignoredRest?.offset == file.count)
    let sound = try SoundFile(parsing: Self.twoTracks())
    #expect(sound.ignoredRest?.description == "1 other sound track: ignored")
    #expect(sound.packetCount == 4)
  }

  /// Puts the track twice into a movie, which is the last box.
  private static func twoTracks(
    _ codecs: [String] = ["mp4a", "mp4a"], enabled: [UInt8] = [1, 1]
  ) throws -> [UInt8] {
    let file = SmallMovie.aac().bytes
    let movie = try #require(file.firstRange(of: Array("moov".utf8))?.lowerBound) - 4
    let track = try #require(file.firstRange(of: Array("trak".utf8))?.lowerBound) - 4
    let size = file[track..<track + 4].reduce(0) { $0 << 8 | Int($1) }
    let longer = UInt32(file.count - movie + size)
    var twice = Array(
      file[..<movie] + number(longer) + file[(movie + 4)..<track + size] + file[track...])
    for (index, start) in [track, track + size].enumerated() {
      let part = twice[start...]
      let codec = try #require(part.firstRange(of: Array("mp4a".utf8)))
      let header = try #require(part.firstRange(of: Array("tkhd".utf8)))
      twice.replaceSubrange(codec, with: Array(codecs[index].utf8))
      twice[header.upperBound + 3] = enabled[index]
    }
    return twice
  }

  /// The first enabled track that can be decoded is read, or else the first enabled one. Each case: the tracks' codecs,
  /// whether they are enabled, and which is read.
  @Test(
    arguments: [
      (["apac", "mp4a"], [1, 1], 1), (["mp4a", "apac"], [1, 1], 0), (["mp4a", "mp4a"], [0, 1], 1),
      (["apac", "mp4a"], [1, 0], 0), (["apac", "mp4a"], [0, 0], 1), (["apac", "ec-3"], [1, 1], 0),
    ] as [([String], [UInt8], Int)])
  func readsATrackThatCanBeDecoded(codecs: [String], enabled: [UInt8], index: Int) throws {
    let file = try Self.twoTracks(codecs, enabled: enabled)
    let sound = try SoundFile(parsing: file)
    let code = codecs[index] == "mp4a" ? "aac " : codecs[index]
    #expect("\(sound.format.dataFormat.formatID)" == code)
    let first = try #require(file.firstRange(of: Array("trak".utf8)))
    let second = try #require(file[first.upperBound...].firstRange(of: Array("trak".utf8)))
      .lowerBound
    let entry = try #require(sound.sampleEntry).lowerBound
    #expect((entry > second) == (index == 1))
    let isSkipped = index == 1 && enabled[0] == enabled[1]
    #expect(
      sound.ignoredRest?.message
        == "1 other sound track: ignored"
        + (isSkipped ? ", because the first can't be decoded" : ""))
  }

  /// Each case: the lengths of 44 packets of 1,024 frames, the time scale, and for how many frames the times are; nil if
  /// they fit.
  @Test(
    arguments: [
      ([(44, 1024)], 44_100, nil), ([(43, 1024), (1, 1)], 44_100, nil), ([], 44_100, nil),
      ([(44, 1023)], 44_100, nil), ([(44, 23)], 1000, nil), ([(22, 1024)], 44_100, 22_528),
      ([(43, 1024)], 44_100, 44_032), ([(44, 1024)], 44_100_000, 45),
      ([(44, 1024)], 22_050, 90_112), ([(44, 1024)], 88_200, 22_528),
      ([(43, 1024), (1, 44_100)], 44_100, 88_132), ([(44, 512)], 44_100, 22_528),
    ] as [([(UInt32, UInt32)], UInt32, Int?)])
  func packetsCountIfTheTimesContradictThem(
    durations: [(UInt32, UInt32)], timescale: UInt32, stated: Int?
  ) throws {
    var movie = SmallMovie.aac(packetCount: 44)
    movie.durations = durations
    movie.timescale = timescale
    let warnings = stated.map {
      ["the file's times are for \($0) frames, and its packets have 45056: all are kept"]
    }
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(sound.unread.map(\.message) == (warnings ?? []) + [SmallMovie.assumedDelay])
    #expect(45_056 - 2112 - sound.frameCount < (stated == nil ? 1024 : 1))
    guard let frameCount = durations.first.map({ Int($0.0 * $0.1) }), frameCount == 45_056 else {
      return
    }
    // The edit list counts frames, too.
    movie.edits = [(998, 1024)]
    let edited = try SoundFile(parsing: movie.bytes)
    #expect(edited.packetTable?.primingFrameCount == 1024)
    #expect(edited.frameCount == 44_032)
    #expect(edited.unread.map(\.message) == warnings ?? [])
  }

  @Test func framesOfPCMCountIfTheTimesContradictThem() throws {
    for (count, timescale) in [(1000, 44_100_000), (500, 44_100), (2000, 44_100)]
      as [(UInt32, UInt32)]
    {
      var movie = SmallMovie(
        entry: SmallMovie.entry("twos"), runs: [Array(repeating: [1, 2], count: 1000)],
        durations: [(count, 1)])
      movie.timescale = timescale
      let sound = try SoundFile(parsing: movie.bytes)
      #expect(sound.frameCount == 1000)
      #expect(sound.unread.count == 1)
    }
  }

  /// An edit list or iTunes' text that leaves out most of the sound. A short sound may have more padding than frames.
  @Test(
    arguments: [
      (44, [(1, 1024)], nil, 44), (44, [(400, 1024)], nil, 17_640),
      (44, [(900, 30_000)], nil, 15_056),
      (44, nil, " 0 840 0 64", 100), (44, [(600, 1024)], nil, nil), (3, nil, " 0 840 39C 24", nil),
    ] as [(Int, [(UInt32, Int32)]?, String?, Int?)])
  func littleOfTheSoundIsWarnedOf(
    packetCount: Int, edits: [(UInt32, Int32)]?, padding: String?, frameCount: Int?
  ) throws {
    var movie = SmallMovie.aac(packetCount: packetCount)
    (movie.edits, movie.padding) = (edits, padding)
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(frameCount == nil || sound.frameCount == frameCount)
    #expect(
      sound.unread.map(\.message)
        == (frameCount.map { ["the file counts \($0) of 45056 frames: the others are ignored"] }
          ?? []))
  }

  /// A pause before the sound is only noted.
  @Test(
    arguments: [
      ([(20, 1024), (100, -1), (48, 1906)], true), ([(20, 1024), (0, -1), (48, 1906)], false),
      ([(100, -1), (68, 1024)], false), ([(68, 1024), (100, -1)], false),
      ([(9, -1), (20, 1024), (100, -1), (48, 1906), (9, -1)], true),
    ] as [([(UInt32, Int32)], Bool)])
  func pausesInTheSoundAreWarnedOf(edits: [(UInt32, Int32)], isWarning: Bool) throws {
    var movie = SmallMovie.aac(last: 952)
    movie.edits = edits
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(sound.frameCount == 3000)
    #expect(
      sound.unread.map(\.message) == (isWarning ? ["the pauses in the sound are left out"] : []))
  }

  /// Each case: the edits, whether there are groups, iTunes' text, the writer, the priming frames and the valid frames.
  /// Without edits or text, FFmpeg's priming is 1,024 frames, and any other writer's 2,112. Without groups, an edit
  /// from 0 doesn't count. Source: QuickTime File Format, "Audio Priming".
  @Test(
    arguments: [
      // The edit ends within a millisecond of the media's end, so the sound ends with the media.
      ([(68, 1024)], true, nil, nil, 1024, 3000),
      ([(68, 1024)], false, nil, nil, 1024, 3000),
      // The edit ends before the media's end, so the sound ends with the edit.
      ([(50, 1024)], true, nil, nil, 1024, 2205),
      // The edit reaches the media's end.
      ([(0, 1024)], true, nil, nil, 1024, 3000),
      // The pause before the edit is left out.
      ([(100, -1), (68, 1024)], true, nil, nil, 1024, 3000),
      // Without groups, an edit from 0 says nothing about the priming.
      ([(91, 0)], false, nil, nil, 2112, 1912),
      ([(91, 0)], true, nil, nil, 0, 4024),
      // An edit without a length extends to the end, alone or after another one.
      ([(0, 0)], false, nil, nil, 2112, 1912), ([(0, 0)], true, nil, nil, 0, 4024),
      ([(20, 1024), (0, 1906)], true, nil, nil, 1024, 3000),
      (nil, false, " 00000000 00000840 00000048 0000000000000700 00000000", nil, 2112, 1792),
      (nil, false, "nonsense", nil, 2112, 1912),
      (nil, false, nil, nil, 2112, 1912),
      (nil, true, nil, "Lavf59.27.100", 1024, 3000),
    ] as [([(UInt32, Int32)]?, Bool, String?, String?, Int, Int)])
  func findsTheSound(
    edits: [(UInt32, Int32)]?, hasGroups: Bool, padding: String?, writer: String?, priming: Int,
    valid: Int
  ) throws {
    var movie = SmallMovie.aac(last: 952)
    movie.edits = edits
    movie.hasRollGroups = hasGroups
    movie.padding = padding
    movie.writer = writer
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(
      sound.packetTable
        == PacketTable(
          validFrameCount: valid, primingFrameCount: priming,
          remainderFrameCount: 4096 - priming - valid))
    // An assumed delay may be wrong, so a part of the sound may be left out.
    let isAssumed =
      priming == 2112 && padding != " 00000000 00000840 00000048 0000000000000700 00000000"
    #expect(
      sound.unread.map(\.message)
        == (isAssumed ? [SmallMovie.assumedDelay] : []))
    #expect(sound.frameCount == valid)
  }

  @Test(arguments: [4, 8, 16])
  func readsSmallSizes(bits: Int) throws {
    let packets = [1, 15, 7].map { Array(repeating: UInt8($0), count: $0) }
    var movie = SmallMovie(entry: SmallMovie.aacEntry(), runs: [packets], durations: [(3, 1024)])
    let sizes: [UInt8] =
      switch bits {
      case 4: [0x1F, 0x70]
      case 8: [1, 15, 7]
      default: [0, 1, 0, 15, 0, 7]
      }
    movie.tables["stsz"] = fullBox("stz2", numbers([UInt32(bits), 3]), sizes)
    #expect(try listedPackets(in: movie.bytes) == packets)
  }

  /// The sound's packets lie between packets of a film.
  @Test func packetsInSeveralRuns() throws {
    var movie = SmallMovie.aac()
    let packets = Array(movie.runs.joined())
    movie.runs = [[packets[0]], [packets[1], packets[2]], [packets[3]]]
    let bytes = movie.bytes
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.audioRuns.ranges.count == 3)
    #expect(sound.audioByteCount == 86)
    #expect(try listedPackets(in: bytes) == packets)
  }

  @Test func longOffsetsAndSizes() throws {
    var movie = SmallMovie.aac()
    movie.tables["stco"] = fullBox("co64", numbers([1, 0, 28]))
    let bytes = movie.bytes
    #expect(try SoundFile(parsing: bytes).audioBytes == 28..<114)
    // Give `mdat` a 64-bit size, and the last box, `moov`, size 0, so that it reaches to the end of the file.
    let type = Array(bytes[..<20])
    let media = Array(bytes[28..<114])
    var moved = movie
    moved.tables["stco"] = fullBox("stco", numbers([1, 36]))
    let description = moved.bytes[114...]
    let long =
      type + number(1) + Array("mdat".utf8) + numbers([0, 102]) + media + [0, 0, 0, 0]
      + description.dropFirst(4)
    #expect(try SoundFile(parsing: long).audioBytes == 36..<122)
  }

  /// In a file whose description comes last, truncation removes the description. Otherwise, it
  /// removes packets.
  @Test func everyTruncationIsNoticed() throws {
    var movie = SmallMovie.aac()
    let bytes = movie.bytes
    for count in 12..<bytes.count {
      #expect(throws: SoundFileError.self, "\(count)") {
        try SoundFile(parsing: Array(bytes[..<count]))
      }
    }
    movie.isFastStart = true
    let fast = movie.bytes
    let audio = try SoundFile(parsing: fast).audioBytes
    for count in audio.lowerBound..<fast.count {
      let sound = try SoundFile(parsing: Array(fast[..<count]))
      #expect(sound.missingByteCount > 0, "\(count)")
      #expect(sound.audioBytes.upperBound <= count, "\(count)")
    }
  }

  @Test(
    arguments: [
      ("M4A ", .m4a), ("M4B ", .m4b), ("isom", .mp4), ("mp42", .mp4), ("qt  ", .quickTime),
      ("3gp4", .threeGPP), ("3g2a", .threeGPP2), (nil, .quickTime),
    ] as [(String?, Container)])
  func theBrandTellsTheFileType(brand: String?, container: Container) throws {
    var movie = SmallMovie.aac()
    movie.brand = brand
    #expect(try SoundFile(parsing: movie.bytes).container == container)
  }

  @Test func refusesWhatIsNoSound() throws {
    var film = SmallMovie.aac()
    film.handler = "vide"
    #expect(throws: SoundFileError(.unsupported, "")) { try SoundFile(parsing: film.bytes) }
    var away = SmallMovie.aac()
    away.dataReference = fullBox("dref", number(1), fullBox("url ", Array("file:///etc".utf8)))
    #expect(throws: SoundFileError(.unsupported, "")) { try SoundFile(parsing: away.bytes) }
    #expect(throws: SoundFileError(.malformed, "")) {
      try SoundFile(parsing: box("ftyp", Array("M4A ".utf8), number(0)) + box("free"))
    }
  }

  /// Packets that share bytes are refused. Otherwise, a small file that lists the same bytes again and again would be a
  /// long sound.
  @Test func refusesPacketsThatShareBytes() throws {
    var movie = SmallMovie(
      entry: SmallMovie.aacEntry(), runs: [[zeros(2000)]], durations: [(3, 1024)])
    #expect(try SoundFile(parsing: movie.bytes).audioByteCount == 2000)
    movie.tables["stsc"] = fullBox("stsc", numbers([1, 1, 1, 1]))
    movie.tables["stsz"] = fullBox("stsz", numbers([0, 3, 2000, 2000, 2000]))
    movie.tables["stco"] = fullBox("stco", numbers([3, 28, 28, 28]))
    #expect(movie.bytes.count < 4000)
    #expect(throws: SoundFileError(.malformed, "")) { try SoundFile(parsing: movie.bytes) }
  }

  /// iTunes may state any priming and length, even for a codec whose packets have an unknown number
  /// of frames.
  @Test func paddingOfAnyLength() throws {
    var movie = SmallMovie.aac()
    movie.entry = SmallMovie.entry("QDM2")
    movie.padding = " 0 7FFFFFFF 0 7FFFFFFFFFFFFFFF"
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(sound.packetTable?.primingFrameCount == 4096)
    #expect(sound.packetTable?.remainderFrameCount == 0)
    #expect(sound.frameCount == 0)
    // Expect this text to be ignored, because no codec has that many priming frames.
    movie.padding = " 0 7FFFFFFFFFFFFFFF 0 7FFFFFFFFFFFFFFF"
    #expect(try SoundFile(parsing: movie.bytes).frameCount == 4096)
  }

  /// Each case: iTunes' numbers, and the priming and valid frames of ten packets of 2,048 frames. Apple's `afconvert` and
  /// Nero's encoder count frames of the core, at half the rate. The sum may also be that of the full rate.
  @Test(arguments: [
    (" 0 840 3C0 1C00", 2 * 2112, 2 * 7168), (" 0 840 0 1FC0", 2 * 2112, 2 * 8128),
    (" 0 1080 780 3800", 4224, 14_336), (" 0 0 0 5000", 0, 20_480), (" 0 0 0 3C01", 0, 15_361),
    (" 0 840 3C1 1C00", 2 * 2112, 2 * 7168), (" 0 0 0 3C00", 0, 20_480),
  ])
  func paddingOfHEAAC(padding: String, priming: Int, valid: Int) throws {
    var movie = SmallMovie.aac(packetCount: 10)
    movie.entry = SmallMovie.aacEntry(config: [0x2B, 0x92, 0x08, 0x00])
    movie.timescale = 22_050
    movie.padding = padding
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(sound.format.dataFormat.formatID == "aach")
    #expect(sound.decodedFrameCount == 20_480)
    #expect(sound.packetTable?.primingFrameCount == priming)
    #expect(sound.frameCount == valid)
  }

  /// Consecutive edits count as one edit. Other combinations of edits are refused.
  @Test func editsAreOnePartOrRefused() throws {
    var movie = SmallMovie.aac(packetCount: 10)
    movie.movieTimescale = 44_100
    movie.edits = [(2000, 1024), (3000, 3024)]
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(sound.frameCount == 5000)
    #expect(sound.packetTable?.primingFrameCount == 1024)
    movie.edits = [(2000, 1024), (3000, 5024)]
    let error = #expect(throws: SoundFileError.self) { try SoundFile(parsing: movie.bytes) }
    #expect(error?.code == .unsupported)
    #expect(error?.reason == "the sound is put together from several parts of the file")
  }

  /// For xHE-AAC, no priming is assumed.
  @Test func xHEAACBeginsWithTheSound() throws {
    var movie = SmallMovie.aac(packetCount: 10)
    // 48 kHz, two channels, 1,024 frames.
    movie.entry = SmallMovie.aacEntry(config: [0xF9, 0x46, 0x62, 0x20])
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(sound.format.dataFormat.formatID == "usac")
    #expect(sound.packetTable?.primingFrameCount ?? 0 == 0)
    #expect(sound.frameCount == sound.decodedFrameCount)
  }

  /// If the entry lacks the rate or the number of frames in a packet, the track's times give them.
  @Test func takesWhatIsMissingFromTheTimes() throws {
    var movie = SmallMovie(
      entry: SmallMovie.entry("Opus", channelCount: 2, rate: 0), runs: [[[1, 2], [3], [4, 5]]],
      durations: [(3, 960)])
    movie.timescale = 48_000
    movie.edits = [(50, 312)]
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(sound.format.sampleRate == 48_000)
    #expect(sound.format.framesPerPacket == 960)
    #expect(sound.decodedFrameCount == 2880)
    #expect(sound.packetTable?.primingFrameCount == 312)
    #expect(sound.frameCount == 2400)
  }

  /// A text isn't a movie, even if its bytes 4 to 7 are a box's type.
  @Test(arguments: ["The free sounds", "a   mdat"])
  func textsAreNoMovies(text: String) {
    let isMedia = text.hasSuffix("mdat")
    let error = #expect(throws: SoundFileError.self) { try SoundFile(parsing: Array(text.utf8)) }
    #expect((error?.code == .unrecognized) == !isMedia)
  }
}
