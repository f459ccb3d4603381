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

// Out of range is clipped to the nearest, and NaN is silence. Each condition below chooses between two values
// that are there anyway, in the order of operands that processors have an instruction for; adding a large
// number leaves the rounded integer in the low bits of the significand. Unlike rounded() and a checked
// conversion, which say the same, all this is vectorised.

extension Float {
  /// The sample at 16 bits: full scale is 32768, and ties go to even.
  @inline(__always)
  var roundedToInt16: Int16 {
    let clipped = (self * 0x1p15).clipped(to: 0x1p15)
    let rounded = Int16(truncatingIfNeeded: (clipped + 0x1.8p23).bitPattern)
    return self == self ? rounded : 0
  }

  /// The sample at 24 bits, as from a `Double`, left-justified.
  @inline(__always)
  var roundedToInt24: Int32 {
    let clipped = (self * 0x1p23).clipped(to: 0x1p23)
    // 1.5 × 2²³ would leave too few bits: 2²³ away from zero, and the sign by itself.
    let sign = Int32(bitPattern: clipped.bitPattern) >> 31
    let offset = Float(
      bitPattern: clipped.bitPattern & 0x8000_0000 | Float(0x1p23).bitPattern)
    let magnitude = Int32(bitPattern: (clipped + offset).bitPattern &- offset.bitPattern)
    let rounded = (magnitude ^ sign) &- sign
    return (self == self ? rounded : 0) << 8
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
    let clipped = (self * fullScale).clipped(to: fullScale)
    let rounded = Int32(truncatingIfNeeded: (clipped + 0x1.8p52).bitPattern)
    return self == self ? rounded : 0
  }
}

extension BinaryFloatingPoint {
  /// The nearest number from `-fullScale` to `fullScale - 1`; of NaN, one of these.
  @inline(__always)
  fileprivate func clipped(to fullScale: Self) -> Self {
    let raised = self > -fullScale ? self : -fullScale
    return raised < fullScale - 1 ? raised : fullScale - 1
  }
}
