@testable import SoundFormat

/// Samples of any bits, in any encoding: decoding loses nothing, and what comes of it fits every other
/// encoding.
enum PCMTarget {
  /// Samples know nothing of each other: more of them show no more.
  private static let longestByteCount = 512

  private static let encodings = PCMEncoding.SampleType.allCases.flatMap { type in
    type.bitDepth == 8
      ? [PCMEncoding(type)] : [PCMEncoding(type, .big), PCMEncoding(type, .little)]
  }

  static func run(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let encoding = input.choice(of: encodings)
    let count = min(input.rest.count, longestByteCount) / encoding.bytesPerSample
    let packets = Array(input.rest.prefix(count * encoding.bytesPerSample))
    let block = packets.withBytes { LinearPCM.decode($0, as: encoding) }
    expect(LinearPCM.encode(block, as: encoding) == packets, "other bytes in \(encoding)")
    for other in encodings {
      let encoded = LinearPCM.encode(block, as: other)
      expect(
        encoded.count == block.sampleCount * other.bytesPerSample,
        "\(encoded.count) bytes of \(block.sampleCount) samples in \(other)")
      let again = encoded.withBytes { LinearPCM.decode($0, as: other) }
      expect(
        LinearPCM.encode(again, as: other) == encoded, "\(other) changes from \(encoding) on")
    }
    checkReversal(of: packets, encoding)
    checkMaps(of: block, &input)
  }

  private static func checkReversal(of packets: [UInt8], _ encoding: PCMEncoding) {
    let count = encoding.bytesPerSample
    var turned = packets
    LinearPCM.reverseBytes(in: &turned, bytesPerSample: count)
    LinearPCM.reverseBytes(in: &turned, bytesPerSample: count)
    expect(turned == packets, "a byte order turned twice is another")
  }

  private static func checkMaps(of block: SampleBlock, _ input: inout FuzzInput) {
    let (old, new) = (Int(input.byte() % 8) + 1, Int(input.byte() % 8) + 1)
    let frameCount = block.sampleCount / old
    let map = ChannelMap.changing(old, to: new)
    let mapped = block.samples(in: 0..<frameCount * old).mapped(by: map)
    expect(mapped.sampleCount == frameCount * new, "\(old) to \(new) channels lose frames")
  }
}
