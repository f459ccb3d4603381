extension Int {
  /// Converts a number to an integer, rounding towards zero.
  ///
  /// Numbers out of range, which differs between 32 and 64 bits, become the nearest integer; NaN
  /// becomes 0.
  package init(saturating value: Double) {
    self =
      Int(exactly: value.rounded(.towardZero)) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
  }
}
