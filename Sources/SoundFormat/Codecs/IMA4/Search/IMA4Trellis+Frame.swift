// The three steps of a frame: extend, select and adopt. The page's program is compiled for size, except these functions,
// where its time goes.
extension IMA4Trellis {
  /// Finds what each survivor decodes with six nibbles, and at which cost.
  static func extend(_ memory: IMA4Memory, _ frame: Frame) {
    extendOne(memory, frame, frame.active.lowerBound..<frame.doubled.lowerBound)
    extendTwo(memory, frame, frame.doubled)
    extendOne(memory, frame, frame.doubled.upperBound..<frame.active.upperBound)
  }

  /// Extends the survivors in lanes that have only one.
  @_optimize(speed) @inline(never)
  private static func extendOne(_ memory: IMA4Memory, _ frame: Frame, _ lanes: Range<Int>) {
    for vector in 0..<lanes.count / 4 {
      let lane = lanes.lowerBound &+ vector &* 4
      let source = Source(memory, frame, 0, lane)
      var fan = Fan()
      fan.offer(source, source.below, 0, memory, frame)
      fan.offer(source, source.above, 1, memory, frame)
      fan.store(0, memory, lane)
      for change in 1..<5 {
        fan = Fan()
        fan.offer(source, raise(change, memory, lane), change &+ 1, memory, frame)
        fan.store(change, memory, lane)
      }
    }
  }

  /// Extends the survivors in lanes that have two.
  @_optimize(speed) @inline(never)
  private static func extendTwo(_ memory: IMA4Memory, _ frame: Frame, _ lanes: Range<Int>) {
    for vector in 0..<lanes.count / 4 {
      let lane = lanes.lowerBound &+ vector &* 4
      let low = Source(memory, frame, 0, lane)
      let high = Source(memory, frame, 1, lane)
      var fan = Fan()
      fan.offer(low, low.below, 0, memory, frame)
      fan.offer(high, high.below, 0, memory, frame)
      fan.offer(low, low.above, 1, memory, frame)
      fan.offer(high, high.above, 1, memory, frame)
      fan.store(0, memory, lane)
      raise(low, high, 1, memory, frame, lane)
      raise(low, high, 2, memory, frame, lane)
      raise(low, high, 3, memory, frame, lane)
      raise(low, high, 4, memory, frame, lane)
    }
  }

  // Don't use `@inline(__always)`: it inlines this too late.
  @_transparent
  private static func raise(
    _ low: Source, _ high: Source, _ change: Int, _ memory: IMA4Memory, _ frame: Frame, _ lane: Int
  ) {
    var fan = Fan()
    fan.offer(low, raise(change, memory, lane), change &+ 1, memory, frame)
    fan.offer(high, raise(change, memory, lane), change &+ 1, memory, frame)
    fan.store(change, memory, lane)
  }

  /// Returns what the decoder adds for the magnitudes 4…7, which raise the index by 2, 4, 6 and 8.
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
    let rank: Int
    let node: Node
    let cost: IMA4Lanes
    let target: IMA4Lanes
    let predictor: IMA4Lanes
    /// The sign of the nibbles.
    let sign: IMA4Lanes
    /// How far the predictor is from the end of the scale.
    let room: IMA4Lanes
    /// The magnitudes 0…3 lower the index by 1. Of these, only the nibbles that decode to just below and just above the
    /// target are tried. This is what the decoder adds for them.
    let below, above: IMA4Lanes

