/// A change of rate by a ratio of small whole numbers, and the filter for it.
struct BlockRatio: Hashable, Sendable {
  /// The ratio in lowest terms: `sourceUnit` source frames become `unit` frames.
  let sourceUnit: Int
  let unit: Int
  /// Half of the lower rate of the whole conversion, in cycles per source frame.
  let nyquist: Double
  /// How many frames an `Interpolator` that follows makes of each; nil if none follows. The filter compensates the
  /// interpolator's response.
  let interpolation: Double?
  /// How far the filter reaches to either side, in source frames.
  let halfLength: Double
  /// How far it reaches in frames of the new rate.
  let reachFrameCount: Int
  /// How many units two successive blocks overlap: twice the filter's reach, where a cyclic transform's results are
  /// wrong.
  let overlapUnitCount: Int

  /// Where the filter begins to weaken, as a share of the lower rate's half, and how far it weakens what is above that
  /// half, in decibels. Kaiser's formulas are estimates: up to 0.95 the gain is 1 within 2·10⁻⁸, and from 1 on
  /// it is below −154 dB, 9 dB below the last bit of 24. A wider band would need a longer filter, in proportion
  /// to the rest, which rings longer. libsamplerate's best converter has 0.96, and SoX's default 0.91.
  static let passBand = 0.95
  static let attenuation = 160.0

  /// Creates the change to the output's rate.
  init(sourceUnit: Int, unit: Int) {
    let nyquist = min(1, Double(unit) / Double(sourceUnit)) / 2
    self.init(sourceUnit: sourceUnit, unit: unit, nyquist: nyquist, interpolation: nil)
  }

  /// Creates the change to the rate that an `Interpolator` starts from.
  init(sourceUnit: Int, unit: Int, nyquist: Double, interpolation: Double?) {
    var (divisor, rest) = (sourceUnit, unit)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.sourceUnit = sourceUnit / divisor
    self.unit = unit / divisor
    self.nyquist = nyquist
    self.interpolation = interpolation
    halfLength = KaiserSinc.halfLength(
      attenuation: Self.attenuation, transition: (1 - Self.passBand) * nyquist)
    reachFrameCount = Int((halfLength * Double(unit) / Double(sourceUnit)).rounded(.up))
    overlapUnitCount = (2 * reachFrameCount + self.unit - 1) / self.unit
  }
}
