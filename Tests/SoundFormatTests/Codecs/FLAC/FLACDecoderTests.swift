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
    func little(_ number: Int, _ byteCount: Int) -> [UInt8] {
      (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
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

  @Test(.enabled(if: flac.isInstalled, "flac is not installed"), arguments: 1...8)
  func decodesEveryNumberOfChannels(channelCount: Int) throws {
    for depth in [8, 16, 20, 32] {
      let source = Self.source(depth: depth, channelCount: channelCount)
      let file = try Self.file("-8", source, depth: depth, channelCount: channelCount)
      let isSame = try Stream(file).decoded().samples == source
      #expect(isSame, "\(depth) bits")
    }
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [("s16", 16), ("s32", 24)],
    ["", "-compression_level 0", "-compression_level 12", "-ch_mode left_side", "-lpc_type none"]
      + [
        "-ch_mode right_side", "-ch_mode mid_side -lpc_type cholesky", "-multi_dim_quant 1",
        "-max_partition_order 0 -lpc_coeff_precision 3", "-min_prediction_order 32 -frame_size 999",
      ])
  func decodesWhatFFmpegEncodes(format: (String, Int), options: String) throws {
    let source = Self.source(depth: format.1, channelCount: 2)
    let directory = try TemporaryDirectory()
    let bytes = source.flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let input = try directory.write(bytes, to: "in.raw")
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "s32le", "-ar", "48000", "-ac", "2", "-i", input, "-c:a", "flac"]
        + options.split(separator: " ").map(String.init) + [
          "-max_prediction_order", options.contains("_order 32") ? "32" : "8", "-sample_fmt",
          format.0, directory.path("x.flac"),
        ])
    let isSame = try Stream(directory.read("x.flac")).decoded().samples == source
    #expect(isSame)
  }

  @Test(arguments: [(Libsndfile.flac, 16), (Libsndfile.flac24, 24)], 1...8)
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

  /// Any bytes give samples or an error.
  @Test(arguments: 1...8)
  func damagedPacketsNeverTrap(seed: UInt64) throws {
    let stream = try Self.short.get().stream
    let packet = Array(stream.packets.prefix(try stream.decoded().sizes[0]))
    var generator = SeededGenerator(seed: seed)
    var block = SampleBlock.int16([])
    var failures: Set<SoundFileError.Code> = []
    for _ in 0..<500 {
      var damaged = packet
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        // Mostly damage the beginning, where the parameters are.
        let limit = Bool.random(using: &generator) ? 60 : damaged.count
        damaged[Int.random(in: 0..<limit, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      damaged.removeLast(Int.random(in: 0..<damaged.count, using: &generator) / 4)
      // Let the header count, mostly.
      if Bool.random(using: &generator) {
        damaged.replaceSubrange(0..<6, with: [0xFF, 0xF8, 0xC9, packet[3], 0, 0])
      }
      var decoder = FLACDecoder(stream.configuration)
      do throws(SoundFileError) {
        _ = try decoder.decode(damaged, into: &block)
      } catch {
        failures.insert(error.code)
      }
      #expect(block.sampleCount <= 2 * 65_535)
    }
    #expect(failures == [.malformed, .truncated])
  }
}

extension SampleBlock {
  fileprivate var isInt16: Bool { if case .int16 = self { true } else { false } }
}

/// Packets written by hand, bit by bit.
@Suite struct FLACPacketTests {
  private static func binary(_ number: Int, _ bitCount: Int) -> String {
    let digits = String(number & (1 << bitCount - 1), radix: 2)
    return String(repeating: "0", count: bitCount - digits.count) + digits
  }

  private static func bytes(_ bits: String) -> [UInt8] {
    var digits = bits.filter { "01".contains($0) }
    digits += String(repeating: "0", count: (8 - digits.count % 8) % 8)
    return stride(from: 0, to: digits.count, by: 8).map { start in
      UInt8(digits.dropFirst(start).prefix(8), radix: 2) ?? 0
    }
  }

  /// The remainder of a division of polynomials, one bit after the other.
  private static func checksum(_ bytes: [UInt8], _ polynomial: Int, _ bitCount: Int) -> Int {
    bytes.flatMap { byte in (0..<8).map { Int(byte >> (7 - $0) & 1) } }.reduce(0) { rest, bit in
      let isOdd = rest >> (bitCount - 1) ^ bit == 1
      return (rest << 1 & (1 << bitCount - 1)) ^ (isOdd ? polynomial : 0)
    }
  }

  /// A packet, with its checksums. The defaults are eight frames of one channel of 16 bits, in packet 0.
  private static func packet(
    _ channels: String, beginning: String = "111111111111100 0", size: String = "0110",
    rate: String = "0000", assignment: String = "0000", depth: String = "100",
    reserved: String = "0",
    number: String = "00000000", rest: String = "00000111"
  ) -> [UInt8] {
    let header = bytes(
      [beginning, size, rate, assignment, depth, reserved, number, rest].joined())
    let audio = header + [UInt8(checksum(header, 0x07, 8))] + bytes(channels)
    let sum = checksum(audio, 0x8005, 16)
    return audio + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }

  private static func configuration(_ depth: Int, channelCount: Int = 1) throws -> FLACConfiguration
  {
    let fields = 8000 << 44 | (channelCount - 1) << 41 | (depth - 1) << 36
    return try #require(
      FLACConfiguration(
        hex("00000022 0010FFFF 000000000000")
          + (0..<8).map { UInt8(truncatingIfNeeded: fields >> (56 - 8 * $0)) } + zeros(16)))
  }

  private static func decode(
    _ packet: [UInt8], depth: Int = 16, channelCount: Int = 1
  ) throws -> [Int32] {
    var decoder = FLACDecoder(try configuration(depth, channelCount: channelCount))
    var block = SampleBlock.int16([])
    #expect(try decoder.decode(packet + zeros(100), into: &block) == packet.count)
    switch block {
    case .int16(let samples): return samples.map { Int32($0) }
    case .int32(let samples): return samples
    default: return []
    }
  }

  private static let constant = "0 000000 0" + binary(-5, 16)

  /// All ways to state a number of frames.
  @Test(arguments: [
    ("0001", "", 192), ("0010", "", 576), ("0101", "", 4608), ("0110", "00000000", 1),
    ("0110", "11111111", 256), ("0111", "0000000000000000", 1),
    ("0111", "1111111111111110", 65_535),
    ("1000", "", 256), ("1111", "", 32_768),
  ])
  func lengths(size: String, rest: String, count: Int) throws {
    #expect(
      try Self.decode(Self.packet(Self.constant, size: size, rest: rest))
        == Array(repeating: -5, count: count))
  }

  /// Rates and numbers of packets are skipped.
  @Test(arguments: [
    ("0001", "00000000", ""), ("1011", "01111111", ""), ("1100", "00000000", "00000001"),
    ("1101", "11011111 10111111", "1111111111111111"), ("1110", "00000000", "0000000000000001"),
    (
      "0000", "11111110 10111111 10111111 10111111 10111111 10111111 10111111", ""
    ),
  ])
  func skippedFields(rate: String, number: String, value: String) throws {
    let packet = Self.packet(
      Self.constant, beginning: "111111111111100 1", rate: rate, number: number,
      rest: "00000001" + value)
    #expect(try Self.decode(packet) == [-5, -5])
  }

  private static let refused: [(String, [UInt8])] = [
    ("the beginning", packet(constant, beginning: "111111111111101 0")),
    ("the reserved bit", packet(constant, reserved: "1")),
    ("the reserved length", packet(constant, size: "0000", rest: "")),
    ("65,536 frames", packet(constant, size: "0111", rest: "1111111111111111")),
    ("the reserved rate", packet(constant, rate: "1111", rest: "00000111 00000000 00000000")),
    ("the reserved depth", packet(constant, depth: "011")),
    ("a depth that doesn't fit", packet(constant, depth: "101")),
    ("other channels", packet(constant + constant, assignment: "0001")),
    ("a pair", packet(constant + constant, assignment: "1000")),
    ("reserved channels", packet(constant + constant, assignment: "1011")),
    ("a channel's first bit", packet("1 000000 0" + binary(1, 16))),
    ("a reserved kind", packet("0 000010 0" + binary(1, 16))),
    ("a reserved predictor", packet("0 001101 0" + binary(0, 200))),
    ("only low zeros", packet("0 000000 1 0000000000000001" + binary(1, 16))),
    ("more coefficients than frames", packet("0 101000 0" + binary(0, 400))),
    ("a precision of 16", packet("0 100000 0" + binary(0, 16) + "1111 00000" + binary(0, 60))),
    ("a negative shift", packet("0 100000 0" + binary(0, 16) + "0001 11111 01" + binary(0, 60))),
    ("a reserved code", packet("0 001000 0 10 0000" + binary(0, 60))),
    ("too many parts", packet("0 001000 0 00 0100" + binary(0, 90))),
    ("a part before the predicted frames", packet("0 001010 0" + binary(0, 32) + "00 0011 0")),
  ]

  @Test(arguments: refused)
  func refusedFields(field: String, packet: [UInt8]) throws {
    let failure = SoundFileError(.malformed, "")
    #expect(throws: failure) { try Self.decode(packet) }
  }

  /// The Rice code with both sizes of its parameter, with its escape, and with numbers that take hundreds of bits.
  @Test(
    arguments: [
      ("00 0000 0000 1 01 001 0001 00001 000001 0000001 00000001", [0, -1, 1, -2, 2, -3, 3, -4]),
      ("00 0000 0001 10 11 010 011 10 10 10 10", [0, -1, 1, -2, 0, 0, 0, 0]),
      ("01 0000 00001 10 11 010 011 10 10 10 10", [0, -1, 1, -2, 0, 0, 0, 0]),
      ("00 0000 1111 00010 01 10 11 00 01 01 01 01", [1, -2, -1, 0, 1, 1, 1, 1]),
      ("01 0000 11111 00010 01 10 11 00 01 01 01 01", [1, -2, -1, 0, 1, 1, 1, 1]),
      ("00 0000 1111 00000", [0, 0, 0, 0, 0, 0, 0, 0]),
      (
        "00 0001 0000 1 01 001 1 1111 00011 011 100 000 111", [0, -1, 1, 0, 3, -4, 0, -1]
      ),
      (
        "00 0000 0000" + String(repeating: "0", count: 600) + "1 1 1 1 1 1 1"
          + String(repeating: "0", count: 57) + "1", [300, 0, 0, 0, 0, 0, 0, -29]
      ),
      (
        "01 0000 11110 1" + binary(8, 30) + String(repeating: "1" + binary(0, 30), count: 7),
        [4, 0, 0, 0, 0, 0, 0, 0]
      ),
    ] as [(String, [Int32])])
  func differences(code: String, values: [Int32]) throws {
    #expect(try Self.decode(Self.packet("0 001000 0" + code)) == values)
  }

  /// Predictors that are stored: coefficients are signed, and the sum is rounded down.
  @Test func storedPredictors() throws {
    let packet = Self.packet(
      "0 100001 0" + Self.binary(100, 16) + Self.binary(-7, 16) + "0011 00001 0011 1110"
        + "00 0000 1111 00000")
    var expected: [Int32] = [100, -7]
    while expected.count < 8 {
      expected.append((3 * expected[expected.count - 1] - 2 * expected[expected.count - 2]) >> 1)
    }
    #expect(try Self.decode(packet) == expected)
  }

  /// Low zeros that aren't stored, in a channel and in a difference.
  @Test func lowZeros() throws {
    #expect(
      try Self.decode(Self.packet("0 000000 1 001" + Self.binary(-5, 13)))
        == Array(repeating: -40, count: 8))
    let pair = Self.packet(
      "0 000000 0" + Self.binary(100, 16) + "0 000000 1 01" + Self.binary(-3, 15),
      assignment: "1000")
    #expect(
      try Self.decode(pair, channelCount: 2)
        == Array([Int32](repeating: 0, count: 16).indices.map { $0 % 2 == 0 ? 100 : 112 }))
  }

  /// Differences of 33 bits.
  @Test(arguments: [
    ("1000", 32, 33, Int(Int32.min), Int(Int32.min) - Int(Int32.max)),
    ("1001", 33, 32, Int(Int32.min) - Int(Int32.max), Int(Int32.max)),
    ("1010", 32, 33, -1, Int(Int32.min) - Int(Int32.max)),
  ])
  func widestDifferences(assignment: String, one: Int, other: Int, first: Int, second: Int) throws {
    let packet = Self.packet(
      "0 000000 0" + Self.binary(first, one) + "0 000000 0" + Self.binary(second, other),
      assignment: assignment, depth: "111", rest: "00000000")
    #expect(try Self.decode(packet, depth: 32, channelCount: 2) == [.min, .max])
  }

  /// A packet that has fewer bits than its stream fills its samples.
  @Test func depthsMayChange() throws {
    let packet = Self.packet("0 000000 0" + Self.binary(3, 8), depth: "001", rest: "00000000")
    #expect(try Self.decode(packet, depth: 12) == [3 << 8])
    #expect(try Self.decode(packet, depth: 24) == [3 << 24])
  }

  /// A packet that never ends isn't read to the end of the file.
  @Test func endlessPacketsAreDamaged() throws {
    let beginning = Self.packet("0 001000 0 00 0000 0000").dropLast(2)
    var decoder = FLACDecoder(try Self.configuration(16))
    var block = SampleBlock.int16([])
    #expect(throws: SoundFileError(.truncated, "")) {
      try decoder.decode(Array(beginning) + zeros(400), into: &block)
    }
    #expect(throws: SoundFileError(.malformed, "")) {
      try decoder.decode(Array(beginning) + zeros(700), into: &block)
    }
  }

  /// Containers put something before the block that states the parameters.
  @Test(arguments: ["", "'fLaC'", "00000000", "0000002E 'dfLa' 00000000"])
  func magicCookies(beginning: String) throws {
    let block = hex("80000022 10001000 00000E 003A5C 0AC442F0 00015888") + zeros(16)
    let configuration = try #require(FLACConfiguration(hex(beginning) + block))
    #expect(configuration.sampleRate == 44_100)
    #expect(configuration.channelCount == 2)
    #expect(configuration.bitDepth == 16)
    #expect(configuration.frameCount == 88_200)
    for count in 0..<block.count {
      #expect(FLACConfiguration(hex(beginning) + block.prefix(count)) == nil)
    }
  }

  /// Three bits aren't allowed, and no frames mean that their number isn't known.
  @Test func parameters() throws {
    var block = hex("00000022 10001000 00000E 003A5C 0AC442F0 00000000") + zeros(16)
    #expect(FLACConfiguration(block)?.frameCount == nil)
    block[16] = 0x42
    block[17] = 0x20
    #expect(FLACConfiguration(block) == nil)
  }
}
