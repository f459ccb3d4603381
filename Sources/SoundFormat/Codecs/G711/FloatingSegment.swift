/// G.711's logarithmic code: three bits of segment, four of interval within it.
enum FloatingSegment {
  /// The code of a magnitude from 128 to 32767.
  ///
  /// A segment is a power of two and an interval a sixteenth of it, which is how a `Float` is stored:
  /// its exponent and the upper four bits of its significand are the code. Unlike a table, or a count
  /// of leading zeros, the conversion is vectorised.
  @inline(__always)
  static func code(_ magnitude: Int32) -> Int32 {
    let exponentBias: Int32 = 127
    let firstSegmentExponent: Int32 = 7
    let bits = Int32(bitPattern: Float(magnitude).bitPattern)
    return (bits >> 19) &- (exponentBias + firstSegmentExponent) << 4
  }
}
