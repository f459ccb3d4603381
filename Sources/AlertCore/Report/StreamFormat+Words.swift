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

  /// Core Audio's name of this encoding, such as `Int16`; nil if Core Audio doesn't compute with it on a little-endian
  /// machine.
  fileprivate var canonicalName: String? {
    guard byteOrder == .little, [16, 32, 64].contains(bitDepth) else { return nil }
    return (sampleType.isFloat ? "Float" : "Int") + "\(bitDepth)"
  }
}

extension SoundReport {
  /// The file's container and format in words: `CAF, IMA4, 44,100 Hz, mono`.
  package var formatInWords: String { "\(codingInWords), \(format.rateAndChannels)" }

  /// The file's container and coding in words: `CAF, IMA4`.
  package var codingInWords: String {
    // Don't repeat the codec if an external decoder reads the sound: the type name already includes it.
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

  /// The format as Core Audio prints it today: ` 2 ch,  44100 Hz, Int16, interleaved`. The channel count takes two
  /// columns and the rate six, as scripts expect.
  package var coreAudioText: String {
    let channels = String(channelCount).leftPadded(to: 2)
    let rate = String(Int(saturating: sampleRate.rounded())).leftPadded(to: 6)
    return "\(channels) ch, \(rate) Hz, \(codingText)"
  }

  private var codingText: String {
    guard case .linearPCM(let encoding) = dataFormat else { return codecText }
    if let name = encoding.canonicalName {
      return channelCount > 1 ? name + ", interleaved" : name
    }
    let order =
      encoding.bitDepth == 8 ? "" : encoding.byteOrder == .big ? " big-endian" : " little-endian"
    let kind =
      encoding.sampleType.isFloat
      ? "float" : encoding.sampleType == .uint8 ? "unsigned integer" : "signed integer"
    return
      "\(LinearPCM.formatID) (\(hexadecimal(encoding.coreAudioFlags))) \(encoding.bitDepth)-bit\(order) \(kind)"
  }

  private var codecText: String {
    let description = coreAudioDescription
    let (bits, flags) = (description.bitsPerChannel, description.formatFlags)
    let name = "\(dataFormat.formatID) (\(hexadecimal(flags)))"
    if dataFormat.formatID == "alac" {
      // Look up the source's bit depth by the flags, `kAppleLosslessFormatFlag_…BitSourceData`.
      let depth = CodecDescription.losslessBitDepths[flags].map { "\($0)-bit source" }
      return "\(name) from \(depth ?? "UNKNOWN source bit depth"),"
        + " \(framesPerPacket) frames/packet"
    }
    let bytesPerFrame = framesPerPacket == 1 ? bytesPerPacket : 0
    return "\(name) \(bits) bits/channel,"
      + " \(bytesPerPacket) bytes/packet, \(framesPerPacket) frames/packet,"
      + " \(bytesPerFrame) bytes/frame"
  }
}

extension CodecDescription {
  /// The source's bit depth for each value of Apple Lossless's flags, `kAppleLosslessFormatFlag_…BitSourceData`.
  package static let losslessBitDepths: [UInt32: Int] = [1: 16, 2: 20, 3: 24, 4: 32]
}

private func hexadecimal(_ value: UInt32) -> String {
  "0x" + String(value, radix: 16, uppercase: true).leftPadded(to: 8, with: "0")
}
