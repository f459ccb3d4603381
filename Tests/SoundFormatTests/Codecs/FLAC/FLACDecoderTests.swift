import TestSupport
import Testing

@testable import SoundFormat

/// Sounds that `flac`, FFmpeg and libsndfile encoded as FLAC decode to exactly the same samples.
@Suite struct FLACDecoderTests {
  private static let flac = Tool("flac")

  /// A stream's parameters and packets.
  struct Stream {
    let configuration: FLACConfiguration
    let packets: [UInt8]

    init(_ file: [UInt8]) throws {
      configuration = try #require(FLACConfiguration(Array(file.dropFirst(4))))
      var offset = 4
      var isLast = false
      while !isLast {
        isLast = file[offset] >= 0x80
        offset += 4 + file[offset + 1..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      packets = Array(file[offset...])
    }

    init(_ configuration: FLACConfiguration, _ packets: [UInt8]) {
      (self.configuration, self.packets) = (configuration, packets)
    }

    /// The samples, left-justified, and the size of each packet.
    func decoded() throws -> (samples: [Int32], sizes: [Int]) {
      var decoder = FLACDecoder(configuration)
      var block = SampleBlock.int16([])
      var (samples, sizes) = ([Int32](), [Int]())
      var offset = 0
      while offset < packets.count {
        let size = try decoder.decode(packets, from: offset, into: &block)
        offset += size
        sizes.append(size)
        switch block {
        case .int16(let part): samples += part.map { Int32($0) << 16 }
        case .int32(let part): samples += part
        default: Issue.record("other samples")
        }
        #expect(block.isInt16 == (configuration.bitDepth <= 16))
      }
      return (samples, sizes)
    }
  }

  /// Samples of a depth, left-justified: a tone, noise, silence, extremes, a walk that is nearly equal in all channels,
  /// and a tone whose low bits are zeros.
  private static func source(depth: Int, channelCount: Int, frameCount: Int = 9001) -> [Int32] {
    var generator = SeededGenerator(seed: UInt64(depth + channelCount))
    let mask = Int32(truncatingIfNeeded: -1 << Int64(32 - depth))
    var walk: Int32 = 0
    return (0..<frameCount).flatMap { frame -> [Int32] in
      walk = walk / 2 + Int32.random(in: -0x1000_0000...0x1000_0000, using: &generator)
      return (0..<channelCount).map { channel in
        let tone = Int32(Double(frame * (channel + 1) % 400 - 200) * 4_000_000)
        switch frame / 1500 % 6 {
        case 0: return tone & mask
        case 1: return Int32.random(in: .min ... .max, using: &generator) & mask
        case 2: return 0
        case 3: return (frame / 3 % 2 == 0 ? Int32.max : .min) & mask
        case 4: return (walk + Int32(channel) << 24) & mask
        default: return tone & mask << 3
        }
      }
    }
  }

  /// A WAVE file with samples of any depth, which `flac` keeps.
  private static func wave(_ samples: [Int32], depth: Int, channelCount: Int) -> [UInt8] {
    let size = (depth + 7) / 8
    func little(_ number: Int, _ byteCount: Int) -> [UInt8] { number.little(byteCount: byteCount) }
    var audio: [UInt8] = []
    for sample in samples {
      // Bytes are unsigned in a WAVE.
      audio += little((Int(sample) >> (32 - 8 * size)) + (size == 1 ? 128 : 0), size)
    }
    let format =
      little(0xFFFE, 2) + little(channelCount, 2) + little(48_000, 4)
      + little(48_000 * size * channelCount, 4) + little(size * channelCount, 2)
      + little(8 * size, 2) + little(22, 2) + little(depth, 2) + little(0, 4)
      + hex("0100000000001000800000AA00389B71")
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(body.count, 4) + body + zeros(body.count % 2)
    }
    return chunk("RIFF", Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", audio))
  }

  /// A file that `flac` encodes.
  private static func file(
    _ options: String, _ samples: [Int32], depth: Int, channelCount: Int
  ) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let input = try directory.write(
      wave(samples, depth: depth, channelCount: channelCount), to: "in.wav")
    try flac.run(
      ["-s", "--lax", "--channel-map=none"] + options.split(separator: " ").map(String.init) + [
        input, "-o", directory.path("x.flac"),
      ])
    return try directory.read("x.flac")
  }

  /// All options of the encoder that choose what is in a packet.
  private static let options =
    (0...8).map { "-\($0)" } + [16, 255, 256, 4608, 65_535].map { "-5 -b \($0)" } + [
      "-8 -l 32 -b 9000", "-8 -p", "-8 -q 5", "-8 -q 15 -l 12", "-5 -r 8,8 -b 4096", "-5 -m",
      "-5 --no-mid-side", "-2 -M", "-l 0 -r 0",
    ]

