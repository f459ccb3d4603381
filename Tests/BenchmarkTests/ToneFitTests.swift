import Foundation
import Testing

@testable import Benchmark

/// How tones are separated from what a resampler adds.
struct ToneFitTests {
  private static let rate = 44_100
  private let circle = CircleTable(partCount: rate)

  /// A tone of amplitude 0.5 with a phase and an offset, and pseudorandom noise of a root mean square.
  private func samples(_ frequency: Int, noise: Double) -> [Double] {
    var generator = LinearGenerator(state: 3)
    var samples: [Double] = []
    circle.forEachFrame(30_000, of: frequency) { _, sine, cosine in
      let random = (generator.nextFraction() - 0.5) * 12.0.squareRoot()
      samples.append(0.3 * sine + 0.4 * cosine + 0.01 + noise * random)
    }
    return samples
  }

  @Test(arguments: [997, 10_000, 22_005], [-100.0, -160, -205, -220])
  func noiseIsMeasuredBelowThePrecisionOfFloats(_ frequency: Int, _ level: Double) {
    let noise = (0.125 * pow(10, level / 10)).squareRoot()
    let fit = ToneFit(
      samples(frequency, noise: noise), frequency: frequency, circle: circle)
    #expect(abs(fit.tonePower - 0.125) < 0.001)
    #expect(abs(10 * log10(fit.restPower / 0.125) - level) < 0.1)
  }

  @Test(arguments: [997, 10_000, 22_005])
  func aPureToneLeavesNothing(_ frequency: Int) {
    let fit = ToneFit(samples(frequency, noise: 0), frequency: frequency, circle: circle)
    #expect(10 * log10(fit.restPower / fit.tonePower) < -290)
  }

  @Test func aSecondToneIsNoise() {
    var sum = samples(997, noise: 0)
    circle.forEachFrame(sum.count, of: 5000) { frame, sine, _ in sum[frame] += 0.005 * sine }
    let fit = ToneFit(sum, frequency: 997, circle: circle)
    #expect(abs(10 * log10(fit.restPower / fit.tonePower) + 40) < 0.01)
  }

  @Test func tonesAreExactAfterManyTurns() {
    // A quarter of a turn per frame, from tables that know nothing of frames.
    let circle = CircleTable(partCount: 48_000)
    var values: [Double] = []
    circle.forEachFrame(1_000_004, of: 12_000) { _, sine, _ in values.append(sine) }
    #expect(values.suffix(4) == values.prefix(4))
    #expect(zip(values, [0, 1, 0, -1]).allSatisfy { abs($0 - $1) < 1e-15 })
  }
}

/// How a resampler's gain is found at many frequencies.
struct CombTests {
  private let comb = Comb(bandEnd: 5000)

  private let circle = CircleTable(partCount: 12_000)

  @Test func peaksStayWithinFullScale() {
    let samples = comb.samples(12_000, circle: circle)
    #expect(samples.map { abs($0) }.max()! < 1)
  }

  @Test func anUnchangedCombIsFlat() {
    let gains = comb.gains(in: comb.samples(12_000, circle: circle), circle: circle)
    #expect(gains.allSatisfy { abs($0) < 0.001 })
    #expect(comb.flatShare(of: gains, tolerance: 0.01) == 0.995)
  }

  @Test func gainsAreMeasuredAtTheirFrequencies() {
    // y[n] = (x[n] + x[n-1]) / 2 has a gain of cos(pi f / rate).
    let samples = comb.samples(12_000, circle: circle)
    let smoothed = zip(samples, [0] + samples).map { ($0 + $1) / 2 }
    let gains = comb.gains(in: smoothed, circle: circle)
    for tone in stride(from: 0, to: Comb.toneCount, by: 10) {
      let wanted = 20 * log10(cos(.pi * Double(comb.frequency(of: tone)) / 12_000))
      #expect(abs(gains[tone] - wanted) < 0.001)
    }
    // cos x is above -0.01 dB up to x = 0.04798: to 183 Hz, or 0.0367 of the band.
    #expect(comb.flatShare(of: gains, tolerance: 0.01) == 0.035)
  }

  @Test func theFirstDipEndsTheFlatBand() {
    #expect(comb.flatShare(of: [0, 0.005, -0.02, 0], tolerance: 0.01) == 0.01)
    #expect(comb.flatShare(of: [0.02, 0], tolerance: 0.01) == 0)
  }
}
