import Foundation

/// Tones side by side, which show a resampler's gain at each of their frequencies.
struct Comb: Equatable {
  /// The step from tone to tone, as a share of the band.
  static let step = 0.005
  static let toneCount = 199
  /// The amplitude of each tone. All of them together stay within full scale.
  static let amplitude = 0.025

  /// The end of the band, in Hz: the lower Nyquist frequency.
  let bandEnd: Double

  func share(of tone: Int) -> Double { Double(tone + 1) * Self.step }

  /// In Hz, rounded.
  func frequency(of tone: Int) -> Int { Int((share(of: tone) * bandEnd).rounded()) }

  func samples(_ frameCount: Int, circle: CircleTable) -> [Double] {
    var samples = [Double](repeating: 0, count: frameCount)
    for tone in 0..<Self.toneCount {
      // Phases that grow by the square keep the peaks low.
      // Source: M. R. Schroeder, "Synthesis of low-peak-factor signals", 1970.
      let phase = .pi * Double(tone * tone) / Double(Self.toneCount)
      let (inPhase, quadrature) = (Self.amplitude * cos(phase), Self.amplitude * sin(phase))
      circle.forEachFrame(frameCount, of: frequency(of: tone)) { frame, sine, cosine in
        samples[frame] += inPhase * sine + quadrature * cosine
      }
    }
    return samples
  }

  /// Returns the gain at each tone, in decibels. A Hann window separates the tones.
  func gains(in samples: [Double], circle: CircleTable) -> [Double] {
    let count = Double(samples.count)
    let windowed = samples.enumerated().map { frame, sample in
      sample * (1 - cos(2 * .pi * (Double(frame) + 0.5) / count))
    }
    return (0..<Self.toneCount).map { tone in
      var (inPhase, quadrature) = (0.0, 0.0)
      circle.forEachFrame(samples.count, of: frequency(of: tone)) { frame, sine, cosine in
        inPhase += windowed[frame] * sine
        quadrature += windowed[frame] * cosine
      }
      let amplitude = 2 * (inPhase * inPhase + quadrature * quadrature).squareRoot() / count
      return 20 * log10(amplitude / Self.amplitude)
    }
  }

  /// Returns the share of the band that is flat: up to the last tone before the first whose gain isn't within
  /// the tolerance.
  func flatShare(of gains: [Double], tolerance: Double) -> Double {
    let flat = gains.prefix { abs($0) <= tolerance }
    return flat.isEmpty ? 0 : share(of: flat.count - 1)
  }
}
