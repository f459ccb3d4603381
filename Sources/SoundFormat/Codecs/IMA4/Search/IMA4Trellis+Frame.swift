// The three steps of a frame: extend, select and adopt. These functions take most of the search's time. So they are
// compiled for speed, also in the web page's program, whose other functions are compiled for size.
extension IMA4Trellis {
  /// For each survivor, tries six nibbles: computes the sample that each nibble decodes to, and the cost.
  @_optimize(speed) @inline(never)
  static func extend(_ memory: IMA4Memory, _ frame: Frame) {
    for vector in frame.active {
      let lane = vector &* 4
      let source = Source(memory, frame, lane)
      let below = source.cost(source.below, 0, memory)
      memory.store(below.lowerOf(source.cost(source.above, 1, memory)), at: fan(0) &+ lane)
      for change in 1..<5 {
        let cost = source.cost(raise(change, memory, lane), change &+ 1, memory)
        memory.store(cost, at: fan(change) &+ lane)
      }
    }
  }

  /// Returns what the decoder adds for the magnitude `change + 3`. This magnitude raises the index by `2 * change`.
  @inline(__always)
  private static func raise(_ change: Int, _ memory: IMA4Memory, _ lane: Int) -> IMA4Lanes {
    memory.lanes(at: constants &+ (Constant.four.rawValue &- 1 &+ change) &* laneCount &+ lane)
  }

  @inline(__always)
  private static func constant(
    _ row: Constant, _ memory: IMA4Memory, _ lane: Int
  ) -> IMA4Lanes {
    memory.lanes(at: constants &+ row.rawValue &* laneCount &+ lane)
  }

  /// Four survivors that are being extended.
  private struct Source {
    let lane: Int
    let cost: IMA4Lanes
    let target: IMA4Lanes
    let predictor: IMA4Lanes
    /// How far the target is from the predictor.
    let distance: IMA4Lanes
    /// In each lane: a float's sign bit if the target is below the predictor, otherwise 0.
    let sign: SIMD4<UInt32>
    /// How far the predictor is from the end of the scale, in the direction of the target.
    let room: IMA4Lanes
    /// What the decoder adds for two nibbles: those that decode to just below and to just above the target. Of the
    /// nibbles that lower the index by 1 (magnitudes 0…3), the search tries only these two.
    let below, above: IMA4Lanes

    @inline(__always)
    init(_ memory: IMA4Memory, _ frame: Frame, _ lane: Int) {
      self.lane = lane
      cost = memory.lanes(at: costs &+ lane) - frame.leastCost + 1
      target = frame.sample - memory.lanes(at: echoes &+ lane)
      memory.store(target, at: targets &+ lane)
      // Round off the path's fraction: add a number so large that the sum can't have a fraction.
      predictor = (memory.lanes(at: frame.lastRow &+ lane) + 0x1.8p23) - 0x1.8p23
      let difference = target - predictor
      sign = difference.bits & 0x8000_0000
      distance = difference.flipped(by: sign)
      room = 32_767.5 - (predictor + 0.5).flipped(by: sign)
      let zero = constant(.zero, memory, lane)
      let isBeyond0 = distance .>= zero
      let isBeyond1 = distance .>= constant(.one, memory, lane)
      let isBeyond2 = distance .>= constant(.two, memory, lane)
      let rise1 = constant(.rise1, memory, lane)
      let rise2 = constant(.rise2, memory, lane)
      let rise3 = constant(.rise3, memory, lane)
      // Begin `below` with magnitude 0 and the opposite sign, in case magnitude 0 already decodes to above the target.
      below =
        ((zero + zero).part(isBeyond0) - zero + rise1.part(isBeyond1) + rise2.part(isBeyond2))
        .higherOf(room - 65_535)
      above = zero + rise1.part(isBeyond0) + rise2.part(isBeyond1) + rise3.part(isBeyond2)
    }

    /// Returns the costs after a nibble, each tagged with the nibble. Stores the decoded samples in `copies`.
    @inline(__always)
    func cost(_ difference: IMA4Lanes, _ nibble: Int, _ memory: IMA4Memory) -> IMA4Lanes {
      let difference = difference.lowerOf(room)
      memory.store(
        predictor + difference.flipped(by: sign), at: copies &+ nibble &* laneCount &+ lane)
      let error = distance - difference
      return (cost + error * error).tagged(UInt32(truncatingIfNeeded: nibble))
    }
  }

