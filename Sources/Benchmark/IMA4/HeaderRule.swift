import SoundFormat

/// How decoders treat a packet's header.
enum HeaderRule: String, CaseIterable {
  /// Apple's and FFmpeg's rule: a header close to the decoder's state is only a check and changes nothing.
  case checked = "Apple's rule"
  /// Only the first header counts.
  case ignored = "headers ignored"
  /// The rule of libsndfile and audiofile: every header replaces the state.
  case believed = "headers reloaded"

  /// Decodes one channel's packets.
  func decode(_ packets: [UInt8]) -> [Int16] {
    var decoder = IMA4Decoder(channelCount: 1)
    switch self {
    case .checked: return packets.withBytes { decoder.decode($0) }
    case .believed:
      return split(packets).flatMap { packet in
        // A new decoder takes its state from the first header.
        var decoder = IMA4Decoder(channelCount: 1)
        return packet.withBytes { decoder.decode($0) }
      }
    case .ignored:
      // Replace each header by the true state, so that the packet's own doesn't matter.
      var header: UInt16?
      return split(packets).flatMap { packet in
        var packet = packet
        if let header {
          packet.replaceSubrange(0..<2, with: [UInt8(header >> 8), UInt8(header & 0xFF)])
        }
        var stepIndex = Int(packet[1] & 0x7F)
        let samples = packet.withBytes { decoder.decode($0) }
        for byte in packet[2...] {
          for nibble in [byte & 7, byte >> 4 & 7] {
            stepIndex = max(0, min(88, stepIndex + (nibble < 4 ? -1 : Int(nibble) * 2 - 6)))
          }
        }
        header = UInt16(bitPattern: samples[63]) & 0xFF80 | UInt16(stepIndex)
        return samples
      }
    }
  }

  private func split(_ packets: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: packets.count, by: IMA4.bytesPerPacket).map {
      Array(packets[$0..<$0 + IMA4.bytesPerPacket])
    }
  }
}
