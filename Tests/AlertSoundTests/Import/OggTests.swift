import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

/// Ogg files that libsndfile reads only in part, or with a shift.
@Suite
struct OggTests {
  private static let codecs = [Libsndfile.vorbis, Libsndfile.opus]

  /// A mono sound of several pages.
  private static func file(_ codec: Int) throws -> [UInt8] {
    try PlainSound(.noise, frameCount: 120_000, sampleRate: 48_000).file(libsndfile: codec)
  }

  private static func decoded(_ file: [UInt8]) throws -> [Double] {
    try PlainSound(decoding: output(of: file)).channels[0]
  }

  /// The pages, by their segment tables. Layout: RFC 3533, 6.
  private static func pages(of file: [UInt8]) -> [[UInt8]] {
    var (pages, rest) = ([[UInt8]](), file[...])
    while rest.count > 27 {
      let segments = rest.dropFirst(27).prefix(Int(rest[rest.startIndex + 26]))
      let count = segments.reduce(27 + segments.count) { $0 + Int($1) }
      pages.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pages
  }

  /// Adds to the granule positions of some pages, with the checksums that follow, bit by bit.
  private static func moving(
    _ file: [UInt8], by offset: Int64, pages range: (Int) -> Range<Int>
  ) -> [UInt8] {
    var pages = pages(of: file)
    for index in range(pages.count) {
      let position = pages[index][6..<14].reversed().reduce(0) { $0 << 8 | Int64($1) } + offset
      pages[index].replaceSubrange(6..<14, with: position.little())
      pages[index].replaceSubrange(22..<26, with: [0, 0, 0, 0])
      var sum: UInt32 = 0
      for byte in pages[index] {
        sum ^= UInt32(byte) << 24
        for _ in 0..<8 { sum = sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
      }
      pages[index].replaceSubrange(22..<26, with: sum.little())
    }
    return pages.flatMap { $0 }
  }

  /// Only zeros are no sound for sure.
  @Test(arguments: codecs)
  func bytesAfterTheLastPageAreIgnored(codec: Int) throws {
    let file = try Self.file(codec)
    let whole = try output(of: file)
    let tails = [Array("\n".utf8), Array("OggS\0 cut".utf8), Array(file.prefix(40)), [1] + file]
    for rest in tails {
      let source = try SoundSource(bytes: file + rest)
      #expect(
        source.warnings.map(\.fact)
          == ["\(counted(rest.count, "byte")) after the audio: ignored (at byte \(file.count))"])
      #expect(try output(of: file + rest) == whole)
    }
    let padded = file + [UInt8](repeating: 0, count: 70_000)
    #expect(try SoundSource(bytes: padded).warnings == [])
    #expect(try output(of: padded) == whole)
  }

  @Test(arguments: codecs, [1, 232, 1_000_000] as [Int64])
  func theLastPageMayStateTooMuch(codec: Int, excess: Int64) throws {
    let file = try Self.file(codec)
    let whole = try Self.decoded(file)
    let changed = Self.moving(file, by: excess) { $0 - 1..<$0 }
    let long = try Self.decoded(changed)
    #expect(long.count >= whole.count && Array(long.prefix(whole.count)) == whole)
    // A damaged packet isn't the end of the sound.
    var damaged = changed
    damaged[file.count / 2] ^= 0xFF
    #expect(throws: SoundError.self) { try output(of: damaged) }
  }

  @Test(arguments: codecs, [1, 312, 48_000, 1 << 40] as [Int64])
  func theFirstPositionMayBeAboveZero(codec: Int, start: Int64) throws {
    let file = try Self.file(codec)
    #expect(
      try Self.decoded(Self.moving(file, by: start) { 2..<$0 }) == Self.decoded(file))
  }

  @Test(arguments: codecs)
  func truncationIsDetected(codec: Int) throws {
    let file = try Self.file(codec)
    for count in [20, 60, file.count / 3, file.count / 2, file.count - 1] {
      let error = #expect(throws: SoundError.self) { try output(of: Array(file.prefix(count))) }
      #expect(error?.reason == "the file is truncated: its end is missing")
    }
  }

