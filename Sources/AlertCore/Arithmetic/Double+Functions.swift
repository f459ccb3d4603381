// The functions that a C library would provide. Their last bits differ between C libraries; with
// only the operations that IEEE 754 defines to the bit, every machine gets the same results.

extension Double {
  /// The logarithm to the base 10; minus infinity for 0, NaN below.
  var decimalLogarithm: Double {
    guard self > 0, isFinite else { return self == 0 ? -.infinity : self > 0 ? self : .nan }
    // self = mantissa · 2^power, with the mantissa near 1, where the series converges quickly.
    var (mantissa, power) = (significand, Double(exponent))
    if mantissa > 2.0.squareRoot() { (mantissa, power) = (mantissa / 2, power + 1) }
    // ln m = 2 artanh((m − 1) / (m + 1)) = 2 (r + r³/3 + r⁵/5 + …); |r| is at most 0.172, so that
    // all further terms together are below 3e-19.
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var sum = 0.0
    for term in stride(from: 21, through: 3, by: -2) { sum = (sum + 1 / Double(term)) * square }
    let naturalLogarithm = 2 * ratio * (1 + sum)
    let (logarithmOf2, decimalOfE) = (0.301029995663981195, 0.434294481903251828)
    return power * logarithmOf2 + naturalLogarithm * decimalOfE
  }

  /// The cosine and the sine of an angle in turns: 0.25 is a right angle. The angle must be finite.
  static func cosineAndSine(ofTurns turns: Double) -> (cosine: Double, sine: Double) {
    // Rotate to within an eighth of a turn of 0.
    let quarters = (turns * 4).rounded()
    let angle = (turns - quarters / 4) * (2 * .pi)
    let square = angle * angle
    // Taylor's series; all further terms together are below 3e-18.
    var (cosine, sine) = (1.0, 1.0)
    for power in stride(from: 16, through: 2, by: -2) {
      let power = Double(power)
      cosine = 1 - cosine * square / (power * (power - 1))
      sine = 1 - sine * square / (power * (power + 1))
    }
    sine *= angle
    switch Int(quarters - 4 * (quarters / 4).rounded()) {
    case 0: return (cosine, sine)
    case 1: return (-sine, cosine)
    case -1: return (sine, -cosine)
    default: return (-cosine, -sine)
    }
  }
}
