/// Linear PCM: reading and writing samples of any encoding.
///
/// Widening is exact. Narrowing follows Apple's `afconvert`: from 24 or 32 bits to 16 rounds half up;
/// from floats rounds to the nearest, ties to even, and clips; to 8 bits takes the upper half of the
/// 16-bit sample. Nothing is dithered.
public enum LinearPCM {
  /// Decodes samples to the narrowest type that loses nothing.
  ///
  /// - Parameters:
  ///   - bytes: Whole samples, interleaved.
  ///   - encoding: How they are stored.
  public static func decode(_ bytes: RawSpan, as encoding: PCMEncoding) -> SampleBlock {
    let count = bytes.byteCount / encoding.bytesPerSample
    // The byte order is decided outside the loops, so that each is one of loads and stores.
    switch (encoding.sampleType, encoding.byteOrder) {
    case (.uint8, _):
      return .int16(
        [Int16](count: count) {
          (Int16(bytes.loadInteger(at: $0, as: UInt8.self)) - 128) << 8
        })
    case (.int8, _):
      return .int16([Int16](count: count) { Int16(bytes.loadInteger(at: $0, as: Int8.self)) << 8 })
    case (.int16, .big): return .int16(integers(bytes, count, .big))
    case (.int16, .little): return .int16(integers(bytes, count, .little))
    case (.int24, .big):
      return .int32([Int32](threeBytesEachOf: bytes, order: .big))
    case (.int24, .little):
      return .int32([Int32](threeBytesEachOf: bytes, order: .little))
    case (.int32, .big): return .int32(integers(bytes, count, .big))
    case (.int32, .little): return .int32(integers(bytes, count, .little))
    case (.float32, .big): return .float32(floats(bytes, count, .big))
    case (.float32, .little): return .float32(floats(bytes, count, .little))
    case (.float64, .big): return .float64(doubles(bytes, count, .big))
    case (.float64, .little): return .float64(doubles(bytes, count, .little))
    }
  }

  /// Encodes samples, narrowing or widening as the encoding asks.
  public static func encode(_ block: SampleBlock, as encoding: PCMEncoding) -> [UInt8] {
    switch encoding.sampleType {
    case .uint8:
      let samples = block.int16Samples
      return [UInt8](samples) { UInt8(truncatingIfNeeded: ($0 >> 8) &+ 128) }
    case .int8:
      let samples = block.int16Samples
      return [UInt8](samples) { UInt8(truncatingIfNeeded: $0 >> 8) }
    case .int16: return stored(block.int16Samples, encoding.byteOrder)
    case .int24: return stored24(block.int32Samples(bitCount: 24), encoding.byteOrder)
    case .int32: return stored(block.int32Samples(bitCount: 32), encoding.byteOrder)
    case .float32: return stored(block.float32BitPatterns, encoding.byteOrder)
    case .float64: return stored(block.float64BitPatterns, encoding.byteOrder)
    }
  }

  /// Reverses the bytes of each sample: a change of byte order and nothing else.
  ///
  /// - Parameter bytes: Whole samples, interleaved. They are changed in place, which spares memory a way.
  public static func reverseBytes(in bytes: inout [UInt8], bytesPerSample: Int) {
    switch bytesPerSample {
    case 2: bytes.replaceIntegers(of: UInt16.self) { $0.byteSwapped }
    case 3: bytes.swapOuterBytesOfThrees()
    case 4: bytes.replaceIntegers(of: UInt32.self) { $0.byteSwapped }
    case 8: bytes.replaceIntegers(of: UInt64.self) { $0.byteSwapped }
    default: break
    }
  }

  @inline(__always)
  private static func integers<Value: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: RawSpan, _ count: Int, _ order: ByteOrder
  ) -> [Value] {
    [Value](count: count) {
      bytes.loadInteger(at: MemoryLayout<Value>.size * $0, as: Value.self, order: order)
    }
  }

  @inline(__always)
  private static func floats(_ bytes: RawSpan, _ count: Int, _ order: ByteOrder) -> [Float] {
    [Float](count: count) {
      Float(bitPattern: bytes.loadInteger(at: 4 * $0, as: UInt32.self, order: order))
    }
  }

  @inline(__always)
  private static func doubles(_ bytes: RawSpan, _ count: Int, _ order: ByteOrder) -> [Double] {
    [Double](count: count) {
      Double(bitPattern: bytes.loadInteger(at: 8 * $0, as: UInt64.self, order: order))
    }
  }

  @inline(__always)
  private static func stored<Value: FixedWidthInteger & BitwiseCopyable>(
    _ values: [Value], _ order: ByteOrder
  ) -> [UInt8] {
    [UInt8](storing: values, order: order)
  }

  private static func stored24(_ samples: [Int32], _ order: ByteOrder) -> [UInt8] {
    switch order {
    case .big: return [UInt8](storingThreeBytesOf: samples, order: .big)
    case .little: return [UInt8](storingThreeBytesOf: samples, order: .little)
    }
  }
}

extension [Int32] {
  /// Loads 24-bit integers as left-justified samples.
  ///
  /// Words of 32 bits are loaded, each with a byte too many, but for the last.
  @inline(__always)
  fileprivate init(threeBytesEachOf bytes: RawSpan, order: ByteOrder) {
    self.init(count: bytes.byteCount / 3) { index in
      let offset = 3 * index
      let value: UInt32
      if offset <= bytes.byteCount - 4 {
        let four = bytes.loadInteger(at: offset, as: UInt32.self, order: order)
        value = order == .big ? four & 0xFFFF_FF00 : four << 8
      } else {
        let two = UInt32(bytes.loadInteger(at: offset, as: UInt16.self, order: order))
        let one = UInt32(bytes.loadInteger(at: offset + 2, as: UInt8.self))
        value = order == .big ? two << 16 | one << 8 : one << 24 | two << 8
      }
      return Int32(bitPattern: value)
    }
  }
}

extension SampleBlock {
  /// The samples as left-justified integers of 24 or 32 bits.
  fileprivate func int32Samples(bitCount: Int32) -> [Int32] {
    switch self {
    case .int16(let samples): [Int32](samples) { Int32($0) << 16 }
    case .int32(let samples): bitCount == 32 ? samples : [Int32](samples) { $0.roundedToInt24 }
    case .float32(let samples):
      bitCount == 24
        ? [Int32](samples) { $0.roundedToInt24 }
        : [Int32](samples) { Double($0).leftJustified(bitCount: bitCount) }
    case .float64(let samples): [Int32](samples) { $0.leftJustified(bitCount: bitCount) }
    }
  }

  fileprivate var float32BitPatterns: [UInt32] {
    switch self {
    case .int16(let samples):
      [UInt32](samples) { (Float($0) * 0x1p-15).bitPattern }
    case .int32(let samples):
      [UInt32](samples) { (Float($0) * 0x1p-31).bitPattern }
    case .float32(let samples): [UInt32](samples) { $0.bitPattern }
    case .float64(let samples): [UInt32](samples) { Float($0).bitPattern }
    }
  }

  fileprivate var float64BitPatterns: [UInt64] {
    switch self {
    case .int16(let samples):
      [UInt64](samples) { (Double($0) * 0x1p-15).bitPattern }
    case .int32(let samples):
      [UInt64](samples) { (Double($0) * 0x1p-31).bitPattern }
    case .float32(let samples): [UInt64](samples) { Double($0).bitPattern }
    case .float64(let samples): [UInt64](samples) { $0.bitPattern }
    }
  }
}
