import TestSupport
import Testing

@testable import SoundFormat

struct FourierTransformTests {
  /// Each radix once and repeatedly, all radices together, and sizes that resampling uses.
  private static let sizes = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 25, 49, 60, 64, 128, 147, 160, 210, 420, 512, 525, 1024, 2187, 2352,
    3125, 2401, 7056,
  ]

  private static func noise(_ size: Int, seed: UInt64) -> [Double] {
    whiteNoise(sampleCount: size, seed: seed)
  }

  private static func pairs(
    _ real: ([Double], [Double]), _ imaginary: ([Double], [Double])
  ) -> [ComplexPair] {
    real.0.indices.map {
      ComplexPair(
        ComplexPair.Lanes(real.0[$0], real.1[$0]),
        ComplexPair.Lanes(imaginary.0[$0], imaginary.1[$0]))
    }
  }

  /// Most of the tolerance is for the rounding errors of the sums that define the transform.
  @Test(arguments: sizes)
  func resultsFollowTheDefinition(size: Int) {
    let (a, b) = (Self.noise(size, seed: 1), Self.noise(size, seed: 2))
    let (c, d) = (Self.noise(size, seed: 3), Self.noise(size, seed: 4))
    var values = Self.pairs((a, c), (b, d))
    let transform = FourierTransform(size: size)
    transform(&values)
    let ordered = transform.places.map { values[Int($0)] }
    for (lane, wanted) in [
      directTransform(real: a, imaginary: b), directTransform(real: c, imaginary: d),
    ].enumerated() {
      let level = max(
        errorLevel(of: ordered.map { $0.real[lane] }, to: wanted.real),
        errorLevel(of: ordered.map { $0.imaginary[lane] }, to: wanted.imaginary))
      #expect(level <= -280, "\(level) dB")
    }
  }

  @Test func otherPrimeFactorsHaveNoRadices() {
    for size in 1...3000 {
      var rest = size
      for factor in [2, 3, 5, 7] { while rest % factor == 0 { rest /= factor } }
      let radices = FourierTransform.radices(of: size)
      #expect((radices != nil) == (rest == 1), "\(size)")
      #expect(radices.map { $0.reduce(1, *) } ?? size == size)
    }
    #expect(FourierTransform.radices(of: 0) == nil)
    #expect(FourierTransform.radices(of: -4) == nil)
  }
}
