import TestSupport
import Testing

@testable import SoundFormat

/// Sounds that libsndfile and FFmpeg encoded as Apple Lossless decode to exactly the same samples.
@Suite struct AppleLosslessDecoderTests {
  /// Decodes a file packet by packet.
  private static func samples(of file: [UInt8]) throws -> [Int32] {
    let sound = try SoundFile(parsing: file)
    let configuration = try #require(sound.appleLossless)
    var decoder = AppleLosslessDecoder(configuration)
    var packets = PacketCursor(sound)
    var block = SampleBlock.int16([])
    var samples: [Int32] = []
    while let range = try packets.next(in: AnyByteSource(file)) {
      try decoder.decode(Array(file[range]), into: &block)
      switch block {
      case .int16(let part): samples += part.map { Int32($0) << 16 }
      case .int32(let part): samples += part
      default: Issue.record("other samples")
      }
    }
    return Array(samples.prefix(sound.frameCount * sound.format.channelCount))
  }

  /// Samples of the given depth, left-justified: a tone, full-scale noise, silence, and extremes.
  ///
  /// The last packet must not be noise, because libsndfile 1.2.0 damages it at 20 and 24 bits: its
  /// own decoder and FFmpeg's both give different samples.
  private static func source(depth: Int, channelCount: Int, frameCount: Int) -> [Int32] {
    var generator = SeededGenerator(seed: UInt64(depth + channelCount))
    let mask = Int32(truncatingIfNeeded: -1 << Int64(32 - depth))
    return (0..<frameCount).flatMap { frame in
      (0..<channelCount).map { channel -> Int32 in
        switch frame / 2000 % 4 {
        case 0: Int32(Double(frame * (channel + 1) % 400 - 200) * 4_000_000) & mask
        case 1: Int32.random(in: .min ... .max, using: &generator) & mask
        case 2: 0
        default: (frame / 3 % 2 == 0 ? Int32.max : .min) & mask
        }
      }
    }
  }

  /// The 24-bit encodings have at most three channels. With more, libsndfile 1.2.0's own decoder
  /// gives different samples.
  private static let encodings = [
    (Libsndfile.alac16, 16), (Libsndfile.alac20, 20), (Libsndfile.alac24, 24),
    (Libsndfile.alac32, 32),
  ].flatMap { format, depth in
    [1, 2, 3, 6, 8].filter { depth != 24 || $0 <= 3 }.map { (format, depth, $0) }
  }

  @Test(arguments: encodings)
  func decodesWhatLibsndfileEncodes(format: Int, depth: Int, channelCount: Int) throws {
    let source = Self.source(depth: depth, channelCount: channelCount, frameCount: 8501)
    let file = try Libsndfile.write(
      source, format: format, channelCount: channelCount, sampleRate: 44_100)
    let decoded = try Self.samples(of: file)
    let isSame = decoded == source
    #expect(isSame, "the first difference is at \(zip(decoded, source).prefix { $0 == $1 }.count)")
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [("s16p", 16), ("s32p", 24)], [1, 2])
  func decodesWhatFFmpegEncodes(format: (String, Int), channelCount: Int) throws {
    let source = Self.source(depth: format.1, channelCount: channelCount, frameCount: 8501)
    let directory = try TemporaryDirectory()
    let input = try directory.write(source.flatMap { $0.little(byteCount: 4) }, to: "in.raw")
    _ = try Tool.ffmpeg.run(
      [
        "-v", "error", "-f", "s32le", "-ar", "48000", "-ac", "\(channelCount)", "-i", input, "-c:a",
        "alac", "-sample_fmt", format.0, directory.path("x.m4a"),
      ])
    let isSame = try Self.samples(of: directory.read("x.m4a")) == source
    #expect(isSame)
  }

