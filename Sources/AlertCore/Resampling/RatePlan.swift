/// The steps of a change between two rates.
struct RatePlan {
  /// The division of the source's rate that comes first; nil if the ratio is small enough without it.
  let division: BlockRatio?
  let ratio: BlockRatio
  /// How far one output frame is from the next, in frames of the blocks' rate; nil if that is the output's.
  let step: FramePosition?

  /// The blocks divide a rate by less than twice this number. More would need larger blocks.
  private static let leastDividedRatio = 7.0

  /// Creates the plan for rates in Hz, whose ratio is at most 256. If no transform has the ratio's size, the blocks
  /// lead to at least twice the lower rate, for an `Interpolator`.
  init(from sourceRate: Double, to rate: Double) {
    var divisor = 1
    while sourceRate / Double(2 * divisor) >= Self.leastDividedRatio * rate { divisor *= 2 }
    division =
      divisor == 1 ? nil : BlockRatio(dividingBy: divisor, nyquist: rate / sourceRate / 2)
    if let sourceRate = Int(exactly: sourceRate), let rate = Int(exactly: rate * Double(divisor)) {
      let ratio = BlockRatio(sourceUnit: sourceRate, unit: rate)
      if BlockPlan.exists(for: ratio) {
        self.ratio = ratio
        step = nil
        return
      }
    }
    let sourceRate = sourceRate / Double(divisor)
    let nyquist = min(1, rate / sourceRate) / 2
    let (sourceUnit, unit) = Self.ratio(atLeast: 4 * nyquist)
    let position = FramePosition(
      dividing: sourceRate * Double(unit) / Double(sourceUnit), by: rate)
    step = position
    ratio = BlockRatio(
      sourceUnit: sourceUnit, unit: unit, nyquist: nyquist, interpolation: 1 / position.frames)
    precondition(BlockPlan.exists(for: ratio), "no blocks exist for the rates")
  }

  /// Returns the lowest ratio from a limit on whose transforms are fast: a power of two times 1, 9/8, 5/4, 3/2 or 7/4.
  private static func ratio(atLeast limit: Double) -> (sourceUnit: Int, unit: Int) {
    var power = 1.0
    var (sourceUnit, unit) = (8, 1)
    while power * 2 <= limit { (power, unit) = (power * 2, unit * 2) }
    while power > limit { (power, sourceUnit) = (power / 2, sourceUnit * 2) }
    let eighths = [8, 9, 10, 12, 14].first { power * Double($0) / 8 >= limit } ?? 16
    return (sourceUnit, unit * eighths)
  }
}
