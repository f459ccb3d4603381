internal import SoundFormat

/// Finds the delay of a copy of a sound, in frames.
///
/// A part of the original is compared with the copy at every delay, in the frames where the two overlap.
enum Alignment {
  /// How many frames of the original are compared with the copy: four blocks.
  private static let partFrameCount = 4 * blockFrameCount
  private static let blockFrameCount = 8192
  /// The largest delay to try. It is larger than the longest allowed delay, because a better match beyond the allowed
  /// delay shows that a nearer match is a coincidence.
  private static let reach = 16_384
  /// At most this many frames of the original, plus the longest delay, are searched for a loud part.
  private static let heardFrameCount = 1 << 20

  /// Returns how many frames later the sound begins in the copy than in the original; negative if it begins earlier.
  /// Returns nil if the sounds don't match at any delay up to the longest, and 0 if either sound is silent or empty.
  static func delay(
    of copy: SoundSource, behind original: SoundSource, upTo longestDelay: Int
  ) throws(SoundError) -> Int? {
    let rate = original.format.sampleRate
    let copyFrameCount = RateChange.frameCount(
      copy.frameCount, from: copy.format.sampleRate, to: rate)
    // Search only the part of the original that the copy can contain. If the copy doesn't state its length, it may
    // contain all of the original.
    let commonFrameCount =
      copy.frameCount > 0 ? min(heardFrameCount, copyFrameCount) : heardFrameCount
    guard
      let part = try loudestPart(of: original, frameCount: commonFrameCount + longestDelay)
    else { return 0 }
    let pattern = try samples(of: original, at: rate, in: part.frames, channel: part.channel)
    let first = max(0, part.frames.lowerBound - reach)
    let heard = try samples(
      of: copy, at: rate, in: first..<part.frames.upperBound + reach, channel: part.channel)
    guard !pattern.isEmpty, !heard.isEmpty else { return 0 }
    let fits = PatternFits(
      of: pattern, along: heard, at: part.frames.lowerBound - first, reach: reach,
      edgeFrameCount: copy.format.sampleRate == rate ? 0 : max(1, rate / copy.format.sampleRate))
    guard let delay = fits.bestDelay, delay.magnitude <= longestDelay else { return nil }
    return delay
  }

  private struct Part {
    let frames: Range<Int>
    let channel: Int
  }

  /// Returns a loud part near the beginning, which includes an onset; nil if everything is silent.
  ///
  /// This is the first part with at least half of the energy of the loudest part, in the loudest part's channel.
  private static func loudestPart(
    of source: SoundSource, frameCount: Int
  ) throws(SoundError) -> Part? {
    let energies = try blockEnergies(of: source, frameCount: frameCount)
    let blockCount = partFrameCount / blockFrameCount
    let parts = energies.map { energies in
      (0...max(0, energies.count - blockCount)).map { start in
        energies[start...].prefix(blockCount).reduce(0, +)
      }
    }
    let channel = parts.indices.max { parts[$0].max() ?? 0 < parts[$1].max() ?? 0 } ?? 0
    let loudest = parts[channel].max() ?? 0
    guard loudest > 0, let block = parts[channel].firstIndex(where: { $0 >= loudest / 2 })
    else { return nil }
    let start = block * blockFrameCount
    return Part(frames: start..<min(start + partFrameCount, frameCount), channel: channel)
  }

  /// Returns the energy of each block at the beginning of a sound, for each channel.
  private static func blockEnergies(
    of source: SoundSource, frameCount: Int
  ) throws(SoundError) -> [[Double]] {
    var stream = try FrameStream(source)
    var energies = [[Double]](repeating: [], count: source.format.channelCount)
    while stream.frameCount < frameCount {
      let block = try stream.read(min(blockFrameCount, frameCount - stream.frameCount))
      guard !block[0].isEmpty else { break }
      for (channel, plane) in block.enumerated() {
        energies[channel].append(plane.reduce(0) { $0 + $1 * $1 })
      }
    }
    return energies
  }

  private static func samples(
    of source: SoundSource, at sampleRate: Double, in frames: Range<Int>, channel: Int
  ) throws(SoundError) -> [Double] {
    var stream = try FrameStream(source, sampleRate: sampleRate)
    try stream.skip(frames.lowerBound)
    var samples: [Double] = []
    while samples.count < frames.count {
      let block = try stream.read(min(blockFrameCount, frames.count - samples.count))[channel]
      guard !block.isEmpty else { break }
      samples += block
    }
    return samples
  }
}

/// The cross-correlation of two signals at every lag, by Fourier transforms.
struct Correlation {
  /// The product at a lag is the sum of `pattern[i] * signal[i + lag]` over all `i`. Negative lags count from the end.
  private let products: [Double]

