// These functions return the same bits on every machine: IEEE 754 defines every bit of the results of the operations
// that they use. The results of a C library's functions differ in their last bits from machine to machine.

extension Double {
  /// The logarithm to the base 10; minus infinity for 0, and NaN for a negative number.
  package var decimalLogarithm: Double {
    guard self > 0, isFinite else { return self == 0 ? -.infinity : self > 0 ? self : .nan }
    // self = mantissa · 2^power, with the mantissa near 1, where the series converges quickly.
    var (mantissa, power) = (significand, Double(exponent))
    if mantissa > 2.0.squareRoot() { (mantissa, power) = (mantissa / 2, power + 1) }
    // ln m = 2 artanh((m − 1) / (m + 1)) = 2 (r + r³/3 + r⁵/5 + …). |r| is at most 0.172, so the sum of the terms
    // left out is below 3e-19.
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var sum = 0.0
    for term in stride(from: 21, through: 3, by: -2) { sum = (sum + 1 / Double(term)) * square }
    let naturalLogarithm = 2 * ratio * (1 + sum)
    let (logarithmOf2, decimalOfE) = (0.301029995663981195, 0.434294481903251828)
    return power * logarithmOf2 + naturalLogarithm * decimalOfE
  }

  /// This amplitude in decibels, relative to 1; minus infinity for 0.
  package var decibels: Double { 20 * decimalLogarithm }

  /// Returns the amplitude of a finite level in decibels; 1 for 0 dB. The error is about one unit in the result's last
  /// place, plus the effect of an error of one unit in the level's last place.
  package static func amplitude(ofDecibels decibels: Double) -> Double {
    // 10^(d/20) = 2^n · e^x, with x from −ln 2 / 2 to ln 2 / 2.
    let (logarithm2Of10, naturalLogarithmOf2) = (3.32192809488736235, 0.693147180559945309)
    let doublings = decibels / 20 * logarithm2Of10
    let whole = doublings.rounded(.toNearestOrEven)
    let x = (doublings - whole) * naturalLogarithmOf2
    // Taylor's series: 1 + x (1 + x/2 (1 + x/3 (1 + …))). The sum of the terms left out is below 2e-20.
    var sum = 1.0
    for term in stride(from: 15, through: 1, by: -1) { sum = 1 + sum * x / Double(term) }
    return Double(sign: .plus, exponent: Int(saturating: whole), significand: sum)
  }

  /// Returns the cosine and the sine of a finite angle in turns: 0.25 is a right angle.
  package static func cosineAndSine(ofTurns turns: Double) -> (cosine: Double, sine: Double) {
    let (cosines, sines) = SIMD8.cosinesAndSines(ofTurns: SIMD8(repeating: turns))
    return (cosines[0], sines[0])
  }
}

extension SIMD8<Double> {
  /// Returns the cosines and the sines of angles in turns, exact to about one unit in the last place. Angles must be
  /// below 2⁴⁹ in magnitude.
  @inline(__always)
  static func cosinesAndSines(ofTurns turns: Self) -> (cosines: Self, sines: Self) {
    // Rotate the angles by quarter turns to within an eighth of a turn from 0.
    let quarters = (turns * 4).nearestInteger
    let angle = (turns - quarters * 0.25) * (2 * Double.pi)
    let square = angle * angle
    // Taylor's series: 1 − x²/(1·2) (1 − x²/(3·4) (1 − …)) and x (1 − x²/(2·3) (1 − x²/(4·5) (1 − …))). The sum of
    // the terms left out is below 3e-18.
    var (cosine, sine) = (Self(repeating: 1), Self(repeating: 1))
    var term = 16
    while term > 0 {
      cosine = 1 - square * (1 / Double(term &* (term &- 1))) * cosine
      sine = 1 - square * (1 / Double(term &* (term &+ 1))) * sine
      term &-= 2
    }
    sine *= angle
    // Reduce the numbers of quarter turns to the range from −2 to 2.
    let rotation = quarters - 4 * (quarters * 0.25).nearestInteger
    let isSideways = rotation * rotation .== 1
    let isOpposite = rotation * rotation .== 4
    let (x, y) = (
      cosine.replacing(with: sine, where: isSideways),
      sine.replacing(with: cosine, where: isSideways)
    )
    return (
      x.replacing(with: 0 - x, where: isOpposite .| rotation .== 1),
      y.replacing(with: 0 - y, where: isOpposite .| rotation .== -1)
    )
  }

  /// The numbers, rounded to the nearest integers, ties to even. The numbers must be below 2⁵¹ in magnitude.
  @inline(__always)
  private var nearestInteger: Self {
    // Add and subtract a number so large that the sum has no bits for the fraction. Don't use `rounded()`: on x86-64
    // without SSE4.1, it calls a function for each lane.
    (self + 0x1.8p52) - 0x1.8p52
  }
}

extension Int {
  /// Rounds a number towards zero. Numbers out of range become `min` or `max`; NaN becomes 0.
  package init(saturating value: Double) {
    self =
      Int(exactly: value.rounded(.towardZero)) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
  }
}

// Powers for the dequantization in MP3 and AAC.
extension Double {
  /// Returns magnitude^(4/3) for a `magnitude` from 0 to 16,383.
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

  /// Returns 2^(quarters/4).
  static func quarterPower(_ quarters: Int) -> Double {
    Double(sign: .plus, exponent: quarters >> 2, significand: quarterRoots[quarters & 3])
  }

  private static let quarterRoots = [1, fourthRoot, 2.0.squareRoot(), 2 / fourthRoot]
  private static let fourthRoot = 2.0.squareRoot().squareRoot()
}
