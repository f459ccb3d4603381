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

  /// The digest of the bytes up to the end, or of the first ones.
  ///
  /// - Parameters:
  ///   - start: Where the bytes begin.
  ///   - byteCount: How many bytes count, which is a limit for a file that grows meanwhile.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Throws: `ConversionError` where it is cancelled.
  func digest(
    from start: Int = 0, of byteCount: Int = .max, _ isCancelled: () -> Bool
  ) throws -> UInt64 {
    var digest = ContentDigest()
    var offset = start
    while true {
      if Task.isCancelled || isCancelled() { throw ConversionError(.reading, nil, .cancelled) }
      let block = try bytes(
        at: offset, count: min(Self.digestedByteCount, byteCount - (offset - start)))
      guard !block.isEmpty else { return digest.value }
      digest.update(block)
      offset += block.count
    }
  }
}
