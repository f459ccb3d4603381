/// Measures a sound's true peak: how high the wave rises between its samples, which a player's converter restores.
///
/// Source: ITU-R BS.1770-4, annex 2, which asks for four times the rate up to 48 kHz. The filter here is longer than
/// the one printed there, whose passband ends early.
struct TruePeakMeter {
  /// How many samples on each side a value between two samples depends on.
  private static let reach = 12
  private static let factor = 4
  /// No kernel below sums to more in magnitude, so no value exceeds this multiple of the samples around it.
  private static let largestGain = 2.5
  private static let skippedFrameCount = 64
  /// More channels than any sound has; a header may claim thousands.
  private static let largestChannelCount = 64

  /// For each position between two samples, the weights of the samples around it.
  private let kernels: [[Double]]
  /// The last samples of each channel, followed by the new ones.
  private var tails: [[Double]]
  private(set) var peak = 0.0

  init(channelCount: Int) {
    tails = Array(
      repeating: Array(repeating: 0, count: 2 * Self.reach),
      count: min(channelCount, Self.largestChannelCount))
    kernels = (1..<Self.factor).map { position in
      Self.kernel(at: Double(position) / Double(Self.factor))
    }
  }

  /// Returns the weights of the samples around a point, which is a fraction of a sample after the middle.
  private static func kernel(at fraction: Double) -> [Double] {
    let window = KaiserWindow(beta: 6)
    let weights = (1 - reach...reach).map { index in
      let distance = Double(index) - fraction
      let angle = Double.cosineAndSine(ofTurns: distance / 2).sine
      let shape = window.values(at: SIMD8(repeating: distance / Double(reach)))[0]
      return angle / (Double.pi * distance) * shape
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// Measures frames.
  ///
  /// - Parameter channels: Each channel's samples, 1 being full scale.
  mutating func measure(_ channels: [[Double]]) {
    for channel in tails.indices {
      tails[channel] += channels[channel]
      measure(tails[channel])
      tails[channel].removeFirst(tails[channel].count - 2 * Self.reach)
    }
  }

  /// Measures the silence after the sound, into which its last samples ring.
  mutating func finish() {
    let silence = [Double](repeating: 0, count: Self.reach)
    measure(tails.map { _ in silence })
  }

  private mutating func measure(_ samples: [Double]) {
    let (reach, end) = (Self.reach, samples.count - Self.reach)
    var start = reach
    while start < end {
      let next = min(end, start + Self.skippedFrameCount)
      var highest = 0.0
      for sample in samples[start - reach..<next + reach] {
        highest = max(highest, sample.magnitude)
      }
      // Most of a sound can't hold the peak, wherever its wave rises between the samples.
      if highest * Self.largestGain > peak {
        peak = max(peak, highestValue(between: start, and: next, in: samples))
      }
      start = next
    }
  }

  private func highestValue(between start: Int, and end: Int, in samples: [Double]) -> Double {
    var highest = 0.0
    for middle in start..<end {
      highest = max(highest, samples[middle].magnitude)
      for kernel in kernels {
        var sum = 0.0
        for (index, weight) in kernel.enumerated() {
          sum += weight * samples[middle + 1 - Self.reach + index]
        }
        highest = max(highest, sum.magnitude)
      }
    }
    return highest
  }
}
