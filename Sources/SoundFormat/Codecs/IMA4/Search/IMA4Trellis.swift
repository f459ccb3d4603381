/// The survivors of a search for the nibbles whose noise is heard least.
///
/// A decoder's next sample depends on its step index and on the last decoded sample. For each of
/// the 89 indices the trellis keeps survivors: the cheapest sequences of nibbles that lead to the index,
/// each with the sample it decodes to (Viterbi's algorithm with the sample carried along, as in
/// "per-survivor processing", Raheli, Polydoros and Tzou, 1995). For each frame, the trellis extends every
/// survivor by six nibbles, and again keeps only the cheapest. The right nibbles are known some
/// frames later, once all survivors have the same past.
///
/// An index's survivors are of different ranks: their last sample is too low or too high, and with four ranks by less or
/// more than a quarter of the step. So they stay different, although each rank keeps only the cheapest.
///
/// A survivor's cost is the sum of its squared errors. An error is measured from the sample minus the echoes of
/// earlier errors, which gives the noise the shape that `IMA4NoiseShaper` wants.
///
/// All survivors of an index have the same step, and a nibble's magnitude moves them all by the
/// same number of indices. So each lane represents an index, and four survivors are extended at
/// once, without a branch.
struct IMA4Trellis<Ranks: IMA4Ranks>: Sendable {
  /// A survivor's place: its rank times `laneCount`, plus its lane.
  typealias Node = Int

  /// The lanes of the first and the last index. The search also reads up to 8 lanes before and up to 8 lanes after them.
  static var firstLane: Int { 8 }
  private static var lastLane: Int { firstLane + Int(IMA4.maximumStepIndex) }
  static var laneCount: Int { lastLane + 16 }
  static var nodeCount: Int { Ranks.count * laneCount }

  // Where the numbers are in `memory`.

  /// The survivors' squared errors so far, at least 1, or `unreachable`. The lowest bits of a cost are its tag: they
  /// tell the last nibble's parent, as a rank, and a number from 0 to 5.
  static var costs: Int { 0 }
  /// What the survivors' earlier errors add to the next error.
  private static var echoes: Int { nodeCount }
  /// What the survivors should decode next: the sample minus their echoes.
  private static var targets: Int { 2 * nodeCount }
  /// What the survivors decode with each of their six nibbles.
  private static var copies: Int { 3 * nodeCount }
  /// The costs of the survivors' cheapest continuations of each rank, for each of the five changes of the index.
  private static var fans: Int { 9 * nodeCount }
  /// The echoes in the next four frames, and a zero, after even frames and after odd frames.
  private static var filters: Int { 14 * nodeCount }
  /// Constants of the step indices, in the rows that `Constant` names.
  private static var constants: Int { 24 * nodeCount }
  /// For each tag: how far the continuation's copy and its survivor are from the new node's lane, and the fraction of the
  /// new node's path.
  private static var moves: Int { constants + 11 * laneCount }
  /// The survivors' paths after each of the last frames: a ring buffer of rows. A path is a decoded sample, plus a
  /// fraction that tells the survivor's parent (`IMA4Origin`).
  private static var history: Int { moves + 32 * 4 }

  private enum Constant: Int {
    case quarterStep
    /// What the decoder adds for the magnitudes 0…2.
    case zero, one, two
    /// How much more the decoder adds for 1 than for 0, for 2 than for 1, and for 3 than for 2.
    case rise1, rise2, rise3
    /// What the decoder adds for the magnitudes 4…7.
    case four, five, six, seven
  }

  static var unreachable: Float { 0x1p127 }
  private static var unreachables: IMA4Lanes { IMA4Lanes(repeating: unreachable) }

  var memory: [Float]
  private let rowCount: Int
  /// Subtracted from all costs, because floats near zero are more exact. The least cost is then 1: lower costs would lose
  /// their tags on machines that round denormal numbers to 0.
  private var surplus: Float = 0
  /// Multiplies the cost that `chargeForHeader()` adds.
  var headerWeight: Float = 1
  /// How much the cheapest survivor's cost has grown since the last header.
  private var packetCost: Float = 0
  /// The lanes that the search considers: whole vectors.
  private var active = firstLane..<laneCount
  private(set) var frameCount = 0
  /// The number of frames whose nibbles are settled. All survivors share these frames' nibbles.
  var settledCount = 0

