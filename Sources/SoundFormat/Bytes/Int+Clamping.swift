extension Int {
  /// Adds a number that isn't negative; the largest `Int` if the sum exceeds it.
  ///
  /// Files state counts of 32 and 64 bits, and an `Int` may have only 32.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
