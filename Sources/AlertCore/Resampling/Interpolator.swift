internal import SoundFormat

/// Resamples a stream to any rate. The stream must contain no frequencies above a quarter of its own rate.
struct Interpolator {
  /// The stream must begin this many frames before time 0. In these frames, the preceding filter rings.
  static let leadFrameCount = InterpolationKernel.weightCount / 2 - 1

  private let channelCount: Int
  /// The distance between results, in frames of the stream.
  private let step: FramePosition
  /// The position of the next result, counted from the fifth waiting frame. A result needs five frames on each side.
  private var position = FramePosition()
  /// The waiting frames: all frames of the first channel, then all frames of the second, and so on.
  private var waiting: [Double] = []
  private var waitingFrameCount = 0
  /// The length, in frames, of each channel's part of `waiting`.
  private var partLength = 0

  /// - Parameters:
  ///   - step: The distance between results, in frames of the stream.
  ///   - skippedFrameCount: How many of the first frames to ignore.
  init(step: FramePosition, channelCount: Int, skippedFrameCount: Int) {
    self.step = step
    self.channelCount = channelCount
    position.frame = skippedFrameCount
  }

  /// Takes frames. `write` gets an array and a layout, and must store the frames in the array, as the layout says.
  mutating func take(_ frameCount: Int, _ write: (inout [Double], SampleLayout) -> Void) {
    if waitingFrameCount + frameCount > partLength {
      let old = SampleLayout(start: 0, frameStride: 1, channelStride: partLength)
      partLength = waitingFrameCount + frameCount
      var longer = [Double](repeating: 0, count: partLength * channelCount)
      for channel in 0..<channelCount {
        for frame in 0..<waitingFrameCount {
          longer[channel * partLength + frame] =
            waiting[old.index(ofFrame: frame, channel: channel)]
        }
      }
      waiting = longer
    }
    let end = SampleLayout(start: waitingFrameCount, frameStride: 1, channelStride: partLength)
    write(&waiting, end)
    waitingFrameCount += frameCount
  }

  /// Appends all results that can be computed from the waiting frames, but at most `limit` results.
  mutating func convert(appendingTo output: inout [Double], limit: Int = .max) {
    let last = waitingFrameCount - InterpolationKernel.weightCount
    guard position.frame <= last else { return }
    // Make room for all results, up to the limit. The estimate is too high by one or two frames.
    let most = min(limit, Int(Double(last - position.frame + 1) / step.frames) + 2)
    let start = output.count
    output.append(repeating: 0, count: most * channelCount)
    let count = interpolate(most, upTo: last, into: &output, at: start)
    output.removeLast((most - count) * channelCount)
    let used = min(position.frame, waitingFrameCount)
    waitingFrameCount -= used
    position.frame -= used
    for channel in 0..<channelCount {
      let part = channel * partLength
      for frame in part..<part + waitingFrameCount { waiting[frame] = waiting[frame + used] }
    }
  }

  /// Computes up to `most` results before the frame `last + 1`, and returns the number of these results.
  private mutating func interpolate(
    _ most: Int, upTo last: Int, into output: inout [Double], at start: Int
  ) -> Int {
    var position = position
    let (step, channelCount, partLength) = (step, channelCount, partLength)
    var count = 0
    output.withMutableSpan { output in
      waiting.withSpan { waiting in
        InterpolationKernel.shared.coefficients.withSpan { coefficients in
          var index = start
          while position.frame <= last, count < most {
            let weights = Weights(at: position.fraction, coefficients)
            var first = position.frame
            for _ in 0..<channelCount {
              output[index] = weights.sum(waiting, from: first)
              index &+= 1
              first &+= partLength
            }
            count &+= 1
            position.advance(by: step)
          }
        }
      }
    }
    self.position = position
    return count
  }
}

/// The weights of ten frames for a result between the fifth and the sixth frame.
private struct Weights {
  private typealias Vector = InterpolationKernel.Vector

  private let a: Vector
  private let b: Vector
  private let c: Vector
  private let d: Vector
  private let e: Vector

  /// - Parameter fraction: The result's distance from the fifth frame, in units of 2⁻⁶⁴ frames.
  @inline(__always) init(at fraction: UInt64, _ coefficients: Span<InterpolationKernel.Vector>) {
    let phaseBitCount = UInt64(InterpolationKernel.phaseBitCount)
    let vectorCount = InterpolationKernel.vectorCount
    let phase = Int(truncatingIfNeeded: fraction >> (64 - phaseBitCount))
    // Scale the time within the phase to −1/2…1/2. The shift leaves the 53 bits that a Double holds.
    let within = (fraction << phaseBitCount) >> 11
    let time = Vector(repeating: Double(within) * 0x1p-53 - 0.5)
    let row = coefficients.extracting(
      phase &* 4 &* vectorCount..<(phase &+ 1) &* 4 &* vectorCount)
    @inline(__always) func weights(_ vector: Int) -> Vector {
      var sum = row[vector] * time + row[vector &+ vectorCount]
      sum = sum * time + row[vector &+ 2 &* vectorCount]
      return sum * time + row[vector &+ 3 &* vectorCount]
    }
    (a, b, c, d, e) = (weights(0), weights(1), weights(2), weights(3), weights(4))
  }

