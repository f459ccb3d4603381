/// Numbers that are as good as random for a benchmark, by Knuth's constants for 64 bits.
struct LinearGenerator {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    Int(nextFraction() * Double(limit))
  }

  /// A number from 0 up to 1.
  mutating func nextFraction() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) * 0x1p-53
  }
}
