/// A cursor over bits, the highest of each byte first, that can't read past their end.
struct BitReader {
  /// The bytes, padded so that eight can be loaded at any offset.
  private let bytes: [UInt8]
  private let bitCount: Int
  private(set) var position = 0

  private static let marginByteCount = 8

  init(_ bytes: [UInt8]) {
    self.bytes = bytes + Array(repeating: 0, count: Self.marginByteCount)
    bitCount = bytes.count * 8
  }

  var remainingBitCount: Int { bitCount - position }

  /// The next bits, the first one as the highest, and zeros after the end.
  var window: UInt64 {
    bytes.withBytes { $0.loadInteger(at: position >> 3, as: UInt64.self, order: .big) }
      << UInt64(position & 7)
  }

  /// Reads a number of up to 32 bits; nil if fewer are left.
  mutating func read(_ count: Int) -> UInt32? {
    let value = window
    guard skip(count) else { return nil }
    return count == 0 ? 0 : UInt32(truncatingIfNeeded: value >> UInt64(64 - count))
  }

  mutating func readFlag() -> Bool? { read(1).map { $0 == 1 } }

  /// Skips bits; returns false, and stays, if fewer are left.
  mutating func skip(_ count: Int) -> Bool {
    guard count <= remainingBitCount else { return false }
    position += count
    return true
  }

  /// Skips the rest of a byte that has been begun.
  mutating func align() { position = (position + 7) & ~7 }
}