    @inline(__always)
    init(_ memory: IMA4Memory, _ frame: Frame, _ rank: Int, _ lane: Int) {
      self.rank = rank
      node = rank &* laneCount &+ lane
      cost = memory.lanes(at: costs &+ node) - frame.leastCost + 1
      target = frame.sample - memory.lanes(at: echoes &+ node)
      memory.store(target, at: targets &+ node)
      // Round off the path's fraction: add a number so large that the sum can't have a fraction.
      predictor = (memory.lanes(at: frame.lastRow &+ node) + 0x1.8p23) - 0x1.8p23
      let difference = target - predictor
      sign = IMA4Lanes(repeating: 1).replacing(with: -1, where: difference .< 0)
      let distance = difference * sign
      room = 32_767.5 - (predictor + 0.5) * sign
      let zero = constant(.zero, memory, lane)
      let isBeyond0 = distance .>= zero
      let isBeyond1 = distance .>= constant(.one, memory, lane)
      let isBeyond2 = distance .>= constant(.two, memory, lane)
      let rise1 = constant(.rise1, memory, lane)
      let rise2 = constant(.rise2, memory, lane)
      let rise3 = constant(.rise3, memory, lane)
      // Begin below with magnitude 0 and the opposite sign, in case magnitude 0 already decodes to above the target.
      below =
        ((zero + zero).part(isBeyond0) - zero + rise1.part(isBeyond1) + rise2.part(isBeyond2))
        .higherOf(room - 65_535)
      above = zero + rise1.part(isBeyond0) + rise2.part(isBeyond1) + rise3.part(isBeyond2)
    }
  }

  /// The costs of the cheapest continuations of each rank, for four indices and one change of the index.
  private struct Fan {
    var low = unreachables
    var high = unreachables

    @inline(__always)
    mutating func offer(
      _ source: Source, _ difference: IMA4Lanes, _ nibble: Int, _ memory: IMA4Memory,
      _ frame: Frame
    ) {
      let copy = source.predictor + difference.lowerOf(source.room) * source.sign
      memory.store(copy, at: copies &+ nibble &* nodeCount &+ source.node)
      let error = source.target - copy
      let cost = (source.cost + error * error).tagged(tag(source.rank, nibble))
      low = low.lowerOf(cost.without(copy .>= frame.sample))
      high = high.lowerOf(cost.without(copy .< frame.sample))
    }

    @inline(__always)
    func store(_ change: Int, _ memory: IMA4Memory, _ lane: Int) {
      memory.store(low, at: fan(change, 0) &+ lane)
      memory.store(high, at: fan(change, 1) &+ lane)
    }
  }

  /// Finds the cheapest continuation that leads to each node.
  @_optimize(speed) @inline(never)
  static func select(_ memory: IMA4Memory, _ frame: Frame) {
    for vector in 0..<frame.active.count / 4 {
      let lane = frame.active.lowerBound &+ vector &* 4
      let low = cheapest(memory, 0, lane)
      let high = cheapest(memory, 1, lane)
      if frame.doubled.contains(lane) {
        memory.store(low, at: costs &+ lane)
        memory.store(high, at: costs &+ laneCount &+ lane)
      } else {
        memory.store(low.lowerOf(high), at: costs &+ lane)
      }
    }
  }

  @inline(__always)
  private static func cheapest(_ memory: IMA4Memory, _ rank: Int, _ lane: Int) -> IMA4Lanes {
    memory.lanes(at: fan(0, rank) &+ lane &+ 1)
      .lowerOf(memory.lanes(at: fan(1, rank) &+ lane &- 2))
      .lowerOf(memory.lanes(at: fan(2, rank) &+ lane &- 4))
      .lowerOf(memory.lanes(at: fan(3, rank) &+ lane &- 6))
      .lowerOf(memory.lanes(at: fan(4, rank) &+ lane &- 8))
  }

  /// Moves the cheapest continuations to their nodes, and returns the least cost.
  @_optimize(speed) @inline(never)
  static func adopt(_ memory: IMA4Memory, _ frame: Frame) -> Float {
    adopt(memory, frame, frame.active, 0)
    adopt(memory, frame, frame.doubled, 1)
    // The decoder clamps the index, which gives the first and the last index more continuations.
    if frame.active.contains(firstLane) {
      adoptCheaper(memory, frame, to: firstLane, from: firstLane, 0)
    }
    if frame.active.contains(lastLane) {
      for lane in lastLane - 7...lastLane {
        for change in (lastLane - lane) / 2 + 1..<5 {
          adoptCheaper(memory, frame, to: lastLane, from: lane, change)
        }
      }
      // Drop survivors in lanes that represent no index.
      for lane in lastLane + 1..<max(lastLane + 1, frame.active.upperBound) {
        for rank in 0..<rankCount { memory.store(unreachable, at: costs + rank * laneCount + lane) }
      }
    }
    var least = unreachables
    for vector in 0..<frame.active.count / 4 {
      let lane = frame.active.lowerBound &+ vector &* 4
      least = least.lowerOf(memory.lanes(at: costs &+ lane))
        .lowerOf(memory.lanes(at: costs &+ laneCount &+ lane))
    }
    return min(min(least.x, least.y), min(least.z, least.w))
  }

  @inline(__always)
  private static func adopt(_ memory: IMA4Memory, _ frame: Frame, _ lanes: Range<Int>, _ rank: Int)
  {
    for lane in lanes {
      let node = rank &* laneCount &+ lane
      let move = moves &+ 4 &* tag(of: memory.number(at: costs &+ node))
      adopt(
        memory, frame, node, from: memory.integer(at: move &+ 1) &+ lane,
        memory.number(at: memory.integer(at: move) &+ lane), memory.number(at: move &+ 2))
    }
  }

  /// Adopts an index's continuations of both ranks where they are cheaper than what is there.
  private static func adoptCheaper(
    _ memory: IMA4Memory, _ frame: Frame, to lane: Int, from source: Int, _ change: Int
  ) {
    for rank in 0..<rankCount {
      let node = (frame.doubled.contains(lane) ? rank : 0) * laneCount + lane
      let cost = memory.number(at: fan(change, rank) + source)
      guard cost < memory.number(at: costs + node) else { continue }
      memory.store(cost, at: costs + node)
      let tag = tag(of: cost)
      let parent = tag >> 3 * laneCount + source
      adopt(
        memory, frame, node, from: parent,
        memory.number(at: copies + tag & 7 * nodeCount + parent),
        IMA4Path.fraction(rank: tag >> 3, change: lane - source))
    }
  }

  @inline(__always)
  private static func adopt(
    _ memory: IMA4Memory, _ frame: Frame, _ node: Node, from parent: Node, _ copy: Float,
    _ fraction: Float
  ) {
    let error = memory.number(at: targets &+ parent) - copy
    // Read one number later than the filter begins: the echoes one frame later.
    let echoes = memory.lanes(at: frame.lastFilters &+ 5 &* parent &+ 1) + frame.taps * error
    // Round to multiples of 2⁻⁵. Otherwise, echoes would fade to denormal numbers, which some machines round to 0.
    let rounded = (echoes + 0x1.8p18) - 0x1.8p18
    memory.store(rounded, at: frame.filters &+ 5 &* node)
    memory.store(rounded.x, at: Self.echoes &+ node)
    memory.store(copy + fraction, at: frame.row &+ node)
  }
}
