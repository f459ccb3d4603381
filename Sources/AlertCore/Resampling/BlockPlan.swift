/// The size of the blocks in which a stream's rate is changed.
///
/// A block is transformed, multiplied by the filter's spectrum, cut to the lower rate's band or extended by
/// zeros, and transformed back at the size of the new rate. Results near its ends are wrong, so blocks overlap
/// ("overlap-save").
package struct BlockPlan: Hashable, Sendable {
  let ratio: BlockRatio
  /// A block's size in units of the ratio.
  let unitCount: Int

  /// No transform is larger: its tables and numbers take half a megabyte each. A division by almost 14 needs
  /// nearly this.
  private static let maximumSize = 1 << 14
  /// No larger blocks than necessary if an interpolator makes more frames of a block.
  private static let maximumOutputSize = 1 << 15

  /// How many frames of the source and of the result a block has.
  var sourceSize: Int { unitCount * ratio.sourceUnit }
  var size: Int { unitCount * ratio.unit }

  /// How far it is from one block to the next, in frames of the source and of the result.
  var sourceHop: Int { (unitCount - ratio.overlapUnitCount) * ratio.sourceUnit }
  var hop: Int { (unitCount - ratio.overlapUnitCount) * ratio.unit }

  /// Whether there are blocks for a ratio: a transform must have a multiple of it as its size.
  static func exists(for ratio: BlockRatio) -> Bool {
    guard TransformSize(ratio.sourceUnit) != nil, TransformSize(ratio.unit) != nil else {
      return false
    }
    // Between a number and twice it, there is a power of two.
    return 2 * (ratio.overlapUnitCount + 1) * max(ratio.sourceUnit, ratio.unit) <= maximumSize
  }

  /// Finds the blocks that take the least time.
  ///
  /// - Parameters:
  ///   - ratio: One for which blocks exist.
  ///   - sourceFrameCount: The sound's length.
  init(_ ratio: BlockRatio, sourceFrameCount: Int) {
    guard let sourceUnitSize = TransformSize(ratio.sourceUnit),
      let unitSize = TransformSize(ratio.unit)
    else { preconditionFailure("no transform has a multiple of the ratio as its size") }
    let least = ratio.overlapUnitCount + 1
    // Beyond sixteen times the overlap, larger blocks gain nothing.
    var most = min(Self.maximumSize / max(ratio.sourceUnit, ratio.unit), 16 * least)
    if let growth = ratio.interpolation {
      most = max(2 * least, min(most, Int(Double(Self.maximumOutputSize / ratio.unit) / growth)))
    }
    var best: (time: Double, unitCount: Int) = (.infinity, least)
    for count in TransformSize.all(in: least...most) {
      let transforms = (count * sourceUnitSize).time + (count * unitSize).time
      // Four blocks are converted at once, as in mono: the size mustn't depend on the channels.
      let step = 4 * (count.count - ratio.overlapUnitCount) * ratio.sourceUnit
      let stepCount = (sourceFrameCount + step - 1) / step
      // The tables and their memory take about as long as a step.
      let time = Double(stepCount + 1) * transforms
      if time < best.time { best = (time, count.count) }
    }
    self.ratio = ratio
    unitCount = best.unitCount
  }
}
