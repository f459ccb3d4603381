internal import SoundFormat
internal import SystemPackage

extension FileDescriptor {
  /// Reads bytes at an offset; fewer if the file ends first.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try read(at: offset, count: count, into: &bytes)
    return bytes
  }

  /// Reads bytes at an offset into an array, reusing its memory if that is large enough.
  func read(at offset: Int, count: Int, into bytes: inout [UInt8]) throws {
    try unsafe bytes.refill(capacity: count) { buffer in
      var filledCount = 0
      while filledCount < count {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filledCount...])
        let readCount = try unsafe read(
          fromAbsoluteOffset: Int64(offset + filledCount),
          into: UnsafeMutableRawBufferPointer(rest))
        if readCount == 0 { break }
        filledCount += readCount
      }
      return filledCount
    }
  }

  private static let digestedByteCount = 1 << 20

  /// Returns the digest of the bytes from an offset to the end, or to a limit.
  ///
  /// - Parameters:
  ///   - start: The offset of the first byte.
  ///   - byteCount: The most bytes to digest, which bounds a file that grows meanwhile.
  ///   - monitor: Can cancel reading.
  /// - Throws: `SoundError` if cancelled.
  func digest(
    from start: Int = 0, of byteCount: Int = .max, _ monitor: Monitor
  ) throws -> UInt64 {
    var digest = ContentDigest()
    var offset = start
    while true {
      try monitor.checkCancellation()
      let block = try bytes(
        at: offset, count: min(Self.digestedByteCount, byteCount - (offset - start)))
      guard !block.isEmpty else { return digest.value }
      digest.update(block)
      offset += block.count
    }
  }
}
