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

/// Takes bytes and forgets them.
final class DiscardingSink: ByteSink {
  func write(_ bytes: [UInt8]) {}

  func overwriteBeginning(with bytes: [UInt8]) {}

  func restart() {}

  func copy(_ range: Range<Int>, of source: any ByteSource) -> Range<Int> {
    range
  }
}
