internal import SoundFormat

/// The tables for a `BlockPlan`: its transforms, and the spectrum of its filter.
package final class BlockFilter: Sendable {
  /// A function that creates the filter for a plan, or returns the filter from a cache.
  package typealias Lookup = @Sendable (BlockPlan) -> BlockFilter

  package let plan: BlockPlan
  let forward: FourierTransform
  let backward: FourierTransform
  /// The gain at each frequency from 0 up to the stop band, divided by the forward transform's size.
  let response: [Double]

  package init(_ plan: BlockPlan) {
    self.plan = plan
    // Share the larger transform's factors if possible. Shared factors differ from the smaller transform's own factors
    // in the last bits. Only the plan determines whether factors are shared, so results are the same each time.
    let larger = FourierTransform(size: max(plan.sourceSize, plan.size))
    let smaller = FourierTransform(size: min(plan.sourceSize, plan.size), sharing: larger)
    (forward, backward) = plan.sourceSize > plan.size ? (larger, smaller) : (smaller, larger)
    response = Self.response(plan)
  }

  /// The approximate size in memory, in bytes.
  package var byteCount: Int { 36 * (plan.sourceSize + plan.size) }

  private static func response(_ plan: BlockPlan) -> [Double] {
    let size = Double(plan.sourceSize)
    var response = plan.ratio.transitionBand.gains(atMultiplesOf: 1 / size)
    // Drop the gain at half of the lower rate, because the lower rate can't represent this frequency. The end of the
    // band doesn't always exclude the frequency: rounding may put the frequency just below the end.
    response.removeLast(max(0, response.count - (min(plan.sourceSize, plan.size) + 1) / 2))
    for index in response.indices { response[index] /= size }
    guard plan.ratio.interpolation != nil else { return response }
    // Compensate for the interpolator's response. The compensation adds a few weights below 10⁻⁸ at the filter's ends.
    for start in stride(from: 0, to: response.count, by: 8) {
      let frequency = (SIMD8(0, 1, 2, 3, 4, 5, 6, 7) + Double(start)) / Double(plan.size)
      let weakening = InterpolationKernel.response(at: frequency)
      for index in start..<min(start + 8, response.count) {
        response[index] /= weakening[index - start]
      }
    }
    return response
  }
}

/// The band in which a low-pass filter's gain falls from 1 to 0.
///
/// The gain is exactly 1 below the band and exactly 0 above it. In the band, the gain is the integral of Kaiser's
/// window. In the time domain, the filter is a sinc function multiplied by the window's Fourier transform. The
/// transform decays quickly, so the filter's ends can be cut off.
///
/// Source of the window: Kaiser, "Nonrecursive digital filter design using the I₀-sinh window function", 1974.
struct TransitionBand: Equatable, Sendable {
  /// With this β, the error of tones below the band is less than −170 dB. With a β larger by 1, the error from cutting
  /// off the filter's ends would be 8 dB less, but the filter would be 6 % longer.
  private static let beta = 17.5
  private static let window = KaiserWindow(beta: beta)
  /// The window's integral from −1 to 1.
  private static let area = window.spectrum(at: .zero)[0]

  /// Gauss's eight nodes and weights for integrals from −1 to 1. The band is integrated in at least twenty intervals,
  /// so the integrals are exact to the last digits.
  ///
  /// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", table 25.4.
  private static let nodes = SIMD8(
    -0.960289856497536231683560868569, -0.796666477413626739591553936476,
    -0.525532409916328985817739049189, -0.183434642495649804939476142360,
    0.183434642495649804939476142360, 0.525532409916328985817739049189,
    0.796666477413626739591553936476, 0.960289856497536231683560868569)
  private static let weights = SIMD8(
    0.101228536290376259152531354310, 0.222381034453374470544355994426,
    0.313706645877887287337962201987, 0.362683783378361982965150449277,
    0.362683783378361982965150449277, 0.313706645877887287337962201987,
    0.222381034453374470544355994426, 0.101228536290376259152531354310)

