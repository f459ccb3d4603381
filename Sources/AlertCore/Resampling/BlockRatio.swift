/// A change of rate by a ratio of small whole numbers, and the filter for it.
struct BlockRatio: Hashable, Sendable {
  /// The ratio in lowest terms: `sourceUnit` source frames become `unit` frames.
  let sourceUnit: Int
  let unit: Int
  /// Where the filter weakens, in cycles per source frame.
  let transitionBand: TransitionBand
  /// How many frames an `Interpolator` that follows makes of each; nil if none follows. The filter compensates the
  /// interpolator's response.
  let interpolation: Double?
  /// How far it reaches in frames of the new rate.
  let reachFrameCount: Int
  /// How many units two successive blocks overlap: twice the filter's reach, where a cyclic transform's results are
  /// wrong.
  let overlapUnitCount: Int

  /// Where the filter begins to weaken, as a share of the lower rate's half. At 0.95, it takes less than 0.001 dB. A wider
  /// band would need a longer filter, in proportion to the rest, which rings longer. libsamplerate's best converter has
  /// 0.96, and SoX's default 0.91.
  private static let passBand = 0.945

  /// Creates the change to the output's rate.
  init(sourceUnit: Int, unit: Int) {
    let nyquist = min(1, Double(unit) / Double(sourceUnit)) / 2
    self.init(sourceUnit: sourceUnit, unit: unit, nyquist: nyquist, interpolation: nil)
  }

  /// Creates the change to the rate that an `Interpolator` starts from.
  ///
  /// - Parameter nyquist: Half of the lower rate of the whole conversion, in cycles per source frame.
  init(sourceUnit: Int, unit: Int, nyquist: Double, interpolation: Double?) {
    self.init(
      sourceUnit: sourceUnit, unit: unit,
      transitionBand: TransitionBand(from: Self.passBand * nyquist, to: nyquist),
      interpolation: interpolation)
  }

  /// Creates the division of a rate by a whole number, before a change to a still lower rate.
  ///
  /// - Parameter nyquist: Half of that rate, in cycles per source frame.
  init(dividingBy divisor: Int, nyquist: Double) {
    self.init(
      sourceUnit: divisor, unit: 1,
      transitionBand: TransitionBand(from: nyquist, to: 0.5 / Double(divisor)),
      interpolation: nil)
  }

  private init(
    sourceUnit: Int, unit: Int, transitionBand: TransitionBand, interpolation: Double?
  ) {
    var (divisor, rest) = (sourceUnit, unit)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.sourceUnit = sourceUnit / divisor
    self.unit = unit / divisor
    self.transitionBand = transitionBand
    self.interpolation = interpolation
    reachFrameCount = Int((transitionBand.reach * Double(unit) / Double(sourceUnit)).rounded(.up))
    overlapUnitCount = (2 * reachFrameCount + self.unit - 1) / self.unit
  }
}
