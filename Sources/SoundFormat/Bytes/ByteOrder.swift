/// The order in which a number's bytes are stored.
public enum ByteOrder: Hashable, Sendable {
  /// Most significant byte first.
  case big
  /// Least significant byte first.
  case little

  /// The order of the machine this runs on.
  public static var native: ByteOrder {
    UInt16(1).bigEndian == 1 ? .big : .little
  }
}

extension FixedWidthInteger {
  /// Converts a number loaded from bytes in `order` to the machine's order, or the other way round.
  @inline(__always)
  func converted(_ order: ByteOrder) -> Self {
    switch order {
    case .big: bigEndian
    case .little: littleEndian
    }
  }
}