  /// Starts in states that the first header can express: any index, and any multiple of 128 near the
  /// sample.
  init(near sample: Int16, depth: Int) {
    rowCount = depth + 1
    memory = Array(repeating: 0, count: Self.history + rowCount * Self.nodeCount)
    for node in 0..<Self.nodeCount { memory[Self.costs + node] = Self.unreachable }
    for node in 0..<5 * Self.nodeCount { memory[Self.fans + node] = Self.unreachable }
    for (index, step) in IMA4.steps.enumerated() {
      let d = (0..<8).map { Float(IMA4.difference($0, step: step)) }
      let numbers = [
        Float(step) / 4, d[0], d[1], d[2], d[1] - d[0], d[2] - d[1], d[3] - d[2], d[4], d[5], d[6],
        d[7],
      ]
      for (row, number) in numbers.enumerated() {
        memory[Self.constants + row * Self.laneCount + Self.firstLane + index] = number
      }
    }
    let nearest = min(Int32(sample) + 64, 32_767) & IMA4.predictorMask
    for rank in 0..<Ranks.count {
      for nibble in 0..<6 {
        let change = nibble < 2 ? -1 : 2 * nibble - 2
        let parent = rank * Self.laneCount - change
        let move = Self.moves + 4 * Int(Self.tag(rank, nibble))
        memory[move] = IMA4Memory.number(Self.copies + nibble * Self.nodeCount + parent)
        memory[move + 1] = IMA4Memory.number(parent)
        memory[move + 2] = IMA4Origin(rank: rank, change: change).fraction
      }
      // Start rank 0 at `nearest`, and the other ranks 128, -128, 256, … away from it.
      let distance = Int32((rank + 1) / 2) * (rank % 2 == 0 ? -128 : 128)
      guard let predictor = Int16(exactly: nearest + distance) else { continue }
      for lane in Self.firstLane...Self.lastLane {
        memory[Self.costs + rank * Self.laneCount + lane] = 1
        memory[Self.history + rank * Self.laneCount + lane] = Float(predictor)
      }
    }
  }

  /// Advances by the given frames, which are in one packet. Considers only the given step indices, and drops survivors
  /// at other indices.
  ///
  /// - Parameter taps: The echoes of an error in the next four frames.
  mutating func advance(
    _ samples: ArraySlice<Int16>, in indices: ClosedRange<Int>, taps: SIMD4<Float>
  ) {
    restrict(to: indices)
    if frameCount % IMA4.framesPerPacket == 0, frameCount > 0 { chargeForHeader() }
    for sample in samples {
      let frame = Frame(
        sample: IMA4Lanes(repeating: Float(sample)), surplus: surplus, taps: taps, active: active,
        lastRow: row(frameCount), row: row(frameCount + 1),
        lastFilters: Self.filters + frameCount % 2 * 5 * Self.nodeCount,
        filters: Self.filters + (frameCount + 1) % 2 * 5 * Self.nodeCount)
      surplus = unsafe memory.withUnsafeMutableBufferPointer { buffer in
        let memory = unsafe IMA4Memory(buffer)
        Self.extend(memory, frame)
        Self.select(memory, frame)
        return Self.adopt(memory, frame) - 1
      }
      packetCost += surplus
      frameCount += 1
    }
  }

  private struct Frame {
    let sample: IMA4Lanes
    let surplus: Float
    let taps: SIMD4<Float>
    let active: Range<Int>
    let lastRow: Int
    let row: Int
    let lastFilters: Int
    let filters: Int
  }

  private mutating func restrict(to indices: ClosedRange<Int>) {
    func lanes(_ lower: Int, _ upper: Int) -> Range<Int> {
      lower..<lower + (upper - lower + 3) / 4 * 4
    }
    let lower = Self.firstLane + indices.lowerBound
    var wanted = lanes(lower, lower + indices.count)
    guard wanted != active else { return }
    // Settling may leave survivors only in other lanes. If so, drop none.
    let isAnyoneThere = (0..<Ranks.count).contains { rank in
      wanted.contains { memory[Self.costs + rank * Self.laneCount + $0] < Self.unreachable }
    }
    if !isAnyoneThere {
      wanted = lanes(
        min(active.lowerBound, lower), max(active.upperBound, wanted.upperBound))
    }
    for lane in active where !wanted.contains(lane) {
      for rank in 0..<Ranks.count {
        memory[Self.costs + rank * Self.laneCount + lane] = Self.unreachable
        for change in 0..<5 { memory[Self.fan(change, rank) + lane] = Self.unreachable }
      }
    }
    active = wanted
  }

  /// Finds what each survivor decodes with six nibbles, and at which cost.
  @inline(never)
  private static func extend(_ memory: IMA4Memory, _ frame: Frame) {
    for rank in 0..<Ranks.count {
      for vector in 0..<frame.active.count / 4 {
        extend(memory, frame, rank, frame.active.lowerBound &+ vector &* 4)
      }
    }
  }

