@testable import Promises
@testable import SoundFormat

/// Decodes any bits as samples in any encoding. Decoding must lose nothing, and the result must fit every
/// other encoding.
enum PCMTarget {
  /// Samples are independent of each other, so more of them test nothing new.
  private static let longestByteCount = 512

  private static let encodings = PCMEncoding.SampleType.allCases.flatMap { type in
    type.bitDepth == 8
      ? [PCMEncoding(type)] : [PCMEncoding(type, .big), PCMEncoding(type, .little)]
  }

  static func run(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let encoding = input.choice(of: encodings)
    let count = min(input.rest.count, longestByteCount) / encoding.bytesPerSample
    let packets = Array(input.rest.prefix(count * encoding.bytesPerSample))
    let block = packets.withBytes { LinearPCM.decode($0, as: encoding) }
    try expect(LinearPCM.encode(block, as: encoding) == packets, "other bytes in \(encoding)")
    for other in encodings {
      let encoded = LinearPCM.encode(block, as: other)
      try expect(
        encoded.count == block.sampleCount * other.bytesPerSample,
        "\(encoded.count) bytes of \(block.sampleCount) samples in \(other)")
      let again = encoded.withBytes { LinearPCM.decode($0, as: other) }
      try expect(
        LinearPCM.encode(again, as: other) == encoded, "\(other) changes from \(encoding) on")
    }
    try checkReversal(of: packets, encoding)
    try checkMaps(of: block, &input)
  }

  private static func checkReversal(of packets: [UInt8], _ encoding: PCMEncoding) throws {
    let count = encoding.bytesPerSample
    var turned = packets
    LinearPCM.reverseBytes(in: &turned, bytesPerSample: count)
    LinearPCM.reverseBytes(in: &turned, bytesPerSample: count)
    try expect(turned == packets, "swapping the byte order twice changes it")
  }

  private static func checkMaps(of block: SampleBlock, _ input: inout FuzzInput) throws {
    let (old, new) = (Int(input.byte() % 8) + 1, Int(input.byte() % 8) + 1)
    let frameCount = block.sampleCount / old
    let map = ChannelMap.changing(old, to: new)
    let mapped = block.samples(in: 0..<frameCount * old).mapped(by: map)
    try expect(mapped.sampleCount == frameCount * new, "\(old) to \(new) channels lose frames")
  }
}
