import TestSupport
import Testing

@testable import SoundFormat

/// Packets written by hand, bit by bit.
@Suite struct FLACPacketTests {
  private static func binary(_ number: Int, _ bitCount: Int) -> String {
    let digits = String(number & (1 << bitCount - 1), radix: 2)
    return String(repeating: "0", count: bitCount - digits.count) + digits
  }

  /// A packet, with its checksums. The defaults are eight frames of one channel of 16 bits, in packet 0.
  private static func packet(
    _ channels: String, beginning: String = "111111111111100 0", size: String = "0110",
    rate: String = "0000", assignment: String = "0000", depth: String = "100",
    reserved: String = "0",
    number: String = "00000000", rest: String = "00000111"
  ) -> [UInt8] {
    let header = [beginning, size, rate, assignment, depth, reserved, number, rest].joined()
    return RandomFLAC.packet(header: Bits(header).bytes, audio: Bits(channels).bytes)
  }

  private static func configuration(
    _ depth: Int, channelCount: Int = 1, sampleRate: Int = 8000
  ) throws -> FLACConfiguration {
    let fields = sampleRate << 44 | (channelCount - 1) << 41 | (depth - 1) << 36
    return try #require(
      FLACConfiguration(
        hex("00000022 0010FFFF 000000000000")
          + (0..<8).map { UInt8(truncatingIfNeeded: fields >> (56 - 8 * $0)) } + zeros(16)))
  }

  private static func decode(
    _ packet: [UInt8], depth: Int = 16, channelCount: Int = 1, sampleRate: Int = 8000
  ) throws -> [Int32] {
    var decoder = FLACDecoder(
      try configuration(depth, channelCount: channelCount, sampleRate: sampleRate))
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

  /// Numbers of packets are skipped.
  @Test(arguments: [
    "00000000", "01111111", "11011111 10111111",
    "11111110 10111111 10111111 10111111 10111111 10111111 10111111",
  ])
  func numbers(number: String) throws {
    let packet = Self.packet(
      Self.constant, beginning: "111111111111100 1", number: number, rest: "00000001")
    #expect(try Self.decode(packet) == [-5, -5])
  }

  /// All ways to state a rate. It must be the stream's.
  @Test(arguments: [
    ("0001", "", 88_200), ("0010", "", 176_400), ("0011", "", 192_000), ("0100", "", 8000),
    ("0101", "", 16_000), ("0110", "", 22_050), ("0111", "", 24_000), ("1000", "", 32_000),
    ("1001", "", 44_100), ("1010", "", 48_000), ("1011", "", 96_000), ("1100", "11111111", 255_000),
    ("1101", "1111111111111111", 65_535), ("1110", "1111111111111111", 655_350),
  ])
  func rates(rate: String, value: String, sampleRate: Int) throws {
    let packet = Self.packet(Self.constant, rate: rate, rest: "00000001" + value)
    #expect(try Self.decode(packet, sampleRate: sampleRate) == [-5, -5])
    #expect(throws: SoundFileError(.malformed, "")) {
      try Self.decode(packet, sampleRate: sampleRate + 1)
    }
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