  /// Finds the cheapest continuation that leads to each index. Returns the least cost, and the vectors to keep.
  @_optimize(speed) @inline(never)
  static func select(_ memory: IMA4Memory, _ frame: Frame) -> (Float, Range<Int>) {
    var (least, centres, number) = (unreachables, IMA4Lanes(), IMA4Lanes())
    // The index falls by 1 or rises by up to 8.
    let reached = frame.active.lowerBound &- 1..<frame.active.upperBound &+ 2
    for vector in reached {
      let lane = vector &* 4
      let cheapest = memory.lanes(at: fan(0) &+ lane &+ 1)
        .lowerOf(memory.lanes(at: fan(1) &+ lane &- 2))
        .lowerOf(memory.lanes(at: fan(2) &+ lane &- 4))
        .lowerOf(memory.lanes(at: fan(3) &+ lane &- 6))
        .lowerOf(memory.lanes(at: fan(4) &+ lane &- 8))
      memory.store(cheapest, at: costs &+ lane)
      centres = centres.replacing(with: number, where: cheapest .< least)
      least = least.lowerOf(cheapest)
      number += 1
    }
    let leastCost = least.least
    let centre = unreachables.replacing(with: centres, where: least .== leastCost).least
    return (
      leastCost,
      vectors(around: reached.lowerBound &+ Int(centre), in: reached, needs: frame.neededVectors)
    )
  }

  /// Returns the vectors to keep: those around the cheapest survivor, and those in `needs`. The index has to rise
  /// before loud frames begin, and then falls by only one per frame.
  @inline(__always)
  private static func vectors(
    around centre: Int, in reached: Range<Int>, needs: Range<Int>
  ) -> Range<Int> {
    let within = reached.clamped(to: allVectors)
    let lower = min(
      max(min(centre &- 1, needs.lowerBound), within.lowerBound), within.upperBound &- 1)
    return lower..<min(max(lower &+ 3, centre &+ 2, needs.upperBound), within.upperBound)
  }

  /// For each index: the cheapest continuation that leads to the index becomes the survivor in the index's lane.
  @_optimize(speed) @inline(never)
  static func adopt(_ memory: IMA4Memory, _ frame: Frame, _ vectors: Range<Int>) {
    for lane in vectors.lowerBound &* 4..<vectors.upperBound &* 4 {
      let move = moves &+ 4 &* tag(of: memory.number(at: costs &+ lane))
      adopt(
        memory, frame, lane, from: memory.integer(at: move &+ 1) &+ lane,
        memory.number(at: memory.integer(at: move) &+ lane), memory.number(at: move &+ 2))
    }
    // The decoder clamps the index, so further continuations lead to the first index and to the last index.
    if vectors.contains(firstLane / 4) {
      adoptCheaper(memory, frame, to: firstLane, from: firstLane, 0)
    }
    if vectors.contains(lastLane / 4) {
      for lane in lastLane - 7...lastLane {
        for change in (lastLane - lane) / 2 + 1..<5 {
          adoptCheaper(memory, frame, to: lastLane, from: lane, change)
        }
      }
      // Drop survivors in lanes that represent no index.
      for lane in lastLane + 1..<allVectors.upperBound * 4 {
        memory.store(unreachable, at: costs + lane)
      }
    }
    // Remove all continuations: lanes that the next frame doesn't extend must have none.
    guard vectors != frame.active else { return }
    for vector in frame.active {
      for change in 0..<5 {
        memory.store(unreachables, at: fan(change) &+ vector &* 4)
      }
    }
  }

  /// Adopts the continuation from the lane `source` if it is cheaper than the survivor in `lane`.
  private static func adoptCheaper(
    _ memory: IMA4Memory, _ frame: Frame, to lane: Int, from source: Int, _ change: Int
  ) {
    let cost = memory.number(at: fan(change) + source)
    guard cost < memory.number(at: costs + lane) else { return }
    memory.store(cost, at: costs + lane)
    adopt(
      memory, frame, lane, from: source,
      memory.number(at: copies + tag(of: cost) * laneCount + source),
      IMA4Path.fraction(change: lane - source))
  }

  @inline(__always)
  private static func adopt(
    _ memory: IMA4Memory, _ frame: Frame, _ lane: Int, from parent: Int, _ copy: Float,
    _ fraction: Float
  ) {
    let error = memory.number(at: targets &+ parent) - copy
    // Begin at the second number of the parent's filter, to get the echoes one frame later.
    let echoes = memory.lanes(at: frame.lastFilters &+ 5 &* parent &+ 1) + frame.taps * error
    // Round to multiples of 2⁻⁵. Otherwise, echoes would fade to denormal numbers, which some machines round to 0.
    let rounded = (echoes + 0x1.8p18) - 0x1.8p18
    memory.store(rounded, at: frame.filters &+ 5 &* lane)
    memory.store(rounded.x, at: Self.echoes &+ lane)
    memory.store(copy + fraction, at: frame.row &+ lane)
  }
}
