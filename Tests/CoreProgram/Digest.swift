import SoundFormat

/// A hash of everything that a step of the program computed (FNV-1a, 64 bits).
///
/// Builds are compared by their digests, so only add values that are equal on every machine.
struct Digest {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      add(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Adds a number, limited to 2³⁰, which exceeds the size of any file in memory. Greater sizes that
  /// files state would differ, because the library clamps them where an `Int` has 32 bits.
  mutating func add(_ number: Int) {
    let limit = 1 << 30
    add(UInt64(bitPattern: Int64(max(-limit, min(number, limit)))))
  }

  mutating func add(_ number: Int?) {
    add(UInt8(number == nil ? 0 : 1))
    if let number { add(number) }
  }

  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ flag: Bool) { add(UInt8(flag ? 1 : 0)) }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    for byte in text.utf8 { add(byte) }
  }

  mutating func add(_ bytes: [UInt8]) {
    add(bytes.count)
    for byte in bytes { add(byte) }
  }

  mutating func add(_ block: SampleBlock) {
    switch block {
    case .int16(let samples):
      add("i16")
      for sample in samples { add(UInt64(UInt16(bitPattern: sample))) }
    case .int32(let samples):
      add("i32")
      for sample in samples { add(UInt64(UInt32(bitPattern: sample))) }
    case .float32(let samples):
      add("f32")
      for sample in samples { add(UInt64(sample.identity)) }
    case .float64(let samples):
      add("f64")
      for sample in samples { add(sample.identity) }
    }
  }
}

// Add all NaNs alike, because a NaN's sign and payload depend on the processor that computed it.
extension Float {
  fileprivate var identity: UInt32 { isNaN ? Float.nan.bitPattern : bitPattern }
}

extension Double {
  fileprivate var identity: UInt64 { isNaN ? Double.nan.bitPattern : bitPattern }
}
