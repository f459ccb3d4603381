import Foundation

/// Measurements of samples. Levels are in decibels.
enum Measurement {
  /// Returns the level of everything but a tone, relative to the tone: distortion, noise, images and
  /// aliases.
  static func distortionAndNoise(
    of samples: [Double], frequency: Double, rate: Double
  ) -> Double {
    let (tone, rest) = split(middle(samples, rate: rate), frequency / rate)
    return 10 * log10(rest / tone)
  }

  /// Returns the level of everything but a tone, or of everything if no tone is kept, relative to the
  /// tone's level in the source.
  static func strayLevel(
    of samples: [Double], keeping frequency: Double?, rate: Double
  ) -> Double {
    let samples = middle(samples, rate: rate)
    let full = TestSignal.amplitude * TestSignal.amplitude / 2
    let rest =
      frequency.map { split(samples, $0 / rate).rest } ?? meanSquare(samples)
    return 10 * log10(max(rest / full, 1e-30))
  }

  /// Returns the signal-to-noise ratio of samples, compared with the ideal ones.
  static func signalToNoise(
    of samples: [Double], to ideal: [Double], rate: Double
  ) -> Double {
    let count = min(samples.count, ideal.count)
    let wanted = middle(Array(ideal[..<count]), rate: rate)
    let errors = zip(middle(Array(samples[..<count]), rate: rate), wanted).map { $0 - $1 }
    return 10 * log10(meanSquare(wanted) / max(meanSquare(errors), 1e-30))
  }

  /// Returns by how many frames a pulse in the middle is late.
  static func delay(of samples: [Double], rate: Double) -> Double {
    let place = TestSignal.duration / 2 * rate
    var moment = 0.0
    var energy = 0.0
    for frame in Int(place) - 500...Int(place) + 500 {
      let power = samples[frame] * samples[frame]
      moment += power * (Double(frame) - place)
      energy += power
    }
    return moment / energy
  }

  /// The samples without a quarter of a second at either end.
  private static func middle(_ samples: [Double], rate: Double) -> [Double] {
    let edge = Int(rate / 4)
    return Array(samples[edge..<samples.count - edge])
  }

  private static func meanSquare(_ samples: [Double]) -> Double {
    samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
  }

  /// Fits a sine of a known frequency, and a constant, by least squares.
  ///
  /// - Parameter frequency: In cycles per frame.
  /// - Returns: The mean squares of the sine and of the rest.
  private static func split(
    _ samples: [Double], _ frequency: Double
  ) -> (tone: Double, rest: Double) {
    let basis = samples.indices.map { frame -> [Double] in
      let angle = 2 * .pi * frequency * Double(frame)
      return [sin(angle), cos(angle), 1]
    }
    var matrix = [[Double]](repeating: [0, 0, 0], count: 3)
    var right = [0.0, 0, 0]
    for (sample, row) in zip(samples, basis) {
      for i in 0..<3 {
        right[i] += sample * row[i]
        for j in 0..<3 { matrix[i][j] += row[i] * row[j] }
      }
    }
    let solution = solve(matrix, right)
    var tone = 0.0
    var rest = 0.0
    for (sample, row) in zip(samples, basis) {
      let fitted = solution[0] * row[0] + solution[1] * row[1]
      let error = sample - fitted - solution[2]
      tone += fitted * fitted
      rest += error * error
    }
    return (tone / Double(samples.count), rest / Double(samples.count))
  }

  /// Solves three equations by Cramer's rule.
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
