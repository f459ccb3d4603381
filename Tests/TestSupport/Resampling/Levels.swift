import Foundation

/// White noise from −1 to 1 that uses all bits of a double. Its computation uses integers, so it is
/// equal on every machine.
public func whiteNoise(sampleCount: Int, seed: UInt64 = 1) -> [Double] {
  var generator = SeededGenerator(seed: seed)
  return (0..<sampleCount).map { _ in
    Double(Int64(bitPattern: generator.next()) >> 10) * 0x1p-53
  }
}

/// The level of the samples' error relative to the wanted samples, in dB. Minus infinity if they
/// are equal, NaN if any sample is NaN.
public func errorLevel(of samples: [Double], to wanted: [Double]) -> Double {
  precondition(samples.count == wanted.count)
  var (signal, error) = (0.0, 0.0)
  for index in wanted.indices {
    signal += wanted[index] * wanted[index]
    error += (samples[index] - wanted[index]) * (samples[index] - wanted[index])
  }
  return error == 0 ? -.infinity : 10 * log10(error / signal)
}

/// The samples' RMS.
public func effectiveValue(of samples: some Collection<Double>) -> Double {
  var sum = 0.0
  for sample in samples { sum += sample * sample }
  return (sum / Double(samples.count)).squareRoot()
}

/// The first index where samples differ from the wanted samples, even if only in the sign of 0; nil
/// if all bits are equal.
public func firstDifference(_ samples: [Double], _ wanted: [Double]) -> Int? {
  let count = min(samples.count, wanted.count)
  for index in 0..<count where samples[index].bitPattern != wanted[index].bitPattern {
    return index
  }
  return samples.count == wanted.count ? nil : count
}

/// A hash of the samples' bits (FNV-1a, 64 bits).
public func digest(of samples: [Double]) -> UInt64 {
  var digest: UInt64 = 0xCBF2_9CE4_8422_2325
  for sample in samples {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      digest = (digest ^ (sample.bitPattern >> shift & 0xFF)) &* 0x100_0000_01B3
    }
  }
  return digest
}

/// A sum of sines of random phase, whose frequencies are below `limit`, in cycles per frame. It rises
/// from silence and falls back to silence. The samples are rounded to 32-bit floats.
public func bandLimitedNoise(frameCount: Int, below limit: Double) -> [Double] {
  var generator = SeededGenerator(seed: 3)
  var samples = [Double](repeating: 0, count: frameCount)
  let count = 60
  for number in 1...count {
    let step = 2 * Double.pi * limit * Double(number) / Double(count + 1)
    let phase = Double.random(in: 0..<2 * .pi, using: &generator)
    for frame in 0..<frameCount { samples[frame] += sin(step * Double(frame) + phase) }
  }
  // Apply a sin⁴ envelope, which widens the spectrum by only a few cycles per sound.
  return samples.enumerated().map { frame, sample in
    let rise = sin(.pi * (Double(frame) + 0.5) / Double(frameCount))
    return Double(Float(sample * rise * rise * rise * rise / Double(count)))
  }
}

/// The discrete Fourier transform, computed from its definition.
public func directTransform(
  real: [Double], imaginary: [Double]
) -> (real: [Double], imaginary: [Double]) {
  let size = real.count
  let circle = (0..<size).map { number in
    let angle = -2 * Double.pi * Double(number) / Double(size)
    return (cos(angle), sin(angle))
  }
  var result = (real: [Double](), imaginary: [Double]())
  for frequency in 0..<size {
    var (x, y) = (0.0, 0.0)
    var number = 0
    for index in 0..<size {
      let (cosine, sine) = circle[number]
      x += real[index] * cosine - imaginary[index] * sine
      y += real[index] * sine + imaginary[index] * cosine
      number += frequency
      if number >= size { number -= size }
    }
    result.real.append(x)
    result.imaginary.append(y)
  }
  return result
}

/// The peak of the wave between samples, found by oversampling. The filter shares no code with the
/// library's.
///
/// - Parameters:
///   - factor: The number of values to compute for each sample.
///   - reach: The number of samples on each side that a value depends on. The filter's transition band is 1/`reach` of the rate.
public func wavePeak(of samples: [Double], factor: Int = 8, reach: Int = 48) -> Double {
  let padded =
    [Double](repeating: 0, count: reach) + samples + Array(repeating: 0, count: reach + 1)
  var peak = samples.map(\.magnitude).max() ?? 0
  for position in 1..<factor {
    let fraction = Double(position) / Double(factor)
    // A sinc function under a Hann window.
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

/// A tone's difference from the best-fitting sine of its frequency, in dB relative to the sine.
/// Only the middle half is compared.
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
