/// A change of rate to measure, with the signals that show its faults.
struct RateChange {
  let sourceRate: Double
  let rate: Double
  /// Where the sweep ends, in Hz.
  let sweepEnd: Double
  /// Tones that must not leave anything: above the new Nyquist frequency where the rate falls.
  let strayTones: [Double]

  static let all = [
    RateChange(
      sourceRate: 48_000, rate: 44_100, sweepEnd: 18_000, strayTones: [22_600, 23_000, 23_500]),
    RateChange(
      sourceRate: 44_100, rate: 22_050, sweepEnd: 9000,
      strayTones: [11_500, 12_000, 15_000, 20_000]),
    RateChange(
      sourceRate: 44_100, rate: 48_000, sweepEnd: 18_000, strayTones: [20_000, 20_500, 21_000]),
  ]

  /// Whether the tones of `strayTones` are above the new Nyquist frequency. If not, they stay and it
  /// is their mirror images that must not be there.
  var tonesMustVanish: Bool { rate < sourceRate }

  /// The length rule of Apple's tool: up where the rate falls, down where it rises.
  func frameCount(of sourceFrameCount: Int) -> Int {
    let product = sourceFrameCount * Int(rate)
    return rate < sourceRate
      ? (product + Int(sourceRate) - 1) / Int(sourceRate) : product / Int(sourceRate)
  }
}
