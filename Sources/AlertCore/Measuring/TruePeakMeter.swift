internal import SoundFormat

/// Measures a sound's true peak: how high the wave through the samples rises.
///
/// Source: ITU-R BS.1770-4, annex 2.
struct TruePeakMeter {
  private static let reach = Oversampling.reach

  private var wave = Oversampling()
  /// For each channel: the last samples. The wave in the next block depends on these samples.
  private var tails: [[Double]]
  private(set) var peak = 0.0

  init(channelCount: Int) {
    tails = Array(
      repeating: Array(repeating: 0, count: 2 * Self.reach),
      count: min(channelCount, Oversampling.largestChannelCount))
  }

  /// Measures each channel's samples, 1 being full scale.
  mutating func measure(_ channels: [[Double]]) {
    for channel in tails.indices {
      tails[channel] += channels[channel]
      measure(tails[channel])
      tails[channel].removeFirst(tails[channel].count - 2 * Self.reach)
    }
  }

  /// Measures the beginning of the silence after the sound, because the wave still rings in this silence.
  mutating func finish() {
    let silence = [Double](repeating: 0, count: Self.reach)
    measure(tails.map { _ in silence })
  }

  private mutating func measure(_ samples: [Double]) {
    let end = samples.count - Self.reach
    for start in stride(from: Self.reach, to: end, by: Oversampling.blockFrameCount) {
      let count = min(end - start, Oversampling.blockFrameCount)
      if wave.measure(from: start, count: count, in: samples, above: peak) {
        for height in wave.heights.prefix(count) { peak = max(peak, height) }
      }
    }
  }
}

/// Computes the wave between a sound's samples, as a player's digital-to-analogue converter restores the wave. Values
/// are computed at four times the sample rate, and at the peaks of parabolas through these values.
///
/// Source: ITU-R BS.1770-4, annex 2, which requires four times the rate for rates up to 48 kHz. The annex also states a
/// shorter filter, whose passband ends early. Without parabolas, peaks of tones near half the rate would be up to
/// 0.7 dB too low. With parabolas, the error is less than 0.1 dB.
struct Oversampling {
  /// A value between two samples depends on this many samples on each side.
  static let reach = 12
  /// The wave is computed in at most this many channels, because a header may claim thousands of channels. In later
  /// channels, only the samples are measured.
  static let largestChannelCount = 64
  private static let factor = 4
  /// The wave is at most this many times as high as the samples around it. The factor is the largest sum of the
  /// magnitudes of a kernel's weights, plus what a parabola adds.
  private static let largestGain = 2.5
  /// The wave rises above the straight line between two samples by at most `largestBendGain` times the largest second
  /// difference of the nearby samples, plus `largestSlopeGain` times their largest first difference. The factors come
  /// from summing the kernels' weights by parts. `largestBendGain` includes 1/8 for the parabola.
  private static let (largestBendGain, largestSlopeGain) = (0.47, 0.0028)
  /// How many frames are skipped at once if the wave in these frames can't exceed the level.
  private static let partFrameCount = 8
  /// One call to `measure` takes at most this many frames.
  static let blockFrameCount = 64

  /// For each position between two samples: the weights of the samples around the position.
  private let kernels: [[Double]]
  /// The heights computed last. A frame's height is how high the wave rises from this frame until the next frame.
  private(set) var heights = [Double](repeating: 0, count: blockFrameCount)
  /// The wave's values between the samples of `partFrameCount` frames, ordered by position, then by frame.
  private var values = [Double](repeating: 0, count: (factor - 1) * partFrameCount)

  init() {
    kernels = (1..<Self.factor).map { position in
      Self.kernel(at: Double(position) / Double(Self.factor))
    }
  }