  /// FFmpeg's CAF files count the last packet as full, but the packet itself states its frame
  /// count.
  @Test func theLastPacketTellsItsLength() throws {
    let source = Self.source(depth: 16, channelCount: 1, frameCount: 5000)
    var file = try Libsndfile.write(
      source, format: Libsndfile.alac16, channelCount: 1, sampleRate: 44_100)
    let correct = try SoundFile(parsing: file)
    #expect(correct.frameCount == 5000)
    let notes = correct.notes
    let table = try #require(correct.chunks.first { $0.identifier == "pakt" })
    // State 8192 valid frames, no priming frames and no remainder frames.
    file.replaceSubrange(
      table.bodyOffset + 8..<table.bodyOffset + 24, with: hex("0000000000002000 00000000 00000000"))
    let sound = try SoundFile(parsing: file)
    #expect(sound.frameCount == 5000)
    #expect(sound.packetTable?.remainderFrameCount == 3192)
    #expect(
      Set(sound.notes).subtracting(notes).map(\.message)
        == ["the packets have 5000 frames, but count as full"])
    #expect(try Self.samples(of: file) == source)
    // audiofile states the right number of valid frames, but no remainder.
    file.replaceSubrange(table.bodyOffset + 14..<table.bodyOffset + 16, with: hex("1388"))
    #expect(try SoundFile(parsing: file).frameCount == 5000)
    #expect(try Self.samples(of: file) == source)
  }

  /// Movies in which all packets have the same duration, or the first is also short, as after an edit. Each case: how many
  /// frames each packet has, and the table of durations.
  @Test(
    arguments: [
      ([4096, 904], [(2, 4096)]), ([100], [(1, 4096)]), ([4096, 4096], [(2, 4096)]),
      ([4096, 904], [(1, 4096), (1, 904)]), ([200, 904], [(1, 200), (1, 904)]),
      ([4096, 904], [(2, 4096 * 1000)]), ([200, 904], [(2, 4096)]),
    ] as [([Int], [(UInt32, UInt32)])])
  func packetsOfAMovieTellTheirLength(lengths: [Int], durations: [(UInt32, UInt32)]) throws {
    var (packets, samples, cookie): ([[UInt8]], [Int32], [UInt8]) = ([], [], [])
    for length in lengths {
      let source = Self.source(depth: 16, channelCount: 2, frameCount: length)
      let file = try Libsndfile.write(
        source, format: Libsndfile.alac16, channelCount: 2, sampleRate: 44_100)
      let sound = try SoundFile(parsing: file)
      packets.append(Array(file[sound.audioBytes]))
      (samples, cookie) = (samples + source, sound.magicCookie)
    }
    let movie = SmallMovie(
      entry: SmallMovie.entry("alac", channelCount: 2, fullBox("alac", cookie)), runs: [packets],
      durations: durations)
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(sound.frameCount == lengths.reduce(0, +))
    #expect(try Self.samples(of: movie.bytes) == samples)
  }

  /// As FLAC, too.
  @Test(arguments: [4096, 100, 100_000] as [UInt32])
  func aPacketOfFLACInAMovieTellsItsLength(duration: UInt32) throws {
    let file = try Libsndfile.write(
      Signal.bell.int16(frameCount: 100), format: Libsndfile.flac, channelCount: 1,
      sampleRate: 44_100)
    let sound = try SoundFile(parsing: file)
    let movie = SmallMovie(
      entry: SmallMovie.entry("fLaC", fullBox("dfLa", sound.magicCookie)),
      runs: [[Array(file[sound.audioBytes])]], durations: [(1, duration)])
    #expect(try SoundFile(parsing: movie.bytes).frameCount == 100)
  }

  /// A configuration of 16 bits with packets of four frames.
  private static let short = AppleLosslessConfiguration(
    hex("00000004 00 10 28 0A 0E 01 00FF 00000000 00000000 00001F40"))

  /// An uncompressed channel of one frame with the value 0x1234.
  private static let frame = "000 0000 000000000000 1 00 1" + binary(1, 32) + binary(0x1234, 16)

  private static func binary(_ number: Int, _ bitCount: Int) -> String {
    let digits = String(number, radix: 2)
    return String(repeating: "0", count: bitCount - digits.count) + digits
  }

  /// Fill bytes may precede a channel. If the first field is 15, their number is 14 plus the second
  /// field.
  @Test(arguments: [
    (0, "0000"), (1, "0001"), (14, "1110"), (15, "1111 00000001"), (16, "1111 00000010"),
    (269, "1111 11111111"),
    // A writer may use the longer form even if the shorter form would do.
    (14, "1111 00000000"),
  ])
  func skipsFill(byteCount: Int, count: String) throws {
    let fill = "110" + count + String(repeating: "10", count: 4 * byteCount)
    var decoder = AppleLosslessDecoder(try #require(Self.short))
    var block = SampleBlock.int16([])
    try decoder.decode(Bits(fill + Self.frame).bytes, into: &block)
    #expect(block.int16Samples == [0x1234])
  }

  /// A packet may be slightly longer than its uncompressed samples, but not more.
  @Test func refusesPacketsThatAreTooLarge() throws {
    let configuration = try #require(Self.short)
    var decoder = AppleLosslessDecoder(configuration)
    var block = SampleBlock.int16([])
    let packet = Bits(Self.frame).bytes
    let limit = configuration.packetByteLimit
    try decoder.decode(packet + zeros(limit - packet.count), into: &block)
    #expect(throws: SoundFileError(.malformed, "")) {
      try decoder.decode(packet + zeros(limit - packet.count + 1), into: &block)
    }
  }
}
