/// An XXH64 hash with the seed 0. It detects changed bytes, but doesn't withstand forgery.
///
/// A build hashes every input completely. A cryptographic hash would take longer than the conversion of the input.
///
/// Source: xxHash's specification, "XXH64 Algorithm Description", version 0.1.1.
package struct ContentDigest: Sendable {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  private static let stripeByteCount = 32

  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (
    prime1 &+ prime2, prime2, 0, 0 &- prime1
  )
  /// Bytes that don't fill a stripe yet.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  package init() {}

  /// Returns the digest of complete data.
  package static func value(of bytes: [UInt8]) -> UInt64 {
    var digest = ContentDigest()
    digest.update(bytes)
    return digest.value
  }

  package mutating func update(_ bytes: [UInt8]) {
    byteCount &+= UInt64(bytes.count)
    let joined = pending.isEmpty ? bytes : pending + bytes
    pending = Array(joined.dropFirst(consumeStripes(of: joined)))
  }

  /// Consumes all complete stripes at the beginning of `bytes`, and returns how many bytes these stripes have.
  private mutating func consumeStripes(of bytes: [UInt8]) -> Int {
    let count = bytes.count / Self.stripeByteCount * Self.stripeByteCount
    var (first, second, third, fourth) = lanes
    bytes.withBytes { span in
      var offset = 0
      while offset < count {
        first = Self.round(first, span.loadInteger(at: offset, as: UInt64.self, order: .little))
        second = Self.round(
          second, span.loadInteger(at: offset + 8, as: UInt64.self, order: .little))
        third = Self.round(
          third, span.loadInteger(at: offset + 16, as: UInt64.self, order: .little))
        fourth = Self.round(
          fourth, span.loadInteger(at: offset + 24, as: UInt64.self, order: .little))
        offset += Self.stripeByteCount
      }
    }
    lanes = (first, second, third, fourth)
    return count
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotated(lane &+ input &* prime2, by: 31) &* prime1
  }

  @inline(__always)
  private static func rotated(_ value: UInt64, by count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }

  package var value: UInt64 {
    var value = byteCount < UInt64(Self.stripeByteCount) ? Self.prime5 : converged
    value &+= byteCount
    var rest = pending[...]
    while rest.count >= 8 {
      value ^= Self.round(0, Self.little(rest.prefix(8)))
      value = Self.rotated(value, by: 27) &* Self.prime1 &+ Self.prime4
      rest = rest.dropFirst(8)
    }
    if rest.count >= 4 {
      value ^= Self.little(rest.prefix(4)) &* Self.prime1
      value = Self.rotated(value, by: 23) &* Self.prime2 &+ Self.prime3
      rest = rest.dropFirst(4)
    }
    for byte in rest {
      value ^= UInt64(byte) &* Self.prime5
      value = Self.rotated(value, by: 11) &* Self.prime1
    }
    value = (value ^ value >> 33) &* Self.prime2
    value = (value ^ value >> 29) &* Self.prime3
    return value ^ value >> 32
  }

  private var converged: UInt64 {
    var value =
      Self.rotated(lanes.0, by: 1) &+ Self.rotated(lanes.1, by: 7)
      &+ Self.rotated(lanes.2, by: 12) &+ Self.rotated(lanes.3, by: 18)
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
      value = (value ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
    }
    return value
  }

  private static func little(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
