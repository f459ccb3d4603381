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
  /// Reads a number that was loaded from bytes in `order`, or makes one ready to be stored so.
  @inline(__always)
  func converted(_ order: ByteOrder) -> Self {
    switch order {
    case .big: bigEndian
    case .little: littleEndian
    }
  }
}
