import SoundFormat

/// A source that loses bytes after it was opened.
final class ShrinkingSource: ByteSource, @unchecked Sendable {
  private let bytes: [UInt8]
  /// The number of bytes that can still be read.
  var presentByteCount: Int
  /// Whether reading past `presentByteCount` throws an error. Otherwise, it returns fewer bytes.
  private let fails: Bool

  init(_ bytes: [UInt8], fails: Bool) {
    self.bytes = bytes
    presentByteCount = bytes.count
    self.fails = fails
  }

  var byteCount: Int { bytes.count }

  func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    if fails, offset + count > presentByteCount, presentByteCount < bytes.count {
      throw SoundFileError(.inputOutput, "the cable was pulled", at: presentByteCount)
    }
    return Array(bytes[..<presentByteCount].dropFirst(offset).prefix(count))
  }
}
