internal import SoundFormat

/// The first four bytes of a frame of MPEG's layer III.
///
/// Source: ISO/IEC 11172-3 and 13818-3, "Header".
struct MPEGFrameHeader {
  let word: UInt32
  let isVersion1: Bool
  let sampleRate: Double
  /// In bits per second.
  let bitRate: Double

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

  /// In kilobits per second. Source: ISO/IEC 11172-3, 2.4.2.3, and 13818-3, 2.4.2.3.
  private static let version1BitRates: [Double] = [
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let version2BitRates: [Double] = [
    0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
  ]
  private static let indexBitRateIndex = 9

  /// Where a tag may be: behind the side information, also with a checksum before that, and where
  /// Fraunhofer puts its own.
  var tagOffsets: [Int] {
    let isMono = word >> 6 & 3 == 3
    let sideByteCount = isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
    return [4 + sideByteCount, 6 + sideByteCount, 36]
  }

  /// The same kind of frame without a checksum and padding, at a rate that leaves room for the tag.
  var indexWord: UInt32 {
    word & ~(15 << 12 | 1 << 9) | UInt32(Self.indexBitRateIndex) << 12 | 1 << 16
  }

  var indexByteCount: Int {
    let bitRate =
      1000 * (isVersion1 ? Self.version1BitRates : Self.version2BitRates)[Self.indexBitRateIndex]
    return Int((isVersion1 ? 144 : 72) * bitRate / sampleRate)
  }
}

/// What an MPEG stream of layer III begins with.
struct MPEGBeginning {
  let header: MPEGFrameHeader
  /// Xing's, LAME's or Fraunhofer's index from its name on, if the first frame is one.
  let index: [UInt8]?

  /// Reads it; nil where the stream is none of layer III.
  ///
  /// - Parameter audio: Where the stream is in the file.
  init?(ofStreamAt audio: Range<Int>, in source: some ByteSource) throws(SoundFileError) {
    let bytes = try source.bytes(at: audio.lowerBound, count: Self.byteCount)
    guard bytes.count == Self.byteCount,
      let header = MPEGFrameHeader(bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    else { return nil }
    self.header = header
    index = header.tagOffsets.lazy.map { Array(bytes[$0...]) }.first { tag in
      ["Xing", "Info", "VBRI"].contains { tag.starts(with: $0.utf8) }
    }
  }

  /// Up to the numbers of frames and bytes, wherever the index is.
  private static let byteCount = 64
}
