// How samples are narrowed, without dithering. Sources: pairs of files before and after Apple's tool,
// for 24 → 16 bits (289 exact ties, all rounded upward) and 16 → 8 bits (rounded down); AAC decoded by
// Apple's tool, for float → 16 bits.

extension Int32 {
  /// The upper 16 bits of a left-justified sample, rounded half up.
  @inline(__always)
  var roundedToInt16: Int16 {
    // Add half a unit after shifting by 15 of the 16 bits: added to the whole sample, the half could overflow.
    Int16(truncatingIfNeeded: Swift.min(((self >> 15) + 1) >> 1, 32_767))
  }

  /// The upper 24 bits of a left-justified sample, rounded half up, as a left-justified sample.
  @inline(__always)
  var roundedToInt24: Int32 {
    Swift.min(((self >> 7) + 1) >> 1, 0x7F_FFFF) << 8
  }
}

// Values out of range are clipped, and NaN becomes silence.
//
// The compiler vectorises the conversions below. `rounded()` and a checked conversion would give the same results, but
// aren't vectorised. Each condition selects one of two computed values. In `clipped(to:)`, the operands are in the
// order of the processor's minimum and maximum instructions. Adding a large number leaves the rounded integer in the
// significand's low bits.

extension Float {
  /// The sample at 16 bits: full scale is 32768, and ties go to even.
  @inline(__always)
  var roundedToInt16: Int16 {
    let clipped = (self * 0x1p15).clipped(to: 0x1p15)
    let rounded = Int16(truncatingIfNeeded: (clipped + 0x1.8p23).bitPattern)
    return self == self ? rounded : 0
  }

  /// The sample at 24 bits, rounded to the nearest, ties to even, and left-justified.
  @inline(__always)
  var roundedToInt24: Int32 {
    let clipped = (self * 0x1p23).clipped(to: 0x1p23)
    // Adding 1.5 × 2²³ would leave one bit too few for the integer. Add ±2²³, and handle the sign separately.
    let sign = Int32(bitPattern: clipped.bitPattern) >> 31
    let offset = Float(
      bitPattern: clipped.bitPattern & 0x8000_0000 | Float(0x1p23).bitPattern)
    let magnitude = Int32(bitPattern: (clipped + offset).bitPattern &- offset.bitPattern)
    let rounded = (magnitude ^ sign) &- sign
    return (self == self ? rounded : 0) << 8
  }
}

extension Double {
  /// The sample at 16 bits: full scale is 32768, and ties go to even.
  @inline(__always)
  var roundedToInt16: Int16 {
    Int16(truncatingIfNeeded: rounded(bitCount: 16))
  }

  /// Returns the sample at `bitCount` bits, left-justified.
  @inline(__always)
  func leftJustified(bitCount: Int32) -> Int32 {
    rounded(bitCount: bitCount) << (32 - bitCount)
  }

  @inline(__always)
  private func rounded(bitCount: Int32) -> Int32 {
    let fullScale = Double(UInt32(1) << (bitCount - 1))
    let clipped = (self * fullScale).clipped(to: fullScale)
    let rounded = Int32(truncatingIfNeeded: (clipped + 0x1.8p52).bitPattern)
    return self == self ? rounded : 0
  }
}

extension BinaryFloatingPoint {
  /// Returns the nearest number from `-fullScale` to `fullScale - 1`; `-fullScale` for NaN.
  @inline(__always)
  fileprivate func clipped(to fullScale: Self) -> Self {
    let raised = self > -fullScale ? self : -fullScale
    return raised < fullScale - 1 ? raised : fullScale - 1
  }
}
