extension Array where Element: BitwiseCopyable {
  /// Replaces the elements. `element` computes each new element from its index.
  ///
  /// This loop is the inner loop of every sample conversion. It writes through a pointer, so that the compiler
  /// vectorises the loop. An `OutputSpan` checks the capacity for each element that is appended: a byte swap of 16-bit
  /// samples then takes fourteen times as long.
  ///
  /// The array reuses its memory if the memory is large enough and not shared with another array. So all blocks of a
  /// stream use the same memory.
  @inline(__always)
  mutating func refill(count: Int, with element: (Int) -> Element) {
    unsafe refill(count: count) { start in
      for index in 0..<count {
        unsafe start.advanced(by: index).initialize(to: element(index))
      }
    }
  }

  /// Replaces the elements with `count` new elements. `initialize` must write all of them.
  @inline(__always)
  private mutating func refill(
    count: Int, _ initialize: (UnsafeMutablePointer<Element>) -> Void
  ) {
    removeAll(keepingCapacity: true)
    unsafe append(count: count, initialize)
  }

  /// Replaces the elements with the little-endian integers in `bytes`. A little-endian machine only copies the bytes.
  @inline(__always)
  mutating func refill(littleEndian bytes: RawSpan) where Element: FixedWidthInteger {
    let count = bytes.byteCount / MemoryLayout<Element>.size
    unsafe refill(count: count) { start in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawPointer(start).copyMemory(
          from: bytes.baseAddress!, byteCount: count * MemoryLayout<Element>.size)
      }
      if Element(1).littleEndian != 1 {
        for index in 0..<count { unsafe start[index] = start[index].littleEndian }
      }
    }
  }

  /// Appends `count` elements; `initialize` must write all of them.
  @inlinable @inline(__always)
  mutating func append(
    count: Int, _ initialize: (UnsafeMutablePointer<Element>) -> Void
  ) {
    guard count > 0 else { return }
    append(addingCapacity: count) { elements in
      unsafe elements.withUnsafeMutableBufferPointer { buffer, initializedCount in
        unsafe initialize(buffer.baseAddress!)
        initializedCount = count
      }
    }
  }

  /// Appends `count` copies of an element at once. `+= repeatElement(…)` appends the copies one by one.
  @inlinable
  package mutating func append(repeating element: Element, count: Int) {
    unsafe append(count: count) { unsafe $0.initialize(repeating: element, count: count) }
  }

  /// Appends the transformed elements of another array.
  @inlinable @inline(__always)
  package mutating func append(from source: [Element], _ transform: (Element) -> Element) {
    unsafe source.withUnsafeBufferPointer { source in
      unsafe append(count: source.count) { start in
        for index in 0..<source.count {
          unsafe start.advanced(by: index).initialize(to: transform(source.baseAddress![index]))
        }
      }
    }
  }

  /// Replaces the elements. `read` writes up to `capacity` new elements to the buffer, and returns how
  /// many it wrote.
  @inline(__always)
  package mutating func refill<Failure: Error>(
    capacity: Int, _ read: (UnsafeMutableBufferPointer<Element>) throws(Failure) -> Int
  ) throws(Failure) {
    removeAll(keepingCapacity: true)
    guard capacity > 0 else { return }
    try append(addingCapacity: capacity) { elements throws(Failure) in
      try unsafe elements.withUnsafeMutableBufferPointer { buffer, count throws(Failure) in
        count = try unsafe read(
          UnsafeMutableBufferPointer(start: buffer.baseAddress, count: capacity))
      }
    }
  }

  /// Replaces the elements with the transformed elements of another array.
  ///
  /// The compiler vectorises this function, but not `map`. This function checks no index. A closure for
  /// `refill(count:with:)` that uses a subscript would check each index.
  @inline(__always)
  mutating func refill<Source: BitwiseCopyable>(
    from source: [Source], _ transform: (Source) -> Element
  ) {
    unsafe source.withUnsafeBufferPointer { samples in
      refill(count: samples.count) { transform(samples.baseAddress![$0]) }
    }
  }
}

extension [UInt8] {
  /// Converts each element of `source` to an integer, and replaces the bytes with these integers in the
  /// given byte order.
  @inline(__always)
  mutating func refill<Source: BitwiseCopyable, Value: FixedWidthInteger & BitwiseCopyable>(
    storing source: [Source], order: ByteOrder, _ integer: (Source) -> Value
  ) {
    let size = MemoryLayout<Value>.size
    unsafe source.withUnsafeBufferPointer { source in
      unsafe refill(count: source.count * size) { start in
        for index in 0..<source.count {
          unsafe UnsafeMutableRawPointer(start).storeBytes(
            of: integer(source.baseAddress![index]).converted(order), toByteOffset: index * size,
            as: Value.self)
        }
      }
    }
  }

