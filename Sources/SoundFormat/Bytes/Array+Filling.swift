extension Array where Element: BitwiseCopyable {
  /// Creates an array whose elements `element` computes from their indices.
  ///
  /// This is the inner loop of every sample conversion. It exists because appending to an
  /// `OutputSpan` checks the capacity for each element, which keeps the loop from being vectorised:
  /// fourteen times slower on a 16-bit byte swap.
  @inline(__always)
  init(count: Int, filledBy element: (Int) -> Element) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initializedCount in
      for index in 0..<count {
        unsafe buffer.baseAddress!.advanced(by: index).initialize(to: element(index))
      }
      initializedCount = count
    }
  }

  /// Calls `body` with the array's storage as bytes.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe span.bytes)
  }
}

extension [UInt8] {
  /// Stores integers, each in the byte order given.
  @inline(__always)
  init<Value: FixedWidthInteger & BitwiseCopyable>(storing values: [Value], order: ByteOrder) {
    let byteCount = values.count * MemoryLayout<Value>.size
    unsafe self.init(unsafeUninitializedCapacity: byteCount) { buffer, initializedCount in
      for index in values.indices {
        unsafe UnsafeMutableRawPointer(buffer.baseAddress!).storeBytes(
          of: values[index].converted(order),
          toByteOffset: index * MemoryLayout<Value>.size, as: Value.self)
      }
      initializedCount = byteCount
    }
  }

  /// Stores three bytes for each of `tripleCount` indices.
  @inline(__always)
  init(tripleCount: Int, filledBy triple: (Int) -> (UInt8, UInt8, UInt8)) {
    unsafe self.init(unsafeUninitializedCapacity: 3 * tripleCount) { buffer, initializedCount in
      for index in 0..<tripleCount {
        let bytes = triple(index)
        unsafe buffer.baseAddress!.advanced(by: 3 * index).initialize(to: bytes.0)
        unsafe buffer.baseAddress!.advanced(by: 3 * index + 1).initialize(to: bytes.1)
        unsafe buffer.baseAddress!.advanced(by: 3 * index + 2).initialize(to: bytes.2)
      }
      initializedCount = 3 * tripleCount
    }
  }
}
