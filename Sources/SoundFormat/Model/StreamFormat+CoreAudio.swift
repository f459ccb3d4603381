extension StreamFormat {
  /// The format as Core Audio's `AudioStreamBasicDescription` states it.
  package var coreAudioDescription: CodecDescription {
    var description = CodecDescription(
      formatID: dataFormat.formatID, bytesPerPacket: bytesPerPacket,
      framesPerPacket: framesPerPacket)
    switch dataFormat {
    case .linearPCM(let encoding):
      description.formatFlags = encoding.coreAudioFlags
      description.bitsPerChannel = encoding.bitDepth
    case .compressed(let codec): description.bitsPerChannel = codec.bitsPerChannel
    case .other(let codec): description = codec
    }
    return description
  }
}

extension DataFormat {
  /// Creates the format of a codec other than linear PCM, by its code.
  package init(_ description: CodecDescription) {
    self = Codec(formatID: description.formatID).map { .compressed($0) } ?? .other(description)
  }
}

extension PCMEncoding {
  private static let floatFlag: UInt32 = 1
  private static let bigEndianFlag: UInt32 = 2
  private static let signedFlag: UInt32 = 4
  private static let packedFlag: UInt32 = 8

  /// The format flags of an `AudioStreamBasicDescription`. Source: CoreAudioBaseTypes.h.
  public var coreAudioFlags: UInt32 {
    let isSigned = !sampleType.isFloat && sampleType != .uint8
    return (sampleType.isFloat ? Self.floatFlag : 0)
      | (byteOrder == .big ? Self.bigEndianFlag : 0) | (isSigned ? Self.signedFlag : 0)
      | Self.packedFlag
  }

  /// Creates the encoding that an `AudioStreamBasicDescription` describes, or returns nil if there
  /// is none.
  init?(flags: UInt32, bitDepth: Int) {
    self.init(
      byteCount: bitDepth % 8 == 0 ? bitDepth / 8 : 0, isFloat: flags & Self.floatFlag != 0,
      isUnsigned: flags & (Self.signedFlag | Self.floatFlag) == 0,
      order: flags & Self.bigEndianFlag != 0 ? .big : .little)
  }
}
