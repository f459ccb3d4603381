/// Decodes a stream's packets to samples, whatever its data format.
public struct FrameDecoder: Sendable {
  private enum Codec {
    case linearPCM(PCMEncoding)
    case muLaw
    case aLaw
    case ima4(IMA4Decoder)
  }

  private var codec: Codec
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
    switch sound.format.dataFormat {
    case .linearPCM(let encoding): codec = .linearPCM(encoding)
    case .muLaw: codec = .muLaw
    case .aLaw: codec = .aLaw
    case .ima4: codec = .ima4(IMA4Decoder(channelCount: sound.format.channelCount))
    case .other(let other):
      throw SoundFileError(.unsupported, "the sound is coded as '\(other.formatID)'")
    }
    channelCount = sound.format.channelCount
    primingFrameCount = (sound.packetTable?.primingFrameCount ?? 0) + firstFrame
    remainingFrameCount = max(0, sound.frameCount - firstFrame)
  }

  /// Decodes packets to interleaved samples, without the frames that are a codec's padding.
  ///
  /// - Parameter packets: Whole packets, in the stream's order.
  public mutating func decode(_ packets: [UInt8]) -> SampleBlock {
    packets.withBytes { decodeAll($0) }
    let frameCount = block.sampleCount / channelCount
    let dropped = min(primingFrameCount, frameCount)
    let kept = min(frameCount - dropped, remainingFrameCount)
    primingFrameCount -= dropped
    remainingFrameCount -= kept
    return block.samples(in: dropped * channelCount..<(dropped + kept) * channelCount)
  }

  private mutating func decodeAll(_ packets: RawSpan) {
    switch codec {
    case .linearPCM(let encoding): LinearPCM.decode(packets, as: encoding, into: &block)
    case .muLaw: block.refillInt16 { MuLaw.load(packets, into: &$0) }
    case .aLaw: block.refillInt16 { ALaw.load(packets, into: &$0) }
    case .ima4(var decoder):
      block.refillInt16 { decoder.decode(packets, into: &$0) }
      codec = .ima4(decoder)
    }
  }
}
