internal import SoundFormat

/// Where a conversion's bytes go: a file, or memory.
protocol ByteSink: AnyObject {
  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(ConversionError)

  /// Replaces bytes at the beginning.
  func overwriteBeginning(with bytes: [UInt8]) throws(ConversionError)

  /// Forgets all that was written.
  func restart() throws(ConversionError)

  /// Appends a range of a source's bytes where that has a faster way than reading and writing.
  ///
  /// - Returns: What is left to append by other means.
  func copy(_ range: Range<Int>, of source: any ByteSource) -> Range<Int>
}

/// Bytes in memory.
final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []

  /// Room for more than this is made only when it is needed: a header may claim anything.
  private static let largestReservation = 1 << 24

  /// Makes room for a sound and what is before and after it.
  init(for header: SoundHeader) {
    bytes.reserveCapacity(min(header.audioByteCount, Self.largestReservation) + 1 << 13)
  }

  func write(_ bytes: [UInt8]) {
    self.bytes += bytes
  }

  func overwriteBeginning(with bytes: [UInt8]) {
    self.bytes.replaceSubrange(..<bytes.count, with: bytes)
  }

  func restart() {
    bytes = []
  }

  func copy(_ range: Range<Int>, of source: any ByteSource) -> Range<Int> {
    range
  }
}
