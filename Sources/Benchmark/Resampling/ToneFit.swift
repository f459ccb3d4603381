/// A tone of a known frequency, and a constant, fitted to samples by least squares.
struct ToneFit {
  /// The mean square of the tone.
  let tonePower: Double
  /// The mean square of what neither the tone nor the constant explains.
  let restPower: Double

  /// - Parameters:
  ///   - frequency: In Hz.
  ///   - circle: A table with as many parts as a second has frames.
  init(_ samples: [Double], frequency: Int, circle: CircleTable) {
    var rest = samples
    var tone = [Double](repeating: 0, count: samples.count)
    // The second fit removes what rounding left of the first. It matters only below -250 dB.
    for _ in 0..<2 {
      let fit = Self.fit(rest, frequency, circle)
      circle.forEachFrame(samples.count, of: frequency) { frame, sine, cosine in
        let value = fit[0] * sine + fit[1] * cosine
        tone[frame] += value
        rest[frame] -= value + fit[2]
      }
    }
    tonePower = tone.meanSquare
    restPower = rest.meanSquare
  }

  /// Returns the factors of the sine, the cosine and the constant.
  private static func fit(
    _ samples: [Double], _ frequency: Int, _ circle: CircleTable
  ) -> [Double] {
    var matrix = [[Double]](repeating: [0, 0, 0], count: 3)
    var right = [0.0, 0, 0]
    var (sines, cosines, squares, products) = (0.0, 0.0, 0.0, 0.0)
    circle.forEachFrame(samples.count, of: frequency) { frame, sine, cosine in
      sines += sine
      cosines += cosine
      squares += sine * sine
      products += sine * cosine
      right[0] += samples[frame] * sine
      right[1] += samples[frame] * cosine
      right[2] += samples[frame]
    }
    let count = Double(samples.count)
    matrix[0] = [squares, products, sines]
    matrix[1] = [products, count - squares, cosines]
    matrix[2] = [sines, cosines, count]
    return solve(matrix, right)
  }

  /// Solves three equations by Cramer's rule. A tone of many periods is all but orthogonal to the constant, and
  /// its sine to its cosine, so the matrix is nearly diagonal.
  private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
    return (0..<3).map { column in
      var replaced = matrix
      for row in 0..<3 { replaced[row][column] = right[row] }
      return determinant(replaced) / determinant(matrix)
    }
  }
}

extension [Double] {
  /// The mean of the squares. The array must not be empty.
  var meanSquare: Double { reduce(0) { $0 + $1 * $1 } / Double(count) }
}
