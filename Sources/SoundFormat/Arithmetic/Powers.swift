/// Powers by which the quantized numbers of MP3 and AAC are restored: the same on every machine, unlike `pow`.
extension Double {
  /// Returns n^(4/3) for a whole number from 0 to 16,383.
  static func fourThirdsPower(_ magnitude: Int) -> Double {
    let number = Double(magnitude)
    // Halley's method finds the cube root. Each step triples the number of exact digits.
    var root = magnitude < 64 ? 2.0 : 12
    for _ in 0..<6 {
      let cube = root * root * root
      root *= (cube + 2 * number) / (2 * cube + number)
    }
    return number * root
  }

  /// Returns 2^(n/4).
  static func quarterPower(_ quarters: Int) -> Double {
    Double(sign: .plus, exponent: quarters >> 2, significand: quarterRoots[quarters & 3])
  }

  private static let quarterRoots = [1, fourthRoot, 2.0.squareRoot(), 2 / fourthRoot]
  private static let fourthRoot = 2.0.squareRoot().squareRoot()
}
