/// Turns one sound's packets into another's, at the same rate.
///
/// Feed it the source's packets in order, then call `finish()`.
public struct PacketConverter: Sendable {
  private enum Path {
    /// The packets are the output's.
    case copy
    /// The samples are the output's but for their byte order.
    case reversal(bytesPerSample: Int)
    /// The packets are decoded and encoded.
    case samples(FrameDecoder, ChannelMap?, FrameEncoder)
  }

  private var path: Path

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - sound: The sound whose packets will come.
  ///   - format: What to make of them. Its rate isn't looked at.
  ///   - map: How to rearrange the channels; nil keeps them.
  /// - Throws: `SoundFileError` with the code `unsupported` where there is no decoder or encoder.
  public init(
    from sound: SoundFile, to format: StreamFormat, mapping map: ChannelMap?
  ) throws(SoundFileError) {
    let keepsFrames = map == nil && sound.frameCount == sound.decodedFrameCount
    switch (sound.format.dataFormat, format.dataFormat) {
    case (.linearPCM(let old), .linearPCM(let new))
    where keepsFrames && old.sampleType == new.sampleType:
      path = old == new ? .copy : .reversal(bytesPerSample: new.bytesPerSample)
    case (.muLaw, .muLaw) where keepsFrames, (.aLaw, .aLaw) where keepsFrames:
      path = .copy
    default:
      path = .samples(try FrameDecoder(for: sound), map, try FrameEncoder(for: format))
    }
  }

  /// Whether the output's packets are the source's, so that its bytes can be copied.
  public var isCopy: Bool {
    if case .copy = path { true } else { false }
  }

  /// Converts whole packets; what doesn't fill a packet of the output waits for the next call.
  public mutating func convert(_ packets: [UInt8]) -> [UInt8] {
    switch path {
    case .copy: return packets
    case .reversal(let bytesPerSample):
      return packets.withBytes { LinearPCM.reversingBytes($0, bytesPerSample: bytesPerSample) }
    case .samples(var decoder, let map, var encoder):
      var block = decoder.decode(packets)
      if let map { block = block.mapped(by: map) }
      let converted = encoder.encode(block)
      path = .samples(decoder, map, encoder)
      return converted
    }
  }

  /// Ends the output and returns its last packets.
  public mutating func finish() -> [UInt8] {
    guard case .samples(let decoder, let map, var encoder) = path else { return [] }
    let packets = encoder.finish()
    path = .samples(decoder, map, encoder)
    return packets
  }
}
