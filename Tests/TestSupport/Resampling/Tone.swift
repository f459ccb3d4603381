import Foundation

/// A sine whose frequency and rate are integers.
///
/// Its phases are computed with integers, because rounding would show in measurements below −200
/// dB.
public struct Tone: Sendable {
  /// In Hz.
  public let frequency: Int
  /// In Hz.
  public let sampleRate: Int

  public init(_ frequency: Int, sampleRate: Int) {
    self.frequency = frequency
    self.sampleRate = sampleRate
  }

  private func sineAndCosine(ofFrame frame: Int) -> (Double, Double) {
    let angle = 2 * Double.pi * Double(frame * frequency % sampleRate) / Double(sampleRate)
    return (sin(angle), cos(angle))
  }

  public func samples(frameCount: Int, amplitude: Double) -> [Double] {
    (0..<frameCount).map { amplitude * sineAndCosine(ofFrame: $0).0 }
  }

  /// The amplitude and phase of a tone in measured samples.
  public struct Fit: Sendable {
    public let amplitude: Double
    /// How far the measured tone leads the `Tone` itself, in radians.
    public let phase: Double
    /// The RMS of everything that is neither the tone nor a constant.
    public let rest: Double
  }

  /// Fits the tone and a constant to the given frames by least squares.
  public func fit(to samples: [Double], frames: Range<Int>) -> Fit {
    let waves = frames.map { sineAndCosine(ofFrame: $0) }
    var rest = Array(samples[frames])
    var (sine, cosine) = (0.0, 0.0)
    // Each pass removes the rounding error of the pass before.
    for _ in 0..<3 {
      // Sum the coefficients of the normal equations, whose matrix is symmetric.
      var (ss, sc, s1, cc, c1) = (0.0, 0.0, 0.0, 0.0, 0.0)
      var (sy, cy, y1) = (0.0, 0.0, 0.0)
      for index in rest.indices {
        let (s, c) = waves[index]
        let y = rest[index]
        ss += s * s
        sc += s * c
        s1 += s
        cc += c * c
        c1 += c
        sy += s * y
        cy += c * y
        y1 += y
      }
      let n = Double(rest.count)
      // Eliminate the constant, which leaves two equations, and solve them.
      let (a, b, d) = (ss - s1 * s1 / n, sc - s1 * c1 / n, cc - c1 * c1 / n)
      let (p, q) = (sy - s1 * y1 / n, cy - c1 * y1 / n)
      let (ds, dc) = ((p * d - q * b) / (a * d - b * b), (q * a - p * b) / (a * d - b * b))
      let constant = (y1 - ds * s1 - dc * c1) / n
      for index in rest.indices {
        rest[index] -= ds * waves[index].0 + dc * waves[index].1 + constant
      }
      (sine, cosine) = (sine + ds, cosine + dc)
    }
    return Fit(
      amplitude: hypot(sine, cosine), phase: atan2(cosine, sine), rest: effectiveValue(of: rest))
  }
}
