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
    // Enough for any β up to 30: the next term is below 2⁻⁶⁰ of the sum.
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
  /// 2 sinh(√(β² − (2πf)²)) / √(β² − (2πf)²) / I₀(β). 2πf must be less than β, beyond which the series is inexact.
  func spectrum(at frequency: SIMD8<Double>) -> SIMD8<Double> {
    let angle = frequency * (2 * Double.pi)
    return 2 * Self.series(squareOfBeta - angle * angle, spectrumFactors) / middle
  }

  /// 1 + a x (1 + b x (1 + …)), with the factors from the last to a: the series of the Bessel function I₀(√x) with
  /// 1/2², 1/4², …, that of sinh(√x) / √x with 1/(2·3), 1/(4·5), ….
  @inline(__always)
  private static func series(_ x: SIMD8<Double>, _ factors: [Double]) -> SIMD8<Double> {
    var sum = SIMD8<Double>(repeating: 1)
    for factor in factors { sum = 1 + sum * (x * factor) }
    return sum
  }
}
