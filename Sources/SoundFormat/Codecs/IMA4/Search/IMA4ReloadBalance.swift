/// Keeps a search from giving more error than Apple's encoder in decoders that reload the state
/// from each packet header.
///
/// Such a decoder begins each packet with the header's nine bits of the predictor. How much
/// error that adds is unpredictable. If our packets have been worse than Apple's so far, the next ones
/// take more care.
struct IMA4ReloadBalance: Sendable {
  private var apple = IMA4Encoder(channelCount: 1)
  /// How much more squared error such a decoder has had with our packets than with Apple's.
  private var excess = 0.0

  private static let carefulWeight: Float = 8

  /// The factor on the charge for the bits that a header can't hold.
  var headerWeight: Float { excess > 0 ? Self.carefulWeight : 1 }

  /// Adds the excess error of whole packets.
  mutating func note(_ samples: [Int16], _ packets: [UInt8]) {
    excess +=
      Self.error(of: packets, to: samples) - Self.error(of: apple.encode(samples), to: samples)
  }

  /// Returns the squared error of packets in a decoder that reloads the state from each header.
  private static func error(of packets: [UInt8], to samples: [Int16]) -> Double {
    let (steps, changes) = (IMA4.steps, IMA4.indexChanges)
    var error = 0.0
    var frame = 0
    for start in stride(from: 0, to: packets.count, by: IMA4.bytesPerPacket) {
      var state = IMA4.State(packetHeader: UInt16(packets[start]) << 8 | UInt16(packets[start + 1]))
      for offset in start + IMA4.headerByteCount..<start + IMA4.bytesPerPacket {
        for nibble in [packets[offset] & 0x0F, packets[offset] >> 4] {
          let copy = state.decode(Int32(nibble), steps, changes)
          let difference = Double(Int32(copy) - Int32(samples[frame]))
          error += difference * difference
          frame += 1
        }
      }
    }
    return error
  }
}
