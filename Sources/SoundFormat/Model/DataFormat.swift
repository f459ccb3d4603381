/// How a sound's frames are coded.
public enum DataFormat: Hashable, Sendable {
  /// Uncompressed samples, the channels interleaved.
  case linearPCM(PCMEncoding)
  /// Apple's IMA 4:1 ADPCM.
  case ima4
  /// G.711 µ-law, a byte a sample.
  case muLaw
  /// G.711 A-law, a byte a sample.
  case aLaw
  /// A codec this library can name but not decode.
  case other(CodecDescription)

  /// The four-character code that CAF and Core Audio use for it.
  public var formatID: FourCharCode {
    switch self {
    case .linearPCM: "lpcm"
    case .ima4: "ima4"
    case .muLaw: "ulaw"
    case .aLaw: "alaw"
    case .other(let codec): codec.formatID
    }
  }

  /// The encoding of linear PCM; nil for other formats.
  public var pcmEncoding: PCMEncoding? {
    if case .linearPCM(let encoding) = self { encoding } else { nil }
  }
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
    pcmEncoding.map(\.description) ?? "'\(formatID)'"
  }
}
