// `Array.span` and `Array.mutableSpan` need macOS 26 and iOS 26; the spans of a buffer don't. A buffer is only
// valid while the array is lent, so these functions lend it to a closure.
extension Array {
  /// Calls `body` with the array's elements as a span.
  @inlinable @inline(__always)
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { buffer throws(Failure) in
      try body(unsafe buffer.span)
    }
  }

  /// Calls `body` with the array's elements as a span that can change them.
  @inlinable @inline(__always)
  package mutating func withMutableSpan<Result, Failure: Error>(
    _ body: (consuming MutableSpan<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeMutableBufferPointer { buffer throws(Failure) in
      try body(unsafe buffer.mutableSpan)
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with the array's storage as bytes.
  @inlinable @inline(__always)
  package func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withSpan { elements throws(Failure) in try body(unsafe elements.bytes) }
  }
}
