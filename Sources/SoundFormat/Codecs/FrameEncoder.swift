/// Encodes samples to the packets of a stream. The packets are linear PCM, IMA4, µ-law or A-law.
public struct FrameEncoder: Sendable {
  private var packetEncoder: PacketEncoder
  /// The packets encoded last. If the caller no longer holds these packets, the next call reuses the packets' memory.
  private var packets: [UInt8] = []
  private var memory = LinearPCM.ConversionMemory()

  /// Creates an encoder at the start of a stream.
  ///
  /// - Parameters:
  ///   - format: How the stream is coded.
  ///   - ima4Quality: With 0, an ima4 stream has the same bytes as a stream from Apple's encoder. With a higher number,
  ///     a search makes the noise less audible.
  /// - Throws: `SoundFileError` with the code `unsupported` if this library doesn't encode the codec, or if the codec
  ///   doesn't support the number of channels.
  public init(for format: StreamFormat, ima4Quality: Int = 0) throws(SoundFileError) {
    try self.init(for: format, ima4Quality: ima4Quality, workers: .sequential)
  }

  /// - Parameter workers: Workers that run a search in each channel of a stereo sound, in parallel or one by one.
  package init(
    for format: StreamFormat, ima4Quality: Int = 0, workers: Workers
  ) throws(SoundFileError) {
    try format.checkChannelCount()
    let dataFormat = format.dataFormat
    if let encoding = dataFormat.pcmEncoding {
      packetEncoder = .linearPCM(encoding)
      return
    }
    guard let codec = dataFormat.codec else {
      throw .unsupported("there is no encoder for '\(dataFormat.formatID)'")
    }
    try codec.check(channelCount: format.channelCount)
    packetEncoder = codec.encoder(for: format, quality: ima4Quality, workers: workers)
  }

  /// Encodes interleaved samples. Samples that don't fill a packet are kept for the next call.
  public mutating func encode(_ block: SampleBlock) -> [UInt8] {
    packetEncoder.encode(block, into: &packets, &memory)
    return packets
  }

  /// Ends the stream and returns its last packets. Call this function only once.
  public mutating func finish() -> [UInt8] {
    packetEncoder.finish()
  }

  /// The energies of the signal and of the coding error so far; nil for codecs other than ima4.
  package var signalAndNoise: SignalAndNoise? { packetEncoder.signalAndNoise }
}

extension Codec {
  func check(channelCount: Int) throws(SoundFileError) {
    guard channelCount <= maximumChannelCount else {
      throw .unsupported(
        "\(formatID) codes at most \(maximumChannelCount) channels, not \(channelCount)")
    }
  }
}

/// An encoder of packets, with the state that the encoder carries from packet to packet.
enum PacketEncoder: Sendable {
  case linearPCM(PCMEncoding)
  /// A codec without state. The function encodes samples to packets.
  case int16(@Sendable ([Int16], inout [UInt8]) -> Void)
  case ima4(IMA4Encoder)
  case searchedIMA4(IMA4SearchEncoder)
  /// A placeholder while a call holds the encoder in a local variable.
  case busy

  /// Encodes samples. The new packets replace those in `packets`.
  mutating func encode(
    _ block: SampleBlock, into packets: inout [UInt8], _ memory: inout LinearPCM.ConversionMemory
  ) {
    switch self {
    case .linearPCM(let encoding): LinearPCM.encode(block, as: encoding, into: &packets, &memory)
    case .int16(let store): store(block.int16Samples(in: &memory.int16), &packets)
    case .ima4(var encoder):
      // First drop the reference that `self` holds, to avoid copy-on-write.
      self = .busy
      encoder.encode(block.int16Samples(in: &memory.int16), into: &packets)
      self = .ima4(encoder)
    case .searchedIMA4(var encoder):
      self = .busy
      packets = encoder.encode(block.int16Samples(in: &memory.int16))
      self = .searchedIMA4(encoder)
    case .busy: packets = []
    }
  }

  mutating func finish() -> [UInt8] {
    switch self {
    case .ima4(var encoder):
      defer { self = .ima4(encoder) }
      return encoder.finish()
    case .searchedIMA4(var encoder):
      self = .busy
      defer { self = .searchedIMA4(encoder) }
      return encoder.finish()
    case .linearPCM, .int16, .busy: return []
    }
  }

  var signalAndNoise: SignalAndNoise? {
    switch self {
    case .ima4(let encoder): encoder.signalAndNoise
    case .searchedIMA4(let encoder): encoder.signalAndNoise
    case .linearPCM, .int16, .busy: nil
    }
  }
}

/// Runs independent parts of work, on one or several threads. The caller provides the threads: this module starts none.
package struct Workers: Sendable {
  private let body: @Sendable (_ count: Int, _ part: @Sendable (Int) -> Void) -> Void

  package static let sequential = Workers { count, part in
    for index in 0..<count { part(index) }
  }

  /// - Parameter body: Calls `part` with each number in `0..<count` once, or with only some of these numbers, in any
  ///   order and on any threads. Returns when all calls have returned.
  package init(
    _ body: @escaping @Sendable (_ count: Int, _ part: @Sendable (Int) -> Void) -> Void
  ) {
    self.body = body
  }

  func perform(_ count: Int, _ part: @Sendable (Int) -> Void) { body(count, part) }
}
