import Platform
import SoundFormat

/// A file that counts its reads, and the bytes that are read.
final class CountedFile: ByteSource {
  private let bytes: [UInt8]
  private let counts = Locked((reads: 0, bytes: 0))

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var byteCount: Int { bytes.count }
  var readCount: Int { counts.withLock { $0.reads } }
  var readByteCount: Int { counts.withLock { $0.bytes } }

  func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    let piece = try bytes.bytes(at: offset, count: count)
    counts.withLock { $0 = ($0.reads + 1, $0.bytes + piece.count) }
    return piece
  }
}
