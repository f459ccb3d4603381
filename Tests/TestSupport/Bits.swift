/// Bytes that are filled bit by bit, the highest bit first.
public struct Bits: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var count = 0

  /// - Parameter digits: Binary digits to begin with. Other characters are ignored.
  public init(_ digits: String = "") { append(digits) }

  public mutating func append(_ value: UInt32, _ bitCount: Int) {
    for bit in (0..<bitCount).reversed() {
      if count % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> UInt32(bit) & 1) << UInt8(7 - count % 8)
      count += 1
    }
  }

  /// Appends binary digits, and ignores other characters.
  public mutating func append(_ digits: String) {
    for digit in digits.utf8 where digit | 1 == UInt8(ascii: "1") { append(UInt32(digit & 1), 1) }
  }
}

/// Random numbers that are the same in each run.
struct RandomNumbers: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns a number below a bound.
  mutating func next(below bound: UInt32) -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: state >> 33) % bound
  }
}
