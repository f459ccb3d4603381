internal import SoundFormat

/// The wave between the samples of a sound, which a player's converter restores, at four times their rate.
///
/// Source: ITU-R BS.1770-4, annex 2, which asks for four times the rate up to 48 kHz. The filter here is longer than
/// the one printed there, whose passband ends early.
struct Oversampling {
  /// How many samples on each side a value between two samples depends on.
  static let reach = 12
  /// More channels than any sound has; a header may claim thousands. Those after them have only their samples.
  static let largestChannelCount = 64
  private static let factor = 4
  /// No kernel below sums to more in magnitude, so no value exceeds this multiple of the samples around it.
  private static let largestGain = 2.5
  /// How many frames to compute at once.
  static let blockFrameCount = 64

  /// For each position between two samples, the weights of the samples around it.
  private let kernels: [[Double]]
  /// The heights computed last: of each frame, and of the way to the next one.
  private(set) var heights = [Double](repeating: 0, count: blockFrameCount)
  /// The values at one position between the samples.
  private var sums = [Double](repeating: 0, count: blockFrameCount)

  init() {
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

  /// Whether the wave may exceed a level on the way from a frame through `count` frames. Most of a sound can't,
  /// wherever its wave rises between the samples.
  func mayExceed(_ level: Double, from start: Int, count: Int, in samples: [Double]) -> Bool {
    var highest = 0.0
    for sample in samples[start + 1 - Self.reach..<start + count + Self.reach] {
      highest = max(highest, sample.magnitude)
    }
    return highest * Self.largestGain > level
  }

  /// Computes the `heights` that the wave reaches from each of some frames until the next one.
  ///
  /// - Parameters:
  ///   - start: Where the first frame is in `samples`, which also has the `reach` frames before and after.
  ///   - count: How many frames, at most `blockFrameCount`.
  mutating func measure(from start: Int, count: Int, in samples: [Double]) {
    let (kernels, reach) = (kernels, Self.reach)
    heights.withMutableSpan { heights in
      var heights = heights
      sums.withMutableSpan { sums in
        var sums = sums
        samples.withSpan { samples in
          let own = samples.extracting(start..<start + count)
          for frame in 0..<count { heights[frame] = own[frame].magnitude }
          for kernel in kernels {
            for frame in 0..<count { sums[frame] = 0 }
            // All frames for one weight, instead of all weights for one frame: processors add several at a time.
            for (index, weight) in kernel.enumerated() {
              let first = start + 1 - reach + index
              let shifted = samples.extracting(first..<first + count)
              for frame in 0..<count { sums[frame] += weight * shifted[frame] }
            }
            for frame in 0..<count { heights[frame] = max(heights[frame], sums[frame].magnitude) }
          }
        }
      }
    }
  }
}
