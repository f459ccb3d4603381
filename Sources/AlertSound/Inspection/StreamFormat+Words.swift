public import SoundFormat

extension DataFormat {
  /// The coding in words: `IMA4`, `16-bit linear PCM`, `32-bit float PCM, big-endian`.
  public var words: String {
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

extension StreamFormat {
  /// Rate and channels in words: `44,100 Hz, mono`.
  public var rateAndChannels: String {
    let channels =
      channelCount == 1 ? "mono" : channelCount == 2 ? "stereo" : "\(channelCount) channels"
    return "\(groupedText(sampleRate, decimals: 3)) Hz, \(channels)"
  }
}

extension SoundReport {
  /// The file's kind in words: `CAF, IMA4, 44,100 Hz, mono`.
  public var formatInWords: String {
    // libsndfile's name of a container includes the codec's.
    let coding = chunks.isEmpty && audioBytes == nil ? "" : ", " + format.dataFormat.words
    return "\(typeName)\(coding), \(format.rateAndChannels)"
  }
}