  /// A download that stops between two pages. A live recording has no last page either, so it isn't refused.
  @Test(arguments: codecs)
  func aMissingLastPageIsNoticed(codec: Int) throws {
    let pages = try Self.pages(of: Self.file(codec))
    #expect(pages.count > 4)
    for count in [pages.count / 2 + 1, pages.count - 1] {
      let source = try SoundSource(bytes: pages.prefix(count).flatMap { $0 })
      #expect(source.warnings.map(\.rule) == [.unread])
      #expect(source.warnings.first?.fact == "the file may be truncated: it has no last page")
      #expect(try output(of: pages.prefix(count).flatMap { $0 }).count > 4096)
    }
  }

  @Test(arguments: codecs)
  func missingPagesAreNoticed(codec: Int) throws {
    let pages = try Self.pages(of: Self.file(codec))
    for index in 2..<pages.count - 1 {
      let rest = (pages[..<index] + pages[(index + 1)...]).flatMap { $0 }
      let warnings = try? SoundSource(bytes: rest).warnings
      #expect(warnings.map { $0.contains { $0.rule == .damaged } } ?? true, "\(index)")
    }
  }

  /// Each channel has a tone of its own. FFmpeg sorts channels as WAVE files do.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "FFmpeg is not installed"),
    arguments: ["libvorbis", "libopus -mapping_family 1"],
    [("3.0", 0x7), ("quad", 0x33), ("5.0", 0x37), ("5.1", 0x3F), ("6.1", 0x70F), ("7.1", 0x63F)])
  func channelsAreInTheOrderOfTheLayout(codec: String, layout: (name: String, mask: Int)) throws {
    let count = layout.mask.nonzeroBitCount
    let folder = try TemporaryDirectory()
    let path = folder.path("a.ogg")
    let inputs = (1...count).flatMap { ["-f", "lavfi", "-i", "sine=\(200 * $0):d=0.3:r=48000"] }
    _ = try Tool.ffmpeg.run(
      ["-v", "error"] + inputs
        + ["-filter_complex", "join=inputs=\(count):channel_layout=\(layout.name)", "-c:a"]
        + codec.split(separator: " ").map(String.init) + [path])
    let file = try folder.read("a.ogg")
    let raw = try Tool.ffmpeg.run([
      "-v", "error", "-i", path, "-f", "wav", "-c:a", "pcm_f32le", "-",
    ])
    let (ours, theirs) = try (PlainSound(decoding: output(of: file)), PlainSound(decoding: raw))
    #expect(ours.channels.count == count)
    for (own, other) in zip(ours.channels, theirs.channels) {
      let difference = zip(own, other).map { abs($0 - $1) }.max()
      #expect(try #require(difference) < 0.01)
    }
    #expect(try SoundSource(bytes: file).layout == ChannelLayout(speakerMask: UInt32(layout.mask)))
  }

  /// Each case: the beginning of the first packet, and the codec's name.
  @Test(arguments: [
    ("Speex   1.2", "Speex"), ("\u{7F}FLAC\u{1}", "FLAC"), ("fLaC", "FLAC"),
    ("CELT    1", "CELT"), ("PCM     1", "linear PCM"), ("fishead\0", "several streams"),
  ])
  func otherCodecsAreNamed(packet: String, name: String) {
    let body = Array(packet.utf8) + [UInt8](repeating: 0, count: 80 - packet.utf8.count)
    let error = #expect(throws: SoundError.self) {
      try SoundSource(
        bytes: hex("'OggS' 00 02 0000000000000000 01000000 00000000 00000000 01 50") + body)
    }
    #expect(error?.reason == "this is an Ogg file with \(name), which nothing here can decode")
  }

  /// Each case: the format tag of a WAVE file, and the codec's name.
  @Test(arguments: [
    ("4F67", "Ogg Vorbis ('msgO')"), ("5167", "Ogg Vorbis ('msgQ')"),
    ("6F67", "Ogg Vorbis ('msgo')"),
    ("7167", "Ogg Vorbis ('msgq')"), ("09A1", "Speex ('ms\\xa1\\x09')"), ("4F70", "Opus ('mspO')"),
  ])
  func codecsInWAVEFilesAreNamed(tag: String, name: String) {
    let error = #expect(throws: SoundError.self) {
      try SoundSource(
        bytes: hex(
          """
          'RIFF' 2C000000 'WAVE' 'fmt ' 12000000 \(tag) 0100 401F0000 401F0000 0100 0000 0000
          'data' 06000000 'OggS' 0000
          """))
    }
    #expect(error?.reason == "the sound is coded as \(name)")
  }
}
