/// A sine whose frequency may change from frame to frame.
///
/// The last bits of a C library's `sin` and `exp` differ between systems, so this module calls neither function. The
/// module only adds, multiplies and divides. IEEE 754 defines every bit of these results, so every machine makes the
/// same files.
package struct Oscillator {
  /// The point on the unit circle: the cosine and the sine of the phase.
  package private(set) var cosine = 1.0
  package private(set) var sine = 0.0
  /// The last angle with its cosine and sine, reused while the frequency stays the same.
  private var step = (angle: 0.0, cosine: 1.0, sine: 0.0)

  package init() {}

  /// Returns the sine of the current phase, then advances by one frame.
  ///
  /// - Parameter turns: The frequency in turns per frame, at most a quarter.
  package mutating func next(turns: Double) -> Double {
    let value = sine
    rotate(by: turns * (2 * Double.pi))
    return value
  }

  private mutating func rotate(by angle: Double) {
    if angle != step.angle { step = Self.step(by: angle) }
    let rotatedCosine = cosine * step.cosine - sine * step.sine
    let rotatedSine = cosine * step.sine + sine * step.cosine
    // Correct the point by one step of Newton's method. Otherwise, rounding would let it drift off the circle.
    let correction = (3 - rotatedCosine * rotatedCosine - rotatedSine * rotatedSine) / 2
    cosine = rotatedCosine * correction
    sine = rotatedSine * correction
  }

  private static func step(by angle: Double) -> (angle: Double, cosine: Double, sine: Double) {
    let square = angle * angle
    // Sum Taylor's series up to the powers 16 and 17. For a quarter turn, the sums are exact to 1e-12.
    var cosineOfAngle = 1.0
    var sineOfAngle = 1.0
    for power in stride(from: 16, through: 2, by: -2) {
      let factor = Double(power)
      cosineOfAngle = 1 - cosineOfAngle * square / (factor * (factor - 1))
      sineOfAngle = 1 - sineOfAngle * square / (factor * (factor + 1))
    }
    return (angle, cosineOfAngle, sineOfAngle * angle)
  }
}

/// An exponential decay from 1.
package struct Decay {
  private var level = 1.0
  private let factor: Double

  /// - Parameter halfLife: The number of frames in which the level halves.
  package init(halfLife: Double) {
    // Approximate 2^(-1/halfLife). The longer the half-life, the smaller the error.
    factor = halfLife / (halfLife + 0.693147)
  }

  package mutating func next() -> Double {
    defer { level *= factor }
    return level
  }
}
