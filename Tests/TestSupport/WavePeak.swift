import Foundation

/// The highest magnitude of the wave between samples, at many times their rate, by a filter of its own.
///
/// - Parameters:
///   - factor: How many values to compute for each sample.
///   - reach: How many samples on each side a value depends on. The filter's transition band is 1/`reach` of the rate.
public func wavePeak(of samples: [Double], factor: Int = 8, reach: Int = 48) -> Double {
  let padded =
    [Double](repeating: 0, count: reach) + samples + Array(repeating: 0, count: reach + 1)
  var peak = samples.map(\.magnitude).max() ?? 0
  for position in 1..<factor {
    let fraction = Double(position) / Double(factor)
    // A sinc under Hann's window.
    let kernel = (1 - reach...reach).map { index -> Double in
      let distance = Double(index) - fraction
      return sin(.pi * distance) / (.pi * distance)
        * (0.5 + 0.5 * cos(.pi * distance / Double(reach)))
    }
    for first in samples.indices {
      var sum = 0.0
      for (index, weight) in kernel.enumerated() { sum += weight * padded[first + 1 + index] }
      peak = max(peak, sum.magnitude)
    }
  }
  return peak
}

/// How far a tone is from the sine of its frequency that fits it best, in dB relative to that sine. The first and the
/// last quarter don't count.
public func distortion(of samples: [Double], turnsPerFrame: Double) -> Double {
  let part = samples[samples.count / 4..<samples.count * 3 / 4]
  var (cc, ss, cs, xc, xs) = (0.0, 0.0, 0.0, 0.0, 0.0)
  func wave(_ frame: Int) -> (cosine: Double, sine: Double) {
    let angle = 2 * Double.pi * turnsPerFrame * Double(frame)
    return (cos(angle), sin(angle))
  }
  for frame in part.indices {
    let (c, s) = wave(frame)
    cc += c * c
    ss += s * s
    cs += c * s
    xc += part[frame] * c
    xs += part[frame] * s
  }
  let determinant = cc * ss - cs * cs
  let (a, b) = ((xc * ss - xs * cs) / determinant, (xs * cc - xc * cs) / determinant)
  var (signal, rest) = (0.0, 0.0)
  for frame in part.indices {
    let (c, s) = wave(frame)
    let fitted = a * c + b * s
    signal += fitted * fitted
    rest += (part[frame] - fitted) * (part[frame] - fitted)
  }
  return 10 * log10(rest / signal)
}
