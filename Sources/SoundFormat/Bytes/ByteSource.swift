/// Bytes that can be read at any offset: a file, or an array in memory.
///
/// Readers take this rather than an array so that files of any length are read in small parts.
public protocol ByteSource {
  /// How many bytes there are.
  var byteCount: Int { get }

  /// Reads `count` bytes from `offset`, or fewer if the source ends first. May be called on any
  /// thread, but never concurrently.
  ///
  /// - Throws: `SoundFileError` with the code `inputOutput` if reading fails.
  func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8]

  /// Replaces an array's bytes with those that ``bytes(at:count:)`` returns.
  ///
  /// A source that is read in many blocks may reuse the array's memory.
  func read(at offset: Int, count: Int, into bytes: inout [UInt8]) throws(SoundFileError)
}

extension ByteSource {
  public func read(
    at offset: Int, count: Int, into bytes: inout [UInt8]
  ) throws(SoundFileError) {
    bytes = try self.bytes(at: offset, count: count)
  }
}

extension [UInt8]: ByteSource {
  public var byteCount: Int { count }

  public func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    return Array(self[offset...].prefix(count))
  }
}
