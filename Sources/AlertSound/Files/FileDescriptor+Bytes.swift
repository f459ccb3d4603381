internal import SoundFormat
internal import SystemPackage

extension FileDescriptor {
  /// Reads bytes from an offset, or those that are there where the end comes first.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      while initializedCount < count {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[initializedCount...])
        let readCount = try unsafe read(
          fromAbsoluteOffset: Int64(offset + initializedCount),
          into: UnsafeMutableRawBufferPointer(rest))
        if readCount == 0 { break }
        initializedCount += readCount
      }
    }
  }

  private static let digestedByteCount = 1 << 20

  /// The digest of all bytes up to the end.
  ///
  /// - Parameters:
  ///   - start: Where the bytes begin.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Throws: `ConversionError` where it is cancelled.
  func digest(from start: Int = 0, _ isCancelled: () -> Bool) throws -> UInt64 {
    var digest = ContentDigest()
    var offset = start
    while true {
      if Task.isCancelled || isCancelled() { throw ConversionError(.reading, nil, .cancelled) }
      let block = try bytes(at: offset, count: Self.digestedByteCount)
      guard !block.isEmpty else { return digest.value }
      digest.update(block)
      offset += block.count
    }
  }
}
