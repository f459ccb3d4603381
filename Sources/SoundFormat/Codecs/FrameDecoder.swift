/// Decodes the packets of a stream to samples. The packets are linear PCM, IMA4, µ-law or A-law.
public struct FrameDecoder: Sendable {
  private var packetDecoder: PacketDecoder
  /// The block decoded last. If the caller no longer holds this block, the next call reuses the block's memory.
  private var block = SampleBlock.int16([])
  private let channelCount: Int
  /// How many frames before the sound are still to be dropped.
  private var primingFrameCount: Int
  /// How many frames of the sound are still to be returned.
  private var remainingFrameCount: Int

  /// - Parameters:
  ///   - primingFrameCount: How many frames to drop before the sound.
  ///   - frameCount: How many frames of sound to keep. Later frames are dropped.
  package init(
    for format: StreamFormat, dropping primingFrameCount: Int = 0, keeping frameCount: Int = .max
  ) throws(SoundFileError) {
    try format.checkChannelCount()
    packetDecoder =
      switch format.dataFormat {
      case .linearPCM(let encoding): .linearPCM(encoding)
      case .compressed(let codec): codec.decoder(channelCount: format.channelCount)
      case .other(let other):
        throw .unsupported("the sound is coded as '\(other.formatID)'")
      }
    channelCount = format.channelCount
    self.primingFrameCount = max(0, primingFrameCount)
    remainingFrameCount = max(0, frameCount)
  }

  /// Decodes packets to interleaved samples. Drops the padding before and after the sound.
  ///
  /// - Parameter packets: Complete packets, in the stream's order.
  public mutating func decode(_ packets: [UInt8]) -> SampleBlock {
    packets.withBytes { packetDecoder.decode($0, into: &block) }
    let frameCount = block.sampleCount / channelCount
    let dropped = min(primingFrameCount, frameCount)
    let kept = min(frameCount - dropped, remainingFrameCount)
    primingFrameCount -= dropped
    remainingFrameCount -= kept
    return block.samples(in: dropped * channelCount..<(dropped + kept) * channelCount)
  }
}

/// A decoder of packets, with the state that the decoder carries from packet to packet.
enum PacketDecoder: Sendable {
  case linearPCM(PCMEncoding)
  /// A codec without state. The function decodes packets to samples.
  case int16(@Sendable (RawSpan, inout [Int16]) -> Void)
  case ima4(IMA4Decoder)

  /// Decodes complete packets, reusing the memory of an earlier block.
  mutating func decode(_ packets: RawSpan, into block: inout SampleBlock) {
    switch self {
    case .linearPCM(let encoding): LinearPCM.decode(packets, as: encoding, into: &block)
    case .int16(let load): block.refillInt16 { load(packets, &$0) }
    case .ima4(var decoder):
      block.refillInt16 { decoder.decode(packets, into: &$0) }
      self = .ima4(decoder)
    }
  }
}
