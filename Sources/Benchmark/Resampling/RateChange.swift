/// A change of rate to measure. Rates are in Hz.
struct RateChange: Equatable {
  let sourceRate: Int
  let rate: Int
  /// Whether its quality is measured, too.
  var isTelling = false

  /// The first is the one for the summary.
  static let all = [
    RateChange(sourceRate: 48_000, rate: 44_100, isTelling: true),
    RateChange(sourceRate: 44_100, rate: 48_000, isTelling: true),
    RateChange(sourceRate: 8000, rate: 48_000),
    RateChange(sourceRate: 44_100, rate: 16_000),
    RateChange(sourceRate: 96_000, rate: 44_100),
    RateChange(sourceRate: 44_100, rate: 22_050, isTelling: true),
    RateChange(sourceRate: 48_000, rate: 8000),
    RateChange(sourceRate: 44_100, rate: 48_001, isTelling: true),
    RateChange(sourceRate: 11_025, rate: 44_111),
  ]

  /// The changes that are measured at a scale.
  static func all(at scale: Scale) -> [RateChange] {
    scale.isQuick ? all.filter { [44_100, 48_001].contains($0.rate) && $0.isTelling } : all
  }

  var title: String { "\(sourceRate) → \(rate) Hz" }

  private var lowerRate: Int { min(sourceRate, rate) }

  /// The highest frequency that both rates can hold, in Hz.
  var bandEnd: Double { Double(lowerRate) / 2 }

  /// The sweep's last frequency, in Hz: four fifths of the band.
  var sweepEnd: Double { (0.8 * bandEnd).rounded() }

  /// Whether `strayTones` are above the new Nyquist frequency and must vanish. If not, the tones stay, but
  /// their images must not appear.
  var tonesMustVanish: Bool { rate < sourceRate }

  /// Tones, in Hz, whose aliases or images are at 1.002 times the lower Nyquist frequency and above.
  ///
  /// If the rate falls, the tones themselves are there. If it rises, they are as far below it, as images are
  /// mirrored at the old Nyquist frequency.
  var strayTones: [Int] {
    let shares = [1.002, 1.01, 1.02, 1.05, 1.2, 1.5, 1.9]
    return shares.map { share in
      Int(((tonesMustVanish ? share : 2 - share) * bandEnd).rounded(tonesMustVanish ? .up : .down))
    }.filter { 2 * 1001 * $0 < 1000 * sourceRate }
  }

  /// Returns the length by the rule of Apple's tool: rounded up if the rate falls, down if it rises.
  func frameCount(of sourceFrameCount: Int) -> Int {
    let product = sourceFrameCount * rate
    return rate < sourceRate ? (product + sourceRate - 1) / sourceRate : product / sourceRate
  }
}
