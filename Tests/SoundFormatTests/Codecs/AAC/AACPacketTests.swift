import Foundation
import TestSupport
import Testing

@testable import SoundFormat

/// Packets written by hand, bit by bit.
struct AACPacketTests {
  /// Decodes packets one after the other.
  private static func decode(_ packets: String..., config: String = "1208") throws -> [Float] {
    var decoder = try AACDecoder(try #require(AudioSpecificConfig(hex(config))))
    var block = SampleBlock.int16([])
    var samples: [Float] = []
    for packet in packets {
      try decoder.decode(Bits(packet).bytes, into: &block)
      if case .float32(let part) = block { samples += part }
    }
    return samples
  }

  @Test(.enabled(if: AllocationMeter.isAvailable, "nothing counts allocations here"))
  func aDecoderOfTwoChannelsTakesLessThan64Kilobytes() throws {
    var stream = RandomAAC(seed: 1)
    let configuration = try #require(AudioSpecificConfig(stream.configuration))
    let packets = (0..<20).map { _ in stream.packet() }
    func decode() throws {
      var decoder = try AACDecoder(configuration)
      var block = SampleBlock.int16([])
      for packet in packets { try decoder.decode(packet, into: &block) }
    }
    // Make the tables that all decoders share, so that they aren't measured.
    try decode()
    let (_, peak) = AllocationMeter.measure { try? decode() }
    let outputByteCount = 2 * 1024 * MemoryLayout<Float>.size
    #expect(peak - outputByteCount < 64 << 10, "\(peak) bytes")
  }

  /// A gain of 100, which is the scale 1; a long window with a sine's slope; no bands; no tools.
  private static let silentChannel = "01100100 0 00 0 000000 0 0 0 0 "
  /// A single channel: its kind and its number.
  private static let single = "000 0000 "
  private static let silence = single + silentChannel
  private static let end = "111"

  /// A channel with one band, whose first number is 1: one section with the code 5, the gain's scale, no pulses, no
  /// shaping, no gain control, and the codewords of 1, 0 and 0, 0.
  private static let tone = "01100100 0 00 0 000001 0 0101 00001 0 0 0 0 1001 0 "

  /// The transform's definition: 2/N · cos(2π/N · (n + n₀) / 2) for the first number, with n₀ = (N/2 + 1)/2. The first
  /// packet's frames have a sine's slope, and the next packet's frames the slope's mirror image.
  @Test(arguments: [(1024, "1208"), (512, "BA0900")])
  func aToneIsACosine(size: Int, config: String) throws {
    let kind = size == 1024 ? Self.single : "0000 "
    let end = size == 1024 ? Self.end : ""
    let samples = try Self.decode(
      kind + Self.tone + end, kind + Self.silentChannel + end, config: config)
    try #require(samples.count == 2 * size)
    for index in samples.indices {
      let phase = Double.pi / Double(size) * (Double(index) + Double(size + 1) / 2) / 2
      let slope = sin(Double.pi / Double(2 * size) * (Double(index) + 0.5))
      let expected = cos(phase) * slope / Double(size) / 32_768
      #expect((Double(samples[index]) - expected).magnitude < 1e-14, "\(index)")
    }
  }

  /// Elements without audio change nothing: filling, data with and without alignment, a program, a coupled channel, and
  /// band replication in a stream that excludes it.
  @Test(arguments: [
    "110 0000", "110 0011 0000" + String(repeating: "1", count: 20),
    "110 1111 00000001" + String(repeating: "0", count: 120),
    "100 0000 0 00000010 1111111111111111", "100 0000 1 00000001 ALIGN 11111111",
    "101 0000 01 0100 0001 0000 0000 00 000 0000 0 0 0 0 0000 ALIGN 00000000",
    // A coupled channel with one target, then one with two targets, a pair's channels among them.
    "010 0000 0 000 0 0000 1 0 00 \(silentChannel)",
    "010 0000 0 001 0 0000 1 0000 11 1 0 00 \(silentChannel) 1 0 1 0",
    "110 0001 1101 0000",
  ])
  func skipsElements(element: String) throws {
    let aligned = element.split(separator: "ALIGN", omittingEmptySubsequences: false)
    var bits = String(aligned[0].filter { "01".contains($0) })
    if aligned.count > 1 {
      bits += String(repeating: "1", count: (8 - bits.count % 8) % 8) + aligned[1]
    }
    let plain = try Self.decode(Self.single + Self.tone + Self.end)
    #expect(
      try Self.decode(bits + Self.single + Self.tone + Self.end, config: "120856E500") == plain)
  }

