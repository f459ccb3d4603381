/// Encodes samples to a stream's packets, whatever its data format.
public struct FrameEncoder: Sendable {
  private enum Codec {
    case linearPCM(PCMEncoding)
    case muLaw
    case aLaw
    case ima4(IMA4Encoder)
    case searchedIMA4(IMA4SearchEncoder)
    /// A placeholder while a call holds the encoder in a local variable.
    case busy
  }

  private var codec: Codec
  /// The last encoded packets. The next ones reuse their memory unless the caller still holds them.
  private var packets: [UInt8] = []
  private var memory = LinearPCM.ConversionMemory()

  /// Creates an encoder at the start of a stream.
  ///
  /// - Parameters:
  ///   - format: The format to encode to.
  ///   - ima4Quality: 0 for the same bytes as Apple's encoder; 1…127 for a search that comes closer
  ///     to the original (`IMA4SearchEncoder`). Higher values come closer and take longer. Only
  ///     ima4 uses it.
  ///   - workers: What that search runs on, a channel of a stereo sound each.
  /// - Throws: `SoundFileError` with the code `unsupported` for a codec this library doesn't encode,
  ///   or ima4 with more than two channels.
  public init(
    for format: StreamFormat, ima4Quality: Int = 0, workers: Workers = .sequential
  ) throws(SoundFileError) {
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
          IMA4SearchEncoder(
            channelCount: format.channelCount, quality: ima4Quality, workers: workers))
    case .other(let other):
      throw SoundFileError(.unsupported, "there is no encoder for '\(other.formatID)'")
    }
  }

  /// Encodes interleaved samples. Samples that don't fill a packet are kept for the next call.
  public mutating func encode(_ block: SampleBlock) -> [UInt8] {
    switch codec {
    case .linearPCM(let encoding):
      LinearPCM.encode(block, as: encoding, into: &packets, &memory)
    case .muLaw: MuLaw.store(block.int16Samples(in: &memory.int16), into: &packets)
    case .aLaw: ALaw.store(block.int16Samples(in: &memory.int16), into: &packets)
    case .ima4(var encoder):
      // Drop our reference first, to avoid copy-on-write.
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

  /// The energies of the packets so far: the signal's and the coding error's. Nil for codecs other
  /// than ima4.
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
