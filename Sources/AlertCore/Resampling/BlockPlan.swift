/// The size of the blocks of a stream whose rate is changed.
///
/// A block is transformed, multiplied by the filter's spectrum, cut to the lower rate's band or extended by zeros, and
/// transformed back at the size of the new rate. Results near a block's ends are wrong, so blocks overlap
/// ("overlap-save").
package struct BlockPlan: Equatable, Sendable {
  let ratio: BlockRatio
  /// A block's size in units. A unit is `ratio.sourceUnit` frames of the source, which become `ratio.unit` frames.
  let unitCount: Int

  /// The size of the largest transform. The tables of such a transform take half a megabyte, and its numbers take as
  /// much. Dividing a rate by almost 14 needs nearly this size.
  private static let maximumSize = 1 << 14
  /// If an interpolator follows, the interpolator should turn a block into at most this many frames.
  private static let maximumOutputSize = 1 << 15

  /// The size of a block, in frames of the source and of the result.
  var sourceSize: Int { unitCount * ratio.sourceUnit }
  var size: Int { unitCount * ratio.unit }

  /// The distance from one block to the next, in frames of the source and of the result.
  var sourceHop: Int { (unitCount - ratio.overlapUnitCount) * ratio.sourceUnit }
  var hop: Int { (unitCount - ratio.overlapUnitCount) * ratio.unit }

  /// Returns whether blocks can change a rate by a ratio. Transforms' sizes must be multiples of the ratio's numbers.
  static func exists(for ratio: BlockRatio) -> Bool {
    guard TransformSize(ratio.sourceUnit) != nil, TransformSize(ratio.unit) != nil else {
      return false
    }
    // Require that a block of twice the least number of units isn't too large. Between the least number and its double
    // is a power of two, for which a transform always exists.
    return 2 * (ratio.overlapUnitCount + 1) * max(ratio.sourceUnit, ratio.unit) <= maximumSize
  }

  /// Finds the fastest blocks for a sound's length. `exists(for: ratio)` must be true.
  init(_ ratio: BlockRatio, sourceFrameCount: Int) {
    guard let sourceUnitSize = TransformSize(ratio.sourceUnit),
      let unitSize = TransformSize(ratio.unit)
    else { preconditionFailure("no transform has a multiple of the ratio as its size") }
    let least = ratio.overlapUnitCount + 1
    // Stop at about sixteen times the overlap, because larger blocks gain nothing.
    var most = min(Self.maximumSize / max(ratio.sourceUnit, ratio.unit), 16 * least)
    if let growth = ratio.interpolation {
      most = max(2 * least, min(most, Int(Double(Self.maximumOutputSize / ratio.unit) / growth)))
    }
    var best: (time: Double, unitCount: Int) = (.infinity, least)
    for count in TransformSize.all(in: least...most) {
      let transforms = (count * sourceUnitSize).time + (count * unitSize).time
      // The size mustn't depend on the number of channels, so assume mono. Then, a step converts four blocks.
      let step = 4 * (count.count - ratio.overlapUnitCount) * ratio.sourceUnit
      let stepCount = (sourceFrameCount + step - 1) / step
      // Count one more step: making the tables takes about as long as a step.
      let time = Double(stepCount + 1) * transforms
      if time < best.time { best = (time, count.count) }
    }
    self.ratio = ratio
    unitCount = best.unitCount
  }
}

/// A change of rate by a ratio of small whole numbers, and the filter for this change.
struct BlockRatio: Equatable, Sendable {
  /// The ratio in lowest terms: `sourceUnit` source frames become `unit` frames.
  let sourceUnit: Int
  let unit: Int
  /// The filter's transition band, in cycles per source frame.
  let transitionBand: TransitionBand
  /// How many frames an `Interpolator` makes from each frame; nil if no interpolator follows. The filter compensates
  /// for the interpolator's response.
  let interpolation: Double?
  /// The filter's reach, in frames of the new rate.
  let reachFrameCount: Int
  /// The overlap of two successive blocks, in units: twice the filter's reach. Within this reach of a block's ends,
  /// results are wrong, because the transform is cyclic.
  let overlapUnitCount: Int

  /// The start of the transition band, relative to half of the lower rate. At 0.95 of half of the lower rate, the
  /// filter attenuates by less than 0.001 dB. A narrower transition band would need a longer filter, which rings
  /// longer. For comparison, the band starts at 0.96 in libsamplerate's best converter, and at 0.91 by default in SoX.
  private static let passBand = 0.945

  /// Creates the change to the output's rate. No `Interpolator` follows.
  init(sourceUnit: Int, unit: Int) {
    let nyquist = min(1, Double(unit) / Double(sourceUnit)) / 2
    self.init(sourceUnit: sourceUnit, unit: unit, nyquist: nyquist, interpolation: nil)
  }

  /// Creates the change to the output's rate or, if `interpolation` isn't nil, to the rate for an `Interpolator`.
  ///
  /// - Parameter nyquist: Half of the source's or the output's rate, whichever is lower, in cycles per source frame.
  init(sourceUnit: Int, unit: Int, nyquist: Double, interpolation: Double?) {
    self.init(
      sourceUnit: sourceUnit, unit: unit,
      transitionBand: TransitionBand(from: Self.passBand * nyquist, to: nyquist),
      interpolation: interpolation)
  }

  /// Creates the division of a rate by a whole number, before a change to a still lower rate.
  ///
  /// - Parameter nyquist: Half of the still lower rate, in cycles per source frame.
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

/// A size that a `FourierTransform` can have, with its approximate cost.
struct TransformSize {
  private(set) var count: Int
  /// How long all passes together take for each number, in nanoseconds.
  private var passTime: Double

  /// For each radix: the time that a pass takes for one number, in nanoseconds. One pass of radix 4 counts as two
  /// passes of radix 2. Only the ratios of these times matter, and the ratios are similar on other processors.
  private static let passTimes = [(2, 0.9), (3, 2.1), (5, 2.6), (7, 3.6)]

  /// Creates a size; nil if it has a prime factor above 7.
  init?(_ count: Int) {
    self.count = count
    passTime = 2
    var rest = count
    for (radix, time) in Self.passTimes {
      while rest % radix == 0 {
        rest /= radix
        passTime += time
      }
    }
    guard rest == 1 else { return nil }
  }

  /// The time of a transform, in nanoseconds.
  var time: Double {
    // Add time for large transforms, which don't fit into the nearest caches.
    let slowness = count > 8192 ? 1.25 : count > 4096 ? 1.15 : 1
    return Double(count) * passTime * slowness
  }

  static func * (a: Self, b: Self) -> Self {
    var product = a
    product.count *= b.count
    product.passTime += b.passTime - 2
    return product
  }

  /// Returns all possible sizes in a range, unsorted.
  static func all(in range: ClosedRange<Int>) -> [Self] {
    guard let one = Self(1) else { return [] }
    var sizes = [one]
    sizes.reserveCapacity(256)
    for (radix, time) in passTimes {
      var index = 0
      while index < sizes.count {
        var size = sizes[index]
        size.count *= radix
        size.passTime += time
        if size.count <= range.upperBound { sizes.append(size) }
        index += 1
      }
    }
    return sizes.filter { $0.count >= range.lowerBound }
  }
}
