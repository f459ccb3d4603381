/// The order in which a number's bytes are stored.
public enum ByteOrder: Hashable, Sendable {
  /// Most significant byte first.
  case big
  /// Least significant byte first.
  case little

  /// The machine's byte order.
  package static var native: ByteOrder {
    UInt16(1).bigEndian == 1 ? .big : .little
  }
}

extension FixedWidthInteger {
  /// Converts a number from the byte order `order` to the machine's byte order, or the other way round.
  @inline(__always)
  func converted(_ order: ByteOrder) -> Self {
    switch order {
    case .big: bigEndian
    case .little: littleEndian
    }
  }
}

extension RawSpan {
  /// Loads an integer from any offset, aligned or not, in the machine's byte order.
  ///
  /// The load is safe: the standard library checks the bounds, and every bit pattern is an integer. Assembling a number
  /// from single bytes takes six times as long.
  @inline(__always)
  func loadInteger<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Value.Type
  ) -> Value {
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Loads an integer from any offset, aligned or not, in the byte order `order`.
  @inline(__always)
  func loadInteger<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Value.Type, order: ByteOrder
  ) -> Value {
    loadInteger(at: offset, as: type).converted(order)
  }
}
