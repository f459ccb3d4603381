/// A codec whose packets vary in size, and that this library decodes.
///
/// To add a codec, add its case to this enumeration and to ``VariablePacketDecoder``.
package enum VariableCodec: Sendable {
  case appleLossless(AppleLosslessConfiguration)
  case aac(AudioSpecificConfig)
  /// FLAC's own files don't list the packets. Only decoding reveals their sizes.
  case flac(FLACConfiguration)
  /// With one or two channels.
  case mp3(channelCount: Int)

  /// The size of the largest possible packet, in bytes.
  package var packetByteLimit: Int {
    switch self {
    case .appleLossless(let configuration): configuration.packetByteLimit
    case .aac: AACDecoder.packetByteLimit
    case .flac: FLACDecoder.packetByteLimit
    case .mp3: MP3Decoder.packetByteLimit
    }
  }

  /// The type of the samples that a lossless sound was made from; nil for a lossy codec.
  package var losslessSampleType: PCMEncoding.SampleType? {
    switch self {
    case .appleLossless(let configuration): configuration.sampleType
    case .flac(let configuration): configuration.sampleType
    case .aac, .mp3: nil
    }
  }

  /// Returns how many frames a packet of a lossless codec has, by its first 32 bytes; nil for other codecs, and if the
  /// packet is damaged.
  func frameCount(inPacket beginning: [UInt8]) -> Int? {
    switch self {
    case .appleLossless(let configuration):
      return AppleLosslessDecoder.frameCount(inPacket: beginning, configuration)
    case .flac(let configuration):
      var bits = BitReader(beginning)
      return FLACPacketHeader(&bits, configuration)?.frameCount
    case .aac, .mp3: return nil
    }
  }

  /// The type of the decoded samples.
  package var decodedSampleType: PCMEncoding.SampleType {
    losslessSampleType.map { $0.bitDepth <= 16 ? .int16 : .int32 } ?? .float32
  }
}

/// Decodes packets that vary in size, one at a time and in the stream's order.
package struct VariablePacketDecoder: Sendable {
  private enum Decoder {
    case appleLossless(AppleLosslessDecoder)
    case aac(AACDecoder)
    case flac(FLACDecoder)
    case mp3(MP3Decoder)
    /// The decoder has been taken out to decode a packet.
    case busy
  }

  private var decoder: Decoder

  /// - Throws: `SoundFileError` with the code `unsupported` for kinds of AAC that aren't decoded.
  package init(_ codec: VariableCodec) throws(SoundFileError) {
    switch codec {
    case .appleLossless(let configuration):
      decoder = .appleLossless(AppleLosslessDecoder(configuration))
    case .aac(let configuration): decoder = .aac(try AACDecoder(configuration))
    case .flac(let configuration): decoder = .flac(FLACDecoder(configuration))
    case .mp3(let channelCount): decoder = .mp3(MP3Decoder(channelCount: channelCount))
    }
  }

  /// How many packets gave silence: damaged packets of MP3, or empty packets of AAC. Other damage is an error.
  package var damagedPacketCount: Int {
    switch decoder {
    case .mp3(let mp3): mp3.damagedPacketCount
    case .aac(let aac): aac.emptyPacketCount
    case .appleLossless, .flac, .busy: 0
    }
  }

  /// Decodes a packet to interleaved samples, and returns the packet's size in bytes.
  ///
  /// - Parameters:
  ///   - bytes: The packet. In FLAC, other bytes may precede and follow the packet.
  ///   - start: Where the packet of FLAC begins.
  /// - Throws: `SoundFileError` with the code `truncated` if a packet of FLAC needs more bytes; with the code
  ///   `malformed` or `unsupported` for other packets that can't be decoded.
  package mutating func decode(
    _ bytes: [UInt8], from start: Int = 0, into block: inout SampleBlock
  ) throws(SoundFileError) -> Int {
    // Take the decoder out before changing it, to avoid copy-on-write.
    let taken = decoder
    decoder = .busy
    switch consume taken {
    case .appleLossless(var lossless):
      defer { decoder = .appleLossless(lossless) }
      try lossless.decode(bytes, into: &block)
    case .aac(var aac):
      defer { decoder = .aac(aac) }
      try aac.decode(bytes, into: &block)
    case .flac(var flac):
      defer { decoder = .flac(flac) }
      return try flac.decode(bytes, from: start, into: &block)
    case .mp3(var mp3):
      defer { decoder = .mp3(mp3) }
      try mp3.decode(bytes, into: &block)
    case .busy: break
    }
    return bytes.count
  }
}

extension SoundFile {
  /// The codec, if its packets vary in size and this library decodes it.
  package var variableCodec: VariableCodec? {
    if let aac, aacRefusal == nil, aac.channelCount == format.channelCount,
      aac.framesPerPacket == format.framesPerPacket
    {
      return .aac(aac)
    }
    guard case .other(let codec) = format.dataFormat, container == .flac || packetList != nil
    else { return nil }
    switch codec.formatID {
    case AppleLosslessConfiguration.formatID: return appleLossless.map { .appleLossless($0) }
    case FLACConfiguration.formatID, "fLaC":
      let configuration = FLACConfiguration(magicCookie)
      return configuration?.channelCount == format.channelCount
        ? configuration.map { .flac($0) } : nil
    case ".mp3", .microsoft(WAVETag.mp3):
      return 1...2 ~= format.channelCount ? .mp3(channelCount: format.channelCount) : nil
    default: return nil
    }
  }
}