  @Test(.enabled(if: flac.isInstalled, "flac is not installed"), arguments: options)
  func decodesWhatFlacEncodes(options: String) throws {
    for (depth, channelCount) in [(16, 2), (24, 2), (32, 2), (16, 1)] {
      let source = Self.source(depth: depth, channelCount: channelCount)
      let file = try Self.file(options, source, depth: depth, channelCount: channelCount)
      let isSame = try Stream(file).decoded().samples == source
      #expect(isSame, "\(depth) bits, \(channelCount) channels")
    }
  }

  @Test(.enabled(if: flac.isInstalled, "flac is not installed"), arguments: 4...32)
  func decodesEveryDepth(depth: Int) throws {
    for channelCount in 1...2 {
      let source = Self.source(depth: depth, channelCount: channelCount)
      let file = try Self.file("-6", source, depth: depth, channelCount: channelCount)
      let stream = try Stream(file)
      #expect(stream.configuration.bitDepth == depth)
      let isSame = try stream.decoded().samples == source
      #expect(isSame, "\(channelCount) channels")
    }
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [("s16", 16), ("s32", 24)],
    [
      "", "-compression_level 12", "-ch_mode left_side -lpc_type none",
      "-ch_mode right_side -multi_dim_quant 1", "-ch_mode mid_side -lpc_type cholesky",
      "-max_partition_order 0 -lpc_coeff_precision 3",
      "-min_prediction_order 32 -frame_size 999",
    ])
  func decodesWhatFFmpegEncodes(format: (String, Int), options: String) throws {
    let source = Self.source(depth: format.1, channelCount: 2)
    let directory = try TemporaryDirectory()
    let input = try directory.write(source.flatMap { $0.little(byteCount: 4) }, to: "in.raw")
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "s32le", "-ar", "48000", "-ac", "2", "-i", input, "-c:a", "flac"]
        + options.split(separator: " ").map(String.init) + [
          "-max_prediction_order", options.contains("_order 32") ? "32" : "8", "-sample_fmt",
          format.0, directory.path("x.flac"),
        ])
    let isSame = try Stream(directory.read("x.flac")).decoded().samples == source
    #expect(isSame)
  }

  @Test(arguments: [(Libsndfile.flac, 16), (Libsndfile.flac24, 24)], [1, 2, 3, 8])
  func decodesWhatLibsndfileEncodes(format: (Int, Int), channelCount: Int) throws {
    let source = Self.source(depth: format.1, channelCount: channelCount)
    let file = try Libsndfile.write(
      source, format: format.0, channelCount: channelCount, sampleRate: 44_100)
    let isSame = try Stream(file).decoded().samples == source
    #expect(isSame)
  }

  /// A stereo stream of 16 bits at 8 kHz, of 5000 frames.
  private static let short: Result<(stream: Stream, source: [Int32]), any Error> = Result {
    let source = Self.source(depth: 16, channelCount: 2, frameCount: 5000)
    let file = try Libsndfile.write(
      source, format: Libsndfile.flac, channelCount: 2, sampleRate: 8000)
    return (try Stream(file), source)
  }

  /// Each packet says how long it is, whatever the stream says.
  @Test(.enabled(if: flac.isInstalled, "flac is not installed"))
  func packetsOfAnyLengthFollowEachOther() throws {
    let source = Self.source(depth: 16, channelCount: 2, frameCount: 3000)
    let streams = try ["-b 16", "-b 192", "-b 1000", "-b 2304"].map {
      try Stream(Self.file($0, source, depth: 16, channelCount: 2))
    }
    let joined = Stream(streams[0].configuration, streams.flatMap(\.packets))
    let (samples, sizes) = try joined.decoded()
    #expect(samples == source + source + source + source)
    #expect(sizes.count == 188 + 16 + 3 + 2)
  }

  /// Any end is found, and more bytes help.
  @Test func incompletePacketsNeedMoreBytes() throws {
    let (stream, source) = try Self.short.get()
    var decoder = FLACDecoder(stream.configuration)
    var block = SampleBlock.int16([])
    let size = try stream.decoded().sizes[0]
    for count in 0..<size {
      #expect(throws: SoundFileError(.truncated, ""), "\(count) of \(size) bytes") {
        try decoder.decode(Array(stream.packets.prefix(count)), into: &block)
      }
    }
    #expect(try decoder.decode(Array(stream.packets.prefix(size)), into: &block) == size)
    #expect(block.int16Samples.map { Int32($0) << 16 } == Array(source.prefix(block.sampleCount)))
  }

  /// The checksums find every flipped bit.
  @Test func everyFlippedBitIsFound() throws {
    let stream = try Self.short.get().stream
    var decoder = FLACDecoder(stream.configuration)
    var block = SampleBlock.int16([])
    let last = try stream.decoded().sizes.last!
    let packet = Array(stream.packets.suffix(last))
    for bit in 0..<8 * packet.count {
      var damaged = packet
      damaged[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      #expect(throws: SoundFileError.self, "bit \(bit)") {
        try decoder.decode(damaged, into: &block)
      }
    }
  }
}

extension SampleBlock {
  fileprivate var isInt16: Bool { if case .int16 = self { true } else { false } }
}
