internal import SoundFormat

/// The cross-correlation of two signals at every lag, by Fourier transforms.
struct Correlation {
  /// For each lag, the sum of the products of the pattern's samples and the signal's, shifted by the lag.
  /// Negative lags count from the end.
  private let products: [Double]

  /// Correlates a pattern with a signal.
  ///
  /// - Parameter lagCount: The smallest transform size without wrap-around: the samples of both together or,
  ///   if less, the signal's plus those by which the lags of interest exceed it at either end.
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
      // The pattern's conjugate times the signal. With real and imaginary parts exchanged, the transform is its own
      // inverse.
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
