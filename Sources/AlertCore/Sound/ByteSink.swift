package import SoundFormat

/// The destination of a conversion's bytes: a file, or memory.
package protocol ByteSink: AnyObject {
  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(SoundError)

  /// Replaces bytes at the beginning.
  func overwriteBeginning(with bytes: [UInt8]) throws(SoundError)

  /// Discards everything written so far.
  func restart() throws(SoundError)

  /// Appends a range of a source's bytes if there is a faster way than reading and writing.
  ///
  /// - Returns: The range still to be appended by reading and writing.
  func copy(_ range: Range<Int>, of source: AnyByteSource) -> Range<Int>
}

package final class MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  /// At most this many bytes are reserved for audio in advance, because an untrusted header may claim any length.
  private static let largestReservation = 1 << 24

  /// Creates a sink, with memory reserved for the file that a header describes.
  package convenience init(for header: SoundHeader) {
    self.init(byteCount: min(header.audioByteCount, Self.largestReservation) + 1 << 13)
  }

  package init(byteCount: Int) {
    bytes.reserveCapacity(byteCount)
  }

  package func write(_ bytes: [UInt8]) { self.bytes += bytes }

  package func overwriteBeginning(with bytes: [UInt8]) {
    self.bytes.replaceSubrange(..<bytes.count, with: bytes)
  }

  package func restart() { bytes = [] }

  package func copy(_ range: Range<Int>, of source: AnyByteSource) -> Range<Int> { range }
}
