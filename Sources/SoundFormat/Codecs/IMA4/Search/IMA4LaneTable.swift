/// How the 89 step indices are arranged in vectors of four lanes, and what the decoder adds at each
/// index.
enum IMA4LaneTable {
  /// The index goes up by at most 8 and down by 1. So there are two vectors before the first index
  /// and one after the last, which are read but always empty.
  static let firstLane = 8
  static let lastLane = firstLane + Int(IMA4.maximumStepIndex)
  static let vectorCount = lastLane / 4 + 2

  /// The vectors that hold some step indices.
  static func vectors(_ indices: ClosedRange<Int>) -> Range<Int> {
    (firstLane + indices.lowerBound) / 4..<(firstLane + indices.upperBound) / 4 + 1
  }

  /// The constants of four step indices.
  struct Entry: Sendable {
    let step: IMA4Lanes
    /// The difference of the magnitude 0.
    let smallest: IMA4Lanes
    /// How much the differences of the magnitudes 1, 2 and 3 exceed those of the magnitudes before
    /// them.
    let rises: (IMA4Lanes, IMA4Lanes, IMA4Lanes)
    /// The differences of the magnitudes 4…7.
    let leaps: (IMA4Lanes, IMA4Lanes, IMA4Lanes, IMA4Lanes)
    /// The squared distance within which samples have the same future.
    let tolerance: IMA4Lanes
  }

  static let entries: [Entry] = (0..<vectorCount).map { vector in
    func lanes(_ value: (_ step: Int32) -> Int32) -> IMA4Lanes {
      var lanes = IMA4Lanes()
      for lane in lanes.indices {
        let index = vector * 4 + lane - firstLane
        guard IMA4.steps.indices.contains(index) else { continue }
        lanes[lane] = Float(value(IMA4.steps[index]))
      }
      return lanes
    }
    func difference(_ magnitude: Int32) -> IMA4Lanes {
      lanes { IMA4.difference(magnitude, step: $0) }
    }
    // A 32nd of a step: with more, good paths are lost; with less, copies of one take all ranks.
    // Half a unit is added for the fractions of paths.
    let nearness = lanes { $0 / 32 } + 0.5
    return Entry(
      step: lanes { $0 }, smallest: difference(0),
      rises: (
        difference(1) - difference(0), difference(2) - difference(1),
        difference(3) - difference(2)
      ),
      leaps: (difference(4), difference(5), difference(6), difference(7)),
      tolerance: nearness * nearness)
  }
}