  /// - Parameter lagCount: The transform has at least this size, so that no lag of interest wraps around.
  init(of pattern: [Double], along signal: [Double], lagCount: Int) {
    var size = 1
    while size < lagCount { size *= 2 }
    let transform = FourierTransform(size: size)
    var values = [ComplexPair](repeating: .zero, count: size)
    for (index, sample) in pattern.enumerated() { values[index].real.x = sample }
    for (index, sample) in signal.enumerated() { values[index].real.y = sample }
    transform(&values)
    var spectrum = [ComplexPair](repeating: .zero, count: size)
    for frequency in 0..<size {
      let value = values[Int(transform.places[frequency])]
      let (pattern, signal) = (
        (real: value.real.x, imaginary: value.imaginary.x),
        (real: value.real.y, imaginary: value.imaginary.y)
      )
      // Multiply the signal by the pattern's conjugate. Exchange real and imaginary parts, so that the next transform
      // is the inverse transform.
      spectrum[frequency].imaginary.x =
        pattern.real * signal.real + pattern.imaginary * signal.imaginary
      spectrum[frequency].real.x =
        pattern.real * signal.imaginary - pattern.imaginary * signal.real
    }
    transform(&spectrum)
    products = transform.places.map { spectrum[Int($0)].imaginary.x / Double(size) }
  }

  subscript(lag: Int) -> Double { products[lag >= 0 ? lag : products.count + lag] }
}

/// How well a pattern fits a signal at every delay.
struct PatternFits {
  private struct Fit {
    let delay: Int
    /// The normalized correlation, from −1 to 1; 1 if pattern and signal differ only in loudness.
    let likeness: Double
    /// The energy of pattern minus signal, relative to the sum of their energies. If the likeness is negative, it is
    /// the energy of pattern plus signal.
    let error: Double
    let frameCount: Int
  }

  private let fits: [Fit]
  private let edgeFrameCount: Double

  /// The least likeness of a match. Noise of three times the sound's energy lowers the likeness to this value.
  private static let leastLikeness = 0.5
  /// A delay can't match if the pattern's energy in the overlap is below this share of its highest energy in any
  /// overlap. The same applies to the signal's energy.
  private static let leastEnergy = 0.1
  /// Likenesses count as equal if they differ by at most this much. Noise increases the tolerance.
  private static let leastTolerance = 1e-4
  /// Errors count as equal if they differ by at most 1 dB, or by rounding.
  private static let errorTolerance = (factor: 1.26, rounding: 1e-9)

  /// Compares a pattern with a signal at every delay within reach.
  ///
  /// - Parameters:
  ///   - origin: The index of the signal's sample that aligns with the pattern's first sample at delay 0.
  ///   - reach: The largest delay in either direction.
  ///   - edgeFrameCount: How many frames resampling has blurred at the beginning of the copy.
  init(
    of pattern: [Double], along signal: [Double], at origin: Int, reach: Int,
    edgeFrameCount: Double = 0
  ) {
    self.edgeFrameCount = edgeFrameCount
    let correlation = Correlation(
      of: pattern, along: signal,
      lagCount: min(pattern.count + signal.count, pattern.count + 2 * reach))
    let (patternEnergy, signalEnergy) = (Energies(of: pattern), Energies(of: signal))
    // Try only lags at which the overlap is at least half as long as the pattern or the signal, whichever is shorter.
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
  /// A steady tone matches equally well at each of its periods, and a decaying tone nearly so. Among nearly equal
  /// likenesses, the smallest error wins. Among nearly equal errors, the smallest delay wins.
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

  /// The local maxima of the likeness. Other delays are left out because a low tone's correlation is so flat near its
  /// maximum that the neighbours would count as equally good.
  private var peaks: [Fit] {
    let heights = fits.map { $0.likeness.magnitude }
    return fits.indices.filter { index in
      (index == 0 || heights[index] >= heights[index - 1])
        && (index == heights.count - 1 || heights[index] >= heights[index + 1])
    }.map { fits[$0] }
  }

  /// Returns how much resampling may lower the likeness at the right delay: by half of the blurred frames' share of the
  /// overlap. Without this tolerance, a steady tone could match better at another period, where the blurred frames at
  /// the copy's beginning are outside the overlap.
  private func edgeTolerance(of fit: Fit) -> Double {
    edgeFrameCount / 2 / Double(fit.frameCount)
  }

  /// Returns how much the likeness of a noisy steady tone may differ between two delays: `leastTolerance`, plus three
  /// times the RMS of the noise in the frames that overlap at only one of the delays.
  private static func tolerance(of best: Fit, at delay: Int) -> Double {
    let noise = max(0, 1 - best.likeness * best.likeness).squareRoot()
    let moved = Double((best.delay - delay).magnitude).squareRoot()
    return leastTolerance + 3 * noise * moved / Double(best.frameCount)
  }
}

/// Computes the energy of any range of a signal from prefix sums.
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
