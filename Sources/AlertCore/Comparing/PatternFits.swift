/// How similar a pattern and a signal are, at every position of the pattern along the signal.
struct PatternFits {
  private struct Fit {
    let delay: Int
    /// The normalized correlation, from −1 to 1. It is 1 if the two differ only in loudness.
    let likeness: Double
    /// The energy of the difference, relative to the sum of both energies. If the likeness is
    /// negative, it is the energy of the sum instead.
    let error: Double
    let frameCount: Int
  }

  private let fits: [Fit]
  private let edgeFrameCount: Double

  /// The least likeness of a match. It corresponds to noise with three times the sound's energy.
  private static let leastLikeness = 0.5
  /// The least energy of the overlap, relative to the overlap with the most energy at any delay. It
  /// applies to the pattern and to the signal separately.
  private static let leastEnergy = 0.1
  /// A fit counts as equally good if its likeness is lower than the best by at most this much,
  /// without noise.
  private static let leastTolerance = 1e-4
  /// Errors count as equal within a factor of 1 dB, plus a rounding error.
  private static let errorTolerance = (factor: 1.26, rounding: 1e-9)

  /// Compares a pattern with a signal at every delay within reach.
  ///
  /// - Parameters:
  ///   - origin: The index of the signal's sample that aligns with the pattern's first at delay 0.
  ///   - reach: The largest delay in either direction.
  ///   - edgeFrameCount: How many frames at the beginning of a sound resampling blurs.
  init(
    of pattern: [Double], along signal: [Double], at origin: Int, reach: Int,
    edgeFrameCount: Double = 0
  ) {
    self.edgeFrameCount = edgeFrameCount
    let correlation = Correlation(
      of: pattern, along: signal,
      lagCount: min(pattern.count + signal.count, pattern.count + 2 * reach))
    let (patternEnergy, signalEnergy) = (Energies(of: pattern), Energies(of: signal))
    // At least half of the shorter one must overlap.
    let leastCount = max(1, min(pattern.count, signal.count) / 2)
    let first = max(origin - reach, leastCount - pattern.count)
    let last = min(origin + reach, signal.count - leastCount)
    let lags = first...last
    let overlaps = lags.map { lag in max(0, -lag)..<min(pattern.count, signal.count - lag) }
    let energies = zip(lags, overlaps).map { lag, overlap in
      (
        patternEnergy.of(overlap),
        signalEnergy.of(overlap.lowerBound + lag..<overlap.upperBound + lag)
      )
    }
    let leastOne = Self.leastEnergy * (energies.map { $0.0 }.max() ?? 0)
    let leastOther = Self.leastEnergy * (energies.map { $0.1 }.max() ?? 0)
    fits = zip(lags, zip(overlaps, energies)).map { lag, laid in
      let (overlap, (one, other)) = laid
      guard one > 0, other > 0, one >= leastOne, other >= leastOther
      else { return Fit(delay: lag - origin, likeness: 0, error: 1, frameCount: overlap.count) }
      let product = correlation[lag]
      return Fit(
        delay: lag - origin, likeness: product / (one * other).squareRoot(),
        error: 1 - 2 * product.magnitude / (one + other), frameCount: overlap.count)
    }
  }

  /// The delay of the best match; nil if nothing matches or the best match is inverted.
  ///
  /// A steady tone matches equally well at each of its periods, or nearly so if it decays. Of these
  /// matches, the one with the smallest error wins. Of equally good ones, the smallest delay wins.
  var bestDelay: Int? {
    guard let best = fits.max(by: { $0.likeness.magnitude < $1.likeness.magnitude }),
      best.likeness.magnitude >= Self.leastLikeness
    else { return nil }
    let candidates = peaks.filter { fit in
      fit.likeness.magnitude >= best.likeness.magnitude
        - Self.tolerance(of: best, at: fit.delay) - edgeTolerance(of: fit)
    }
    let leastError = candidates.map { $0.error }.min() ?? 1
    let chosen = candidates.filter {
      $0.error <= leastError * Self.errorTolerance.factor + Self.errorTolerance.rounding
        + edgeTolerance(of: $0)
    }.min { $0.delay.magnitude < $1.delay.magnitude }
    guard let chosen, chosen.likeness > 0 else { return nil }
    return chosen.delay
  }

  /// The local maxima of the likeness. A low tone's correlation is so flat near a maximum that its
  /// neighbours would count as equally good.
  private var peaks: [Fit] {
    let heights = fits.map { $0.likeness.magnitude }
    return fits.indices.filter { index in
      (index == 0 || heights[index] >= heights[index - 1])
        && (index == heights.count - 1 || heights[index] >= heights[index + 1])
    }.map { fits[$0] }
  }

  /// How much resampling lowers the likeness at the delay where both beginnings align: half the
  /// energy of the frames that it blurs there. At all other periods of a steady tone, the blurred
  /// beginning is outside the overlap.
  private func edgeTolerance(of fit: Fit) -> Double {
    edgeFrameCount / 2 / Double(fit.frameCount)
  }

  /// How much noise may change the likeness between two delays of a steady tone. Only frames that overlap
  /// at just one of the two delays contribute. The result is three times the RMS of their noise.
  private static func tolerance(of best: Fit, at delay: Int) -> Double {
    let noise = max(0, 1 - best.likeness * best.likeness).squareRoot()
    let moved = Double((best.delay - delay).magnitude).squareRoot()
    return leastTolerance + 3 * noise * moved / Double(best.frameCount)
  }
}

/// Returns the energy of any part of a signal, from prefix sums.
private struct Energies {
  private let sums: [Double]

  init(of samples: [Double]) {
    var sum = 0.0
    sums =
      [0]
      + samples.map { sample in
        sum += sample * sample
        return sum
      }
  }

  func of(_ samples: Range<Int>) -> Double { sums[samples.upperBound] - sums[samples.lowerBound] }
}
