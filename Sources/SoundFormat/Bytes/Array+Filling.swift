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

  /// Creates an array by transforming another's elements one by one.
  ///
  /// Unlike `map` it is vectorised, and unlike a subscript in `init(count:filledBy:)` it checks no
  /// bounds inside the loop.
  @inline(__always)
  init<Source: BitwiseCopyable>(_ source: [Source], _ transform: (Source) -> Element) {
    self = unsafe source.withUnsafeBufferPointer { samples in
      Self(count: samples.count) { transform(samples.baseAddress![$0]) }
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
    let size = MemoryLayout<Value>.size
    self = unsafe values.withUnsafeBufferPointer { values in
      unsafe Self(unsafeUninitializedCapacity: values.count * size) { buffer, initializedCount in
        for index in 0..<values.count {
          unsafe UnsafeMutableRawPointer(buffer.baseAddress!).storeBytes(
            of: values.baseAddress![index].converted(order), toByteOffset: index * size,
            as: Value.self)
        }
        initializedCount = values.count * size
      }
    }
  }

  /// Replaces the integers that stand one behind the other, in the machine's byte order, by others.
  /// Bytes at the end that are less than an integer stay.
  @inline(__always)
  mutating func replaceIntegers<Value: FixedWidthInteger & BitwiseCopyable>(
    of type: Value.Type, by replacement: (Value) -> Value
  ) {
    let size = MemoryLayout<Value>.size
    unsafe withUnsafeMutableBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      for index in 0..<bytes.count / size {
        let place = unsafe first + index * size
        let value = unsafe place.loadUnaligned(as: Value.self)
        unsafe place.storeBytes(of: replacement(value), as: Value.self)
      }
    }
  }

  /// Exchanges the first and the last of every three bytes.
  ///
  /// Eight threes are three words, inside which most bytes move by 16 bits: two thirds of the time that single
  /// bytes take.
  mutating func swapOuterBytesOfThrees() {
    unsafe withUnsafeMutableBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      let wordedCount = bytes.count / 24 * 24
      for offset in stride(from: 0, to: wordedCount, by: 24) {
        let place = unsafe first + offset
        func word(_ index: Int) -> UInt64 {
          UInt64(
            littleEndian: unsafe place.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        }
        func store(_ word: UInt64, _ index: Int) {
          unsafe place.storeBytes(of: word.littleEndian, toByteOffset: 8 * index, as: UInt64.self)
        }
        let (a, b, c) = (word(0), word(1), word(2))
        store(
          a & 0xFF00_00FF_0000_FF00 | (a & 0x0000_0000_FF00_00FF) << 16
            | (a & 0x0000_FF00_00FF_0000) >> 16 | (b & 0xFF) << 48, 0)
        store(
          b & 0x0000_FF00_00FF_0000 | (b & 0x0000_00FF_0000_FF00) << 16
            | (b & 0x00FF_0000_FF00_0000) >> 16 | a >> 48 & 0xFF | (c & 0xFF00) << 48, 1)
        store(
          c & 0x00FF_0000_FF00_00FF | (c & 0x0000_FF00_00FF_0000) << 16
            | (c & 0xFF00_00FF_0000_0000) >> 16 | b >> 48 & 0xFF00, 2)
      }
      for offset in stride(from: wordedCount, through: bytes.count - 3, by: 3) {
        unsafe bytes.swapAt(offset, offset + 2)
      }
    }
  }

  /// Stores the upper three bytes of each number, in the byte order given.
  ///
  /// Whole numbers are stored, each over the byte too many of the one before: one store instead of three, which
  /// halves the time.
  @inline(__always)
  init(storingThreeBytesOf values: [Int32], order: ByteOrder) {
    self = unsafe values.withUnsafeBufferPointer { values in
      unsafe Self(unsafeUninitializedCapacity: 3 * values.count + 1) { buffer, initializedCount in
        var target = UnsafeMutableRawPointer(buffer.baseAddress!)
        for index in 0..<values.count {
          let value = UInt32(bitPattern: values.baseAddress![index])
          unsafe target.storeBytes(
            of: order == .big ? value.bigEndian : (value >> 8).littleEndian, as: UInt32.self)
          unsafe target += 3
        }
        initializedCount = 3 * values.count
      }
    }
  }
}
