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

  @Test(arguments: sizes)
  func exchangedPartsMakeTheInverse(size: Int) {
    let (a, b) = (Self.noise(size, seed: 1), Self.noise(size, seed: 2))
    var values = Self.pairs((a, b), (b, a))
    let transform = FourierTransform(size: size)
    transform(&values)
    values = transform.places.map { values[Int($0)].exchanged }
    transform(&values)
    let back = transform.places.map { values[Int($0)].exchanged.scaled(by: 1 / Double(size)) }
    #expect(errorLevel(of: back.map(\.real.x), to: a) <= -290)
    #expect(errorLevel(of: back.map(\.imaginary.x), to: b) <= -290)
  }

  /// Numbers outside the band are ignored, even NaN.
  @Test(arguments: sizes, [1, 2, 4, 6, 13])
  func bandsAreTransformedAlone(size: Int, share: Int) {
    let count = max(1, (size / share + 1) / 2)
    var (band, whole) = (
      [ComplexPair](
        repeating: ComplexPair(ComplexPair.Lanes(repeating: .nan), .zero), count: size),
      [ComplexPair](repeating: .zero, count: size)
    )
    let noise = Self.pairs(
      (Self.noise(size, seed: 1), Self.noise(size, seed: 2)),
      (Self.noise(size, seed: 3), Self.noise(size, seed: 4)))
    for index in Array(0..<count) + Array(size - count + 1..<size) {
      (band[index], whole[index]) = (noise[index], noise[index])
    }
    let transform = FourierTransform(size: size)
    transform(&band, bandOf: count)
    transform(&whole)
    #expect(errorLevel(of: band.map(\.real.x), to: whole.map(\.real.x)) <= -290)
    #expect(errorLevel(of: band.map(\.imaginary.y), to: whole.map(\.imaginary.y)) <= -290)
  }

  @Test(arguments: [(2048, 1024), (4096, 2048), (2560, 2352), (12_288, 2048), (60, 4), (8, 8)])
  func sharedFactorsServeAsWell(larger: Int, size: Int) {
    let (a, b) = (Self.noise(size, seed: 1), Self.noise(size, seed: 2))
    var (own, shared) = (Self.pairs((a, b), (b, a)), Self.pairs((a, b), (b, a)))
    FourierTransform(size: size)(&own)
    FourierTransform(size: size, sharing: FourierTransform(size: larger))(&shared)
    #expect(errorLevel(of: shared.map(\.real.x), to: own.map(\.real.x)) <= -290)
    #expect(errorLevel(of: shared.map(\.imaginary.y), to: own.map(\.imaginary.y)) <= -290)
  }

  /// NaN in one lane doesn't affect the other.
  @Test(arguments: sizes)
  func lanesAreIndependent(size: Int) {
    let (a, b) = (Self.noise(size, seed: 1), Self.noise(size, seed: 2))
    let bad = [Double](repeating: .nan, count: size)
    let transform = FourierTransform(size: size)
    var (first, second) = (Self.pairs((a, bad), (b, bad)), Self.pairs((bad, a), (bad, b)))
    transform(&first)
    transform(&second)
    #expect(firstDifference(first.map(\.real.x), second.map(\.real.y)) == nil)
    #expect(firstDifference(first.map(\.imaginary.x), second.map(\.imaginary.y)) == nil)
    #expect(first.allSatisfy { $0.real.x.isFinite && $0.real.y.isNaN })
  }

  @Test func longerArraysAreTransformedInPart() {
    let (a, b) = (Self.noise(40, seed: 1), Self.noise(40, seed: 2))
    var values = Self.pairs((a, a), (b, b))
    var part = Array(values[..<30])
    FourierTransform(size: 30)(&part)
    FourierTransform(size: 30)(&values)
    #expect(values.map(\.real.x) == part.map(\.real.x) + a[30...])
    #expect(values.map(\.imaginary.y) == part.map(\.imaginary.y) + b[30...])
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
