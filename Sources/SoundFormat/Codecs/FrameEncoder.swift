/// Encodes samples to a stream's packets, whatever its data format.
public struct FrameEncoder: Sendable {
  private enum Codec {
    case linearPCM(PCMEncoding)
    case muLaw
    case aLaw
    case ima4(IMA4Encoder)
    case searchedIMA4(IMA4SearchEncoder)
    /// While an encoder is at work elsewhere.
    case busy
  }

  private var codec: Codec
  /// What was encoded last. The next packets take its memory, unless somebody still has it.
  private var packets: [UInt8] = []
  private var memory = LinearPCM.ConversionMemory()

  /// Creates an encoder at the start of a stream.
  ///
  /// - Parameters:
  ///   - format: What to make.
  ///   - ima4Quality: 0 for Apple's bytes; 1…127 for a search that comes closer to the original, the
  ///     longer the closer (`IMA4SearchEncoder`). It only matters to ima4.
  /// - Throws: `SoundFileError` with the code `unsupported` for a codec this library doesn't encode,
  ///   or ima4 with more than two channels.
  public init(for format: StreamFormat, ima4Quality: Int = 0) throws(SoundFileError) {
    switch format.dataFormat {
    case .linearPCM(let encoding): codec = .linearPCM(encoding)
    case .muLaw: codec = .muLaw
    case .aLaw: codec = .aLaw
    case .ima4:
      guard format.channelCount <= IMA4.maximumChannelCount else {
        throw .tooManyChannelsForIMA4(format.channelCount)
      }
      codec =
        ima4Quality == 0
        ? .ima4(IMA4Encoder(channelCount: format.channelCount))
        : .searchedIMA4(
          IMA4SearchEncoder(channelCount: format.channelCount, quality: ima4Quality))
    case .other(let other):
      throw SoundFileError(.unsupported, "there is no encoder for '\(other.formatID)'")
    }
  }

  /// Encodes interleaved samples; what doesn't fill a packet waits for the next call.
  public mutating func encode(_ block: SampleBlock) -> [UInt8] {
    switch codec {
    case .linearPCM(let encoding):
      LinearPCM.encode(block, as: encoding, into: &packets, &memory)
    case .muLaw: MuLaw.store(block.int16Samples(in: &memory.int16), into: &packets)
    case .aLaw: ALaw.store(block.int16Samples(in: &memory.int16), into: &packets)
    case .ima4(var encoder):
      // With two owners, each call would copy what the encoder remembers.
      codec = .busy
      encoder.encode(block.int16Samples(in: &memory.int16), into: &packets)
      codec = .ima4(encoder)
    case .searchedIMA4(var encoder):
      codec = .busy
      packets = encoder.encode(block.int16Samples(in: &memory.int16))
      codec = .searchedIMA4(encoder)
    case .busy: return []
    }
    return packets
  }

  /// Ends the stream and returns its last packets.
  public mutating func finish() -> [UInt8] {
    switch codec {
    case .ima4(var encoder):
      defer { codec = .ima4(encoder) }
      return encoder.finish()
    case .searchedIMA4(var encoder):
      codec = .busy
      defer { codec = .searchedIMA4(encoder) }
      return encoder.finish()
    case .linearPCM, .muLaw, .aLaw, .busy: return []
    }
  }

  /// How far what a decoder makes of the packets so far is from the samples; nil but for ima4.
  public var signalAndNoise: SignalAndNoise? {
    switch codec {
    case .ima4(let encoder): encoder.signalAndNoise
    case .searchedIMA4(let encoder): encoder.signalAndNoise
    case .linearPCM, .muLaw, .aLaw, .busy: nil
    }
  }
}

extension SoundFileError {
  static func tooManyChannelsForIMA4(_ channelCount: Int) -> SoundFileError {
    SoundFileError(
      .unsupported,
      "ima4 codes at most \(IMA4.maximumChannelCount) channels, not \(channelCount)")
  }
}
