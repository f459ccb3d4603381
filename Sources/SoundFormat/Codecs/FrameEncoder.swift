/// Encodes samples to a stream's packets, whatever its data format.
public struct FrameEncoder: Sendable {
  private var packetEncoder: PacketEncoder
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
  ///   - workers: Run the search, in parallel for the two channels of a stereo sound.
  /// - Throws: `SoundFileError` with the code `unsupported` for a codec this library doesn't encode,
  ///   or for more channels than the codec has.
  public init(
    for format: StreamFormat, ima4Quality: Int = 0, workers: Workers = .sequential
  ) throws(SoundFileError) {
    let dataFormat = format.dataFormat
    if let encoding = dataFormat.pcmEncoding {
      packetEncoder = .linearPCM(encoding)
      return
    }
    try dataFormat.codec?.check(channelCount: format.channelCount)
    guard
      let packetEncoder = dataFormat.codec?.encoder(
        channelCount: format.channelCount, quality: ima4Quality, workers: workers)
    else {
      throw SoundFileError(.unsupported, "there is no encoder for '\(dataFormat.formatID)'")
    }
    self.packetEncoder = packetEncoder
  }

  /// Encodes interleaved samples. Samples that don't fill a packet are kept for the next call.
  public mutating func encode(_ block: SampleBlock) -> [UInt8] {
    packetEncoder.encode(block, into: &packets, &memory)
    return packets
  }

  /// Ends the stream and returns its last packets.
  public mutating func finish() -> [UInt8] {
    packetEncoder.finish()
  }

  /// The energies of the packets so far: the signal's and the coding error's. Nil for codecs other
  /// than ima4.
  public var signalAndNoise: SignalAndNoise? { packetEncoder.signalAndNoise }
}

extension Codec {
  /// Checks that the codec supports this many channels.
  ///
  /// - Throws: `SoundFileError` with the code `unsupported`.
  func check(channelCount: Int) throws(SoundFileError) {
    guard channelCount <= maximumChannelCount else {
      throw SoundFileError(
        .unsupported,
        "\(formatID) codes at most \(maximumChannelCount) channels, not \(channelCount)")
    }
  }
}
