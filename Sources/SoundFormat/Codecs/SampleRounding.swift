// How samples get narrower. None of this dithers. Sources: real pairs for 24 → 16 bits (289 exact
// ties, all rounded upward) and 16 → 8 bits (floor); for float → 16 bits, decoded AAC.

extension Int32 {
  /// The upper 16 bits of a left-justified sample, rounded half up.
  @inline(__always)
  var roundedToInt16: Int16 {
    // Half is added after the shift by one, so that the largest samples can't overflow.
    Int16(truncatingIfNeeded: Swift.min(((self >> 15) + 1) >> 1, 32_767))
  }

  /// The upper 24 bits of a left-justified sample, rounded half up, as a left-justified sample.
  @inline(__always)
  var roundedToInt24: Int32 {
    Swift.min(((self >> 7) + 1) >> 1, 0x7F_FFFF) << 8
  }
}

extension Float {
  /// The sample at 16 bits: full scale is 32768, ties go to even, what is out of range is clipped,
  /// and NaN is silence.
  @inline(__always)
  var roundedToInt16: Int16 {
    let scaled = self * 32_768
    let clipped =
      scaled < -32_768 ? -32_768 : scaled > 32_767 ? 32_767 : scaled == scaled ? scaled : 0
    // Adding 1.5 × 2²³ leaves the rounded integer in the low bits of the significand. Unlike
    // rounded() and a checked conversion, which say the same, this is vectorised.
    return Int16(truncatingIfNeeded: (clipped + 0x1.8p23).bitPattern)
  }

  /// The sample at 24 bits, as from a `Double`, left-justified.
  @inline(__always)
  var roundedToInt24: Int32 {
    let scaled = magnitude * 0x1p23
    let highest: Float = self < 0 ? 0x1p23 : 0x1p23 - 1
    let clipped = scaled > highest ? highest : scaled == scaled ? scaled : 0
    // Adding 2²³ leaves the rounded magnitude in the low 24 bits of what is added to its pattern.
    let pattern = (clipped + 0x1p23).bitPattern &- Float(0x1p23).bitPattern
    let rounded = Int32(bitPattern: pattern)
    return (self < 0 ? 0 &- rounded : rounded) << 8
  }
}

extension Double {
  /// The sample at 16 bits, as from a `Float`.
  @inline(__always)
  var roundedToInt16: Int16 {
    Int16(truncatingIfNeeded: rounded(bitCount: 16))
  }

  /// The sample as a left-justified integer whose upper `bitCount` bits are used.
  @inline(__always)
  func leftJustified(bitCount: Int32) -> Int32 {
    rounded(bitCount: bitCount) << (32 - bitCount)
  }

  @inline(__always)
  private func rounded(bitCount: Int32) -> Int32 {
    let fullScale = Double(1 << (Int(bitCount) - 1))
    let scaled = self * fullScale
    let highest = fullScale - 1
    let clipped =
      scaled < -fullScale ? -fullScale : scaled > highest ? highest : scaled == scaled ? scaled : 0
    return Int32(truncatingIfNeeded: (clipped + 0x1.8p52).bitPattern)
  }
}
