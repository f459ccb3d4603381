package import SoundFormat

/// The first header of an MPEG layer III stream that another decoder reads, and its index.
package struct MPEGBeginning {
  package let header: MPEGFrameHeader
  /// The stream's index; nil if the first frame isn't an index.
  package let index: MPEGIndex?
  /// The byte offset in the stream at which the index states the number of frames; nil if it doesn't state it.
  package let frameCountOffset: Int?

  /// Reads the beginning; nil if the stream isn't layer III.
  package init?(ofStreamAt audio: Range<Int>, in source: some ByteSource) throws(SoundFileError) {
    let bytes = try source.bytes(at: audio.lowerBound, count: Self.byteCount)
    guard bytes.count == Self.byteCount, let header = MPEGFrameHeader(bytes),
      !header.isFreeFormat
    else { return nil }
    self.header = header
    index = MPEGIndex(in: bytes[...], header)
    let names: [(String, Int)] = [("Xing", 8), ("Info", 8), ("VBRI", 14)]
    let found = header.indexOffsets.lazy.compactMap { start in
      names.first { bytes[start...].starts(with: $0.0.utf8) }.map { start + $0.1 }
    }.first
    frameCountOffset = index?.frameCount == nil ? nil : found
  }

  /// Enough bytes to include the index's numbers at each offset where the index may be.
  private static let byteCount = 64
}

extension MPEGFrameHeader {
  private static let indexBitRateBits: UInt32 = 9 << 12

  /// The header of a frame with the same version, sample rate and channels, with room for an index, and with neither
  /// checksum nor padding.
  package var indexWord: UInt32 { word & ~(15 << 12 | 1 << 9) | Self.indexBitRateBits | 1 << 16 }

  /// How many bytes a frame that begins with ``indexWord`` has.
  package var indexFrameByteCount: Int { MPEGFrameHeader(indexWord)?.frameByteCount ?? 0 }
}
