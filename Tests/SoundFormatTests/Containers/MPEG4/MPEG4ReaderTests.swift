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
    #expect(sound.noteTexts == [])
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
    // Put the track twice into the movie, which is the last box.
    let movie = try #require(file.firstRange(of: Array("moov".utf8))?.lowerBound) - 4
    let track = try #require(file.firstRange(of: Array("trak".utf8))?.lowerBound) - 4
    let size = file[track..<track + 4].reduce(0) { $0 << 8 | Int($1) }
    let longer = UInt32(file.count - movie + size)
    let twice =
      file[..<movie] + number(longer) + file[(movie + 4)..<track + size] + file[track...]
    let sound = try SoundFile(parsing: Array(twice))
    #expect(sound.ignoredRest?.description == "1 other sound track: ignored")
    #expect(sound.packetCount == 4)
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