  /// An end may be missing, and so may channels, which are then silent.
  @Test func missingParts() throws {
    let plain = try Self.decode(Self.single + Self.tone + Self.end)
    #expect(try Self.decode(Self.single + Self.tone) == plain)
    #expect(try Self.decode(Self.end) == Array(repeating: 0, count: 1024))
    #expect(try Self.decode(Self.end, config: "1230") == Array(repeating: 0, count: 6 * 1024))
  }

  /// Kinds of AAC that only the packets tell.
  @Test(arguments: [
    ("1208", "110 0001 1101 0000", "HE-AAC"), ("1208", "110 0010 1110 000000000000", "HE-AAC"),
    ("1208", "000 0000 01100100 0 00 0 000000 1", "prediction"),
    ("0A08", "000 0000 01100100 0 00 0 000000 1", "AAC Main"),
    ("2208", "000 0000 01100100 0 00 0 000000 1", "AAC-LTP"),
    ("1208", "000 0000 01100100 0 00 0 000000 0 0 0 1", "AAC-SSR"),
    ("BA0900", "0000 01100100 0 00 0 000000 1", "prediction"),
  ])
  func refusesKinds(config: String, bits: String, name: String) throws {
    var decoder = try AACDecoder(try #require(AudioSpecificConfig(hex(config))))
    var block = SampleBlock.int16([])
    do throws(SoundFileError) {
      try decoder.decode(Bits(bits).bytes + zeros(20), into: &block)
      Issue.record("not refused")
    } catch {
      #expect(error.code == .unsupported && error.reason.contains(name), "\(error)")
    }
    #expect(decoder.hasReplication == (name == "HE-AAC"))
    #expect(block.sampleCount == 0)
  }

  /// Values that the standard excludes.
  @Test(arguments: [
    ("reserved bit", "000 0000 01100100 1 00 0 000000 0 0 0 0"),
    ("more bands than there are", "000 0000 01100100 0 00 0 110010 0"),
    ("reserved code", "000 0000 01100100 0 00 0 000001 0 1100 00001"),
    ("section beyond the last band", "000 0000 01100100 0 00 0 000001 0 0001 00010"),
    ("scale above the highest", "000 0000 11111111 0 00 0 000001 0 0101 00001 1010"),
    ("pulses in short windows", "000 0000 01100100 0 10 0 0000 0000000 1"),
    ("pulse beyond the last band", "000 0000 01100100 0 00 0 000000 0 1 00 110000 11111 0000"),
    ("pulse from a band that isn't there", "000 0000 01100100 0 00 0 000000 0 1 00 111111"),
    ("filter of order 13", "000 0000 01100100 0 00 0 000000 0 0 1 01 0 000001 01101"),
    ("a pair instead of a channel", "001 0000 0"), ("two channels", "\(silence) \(silence)"),
    ("reserved stereo mask", "001 0000 1 0 00 0 000000 0 11"),
    (
      "nine ones before an escape",
      "000 0000 01100100 0 00 0 000001 0 1011 00001 0 0 0 0 00001 1111111110"
    ),
  ])
  func refusesDamage(reason: String, bits: String) throws {
    let config = reason.contains("stereo") ? "1210" : "1208"
    #expect(throws: SoundFileError(.malformed, "")) {
      try Self.decode(bits + String(repeating: "0", count: 100), config: config)
    }
  }
}
