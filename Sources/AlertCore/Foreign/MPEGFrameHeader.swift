/// The first four bytes of an MPEG layer III frame.
///
/// Source: ISO/IEC 11172-3 and 13818-3, "Header".
package struct MPEGFrameHeader {
  package let word: UInt32
  package let isVersion1: Bool
  /// In Hz.
  package let sampleRate: Double
  /// In bits per second.
  package let bitRate: Double

  init?(_ word: UInt32) {
    let (version, layer) = (word >> 19 & 3, word >> 17 & 3)
    let (bitRateIndex, rateIndex) = (Int(word >> 12 & 15), Int(word >> 10 & 3))
    guard word >> 21 == 0x7FF, version != 1, layer == 1, 1...14 ~= bitRateIndex, rateIndex != 3
    else { return nil }
    self.word = word
    isVersion1 = version == 3
    sampleRate = [44_100, 48_000, 32_000][rateIndex] / (version == 3 ? 1 : version == 2 ? 2 : 4)
    bitRate = 1000 * (isVersion1 ? Self.version1BitRates : Self.version2BitRates)[bitRateIndex]
  }

  /// Reads the header from the first four bytes, in big-endian order; nil if they aren't one.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count >= 4 else { return nil }
    self.init(bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// How many channels there are.
  package var channelCount: Int { isMono ? 1 : 2 }

  private var isMono: Bool { word >> 6 & 3 == 3 }

  /// How many frames of sound a packet has. Source: ISO/IEC 11172-3 and 13818-3, 2.4.2.
  package var framesPerPacket: Int { isVersion1 ? 1152 : 576 }

  /// In kilobits per second. Source: ISO/IEC 11172-3, 2.4.2.3, and 13818-3, 2.4.2.3.
  private static let version1BitRates: [Double] = [
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let version2BitRates: [Double] = [
    0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
  ]
  private static let indexBitRateIndex = 9

  /// The offsets in a frame where an index may be: after the side information, the same if a checksum
  /// precedes that, and where Fraunhofer puts its own.
  package var indexOffsets: [Int] {
    let sideByteCount = isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
    return [4 + sideByteCount, 6 + sideByteCount, 36]
  }

  /// The header of the same kind of frame without checksum and padding, at a bit rate with room for an index.
  package var indexWord: UInt32 {
    word & ~(15 << 12 | 1 << 9) | UInt32(Self.indexBitRateIndex) << 12 | 1 << 16
  }

  /// How many bytes a frame that begins with ``indexWord`` has.
  package var indexFrameByteCount: Int {
    let bitRate =
      1000 * (isVersion1 ? Self.version1BitRates : Self.version2BitRates)[Self.indexBitRateIndex]
    return Int((isVersion1 ? 144 : 72) * bitRate / sampleRate)
  }

  /// Whether two frames have the same version and sample rate, as all frames of a stream do.
  package func isOfSameStream(as other: MPEGFrameHeader) -> Bool {
    (word ^ other.word) & 0xFFFE_0C00 == 0
  }
}
