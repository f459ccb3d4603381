/// Powers of two and their neighbours, as numbers in files.
enum PowersOfTwo {
  /// Every power of two that a number of bits holds, and its two neighbours.
  static func neighbours(bitCount: Int) -> [UInt64] {
    (0..<bitCount).flatMap { exponent in
      let power = UInt64(1) << UInt64(exponent)
      return [power - 1, power, power + 1]
    }
  }
}

extension UInt64 {
  /// The number's low bytes in big-endian order.
  func big(byteCount: Int) -> [UInt8] { little(byteCount: byteCount).reversed() }

  /// The number's low bytes in little-endian order.
  func little(byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: self >> UInt64(8 * $0)) }
  }
}
