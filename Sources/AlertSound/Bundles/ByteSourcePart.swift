internal import SoundFormat

/// A part of a file that is a file itself.
struct ByteSourcePart: ByteSource, Sendable {
  private let whole: any ByteSource & Sendable
  private let range: Range<Int>

  /// Creates a part from a range, which must be inside the whole.
  init(of whole: any ByteSource & Sendable, _ range: Range<Int>) {
    self.whole = whole
    self.range = range
  }

  var byteCount: Int { range.count }

  func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard offset >= 0, offset < range.count, count > 0 else { return [] }
    return try whole.bytes(
      at: range.lowerBound + offset, count: min(count, range.count - offset))
  }
}
