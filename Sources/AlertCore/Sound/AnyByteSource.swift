package import SoundFormat

/// The bytes of any source.
///
/// It is a type of its own because Embedded Swift has no `any ByteSource`.
package struct AnyByteSource: ByteSource, Sendable {
  /// The open file that the bytes come from, for a sink that can copy from one file to another; nil
  /// if there is none.
  package let file: (any AnyObject & Sendable)?
  private let count: @Sendable () -> Int
  private let reader: @Sendable (Int, Int, inout [UInt8]) throws(SoundFileError) -> Void

  /// Wraps a source.
  package init(_ source: some ByteSource & Sendable, file: (any AnyObject & Sendable)? = nil) {
    self.file = file
    count = { source.byteCount }
    reader = { offset, count, bytes throws(SoundFileError) in
      try source.read(at: offset, count: count, into: &bytes)
    }
  }

  package var byteCount: Int { count() }

  package func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try reader(offset, count, &bytes)
    return bytes
  }

  package func read(
    at offset: Int, count: Int, into bytes: inout [UInt8]
  ) throws(SoundFileError) {
    try reader(offset, count, &bytes)
  }
}