  /// The band's middle and half of its width, in cycles per frame.
  private let middle: Double
  private let halfWidth: Double

  /// Creates a band between two frequencies, in cycles per frame.
  init(from start: Double, to end: Double) {
    middle = (start + end) / 2
    halfWidth = (end - start) / 2
  }

  /// How far the filter reaches to either side, in frames. The filter ends at the end of the main lobe of the window's
  /// transform: at the time at which √(β² − (2π · halfWidth · time)²) is 0.
  var reach: Double { Self.beta / (2 * Double.pi * halfWidth) }

  /// Returns the gains at multiples of a frequency, in cycles per frame, from 0 to the end of the band.
  func gains(atMultiplesOf frequency: Double) -> [Double] {
    // Returns the position of a multiple of the frequency: −1 is the band's start, and 1 is the band's end.
    func position(_ number: Int) -> Double { (Double(number) * frequency - middle) / halfWidth }
    var number = Int((middle + halfWidth) / frequency)
    var gains = [Double](repeating: 1, count: number + 1)
    var (gain, end) = (0.0, 1.0)
    while number >= 0, position(number) > -1 {
      let start = min(position(number), end)
      gain += Self.share(from: start, to: end)
      gains[number] = gain
      end = start
      number -= 1
    }
    return gains
  }

  /// Returns the window's integral from one position to another, relative to the integral from −1 to 1.
  private static func share(from start: Double, to end: Double) -> Double {
    let positions = nodes * ((end - start) / 2) + (start + end) / 2
    let values = window.values(at: positions) * weights
    var sum = 0.0
    for lane in 0..<8 { sum += values[lane] }
    return sum * (end - start) / 2 / area
  }
}

/// Kaiser's window: I₀(β √(1 − x²)) / I₀(β) at a position x from −1 to 1, and 0 elsewhere.
///
/// Source: Kaiser, "Nonrecursive digital filter design using the I₀-sinh window function", 1974.
struct KaiserWindow {
  private let squareOfBeta: Double
  /// I₀(β)
  private let middle: Double
  private let besselFactors: [Double]
  private let spectrumFactors: [Double]

  init(beta: Double) {
    squareOfBeta = beta * beta
    // Use enough terms for any β up to 30: the first term left out is below 2⁻⁶⁰ of the sum.
    let termNumbers = (1...Int(1.2 * beta) + 14).reversed()
    besselFactors = termNumbers.map { 1 / Double(4 * $0 * $0) }
    spectrumFactors = termNumbers.map { 1 / Double(2 * $0 * (2 * $0 + 1)) }
    middle = Self.series(SIMD8(repeating: squareOfBeta), besselFactors)[0]
  }

  /// Returns the window at eight positions.
  func values(at position: SIMD8<Double>) -> SIMD8<Double> {
    let square = 1 - position * position
    let isOutside = square .<= 0
    let inside = square.replacing(with: 0, where: isOutside)
    return (Self.series(inside * squareOfBeta, besselFactors) / middle)
      .replacing(with: 0, where: isOutside)
  }

  /// Returns the window's Fourier transform at eight frequencies, in cycles per unit of the position:
  /// 2 sinh(√(β² − (2πf)²)) / √(β² − (2πf)²) / I₀(β). For 2πf above β, the series is inexact.
  func spectrum(at frequency: SIMD8<Double>) -> SIMD8<Double> {
    let angle = frequency * (2 * Double.pi)
    return 2 * Self.series(squareOfBeta - angle * angle, spectrumFactors) / middle
  }

  /// Returns 1 + a x (1 + b x (1 + …)) for the factors …, b, a. With a = 1/2², b = 1/4², …, the result is the Bessel
  /// function I₀(√x). With a = 1/(2·3), b = 1/(4·5), …, the result is sinh(√x) / √x.
  @inline(__always)
  private static func series(_ x: SIMD8<Double>, _ factors: [Double]) -> SIMD8<Double> {
    var sum = SIMD8<Double>(repeating: 1)
    for factor in factors { sum = 1 + sum * (x * factor) }
    return sum
  }
}
