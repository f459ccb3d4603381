internal import AlertSound
package import SoundFormat

extension StreamFormat {
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

extension PCMEncoding {
  /// Core Audio's name of this encoding, such as `Int16`; nil if Core Audio doesn't compute with this encoding on
  /// little-endian machines.
  fileprivate var canonicalName: String? {
    guard byteOrder == .little, [16, 32, 64].contains(bitDepth) else { return nil }
    return (sampleType.isFloat ? "Float" : "Int") + "\(bitDepth)"
  }
}

private func hexadecimal(_ value: UInt32) -> String {
  "0x" + String(value, radix: 16, uppercase: true).leftPadded(to: 8, with: "0")
}
