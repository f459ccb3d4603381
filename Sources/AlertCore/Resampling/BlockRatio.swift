/// A change of rate by a ratio of small whole numbers, and the filter for it.
struct BlockRatio: Hashable, Sendable {
  /// The ratio in lowest terms: so many source frames become so many.
  let sourceUnit: Int
  let unit: Int
  /// Half of the lower rate of the whole conversion, in cycles per source frame.
  let nyquist: Double
  /// Whether an `Interpolator` follows, for which the filter must make up.
  let isInterpolated: Bool
  /// How far the filter reaches to either side, in source frames.
  let halfLength: Double
  /// How far it reaches in frames of the new rate.
  let reachFrameCount: Int
  /// How many units two successive blocks must have in common, since a cyclic transform's results are wrong where
  /// the filter reaches beyond the block.
  let overlapUnitCount: Int

  /// What the filter lets pass: up to 0.95 of the lower rate's half unweakened to 10⁻⁸, and from that half on
  /// nothing above −160 dB, 16 dB below the last bit of 24. A wider band needs a longer filter, in proportion
  /// to what is left of it, and rings longer: the best converter of libsamplerate has 0.96, SoX's
  /// default 0.91.
  static let passBand = 0.95
  static let attenuation = 160.0

  /// - Parameter nyquist: Half of the lower rate, in cycles per source frame, if that isn't one of the ratio's: then
  ///   an `Interpolator` follows.
  init(sourceUnit: Int, unit: Int, nyquist: Double? = nil) {
    var (divisor, rest) = (sourceUnit, unit)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.sourceUnit = sourceUnit / divisor
    self.unit = unit / divisor
    isInterpolated = nyquist != nil
    let nyquist = nyquist ?? min(1, Double(unit) / Double(sourceUnit)) / 2
    self.nyquist = nyquist
    halfLength = KaiserSinc.halfLength(
      attenuation: Self.attenuation, transition: (1 - Self.passBand) * nyquist)
    reachFrameCount = Int((halfLength * Double(unit) / Double(sourceUnit)).rounded(.up))
    overlapUnitCount = (2 * reachFrameCount + self.unit - 1) / self.unit
  }
}
