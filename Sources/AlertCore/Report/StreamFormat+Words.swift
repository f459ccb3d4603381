internal import SoundFormat

extension DataFormat {
  /// The coding in words: `IMA4`, `16-bit linear PCM`, `32-bit float PCM, big-endian`.
  package var words: String {
    switch self {
    case .compressed(let codec): codec.name
    case .other(let codec): codec.formatID.codecName
    case .linearPCM(let encoding): encoding.words
    }
  }
}

extension PCMEncoding {
  fileprivate var words: String {
    let kind = sampleType.isFloat ? "float PCM" : "linear PCM"
    let order =
      bitDepth == 8
      ? (sampleType == .uint8 ? ", unsigned" : "")
      : byteOrder == .big ? ", big-endian" : ", little-endian"
    return "\(bitDepth)-bit \(kind)\(order)"
  }
}

extension SoundReport {
  /// The file's container and format in words: `CAF, IMA4, 44,100 Hz, mono`.
  package var formatInWords: String { "\(codingInWords), \(format.rateAndChannels)" }

  /// The file's container and coding in words: `CAF, IMA4`.
  package var codingInWords: String {
    // If an external decoder reads the sound, the type name already includes the codec.
    let isOther = chunks.isEmpty && details.audioBytes == nil
    return isOther ? typeName : "\(typeName), \(format.dataFormat.words)"
  }
}

extension StreamFormat {
  /// Rate and channels in words: `44,100 Hz, mono`.
  package var rateAndChannels: String {
    let channels =
      channelCount == 1 ? "mono" : channelCount == 2 ? "stereo" : "\(channelCount) channels"
    return "\(groupedText(sampleRate, decimals: 3)) Hz, \(channels)"
  }
}

extension CodecDescription {
  /// For each value of Apple Lossless's flags, `kAppleLosslessFormatFlag_…BitSourceData`: the source's bit depth.
  package static let losslessBitDepths: [UInt32: Int] = [1: 16, 2: 20, 3: 24, 4: 32]
}
