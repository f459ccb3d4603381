/// How alike a pattern and a signal are, wherever one lies over the other.
struct PatternFits {
  private struct Fit {
    let delay: Int
    /// The correlation, from −1 to 1: 1 where one is the other, louder or quieter.
    let likeness: Double
    /// The energy of the difference, as a part of both energies; of the sum, where the likeness is negative.
    let error: Double
    let frameCount: Int
  }

  private let fits: [Fit]
  private let edgeFrameCount: Double

  /// What is less alike is unlike: noise of thrice the sound's energy is on it.
  private static let leastLikeness = 0.5
  /// How much energy, of the most there is of it anywhere, must lie in what is laid over each other: of the
  /// pattern's and of the signal's.
  private static let leastEnergy = 0.1
  /// How much less alike than the best is as good, without noise.
  private static let leastTolerance = 1e-4
  /// A decibel, by which differences may differ; and what rounding leaves of one.
  private static let errorTolerance = (factor: 1.26, rounding: 1e-9)

  /// Lays a pattern over a signal.
  ///
  /// - Parameters:
  ///   - place: Which of the signal's samples is under the pattern's first one at a delay of 0.
  ///   - reach: How far the pattern is laid from there, both ways.
  ///   - edgeFrameCount: How many frames at a beginning a change of rate blurs.
  init(
    of pattern: [Double], along signal: [Double], at place: Int, reach: Int,
    edgeFrameCount: Double = 0
  ) {
    self.edgeFrameCount = edgeFrameCount
    let correlation = Correlation(
      of: pattern, along: signal,
      lagCount: min(pattern.count + signal.count, pattern.count + 2 * reach))
    let (patternEnergy, signalEnergy) = (Energies(of: pattern), Energies(of: signal))
    // Half of what there is lies over each other.
    let leastCount = max(1, min(pattern.count, signal.count) / 2)
    let first = max(place - reach, leastCount - pattern.count)
    let last = min(place + reach, signal.count - leastCount)
    let lags = first...last
    let overlaps = lags.map { lag in max(0, -lag)..<min(pattern.count, signal.count - lag) }
    let energies = zip(lags, overlaps).map { lag, overlap in
      (
        patternEnergy.of(overlap),
        signalEnergy.of(overlap.lowerBound + lag..<overlap.upperBound + lag)
      )
    }
    let leastOne = Self.leastEnergy * (energies.map(\.0).max() ?? 0)
    let leastOther = Self.leastEnergy * (energies.map(\.1).max() ?? 0)
    fits = zip(lags, zip(overlaps, energies)).map { lag, laid in
      let (overlap, (one, other)) = laid
      guard one > 0, other > 0, one >= leastOne, other >= leastOther
      else { return Fit(delay: lag - place, likeness: 0, error: 1, frameCount: overlap.count) }
      let product = correlation[lag]
      return Fit(
        delay: lag - place, likeness: product / (one * other).squareRoot(),
        error: 1 - 2 * product.magnitude / (one + other), frameCount: overlap.count)
    }
  }

  /// Where they are most alike; nil where that isn't alike, or where the signal is upside down.
  ///
  /// A steady tone is as alike at each of its periods, and where it rings off at least nearly: of these the
  /// one with the least difference counts, and of equally good ones the least delay.
  var bestDelay: Int? {
    guard let best = fits.max(by: { $0.likeness.magnitude < $1.likeness.magnitude }),
      best.likeness.magnitude >= Self.leastLikeness
    else { return nil }
    let candidates = peaks.filter { fit in
      fit.likeness.magnitude >= best.likeness.magnitude
        - Self.tolerance(of: best, at: fit.delay) - edgeTolerance(of: fit)
    }
    let leastError = candidates.map(\.error).min() ?? 1
    let chosen = candidates.filter {
      $0.error <= leastError * Self.errorTolerance.factor + Self.errorTolerance.rounding
        + edgeTolerance(of: $0)
    }.min { $0.delay.magnitude < $1.delay.magnitude }
    guard let chosen, chosen.likeness > 0 else { return nil }
    return chosen.delay
  }

  /// The delays that are more alike than those beside them: near the top a low tone's correlation is so
  /// flat that the neighbours would pass for as good.
  private var peaks: [Fit] {
    let heights = fits.map(\.likeness.magnitude)
    return fits.indices.filter { index in
      (index == 0 || heights[index] >= heights[index - 1])
        && (index == heights.count - 1 || heights[index] >= heights[index + 1])
    }.map { fits[$0] }
  }

  /// How much less alike a change of rate makes the place where the beginnings are laid over each other: half
  /// the energy of the frames it blurs there. All other periods of a steady tone have their own beginning cut
  /// off.
  private func edgeTolerance(of fit: Fit) -> Double {
    edgeFrameCount / 2 / Double(fit.frameCount)
  }

  /// By how much noise lets two places of a steady tone differ: what it adds under the frames that lie
  /// under the tone at one of them only, thrice its root of the mean square.
  private static func tolerance(of best: Fit, at delay: Int) -> Double {
    let noise = max(0, 1 - best.likeness * best.likeness).squareRoot()
    let moved = Double((best.delay - delay).magnitude).squareRoot()
    return leastTolerance + 3 * noise * moved / Double(best.frameCount)
  }
}

/// The energy of any part of a signal.
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
