/// Pseudorandom numbers, good enough for a benchmark, with Knuth's constants for 64 bits.
struct LinearGenerator {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    Int(nextFraction() * Double(limit))
  }

  /// Returns a number from 0 up to, but not including, 1.
  mutating func nextFraction() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) * 0x1p-53
  }
}
