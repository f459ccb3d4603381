package import SoundFormat

/// The ID3 tags around an MPEG audio stream.
///
/// Sources: id3.org, "ID3v2.4.0 Main Structure", 3.1 and 3.4, and "ID3v1".
package enum MPEGTags {
  /// The part of a file between its tags.
  package static func audioRange(
    of source: some ByteSource, in range: Range<Int>
  ) throws(SoundFileError) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    let head = try source.bytes(at: start, count: headerByteCount)
    if head.count == headerByteCount, head.starts(with: "ID3".utf8) {
      // Each byte has seven bits, so that no size looks like the beginning of a frame.
      let size = head[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      let hasFooter = head[5] & 0x10 != 0
      start += min(headerByteCount * (hasFooter ? 2 : 1) + size, end - start)
    }
    if end - start >= trailerByteCount,
      try source.bytes(at: end - trailerByteCount, count: 3).elementsEqual("TAG".utf8)
    {
      end -= trailerByteCount
    }
    return start..<end
  }

  private static let headerByteCount = 10
  private static let trailerByteCount = 128
}