  @inline(__always)
  private static func extend(_ memory: IMA4Memory, _ frame: Frame, _ rank: Int, _ lane: Int) {
    let node = rank &* laneCount &+ lane
    let target = frame.sample - memory.lanes(at: echoes &+ node)
    memory.store(target, at: targets &+ node)
    // Round off the path's fraction: add a number so large that the sum can't have a fraction.
    let predictor = (memory.lanes(at: frame.lastRow &+ node) + 0x1.8p23) - 0x1.8p23
    let difference = target - predictor
    let sign = IMA4Lanes(repeating: 1).replacing(with: -1, where: difference .< 0)
    let distance = difference * sign
    let source = Source(
      rank: rank, lane: lane, cost: memory.lanes(at: costs &+ node) - frame.surplus,
      target: target, predictor: predictor, sign: sign,
      room: 32_767.5 - (predictor + 0.5) * sign, sample: frame.sample,
      quarterStep: constant(.quarterStep, memory, lane))
    let zero = constant(.zero, memory, lane)
    let isBeyond0 = distance .>= zero
    let isBeyond1 = distance .>= constant(.one, memory, lane)
    let isBeyond2 = distance .>= constant(.two, memory, lane)
    let rise1 = constant(.rise1, memory, lane)
    let rise2 = constant(.rise2, memory, lane)
    let rise3 = constant(.rise3, memory, lane)
    // The magnitudes 0…3 lower the index by 1. Of these, only the nibbles that decode to just below and just above
    // the target are tried. Begin below with magnitude 0 and the opposite sign, in case magnitude 0 already
    // decodes to above the target.
    let below =
      (zero + zero).part(isBeyond0) - zero + rise1.part(isBeyond1) + rise2.part(isBeyond2)
    let above = zero + rise1.part(isBeyond0) + rise2.part(isBeyond1) + rise3.part(isBeyond2)
    offer(memory, source, 0, 0, below.higherOf(source.room - 65_535))
    offer(memory, source, 1, 0, above)
    // The magnitudes 4…7 raise the index by 2, 4, 6 and 8.
    offer(memory, source, 2, 1, constant(.four, memory, lane))
    offer(memory, source, 3, 2, constant(.five, memory, lane))
    offer(memory, source, 4, 3, constant(.six, memory, lane))
    offer(memory, source, 5, 4, constant(.seven, memory, lane))
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
    let lane: Int
    let cost: IMA4Lanes
    let target: IMA4Lanes
    let predictor: IMA4Lanes
    /// The sign of the nibbles.
    let sign: IMA4Lanes
    /// How far the predictor is from the end of the scale.
    let room: IMA4Lanes
    let sample: IMA4Lanes
    let quarterStep: IMA4Lanes

    /// The middle ranks meet at the sample, and the others at quarters of the step from it.
    @inline(__always)
    func upperBound(_ rank: Int) -> IMA4Lanes {
      let side = rank &+ 1 &- Ranks.count / 2
      return side == 0 ? sample : sample + quarterStep * Float(side)
    }
  }

  /// Offers a continuation of each source to the ranks.
  // Don't use `@inline(__always)`: it inlines this too late.
  @_transparent
  private static func offer(
    _ memory: IMA4Memory, _ source: Source, _ nibble: Int, _ change: Int,
    _ difference: IMA4Lanes
  ) {
    let copy = source.predictor + difference.lowerOf(source.room) * source.sign
    let node = source.rank &* laneCount &+ source.lane
    memory.store(copy, at: copies &+ nibble &* nodeCount &+ node)
    let error = source.target - copy
    let cost = (source.cost + error * error).tagged(tag(source.rank, nibble))
    for rank in 0..<Ranks.count {
      // In lanes whose copy isn't of this rank, make the cost `unreachable`, which is higher.
      var rankCost = cost
      if rank > 0 {
        let isLower = copy .< source.upperBound(rank &- 1)
        rankCost = rankCost.higherOf(unreachables.part(isLower))
      }
      if rank < Ranks.count - 1 {
        let isHigher = copy .>= source.upperBound(rank)
        rankCost = rankCost.higherOf(unreachables.part(isHigher))
      }
      let place = fan(change, rank) &+ source.lane
      let isFirst = source.rank == 0 && nibble != 1
      memory.store(
        isFirst ? rankCost : memory.lanes(at: place).lowerOf(rankCost), at: place)
    }
  }

