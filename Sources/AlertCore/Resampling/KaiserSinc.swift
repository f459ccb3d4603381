/// A low-pass filter: a sinc function under Kaiser's window.
///
/// Source: Kaiser, "Nonrecursive digital filter design using the I₀-sinh window function", 1974.
struct KaiserSinc {
  /// The filter's weights are 0 from this time on, in frames.
  private let halfLength: Double
  /// The frequency at which half of the amplitude passes, in cycles per frame.
  private let cutoff: Double
  private let window: KaiserWindow

  /// - Parameters:
  ///   - halfLength: In frames.
  ///   - cutoff: In cycles per frame.
  ///   - attenuation: The stop band's attenuation, in decibels.
  init(halfLength: Double, cutoff: Double, attenuation: Double) {
    self.halfLength = halfLength
    self.cutoff = cutoff
    window = KaiserWindow(attenuation: attenuation)
  }

  /// How far the filter reaches to either side, in frames.
  ///
  /// - Parameters:
  ///   - attenuation: In decibels.
  ///   - transition: The width of the band between what passes and what doesn't, in cycles per frame.
  static func halfLength(attenuation: Double, transition: Double) -> Double {
    (attenuation - 7.95) / (2.285 * 2 * Double.pi * transition) / 2
  }

  /// The weights at eight times, in frames.
  func weights(at time: SIMD8<Double>) -> SIMD8<Double> {
    // sin(2π f t) / (π t), which is 2 f in the middle.
    let isMiddle = time .== 0
    let (_, sines) = SIMD8.cosinesAndSines(ofTurns: time * cutoff)
    let sinc = (sines / (time * Double.pi).replacing(with: 1, where: isMiddle))
      .replacing(with: 2 * cutoff, where: isMiddle)
    return window.values(at: time / halfLength) * sinc
  }
}
