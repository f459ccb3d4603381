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
    // Transform the two real signals as one complex signal.
    var both = Spectrum(size: size)
    for (index, sample) in pattern.enumerated() { both.real[index] = sample }
    for (index, sample) in signal.enumerated() { both.imaginary[index] = sample }
    both.transform()
    var product = Spectrum(size: size)
    for index in 0..<size {
      let mirrored = (size - index) % size
      let (a, b) = (both.real[index], both.imaginary[index])
      let (c, d) = (both.real[mirrored], both.imaginary[mirrored])
      let (patternReal, patternImaginary) = ((a + c) / 2, (b - d) / 2)
      let (signalReal, signalImaginary) = ((b + d) / 2, (c - a) / 2)
      // With real and imaginary parts exchanged, the transform is its own inverse.
      product.imaginary[index] =
        patternReal * signalReal + patternImaginary * signalImaginary
      product.real[index] = patternReal * signalImaginary - patternImaginary * signalReal
    }
    product.transform()
    products = product.imaginary.map { $0 / Double(size) }
  }

  subscript(lag: Int) -> Double { products[lag >= 0 ? lag : products.count + lag] }
}

/// Complex numbers; their count is a power of two.
private struct Spectrum {
  var real: [Double]
  var imaginary: [Double]

  init(size: Int) {
    real = Array(repeating: 0, count: size)
    imaginary = real
  }

  /// The Fourier transform, in place: Cooley and Tukey's, radix 2.
  mutating func transform() {
    reverseBits()
    unsafe real.withUnsafeMutableBufferPointer { real in
      let real = unsafe real
      unsafe imaginary.withUnsafeMutableBufferPointer {
        Self.combine(unsafe real.mutableSpan, unsafe $0.mutableSpan)
      }
    }
  }

  /// Combines adjacent transforms into ones of twice the size, until only one is left.
  private static func combine(
    _ reals: consuming MutableSpan<Double>, _ imaginaries: consuming MutableSpan<Double>
  ) {
    let size = reals.count
    let points = (0..<size / 2).map { Double.cosineAndSine(ofTurns: -Double($0) / Double(size)) }
    let (cosines, sines) = (points.map { $0.cosine }, points.map { $0.sine })
    var half = 1
    while half < size {
      let step = size / (2 * half)
      for start in stride(from: 0, to: size, by: 2 * half) {
        for offset in 0..<half {
          let (one, other) = (start + offset, start + offset + half)
          let (cosine, sine) = (cosines[offset * step], sines[offset * step])
          let turnedReal = reals[other] * cosine - imaginaries[other] * sine
          let turnedImaginary = reals[other] * sine + imaginaries[other] * cosine
          reals[other] = reals[one] - turnedReal
          imaginaries[other] = imaginaries[one] - turnedImaginary
          reals[one] += turnedReal
          imaginaries[one] += turnedImaginary
        }
      }
      half *= 2
    }
  }

  private mutating func reverseBits() {
    var reversed = 0
    for index in 0..<real.count {
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
      var bit = real.count / 2
      while bit > 0, reversed & bit != 0 {
        reversed ^= bit
        bit /= 2
      }
      reversed |= bit
    }
  }
}
