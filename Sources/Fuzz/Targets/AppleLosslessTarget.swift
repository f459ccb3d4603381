@testable import Promises
@testable import SoundFormat

/// Decodes any bytes as packets of Apple Lossless, with any magic cookie. A packet decodes to no more frames than the
/// cookie says, or is refused, and the outcome doesn't depend on what was decoded before.
enum AppleLosslessTarget {
  static func run(_ bytes: [UInt8]) throws {
    let cookie = Array(bytes.prefix(24))
    guard let configuration = AppleLosslessConfiguration(cookie) else { return }
    var input = FuzzInput(Array(bytes.dropFirst(24)))
    let cut = input.short()
    let packets = [input.rest.prefix(cut), input.rest.dropFirst(cut)].map { Array($0) }
    var decoder = AppleLosslessDecoder(configuration)
    var reused = SampleBlock.int16([])
    for packet in packets {
      var (fresh, block) = (AppleLosslessDecoder(configuration), SampleBlock.int16([]))
      let isWhole = try decodes(packet, with: &decoder, into: &reused)
      try expect(
        try decodes(packet, with: &fresh, into: &block) == isWhole, "an earlier packet matters")
      guard isWhole else { continue }
      let encoding = PCMEncoding(configuration.sampleType)
      try expect(
        LinearPCM.encode(block, as: encoding) == LinearPCM.encode(reused, as: encoding),
        "other samples after an earlier packet")
      let frameCount = block.sampleCount / configuration.channelCount
      try expect(
        frameCount <= configuration.framesPerPacket
          && block.sampleCount == frameCount * configuration.channelCount,
        "\(block.sampleCount) samples in a packet")
    }
  }

  /// Returns whether a packet can be decoded.
  private static func decodes(
    _ packet: [UInt8], with decoder: inout AppleLosslessDecoder, into block: inout SampleBlock
  ) throws -> Bool {
    do throws(SoundFileError) {
      try decoder.decode(packet, into: &block)
      return true
    } catch {
      try expect(error.code == .malformed, "\(error)")
      return false
    }
  }
}
