/// A stream's rate, channels and coding: what a decoder must know.
public struct StreamFormat: Hashable, Sendable {
  /// Frames per second, in Hz.
  public var sampleRate: Double
  public var channelCount: Int
  public var dataFormat: DataFormat

  public init(sampleRate: Double, channelCount: Int, dataFormat: DataFormat) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.dataFormat = dataFormat
  }

  /// How many frames a packet holds; 0 if packets vary in length.
  package var framesPerPacket: Int { coreAudioDescription.framesPerPacket }

  /// How many bytes a packet takes, all channels together; 0 if packets vary in size.
  public var bytesPerPacket: Int { coreAudioDescription.bytesPerPacket }

  /// Returns the number of packets that hold `frameCount` frames; 0 if packets vary in length.
  ///
  /// The last packet of ima4 is never full: if the frames fill their packets exactly, a packet of padding follows.
  /// Every ima4 file from Apple's tool ends in this way.
  package func packetCount(forFrames frameCount: Int) -> Int {
    switch dataFormat {
    case .linearPCM: frameCount
    case .compressed(let codec):
      codec.isPadded ? frameCount / codec.framesPerPacket + 1 : frameCount
    case .other(let codec):
      codec.framesPerPacket == 0 ? 0 : (max(0, frameCount) - 1) / codec.framesPerPacket + 1
    }
  }

  /// Returns `frameCount`, a length in frames, rounded up to whole packets of ima4. Rounds down instead if only
  /// rounding up makes the length reach `seconds`. Returns nil if no packet is left, and for formats without padding.
  package func wholePacketFrameCount(_ frameCount: Int, below seconds: Double) -> Int? {
    guard dataFormat.isPadded else { return nil }
    let rest = frameCount % framesPerPacket
    var count = frameCount.addingClamped(rest > 0 ? framesPerPacket - rest : 0)
    let reaches = { (count: Int) in Double(count) / sampleRate >= seconds }
    if reaches(count), !reaches(frameCount) { count = frameCount - rest }
    return count > 0 ? count : nil
  }

  /// The sample rates accepted from a file, in Hz. Only damaged headers state other rates.
  package static let sampleRates: ClosedRange<Double> = 1...10_000_000
  /// The numbers of channels accepted from a file.
  static let channelCounts = 1...65_535

  func checkChannelCount() throws(SoundFileError) {
    guard Self.channelCounts.contains(channelCount) else {
      throw .unsupported("a sound has 1 to 65535 channels, not \(channelCount)")
    }
  }
}

/// How a sound's frames are coded.
public enum DataFormat: Hashable, Sendable {
  /// Uncompressed samples, the channels interleaved.
  case linearPCM(PCMEncoding)
  /// Packets of a codec that ``FrameDecoder`` decodes.
  case compressed(Codec)
  /// Packets of a codec that ``FrameDecoder`` doesn't decode. `VariablePacketDecoder` decodes some of these codecs.
  case other(CodecDescription)

  /// The four-character code that CAF and Core Audio use for the format.
  package var formatID: FourCharCode {
    switch self {
    case .linearPCM: LinearPCM.formatID
    case .compressed(let codec): codec.formatID
    case .other(let codec): codec.formatID
    }
  }

  /// The encoding of linear PCM; nil for other formats.
  public var pcmEncoding: PCMEncoding? {
    if case .linearPCM(let encoding) = self { encoding } else { nil }
  }

  /// The codec; nil for linear PCM and for codecs that ``FrameDecoder`` doesn't decode.
  package var codec: Codec? {
    if case .compressed(let codec) = self { codec } else { nil }
  }

  /// Whether a stream ends in padding; false for codecs that ``FrameDecoder`` doesn't decode.
  var isPadded: Bool { codec?.isPadded ?? false }

  /// The type of the decoded samples; nil for a codec that ``FrameDecoder`` doesn't decode.
  package var sampleType: PCMEncoding.SampleType? {
    pcmEncoding?.sampleType ?? codec.map { _ in .int16 }
  }