  /// Returns the weights of the samples around a point. The point is `fraction` of a frame after a sample.
  private static func kernel(at fraction: Double) -> [Double] {
    // Use β = 5 for a passband as wide as in other meters. With β = 6, hiss would measure 0.1 dB less than in FFmpeg.
    let window = KaiserWindow(beta: 5)
    let weights = (1 - reach...reach).map { index in
      let distance = Double(index) - fraction
      let angle = Double.cosineAndSine(ofTurns: distance / 2).sine
      let shape = window.values(at: SIMD8(repeating: distance / Double(reach)))[0]
      return angle / (Double.pi * distance) * shape
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// Computes the `heights` that may exceed a level, and sets the other heights to 0. To save time, computes upper
  /// bounds first: most of a sound is far below its peak.
  ///
  /// - Parameters:
  ///   - start: The index of the first frame in `samples`. `reach` more samples precede and follow the frames.
  ///   - count: The number of frames, at most `blockFrameCount`.
  /// - Returns: Whether any height may exceed the level. If not, `heights` aren't set.
  mutating func measure(
    from start: Int, count: Int, in samples: [Double], above level: Double
  ) -> Bool {
    let (highest, rise) = Self.bounds(
      of: samples, from: start + 1 - Self.reach, to: start + count + Self.reach)
    guard min(highest * Self.largestGain, highest + rise) > level else { return false }
    // Skip frames whose samples stay at least `rise` below the level: in such frames, the wave can't exceed the level.
    for part in stride(from: 0, to: count, by: Self.partFrameCount) {
      let partCount = min(Self.partFrameCount, count - part)
      let first = start + part
      var own = 0.0
      for sample in samples[first...first + partCount] { own = max(own, sample.magnitude) }
      if own + rise > level {
        measure(from: first, count: partCount, to: part, in: samples)
      } else {
        for frame in part..<part + partCount { heights[frame] = 0 }
      }
    }
    return true
  }

  /// Returns the largest magnitude of the samples, and how far the wave between two samples can rise above both.
  private static func bounds(
    of samples: [Double], from start: Int, to end: Int
  ) -> (highest: Double, rise: Double) {
    samples.withSpan { samples in
      let samples = samples.extracting(start..<end)
      typealias Lanes = SIMD8<Double>
      var (highest, slope, bend) = (Lanes.zero, Lanes.zero, Lanes.zero)
      func lanes(at index: Int) -> Lanes {
        var lanes = Lanes.zero
        for lane in 0..<Lanes.scalarCount { lanes[lane] = samples[index + lane] }
        return lanes
      }
      // There are at least `2 * reach` samples, more than the loop reads at once, so `last` isn't negative.
      let last = samples.count - Lanes.scalarCount - 2
      for index in stride(from: 0, to: last + Lanes.scalarCount, by: Lanes.scalarCount) {
        let first = min(index, last)
        let (left, middle, right) = (lanes(at: first), lanes(at: first + 1), lanes(at: first + 2))
        let step = right - middle
        highest.raise(to: middle)
        slope.raise(to: step)
        bend.raise(to: step - (middle - left))
      }
      let ends = max(samples[0].magnitude, samples[samples.count - 1].magnitude)
      let firstStep = (samples[1] - samples[0]).magnitude
      return (
        max(ends, highest.max()),
        bend.max() * largestBendGain + max(firstStep, slope.max()) * largestSlopeGain
      )
    }
  }

  /// Computes the heights of `count` frames from `start` on, and stores the heights in `heights` from `target` on.
  private mutating func measure(
    from start: Int, count: Int, to target: Int, in samples: [Double]
  ) {
    let (kernels, reach) = (kernels, Self.reach)
    heights.withMutableSpan { heights in
      values.withMutableSpan { values in
        samples.withSpan { samples in
          for (position, kernel) in kernels.enumerated() {
            let place = position * Self.partFrameCount
            for frame in 0..<count { values[place + frame] = 0 }
            // Make the loop over the frames the inner loop, so that the compiler can use SIMD for the frames.
            for (index, weight) in kernel.enumerated() {
              let first = start + 1 - reach + index
              let shifted = samples.extracting(first..<first + count)
              for frame in 0..<count { values[place + frame] += weight * shifted[frame] }
            }
          }
          for frame in 0..<count {
            let (first, last) = (samples[start + frame], samples[start + frame + 1])
            var height = first.magnitude
            var (left, middle) = (first, values[frame])
            for position in 1...kernels.count {
              let right =
                position < kernels.count
                ? values[position * Self.partFrameCount + frame] : last
              height = max(height, Self.height(left, middle, right))
              (left, middle) = (middle, right)
            }
            heights[target + frame] = height
          }
        }
      }
    }
  }

  /// Returns the magnitude of the middle of three values, or of their parabola's peak if the peak is between them.
  @inline(__always)
  private static func height(_ left: Double, _ middle: Double, _ right: Double) -> Double {
    let bend = left - 2 * middle + right
    let slope = (right - left) / 2
    guard bend * middle < 0, slope.magnitude <= bend.magnitude else { return middle.magnitude }
    return (middle - slope * slope / (2 * bend)).magnitude
  }
}

extension SIMD8<Double> {
  /// Raises each lane to the magnitude of the other vector's lane if the magnitude is larger.
  @inline(__always)
  fileprivate mutating func raise(to other: SIMD8<Double>) {
    let magnitude = other.replacing(with: -other, where: other .< 0)
    replace(with: magnitude, where: magnitude .> self)
  }
}

/// A block's samples, one array per channel, 1 being full scale.
struct ChannelPlanes {
  private(set) var channels: [[Double]]

  init(channelCount: Int) {
    channels = Array(repeating: [], count: channelCount)
  }

  /// Returns how far a frame is from zero. The loudest channel counts.
  func level(ofFrame frame: Int) -> Double {
    channels.reduce(0) { max($0, $1[frame].magnitude) }
  }

  mutating func fill(from block: SampleBlock) {
    switch block {
    case .int16(let samples): fill(samples) { Double($0) * 0x1p-15 }
    case .int32(let samples): fill(samples) { Double($0) * 0x1p-31 }
    case .float32(let samples): fill(samples) { Double($0) }
    case .float64(let samples): fill(samples) { $0 }
    }
  }

  @inline(__always)
  private mutating func fill<Sample>(_ samples: [Sample], _ scaled: (Sample) -> Double) {
    let channelCount = channels.count
    let frameCount = samples.count / channelCount
    guard frameCount > 0 else {
      // Skip an empty array: on 32-bit machines, its span can trap, because its address might not be aligned.
      channels = Array(repeating: [], count: channelCount)
      return
    }
    for channel in 0..<channelCount {
      // Take the plane out of the outer array. Writing to a nested array would check for each sample whether the plane
      // is shared.
      var plane: [Double] = []
      swap(&plane, &channels[channel])
      if plane.count != frameCount { plane = Array(repeating: 0, count: frameCount) }
      samples.withSpan { source in
        plane.withMutableSpan { target in
          for frame in 0..<frameCount {
            target[frame] = scaled(source[frame * channelCount + channel])
          }
        }
      }
      swap(&plane, &channels[channel])
    }
  }
}
