/// The beginning of a packet.
///
/// Source: RFC 9639, 9.1, "Frame Header".
struct FLACPacketHeader {
  let frameCount: Int
  let bitDepth: Int
  let channelCount: Int
  /// How the channels are stored: 8 for left and difference, 9 for difference and right, 10 for mean and difference,
  /// lower numbers for independent channels.
  private let channels: Int

  /// Parses the header; nil if it is damaged.
  init?(_ bits: inout BitReader, _ stream: FLACConfiguration) {
    // Skip the bit that says whether packets vary in length.
    guard bits.take(15) == 0x7FFC, bits.take(1) < 2 else { return nil }
    let (size, rate) = (Int(bits.take(4)), Int(bits.take(4)))
    channels = Int(bits.take(4))
    channelCount = channels < 8 ? channels + 1 : 2
    bitDepth = [stream.bitDepth, 8, 12, 0, 16, 20, 24, 32][Int(bits.take(3))]
    let reserved = bits.take(1)
    // Skip the packet's number, which is coded like a character of UTF-8.
    let numberByteCount = (~UInt8(bits.take(8))).leadingZeroBitCount
    for _ in 1..<max(1, numberByteCount) { _ = bits.take(8) }
    switch size {
    case 1: frameCount = 192
    case 2...5: frameCount = 144 << size
    case 6: frameCount = Int(bits.take(8)) + 1
    case 7: frameCount = Int(bits.take(16)) + 1
    default: frameCount = 1 << size
    }
    let rates = [
      stream.sampleRate, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100,
      48_000, 96_000,
    ]
    let stated = Int(bits.take(rate < 12 ? 0 : rate == 12 ? 8 : 16))
    let sampleRate = rate < 12 ? rates[rate] : stated * [1000, 1, 10, 0][rate - 12]
    // Skip the header's checksum. The packet's checksum includes the header.
    _ = bits.take(8)
    // The channels and the rate must be the stream's. The bit depth may change if samples still fit the decoded type.
    guard !bits.isPastEnd, reserved == 0, size > 0, frameCount < 1 << 16, rate < 15,
      channels < 11, bitDepth > 0, sampleRate == stream.sampleRate,
      channelCount == stream.channelCount, bitDepth <= stream.decodedType.bitDepth
    else { return nil }
  }

  /// Returns the bit depth of a stored channel. A difference needs one bit more.
  func bitDepth(ofChannel channel: Int) -> Int {
    bitDepth + (channels > 7 && channel == (channels == 9 ? 0 : 1) ? 1 : 0)
  }

  /// How to restore left and right from two stored channels. `addition` and `subtraction` are −1 for yes, 0 for no.
  /// Left is the first channel; with `addition`, plus the second channel (`half` is 0) or half of the second channel
  /// (`half` is 1). Right is the second channel; with `subtraction`, left minus the second channel.
  var coupling: (addition: Int64, half: Int64, subtraction: Int64) {
    (channels > 8 ? -1 : 0, channels == 10 ? 1 : 0, [8, 10].contains(channels) ? -1 : 0)
  }

  /// More bytes than any encoder needs for the packet: twice its size without compression, and room for coefficients.
  var byteLimit: Int { 256 + channelCount * (256 + 2 * frameCount * (bitDepth + 1) / 8) }
}

/// The cyclic redundancy check of a whole packet. Source: RFC 9639, 9.3.
enum FLACChecksum {
  /// For each number of zero bytes from 0 to 7, for each byte: the checksum of the byte followed by these zero bytes.
  private static let table: [UInt16] = {
    var table = (0..<256).map { (byte: Int) -> UInt16 in
      (0..<8).reduce(UInt16(byte << 8)) { (sum: UInt16, _) in sum << 1 ^ (sum >> 15 * 0x8005) }
    }
    for index in 0..<7 * 256 { table.append(table[index] << 8 ^ table[Int(table[index] >> 8)]) }
    return table
  }()

  static func of16Bits(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    var bits = BitReader(bytes, from: range.lowerBound)
    let table = table
    var checksum: UInt16 = 0
    for index in 0...range.count / 8 {
      // The first word has fewer than eight bytes. Zeros before these bytes don't change the checksum.
      let byteCount = index == 0 ? range.count % 8 : 8
      let word = bits.take(8 * byteCount) ^ UInt64(checksum) << 48
      checksum = 0
      for place in 0..<8 {
        checksum ^= table[place << 8 | Int(truncatingIfNeeded: word >> UInt64(8 * place) & 0xFF)]
      }
    }
    return UInt64(checksum)
  }
}
