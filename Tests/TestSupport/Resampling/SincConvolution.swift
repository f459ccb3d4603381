import Foundation

/// A change of rate, computed from its definition. Each result is a sum of source frames. A frame's
/// weight is a sinc function times the transform of a Kaiser window.
///
/// Sources: Oppenheim and Schafer, "Discrete-Time Signal Processing", section 7.5.3; for the transform, Kaiser,
/// "Nonrecursive digital filter design using the I₀-sinh window function", 1974.
public struct SincConvolution: Sendable {
  private let sourceRate: Double
  private let rate: Double
  private let beta: Double
  /// The fraction of the source's band that passes.
  private let share: Double
  /// The width of the transition band, in cycles per source frame.
  private let width: Double
  /// The main lobe's length to each side, in source frames.
  public let lobe: Double
  /// Weights at a greater distance, in source frames, are too small to count.
  public let reach: Double

  /// - Parameters:
  ///   - sourceRate: The source's rate in Hz.
  ///   - rate: The result's rate in Hz.
  ///   - passBand: The end of the pass band, as a fraction of half the lower rate. The stop band begins at half the lower rate.
  ///   - beta: The Kaiser window's β.
  public init(
    from sourceRate: Double, to rate: Double, passBand: Double = 0.945, beta: Double = 17.5
  ) {
    self.sourceRate = sourceRate
    self.rate = rate
    self.beta = beta
    let lower = min(1, rate / sourceRate)
    share = (1 + passBand) / 2 * lower
    width = (1 - passBand) / 2 * lower
    lobe = beta / (.pi * width)
    reach = 3 * lobe
  }

  private func weight(at time: Double) -> Double {
    let angle = .pi * share * time
    let sinc = angle == 0 ? 1 : sin(angle) / angle
    let square = beta * beta - (.pi * width * time) * (.pi * width * time)
    let root = abs(square).squareRoot()
    let lobe = root == 0 ? 1 : (square > 0 ? sinh(root) : sin(root)) / root
    return share * sinc * lobe / (sinh(beta) / beta)
  }

  /// Returns frames of the result. The first is at `start` in the source. Before and after the
  /// source is silence.
  public func convert(_ samples: [Double], from start: Int = 0, frameCount: Int) -> [Double] {
    (0..<frameCount).map { index in
      let time = Double(start) + Double(index) * sourceRate / rate
      let first = max(0, Int((time - reach).rounded(.up)))
      let last = min(samples.count - 1, Int((time + reach).rounded(.down)))
      var sum = 0.0
      for frame in stride(from: first, through: last, by: 1) {
        sum += samples[frame] * weight(at: time - Double(frame))
      }
      return sum
    }
  }
}
