/// A change of rate to measure, with the signals that show its faults.
struct RateChange {
  let sourceRate: Double
  let rate: Double
  /// The sweep's last frequency, in Hz.
  let sweepEnd: Double
  /// Tones, in Hz, that must cause no aliases or images. If the rate falls, they are above the new Nyquist
  /// frequency.
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

  /// Whether `strayTones` are above the new Nyquist frequency and must vanish. If not, the tones stay, but
  /// their images must not appear.
  var tonesMustVanish: Bool { rate < sourceRate }

  /// Returns the length by the rule of Apple's tool: rounded up if the rate falls, down if it rises.
  func frameCount(of sourceFrameCount: Int) -> Int {
    let product = sourceFrameCount * Int(rate)
    return rate < sourceRate
      ? (product + Int(sourceRate) - 1) / Int(sourceRate) : product / Int(sourceRate)
  }
}
