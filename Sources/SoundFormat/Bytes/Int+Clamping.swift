extension Int {
  /// Converts a number that a file states about its codec; the largest `Int32` if it exceeds that.
  ///
  /// No codec has such numbers. Without the limit, damaged files would become other copies where an
  /// `Int` has 32 bits.
  init(clampedTo32Bits number: UInt32) {
    self.init(Int32(clamping: number))
  }

  /// Adds a number that isn't negative; the largest `Int` if the sum exceeds it.
  ///
  /// Files state counts of 32 and 64 bits, and an `Int` may have only 32.
  package func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// Multiplies by a number, neither being negative; the largest `Int` if the product exceeds it.
  package func multipliedClamped(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
