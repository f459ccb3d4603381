package import SoundFormat

/// The first header of an MPEG layer III stream, and its index.
package struct MPEGBeginning {
  package let header: MPEGFrameHeader
  /// The stream's index; nil if the first frame isn't an index.
  package let index: MPEGIndex?

  /// Reads the beginning; nil if the stream isn't layer III.
  package init?(ofStreamAt audio: Range<Int>, in source: some ByteSource) throws(SoundFileError) {
    let bytes = try source.bytes(at: audio.lowerBound, count: Self.byteCount)
    guard bytes.count == Self.byteCount, let header = MPEGFrameHeader(bytes) else { return nil }
    self.header = header
    index = header.indexOffsets.lazy.compactMap { MPEGIndex(Array(bytes[$0...]), at: $0) }.first
  }

  /// Enough bytes to include the index's numbers at each offset where the index may be.
  private static let byteCount = 64
}

/// The silent first frame of an MP3. In it, the encoder states the numbers of frames and bytes if it knows them.
///
/// Sources: the headers of Xing and Fraunhofer, as LAME writes and mpg123 reads them.
package struct MPEGIndex {
  /// How many MPEG frames follow the index; nil if that isn't stated.
  package private(set) var frameCount: UInt32?
  /// The byte offset in the stream at which `frameCount` is stored; nil if it isn't stored.
  package private(set) var frameCountOffset: Int?
  /// How many bytes the stream has, including the index; nil if that isn't stated.
  package private(set) var byteCount: UInt32?

  /// Reads an index from bytes that start with its name; nil if they don't.
  init?(_ bytes: [UInt8], at offset: Int) {
    var reader = ByteReader(bytes, at: offset, order: .big)
    switch try? reader.readCode() {
    case "VBRI":
      // Skip the version, the delay and the quality.
      _ = try? reader.readBytes(6)
      byteCount = try? reader.read()
      readFrameCount(&reader)
    case "Xing", "Info":
      guard let flags = try? reader.read(UInt32.self) else { return }
      if flags & 1 != 0 { readFrameCount(&reader) }
      if flags & 2 != 0 { byteCount = try? reader.read() }
    default: return nil
    }
  }

  private mutating func readFrameCount(_ reader: inout ByteReader) {
    let offset = reader.offset
    frameCount = try? reader.read()
    if frameCount != nil { frameCountOffset = offset }
  }
}

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

  /// Reads the header from the first four bytes, in big-endian order; nil if they aren't a header.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count >= 4 else { return nil }
    self.init(bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  package var channelCount: Int { isMono ? 1 : 2 }
  private var isMono: Bool { word >> 6 & 3 == 3 }

  /// Source: ISO/IEC 11172-3 and 13818-3, 2.4.2.
  package var framesPerPacket: Int { isVersion1 ? 1152 : 576 }

  /// In kilobits per second. Source: ISO/IEC 11172-3, 2.4.2.3, and 13818-3, 2.4.2.3.
  private static let version1BitRates: [Double] = [
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let version2BitRates: [Double] = [
    0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
  ]
  private static let indexBitRateIndex = 9

  /// The byte offsets in a frame where an index may be: after the side information, 2 bytes later if there is a
  /// checksum, and the offset that Fraunhofer's encoder uses.
  package var indexOffsets: [Int] {
    let sideByteCount = isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
    return [4 + sideByteCount, 6 + sideByteCount, 36]
  }

  /// The header of a frame with the same version, sample rate and channels, with room for an index, and with neither
  /// checksum nor padding.
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