  /// Creates the format of a codec, other than linear PCM, from its description.
  package init(_ description: CodecDescription) {
    self = Codec(formatID: description.formatID).map { .compressed($0) } ?? .other(description)
  }

  /// Apple's IMA 4:1 ADPCM.
  public static let ima4 = DataFormat.compressed(.ima4)
  /// G.711 µ-law: a byte for each sample.
  public static let muLaw = DataFormat.compressed(.muLaw)
  /// G.711 A-law: a byte for each sample.
  public static let aLaw = DataFormat.compressed(.aLaw)
}

/// Describes how a stream is coded, in the fields of a CAF audio description. Zero means "varies" or "not stated".
///
/// ``DataFormat/other(_:)`` holds the description of a codec that ``FrameDecoder`` doesn't decode.
public struct CodecDescription: Hashable, Sendable {
  /// The codec's four-character code, `aac ` for example.
  package var formatID: FourCharCode
  /// The codec's own flags.
  package var formatFlags: UInt32
  /// How many bytes a packet takes, all channels together; 0 if packets vary in size.
  package var bytesPerPacket: Int
  /// How many frames a packet holds; 0 if packets vary in length.
  package var framesPerPacket: Int
  /// How many bits a sample takes; 0 for most codecs.
  package var bitsPerChannel: Int

  package init(
    formatID: FourCharCode, formatFlags: UInt32 = 0, bytesPerPacket: Int = 0,
    framesPerPacket: Int = 0, bitsPerChannel: Int = 0
  ) {
    self.formatID = formatID
    self.formatFlags = formatFlags
    self.bytesPerPacket = bytesPerPacket
    self.framesPerPacket = framesPerPacket
    self.bitsPerChannel = bitsPerChannel
  }
}

extension DataFormat: CustomStringConvertible {
  /// Apple's spelling in `afconvert -hf`: `LEI16`, `'ima4'`.
  public var description: String {
    pcmEncoding.map { $0.description } ?? "'\(formatID)'"
  }
}

extension StreamFormat {
  /// The format as Core Audio's `AudioStreamBasicDescription` states it.
  package var coreAudioDescription: CodecDescription {
    switch dataFormat {
    case .linearPCM(let encoding):
      CodecDescription(
        formatID: LinearPCM.formatID, formatFlags: encoding.coreAudioFlags,
        bytesPerPacket: encoding.bytesPerSample.multipliedClamped(by: channelCount),
        framesPerPacket: 1, bitsPerChannel: encoding.bitDepth)
    case .compressed(let codec):
      CodecDescription(
        formatID: codec.formatID,
        bytesPerPacket: codec.bytesPerPacket.multipliedClamped(by: channelCount),
        framesPerPacket: codec.framesPerPacket, bitsPerChannel: codec.bitsPerChannel)
    case .other(let codec): codec
    }
  }
}

extension PCMEncoding {
  private static let floatFlag: UInt32 = 1
  private static let bigEndianFlag: UInt32 = 2
  private static let signedFlag: UInt32 = 4
  private static let packedFlag: UInt32 = 8

  /// The format flags of an `AudioStreamBasicDescription`. Source: CoreAudioBaseTypes.h.
  package var coreAudioFlags: UInt32 {
    let isSigned = !sampleType.isFloat && sampleType != .uint8
    return (sampleType.isFloat ? Self.floatFlag : 0)
      | (byteOrder == .big ? Self.bigEndianFlag : 0) | (isSigned ? Self.signedFlag : 0)
      | Self.packedFlag
  }

  /// Creates the encoding that an `AudioStreamBasicDescription` describes; nil if no such encoding exists.
  init?(flags: UInt32, bitDepth: Int) {
    self.init(
      byteCount: bitDepth % 8 == 0 ? bitDepth / 8 : 0, isFloat: flags & Self.floatFlag != 0,
      isUnsigned: flags & (Self.signedFlag | Self.floatFlag) == 0,
      order: flags & Self.bigEndianFlag != 0 ? .big : .little)
  }
}