  /// Returns the sum of ten samples, each multiplied by its weight.
  @inline(__always) func sum(_ samples: Span<Double>, from start: Int) -> Double {
    let samples = samples.extracting(start..<start &+ InterpolationKernel.weightCount)
    @inline(__always) func pair(_ index: Int) -> Vector {
      Vector(samples[index], samples[index &+ 1])
    }
    let sum = (pair(0) * a + pair(2) * b) + (pair(4) * c + pair(6) * d) + pair(8) * e
    return sum.x + sum.y
  }
}

/// The weights of a short filter that computes frames at any time between a stream's frames.
///
/// The stream contains no frequencies above a quarter of its rate, so its images begin at three quarters of the rate.
/// Hence a Kaiser window of ten frames attenuates images to below −170 dB. The window weakens the stream's higher
/// frequencies, but the filter before the interpolator compensates for this effect.
///
/// Source: Fessler and Sutton, "Nonuniform fast Fourier transforms using min-max interpolation", 2003. Non-uniform
/// Fourier transforms use such windows and corrections.
struct InterpolationKernel: Sendable {
  typealias Vector = SIMD2<Double>

  static let weightCount = 10
  static let vectorCount = weightCount / Vector.scalarCount
  static let phaseBitCount = 6

  static let shared = InterpolationKernel()

  /// The weights' coefficients, 20 KB. The time between two frames is divided into 64 phases. In each phase, a weight
  /// is a cubic polynomial of the time, exact to about −200 dB. A phase has four groups of `vectorCount` vectors: the
  /// coefficients of the third, the second and the first power, and the constants.
  let coefficients: [Vector]

  /// β = π √(w² (1 − 1/(2σ))² − 0.8) with the width w = 10 and an oversampling of σ = 2. Source: Beatty,
  /// Nishimura and Pauly, "Rapid gridding reconstruction with a minimal oversampling ratio", 2005.
  private static let window = KaiserWindow(beta: 23.39)
  private static let halfLength = Double(weightCount / 2)

  /// Returns the kernel's response at eight frequencies, in cycles per frame.
  static func response(at frequency: SIMD8<Double>) -> SIMD8<Double> {
    window.spectrum(at: frequency * halfLength) * halfLength
  }

  private init() {
    let phaseCount = 1 << Self.phaseBitCount
    var coefficients = [Vector](repeating: .zero, count: phaseCount * 4 * Self.vectorCount)
    // Chebyshev's four nodes in a phase that extends from −1/2 to 1/2: ±cos(π/8) / 2 and ±cos(3π/8) / 2.
    let (outer, inner) = (0.461939766255643378064, 0.191341716182544885864)
    let gap = outer * outer - inner * inner
    for weight in 0..<Self.weightCount {
      for start in stride(from: 0, to: phaseCount, by: 8) {
        let phases = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) + Double(start)
        func values(_ node: Double) -> SIMD8<Double> {
          let time = (phases + (0.5 + node)) / Double(phaseCount)
          return Self.window.values(
            at: (Double(weight + 1) - Self.halfLength - time) / Self.halfLength)
        }
        let (a, b, c, d) = (values(outer), values(-outer), values(inner), values(-inner))
        let (outerEven, innerEven) = ((a + b) * 0.5, (c + d) * 0.5)
        let (outerOdd, innerOdd) = ((a - b) * (0.5 / outer), (c - d) * (0.5 / inner))
        let square = (outerEven - innerEven) / gap
        let cube = (outerOdd - innerOdd) / gap
        let line = innerOdd - cube * (inner * inner)
        let constant = innerEven - square * (inner * inner)
        let (vector, lane) = weight.quotientAndRemainder(dividingBy: Vector.scalarCount)
        for phase in 0..<8 {
          let row = (start + phase) * 4 * Self.vectorCount + vector
          coefficients[row][lane] = cube[phase]
          coefficients[row + Self.vectorCount][lane] = square[phase]
          coefficients[row + 2 * Self.vectorCount][lane] = line[phase]
          coefficients[row + 3 * Self.vectorCount][lane] = constant[phase]
        }
      }
    }
    self.coefficients = coefficients
  }
}
