/// Decodes a stream's packets to samples, whatever its data format.
public struct FrameDecoder: Sendable {
  private var packetDecoder: PacketDecoder
  /// The last decoded block. The next one reuses its memory unless the caller still holds it.
  private var block = SampleBlock.int16([])
  private let channelCount: Int
  /// Frames still to drop before the sound.
  private var primingFrameCount: Int
  /// Frames of sound still to come.
  private var remainingFrameCount: Int

  /// Creates a decoder for a sound's packets from the first on.
  ///
  /// - Parameters:
  ///   - sound: The sound, as its file describes it.
  ///   - firstFrame: How many frames to skip at the beginning of the sound.
  /// - Throws: `SoundFileError` with the code `unsupported` for a codec this library doesn't decode.
  public init(for sound: SoundFile, from firstFrame: Int = 0) throws(SoundFileError) {
    try self.init(for: sound.format)
    primingFrameCount = (sound.packetTable?.primingFrameCount ?? 0).addingClamped(firstFrame)
    remainingFrameCount = max(0, sound.frameCount - firstFrame)
  }

  /// Creates a decoder for a stream of any length, whose frames are all sound.
  ///
  /// - Throws: `SoundFileError` with the code `unsupported` for a codec this library doesn't decode.
  package init(for format: StreamFormat) throws(SoundFileError) {
    packetDecoder =
      switch format.dataFormat {
      case .linearPCM(let encoding): .linearPCM(encoding)
      case .compressed(let codec): codec.decoder(channelCount: format.channelCount)
      case .other(let other):
        throw SoundFileError(.unsupported, "the sound is coded as '\(other.formatID)'")
      }
    channelCount = format.channelCount
    primingFrameCount = 0
    remainingFrameCount = .max
  }

  /// Decodes packets to interleaved samples, without the frames that are a codec's padding.
  ///
  /// - Parameter packets: Whole packets, in the stream's order.
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
