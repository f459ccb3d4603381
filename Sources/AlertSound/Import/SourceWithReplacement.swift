internal import SoundFormat

/// A source in which one range is replaced by other bytes, possibly by more of them.
struct SourceWithReplacement: ByteSource {
  private let source: any ByteSource
  private let replaced: Range<Int>
  private let replacement: [UInt8]

  init(_ source: any ByteSource, _ correction: LengthCorrection) {
    self.source = source
    replaced = correction.range
    replacement = correction.replacement
  }

  /// How many more bytes there are than in the source.
  private var growth: Int { replacement.count - replaced.count }

  var byteCount: Int { source.byteCount + growth }

  func bytes(at start: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    let end = start + max(0, min(count, byteCount - start))
    guard start < end else { return [] }
    var bytes: [UInt8] = []
    if start < replaced.lowerBound {
      bytes += try source.bytes(at: start, count: min(end, replaced.lowerBound) - start)
    }
    let inserted = replaced.lowerBound...replaced.lowerBound + replacement.count
    bytes +=
      replacement[
        inserted.clamp(start) - inserted.lowerBound..<inserted.clamp(end) - inserted.lowerBound]
    let rest = max(start, inserted.upperBound)
    if end > rest {
      bytes += try source.bytes(at: rest - growth, count: end - rest)
    }
    return bytes
  }
}

extension ClosedRange<Int> {
  /// Returns the number in the range that is nearest to the value.
  fileprivate func clamp(_ value: Int) -> Int {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