  /// Finds the cheapest continuation that leads to each node.
  @inline(never)
  private static func select(_ memory: IMA4Memory, _ frame: Frame) {
    for rank in 0..<Ranks.count {
      for vector in 0..<frame.active.count / 4 {
        let lane = frame.active.lowerBound &+ vector &* 4
        memory.store(
          memory.lanes(at: fan(0, rank) &+ lane &+ 1)
            .lowerOf(memory.lanes(at: fan(1, rank) &+ lane &- 2))
            .lowerOf(memory.lanes(at: fan(2, rank) &+ lane &- 4))
            .lowerOf(memory.lanes(at: fan(3, rank) &+ lane &- 6))
            .lowerOf(memory.lanes(at: fan(4, rank) &+ lane &- 8)),
          at: costs &+ rank &* laneCount &+ lane)
      }
    }
  }

  /// Moves the cheapest continuations to their nodes, and returns the least cost.
  @inline(never)
  private static func adopt(_ memory: IMA4Memory, _ frame: Frame) -> Float {
    for rank in 0..<Ranks.count {
      for lane in frame.active {
        let node = rank &* laneCount &+ lane
        let move = moves &+ 4 &* tag(of: memory.number(at: costs &+ node))
        adopt(
          memory, frame, node, from: memory.integer(at: move &+ 1) &+ lane,
          memory.number(at: memory.integer(at: move) &+ lane), memory.number(at: move &+ 2))
      }
      // The decoder clamps the index, which gives the first and the last index more continuations.
      if frame.active.contains(firstLane) {
        adoptCheaper(memory, frame, rank, to: firstLane, from: firstLane, 0)
      }
      if frame.active.contains(lastLane) {
        for lane in lastLane - 7...lastLane {
          for change in (lastLane - lane) / 2 + 1..<5 {
            adoptCheaper(memory, frame, rank, to: lastLane, from: lane, change)
          }
        }
        // Drop survivors in lanes that represent no index.
        for lane in lastLane..<max(lastLane, frame.active.upperBound - 1) {
          memory.store(unreachable, at: costs + rank * laneCount + lane + 1)
        }
      }
    }
    var least = unreachables
    for rank in 0..<Ranks.count {
      for vector in 0..<frame.active.count / 4 {
        let lane = frame.active.lowerBound &+ vector &* 4
        least = least.lowerOf(memory.lanes(at: costs &+ rank &* laneCount &+ lane))
      }
    }
    return min(min(least.x, least.y), min(least.z, least.w))
  }

  private static func adoptCheaper(
    _ memory: IMA4Memory, _ frame: Frame, _ rank: Int, to lane: Int, from source: Int,
    _ change: Int
  ) {
    let node = rank * laneCount + lane
    let cost = memory.number(at: fan(change, rank) + source)
    guard cost < memory.number(at: costs + node) else { return }
    memory.store(cost, at: costs + node)
    let tag = tag(of: cost)
    let parent = tag >> 3 * laneCount + source
    adopt(
      memory, frame, node, from: parent,
      memory.number(at: copies + tag & 7 * nodeCount + parent),
      IMA4Origin(rank: tag >> 3, change: lane - source).fraction)
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

  /// Charges survivors for the bits of their sample that a header can't hold.
  ///
  /// Decoders that reload the state from each packet header, as libsndfile's does, lose the sample's
  /// low seven bits for an entire packet. The charge gains these decoders half a decibel. Other decoders
  /// lose only 0.02 dB, because the charge is small compared to a packet's error, about 64 · step² / 40.
  /// If the last packet had little error, the charge is smaller, so that a sound that can be coded without
  /// error still is.
  private mutating func chargeForHeader() {
    for rank in 0..<Ranks.count {
      for lane in active {
        let node = rank * Self.laneCount + lane
        guard memory[Self.costs + node] < Self.unreachable else { continue }
        let quarterStep = memory[Self.constants + lane]
        let charge = min(quarterStep * quarterStep, packetCost * 0x1p-3) * headerWeight
        let loss = Float(IMA4Origin.sample(of: memory[row(frameCount) + node]) & 127) / 128
        memory[Self.costs + node] += loss * loss * charge
      }
    }
    packetCost = 0
  }

  @inline(__always)
  private static func tag(_ rank: Int, _ nibble: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: rank &<< 3 | nibble)
  }

  @inline(__always)
  private static func tag(of cost: Float) -> Int {
    Int(truncatingIfNeeded: cost.bitPattern & IMA4Lanes.tagMask)
  }

  @inline(__always)
  private static func fan(_ change: Int, _ rank: Int) -> Int {
    fans &+ change &* nodeCount &+ rank &* laneCount
  }

  func row(_ frame: Int) -> Int { Self.history + frame % rowCount * Self.nodeCount }
}
