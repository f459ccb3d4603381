/// Encodes samples to a stream's packets, whatever its data format.
public struct FrameEncoder: Sendable {
  private enum Codec {
    case linearPCM(PCMEncoding)
    case muLaw
    case aLaw
    case ima4(IMA4Encoder)
  }

  private var codec: Codec

  /// Creates an encoder at the start of a stream.
  ///
  /// - Throws: `SoundFileError` with the code `unsupported` for a codec this library doesn't encode,
  ///   or ima4 with more than two channels.
  public init(for format: StreamFormat) throws(SoundFileError) {
    switch format.dataFormat {
    case .linearPCM(let encoding): codec = .linearPCM(encoding)
    case .muLaw: codec = .muLaw
    case .aLaw: codec = .aLaw
    case .ima4:
      guard format.channelCount <= IMA4.maximumChannelCount else {
        throw .tooManyChannelsForIMA4(format.channelCount)
      }
      codec = .ima4(IMA4Encoder(channelCount: format.channelCount))
    case .other(let other):
      throw SoundFileError(.unsupported, "there is no encoder for '\(other.formatID)'")
    }
  }

  /// Encodes interleaved samples; what doesn't fill a packet waits for the next call.
  public mutating func encode(_ block: SampleBlock) -> [UInt8] {
    switch codec {
    case .linearPCM(let encoding): return LinearPCM.encode(block, as: encoding)
    case .muLaw: return MuLaw.encode(block.int16Samples)
    case .aLaw: return ALaw.encode(block.int16Samples)
    case .ima4(var encoder):
      defer { codec = .ima4(encoder) }
      return encoder.encode(block.int16Samples)
    }
  }

  /// Ends the stream and returns its last packets.
  public mutating func finish() -> [UInt8] {
    guard case .ima4(var encoder) = codec else { return [] }
    defer { codec = .ima4(encoder) }
    return encoder.finish()
  }
}

extension SoundFileError {
  static func tooManyChannelsForIMA4(_ channelCount: Int) -> SoundFileError {
    SoundFileError(
      .unsupported,
      "ima4 codes at most \(IMA4.maximumChannelCount) channels, not \(channelCount)")
  }
}
