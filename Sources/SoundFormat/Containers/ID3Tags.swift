/// The ID3 and APE tags before, after and between the frames of MPEG audio. Some programs also put a tag before other
/// formats.
///
/// Sources: id3.org, "ID3v2.4.0 Main Structure", 3.1 and 3.4, and "ID3v1"; Monkey's Audio, "APE Tags Header".
package enum ID3Tags {
  private static let headerByteCount = 10
  private static let trailerByteCount = 128
  private static let apeHeaderByteCount = 32

  /// The limit on consecutive tags. Real files have at most a few tags. A file above the limit is an attack.
  package static let countLimit = 1000

  /// Returns the end of the complete tags that follow each other from `start` on; `start` if there are no tags.
  package static func end(
    from start: Int, in source: AnyByteSource, countLimit: Int = countLimit
  ) throws(SoundFileError) -> Int {
    var end = start
    for _ in 0..<countLimit {
      let head = try source.bytes(at: end, count: headerByteCount)
      guard head.count == headerByteCount else { break }
      if head.starts(with: "ID3".utf8) {
        // Join 7 bits of each byte. The eighth bit is 0, so that no size looks like the beginning of a frame.
        let size = head[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        let hasFooter = head[5] & 0x10 != 0
        let next = end + headerByteCount * (hasFooter ? 2 : 1) + size
        guard next <= source.byteCount else { break }
        end = next
      } else if head.starts(with: "TAG".utf8), source.byteCount - end >= trailerByteCount {
        end += trailerByteCount
      } else if head.starts(with: "APETAGEX".utf8) {
        let size = try source.bytes(at: end + 12, count: 4).reversed().reduce(0) {
          $0 << 8 | Int64($1)
        }
        end = Int(clamping: min(Int64(end + apeHeaderByteCount) + size, Int64(source.byteCount)))
      } else {
        break
      }
    }
    return end
  }

  /// Returns `range` without the tags at the range's beginning, and without a tag of ID3v1 at the range's end.
  package static func audioRange(
    of source: AnyByteSource, in range: Range<Int>
  ) throws(SoundFileError) -> Range<Int> {
    let start = min(try end(from: range.lowerBound, in: source), range.upperBound)
    let trailer = range.upperBound - trailerByteCount
    let hasTrailer =
      try trailer >= start
      ? source.bytes(at: trailer, count: 3).elementsEqual("TAG".utf8) : false
    return start..<(hasTrailer ? trailer : range.upperBound)
  }
}

extension AnyByteSource {
  /// Returns the end of the tags from `offset` on; `offset` if there are no tags. Zeros may precede the tags.
  func endOfTags(from offset: Int) throws(SoundFileError) -> Int {
    var end = offset
    for _ in 0..<3 {
      let start = try endOfZeros(from: end)
      let next = try ID3Tags.end(from: start, in: self)
      guard next > start else { break }
      end = next
    }
    return end
  }
}
