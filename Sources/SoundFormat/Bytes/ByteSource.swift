/// Bytes that can be read at any offset: a file, or an array in memory.
///
/// Readers take this rather than an array so that a file of any length is read in small parts.
public protocol ByteSource {
  /// How many bytes there are.
  var byteCount: Int { get }

  /// Reads `count` bytes from `offset`, or those that are there where the end comes first. It may be called
  /// on any thread, one call at a time.
  ///
  /// - Throws: `SoundFileError` with the code `inputOutput` where reading fails.
  func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8]
}

extension [UInt8]: ByteSource {
  public var byteCount: Int { count }

  public func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    return Array(self[offset...].prefix(count))
  }
}
