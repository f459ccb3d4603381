/// How a sound's frames are coded.
public enum DataFormat: Hashable, Sendable {
  /// Uncompressed samples, the channels interleaved.
  case linearPCM(PCMEncoding)
  /// Packets of a codec that this library decodes.
  case compressed(Codec)
  /// A codec this library can name but not decode.
  case other(CodecDescription)

  /// The four-character code that CAF and Core Audio use for it.
  public var formatID: FourCharCode {
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

  /// The codec; nil for linear PCM and for codecs that this library doesn't decode.
  public var codec: Codec? {
    if case .compressed(let codec) = self { codec } else { nil }
  }

  /// Whether a stream ends in padding, as far as this library knows the codec.
  var isPadded: Bool { codec?.isPadded ?? false }

  /// The samples that it decodes to; nil for a codec that this library doesn't decode.
  package var sampleType: PCMEncoding.SampleType? {
    pcmEncoding?.sampleType ?? codec?.sampleType
  }
}

extension DataFormat {
  /// Apple's IMA 4:1 ADPCM.
  public static let ima4 = DataFormat.compressed(.ima4)
  /// G.711 µ-law, a byte a sample.
  public static let muLaw = DataFormat.compressed(.muLaw)
  /// G.711 A-law, a byte a sample.
  public static let aLaw = DataFormat.compressed(.aLaw)
}

/// A container's description of a codec that this library doesn't decode.
///
/// The fields are those of a CAF audio description; zero means "varies" or "not stated".
public struct CodecDescription: Hashable, Sendable {
  /// The codec's code, `aac ` for example.
  public var formatID: FourCharCode
  /// The codec's own flags.
  public var formatFlags: UInt32
  /// How many bytes a packet takes, all channels together; 0 if packets vary in size.
  public var bytesPerPacket: Int
  /// How many frames a packet holds; 0 if packets vary in length.
  public var framesPerPacket: Int
  /// How many bits a sample takes; 0 for most codecs.
  public var bitsPerChannel: Int

  /// Creates a description. Fields that are left out are "not stated".
  public init(
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