  /// Replaces every integer stored in the bytes. The integers are adjacent and in the machine's byte
  /// order. Trailing bytes that don't make up an integer stay unchanged.
  @inline(__always)
  mutating func replaceIntegers<Value: FixedWidthInteger & BitwiseCopyable>(
    of type: Value.Type, by replacement: (Value) -> Value
  ) {
    let size = MemoryLayout<Value>.size
    unsafe withUnsafeMutableBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      for index in 0..<bytes.count / size {
        let address = unsafe first + index * size
        let value = unsafe address.loadUnaligned(as: Value.self)
        unsafe address.storeBytes(of: replacement(value), as: Value.self)
      }
    }
  }

  /// Swaps the first and the last byte of every group of three.
  ///
  /// An output byte comes from its own position, or from two positions earlier or later. So each vector takes about a
  /// third of its bytes from each of three 16-byte loads. Swapping single bytes takes three times as long.
  mutating func swapOuterBytesOfThrees() {
    unsafe withUnsafeMutableBytes { bytes in
      func load(_ offset: Int) -> SIMD16<UInt8> {
        unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      }
      func store(_ vector: SIMD16<UInt8>, _ offset: Int) {
        unsafe bytes.storeBytes(of: vector, toByteOffset: offset, as: SIMD16<UInt8>.self)
      }
      func swapSingly(_ range: Range<Int>) {
        for offset in stride(from: range.lowerBound, through: range.upperBound - 3, by: 3) {
          unsafe bytes.swapAt(offset, offset + 2)
        }
      }
      let masks = (OuterByteMasks(from: 0), OuterByteMasks(from: 16), OuterByteMasks(from: 32))
      // Swap the first group byte by byte: a vector at offset 0 would need two bytes before the array. Then swap 48
      // bytes in each pass, as long as every load stays in bounds.
      var offset = Swift.min(3, bytes.count)
      swapSingly(0..<offset)
      var before = bytes.count >= 1 + 16 ? load(1) : SIMD16()
      while offset + 46 + 16 <= bytes.count {
        let swapped = (
          masks.0.choose(before, load(offset), load(offset + 2)),
          masks.1.choose(load(offset + 14), load(offset + 16), load(offset + 18)),
          masks.2.choose(load(offset + 30), load(offset + 32), load(offset + 34))
        )
        // Load before storing, to avoid a store-forwarding stall.
        before = load(offset + 46)
        store(swapped.0, offset)
        store(swapped.1, offset + 16)
        store(swapped.2, offset + 32)
        offset += 48
      }
      swapSingly(offset..<bytes.count)
    }
  }

  /// Replaces the bytes of the array with the upper three bytes of each number, in the given byte order.
  ///
  /// Stores all four bytes of each number. The next number overwrites the spare byte. One store for each number takes
  /// half the time of three stores.
  @inline(__always)
  mutating func refill(storingThreeBytesOf values: [Int32], order: ByteOrder) {
    unsafe values.withUnsafeBufferPointer { values in
      unsafe refill(capacity: 3 * values.count + 1) { buffer in
        var target = UnsafeMutableRawPointer(buffer.baseAddress!)
        for index in 0..<values.count {
          let value = UInt32(bitPattern: values.baseAddress![index])
          unsafe target.storeBytes(
            of: order == .big ? value.bigEndian : (value >> 8).littleEndian, as: UInt32.self)
          unsafe target += 3
        }
        return 3 * values.count
      }
    }
  }
}

/// Masks that select the first, the second and the last byte of every group of three.
private struct OuterByteMasks {
  private var masks = (SIMD16<UInt8>(), SIMD16<UInt8>(), SIMD16<UInt8>())

  /// - Parameter offset: The distance in bytes from the start of a group of three to the vector's first byte.
  init(from offset: Int) {
    for index in 0..<16 {
      switch (offset + index) % 3 {
      case 0: masks.0[index] = 0xFF
      case 1: masks.1[index] = 0xFF
      default: masks.2[index] = 0xFF
      }
    }
  }

  /// For each group of three, returns the first byte from `after` (loaded two positions later), the middle byte from
  /// `own`, and the last byte from `before` (loaded two positions earlier).
  @inline(__always)
  func choose(
    _ before: SIMD16<UInt8>, _ own: SIMD16<UInt8>, _ after: SIMD16<UInt8>
  ) -> SIMD16<UInt8> {
    after & masks.0 | own & masks.1 | before & masks.2
  }
}

// `Array.span` and `Array.mutableSpan` need macOS 26 and iOS 26, but a buffer's spans don't. A buffer is only valid
// inside a closure, so these functions take a closure.
extension Array {
  @inlinable @inline(__always)
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { buffer throws(Failure) in
      try body(unsafe buffer.span)
    }
  }

  @inlinable @inline(__always)
  package mutating func withMutableSpan<Result, Failure: Error>(
    _ body: (inout MutableSpan<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeMutableBufferPointer { buffer throws(Failure) in
      var elements = unsafe buffer.mutableSpan
      return try body(&elements)
    }
  }
}

extension Array where Element: BitwiseCopyable {
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withSpan { elements throws(Failure) in try body(unsafe elements.bytes) }
  }
}

extension Span<Float> {
  /// Loads eight numbers from any index on. The standard library checks the bounds.
  @inline(__always)
  func lanes(at index: Int) -> SIMD8<Float> {
    unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: index &* MemoryLayout<Float>.size, as: SIMD8<Float>.self)
  }
}

extension MutableSpan<Float> {
  @inline(__always)
  mutating func store(_ lanes: SIMD8<Float>, at index: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(
      of: lanes, toByteOffset: index &* MemoryLayout<Float>.size, as: SIMD8<Float>.self)
  }
}
