/// The weights of a short filter that computes frames at any time between a stream's frames.
///
/// The stream's band is at most half full, so between what it contains and the first image is half of its rate. That
/// is enough for a Kaiser window of ten frames: its images are below −170 dB. Within the band it isn't flat;
/// the filter before it makes up for that.
///
/// Source: Fessler and Sutton, "Nonuniform fast Fourier transforms using min-max interpolation", 2003; the same
/// windows and corrections serve non-uniform Fourier transforms.
struct InterpolationKernel: Sendable {
  typealias Vector = SIMD2<Double>

  static let weightCount = 10
  static let vectorCount = weightCount / Vector.scalarCount
  static let phaseBitCount = 6

  static let shared = InterpolationKernel()

  /// The time between two frames is divided into 64 phases, in each of which a weight is a cubic polynomial of the
  /// time: that is exact to about −200 dB, and the table has 20 KB. For each phase: the coefficients of the third
  /// power, the second, the first, and the constants, `vectorCount` vectors of each.
  let coefficients: [Vector]

  /// β = π √(w² (1 − 1/(2σ))² − 0.8) with the width w = 10 and an oversampling of σ = 2. Source: Beatty,
  /// Nishimura and Pauly, "Rapid gridding reconstruction with a minimal oversampling ratio", 2005.
  private static let window = KaiserWindow(beta: 23.39)
  private static let halfLength = Double(weightCount / 2)

  /// What the kernel multiplies eight frequencies by, in cycles per frame.
  static func response(at frequency: SIMD8<Double>) -> SIMD8<Double> {
    window.spectrum(at: frequency * halfLength) * halfLength
  }

  private init() {
    let phaseCount = 1 << Self.phaseBitCount
    var coefficients = [Vector](repeating: .zero, count: phaseCount * 4 * Self.vectorCount)
    // Chebyshev's four nodes in a phase that extends from −1/2 to 1/2: cos(π/8) / 2 and cos(3π/8) / 2.
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
