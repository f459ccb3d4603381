/// The survivors of a search for the nibbles that leave the least squared error.
///
/// A decoder's next sample depends on its step index and on the last decoded sample. For each of
/// the 89 indices the trellis keeps survivors: the few cheapest sequences of nibbles that lead to the index,
/// each with the sample it decodes to (Viterbi's algorithm with the sample carried along, as in
/// "per-survivor processing", Raheli, Polydoros and Tzou, 1995). For each frame, the trellis extends every
/// survivor by the nibbles in `IMA4Fan`, and again keeps only the cheapest. The right nibbles are known some
/// frames later, once all survivors have the same past.
///
/// All survivors of an index have the same step, and a nibble's magnitude moves them all by the
/// same number of indices. So each lane represents an index, and four survivors are extended at
/// once, without a branch.
struct IMA4Trellis<Ranking: IMA4Ranking>: Sendable {
  private typealias Table = IMA4LaneTable

  /// Indexed by rank, then by vector.
  var survivors: [IMA4Candidate]
  /// The survivors' continuations, indexed like `survivors`.
  private(set) var fans: [IMA4Fan]
  /// Subtracted from all costs, because floats near zero are more exact.
  private var leastCost: Float = 0
  /// Multiplies the cost that `chargeForHeader()` adds.
  var headerWeight: Float = 1
  /// How much the cheapest survivor's cost has grown since the last header.
  private var packetCost: Float = 0
  /// The vectors that the search considers.
  private var active = 0..<0

  /// The survivors' paths after each of the last frames: a ring buffer of rows, each indexed like
  /// `survivors`.
  private(set) var history: [IMA4Lanes]
  private let rowCount: Int
  private(set) var frameCount = 0
  /// The number of frames whose nibbles are settled. All survivors share these frames' nibbles.
  var settledCount = 0

  /// Starts in states that the first header can express: any index, and any multiple of 128 near the
  /// sample.
  init(near sample: Int16, depth: Int) {
    rowCount = depth + 1
    let width = Ranking.count * Table.vectorCount
    survivors = Array(repeating: IMA4Candidate(), count: width)
    fans = Array(repeating: IMA4Fan(), count: width)
    history = Array(repeating: IMA4Lanes(), count: width * rowCount)
    let nearest = min(Int32(sample) + 64, 32_767) & IMA4.predictorMask
    for rank in 0..<Ranking.count {
      // Start rank 0 at `nearest`, and the other ranks 128, -128, 256, … away from it.
      let distance = Int32((rank + 1) / 2) * (rank % 2 == 0 ? -128 : 128)
      guard let predictor = Int16(exactly: nearest + distance) else { continue }
      for lane in Table.firstLane...Table.lastLane {
        survivors[rank * Table.vectorCount + lane / 4].cost[lane % 4] = 0
        survivors[rank * Table.vectorCount + lane / 4].path[lane % 4] = Float(predictor)
      }
    }
    for slot in survivors.indices { history[slot] = survivors[slot].path }
  }

  /// Advances by the given frames. Considers only the step indices in the given vectors, and drops
  /// survivors at other indices.
  mutating func advance(_ samples: ArraySlice<Int16>, in vectors: Range<Int>) {
    restrict(to: vectors)
    for sample in samples {
      if frameCount % IMA4.framesPerPacket == 0, frameCount > 0 { chargeForHeader() }
      frameCount += 1
      Self.extend(survivors, in: active, to: Float(sample), lessCost: leastCost, &fans)
      Self.select(from: fans, in: active, &survivors)
      if active.contains(Table.firstLane / 4) { selectThoseThatStayFirst() }
      if active.contains(Table.lastLane / 4) { selectThoseThatEndLast() }
      record()
    }
  }

  private mutating func restrict(to wanted: Range<Int>) {
    guard wanted != active else { return }
    var vectors = wanted
    // Settling may leave survivors only in other vectors. If so, drop none.
    let isAnyoneThere = vectors.contains { vector in
      slots(of: vector).contains { survivors[$0].cost.least < .infinity }
    }
    if !isAnyoneThere, !active.isEmpty {
      vectors =
        min(active.lowerBound, vectors.lowerBound)..<max(active.upperBound, vectors.upperBound)
    }
    for rank in 0..<Ranking.count {
      for vector in 0..<Table.vectorCount where !vectors.contains(vector) {
        survivors[rank * Table.vectorCount + vector] = IMA4Candidate()
        fans[rank * Table.vectorCount + vector] = IMA4Fan()
      }
    }
    active = vectors
  }

  @inline(never)
  private static func extend(
    _ survivors: [IMA4Candidate], in active: Range<Int>, to sample: Float, lessCost: Float,
    _ fans: inout [IMA4Fan]
  ) {
    let sample = IMA4Lanes(repeating: sample)
    let lessCost = IMA4Lanes(repeating: lessCost)
    withSpans(survivors, &fans) { survivors, entries, fans in
      var fans = fans
      for rank in 0..<Ranking.count {
        for vector in active {
          let slot = rank * Table.vectorCount + vector
          fans[slot] = IMA4Fan(
            from: survivors[slot], rank: rank, to: sample, lessCost: lessCost, entries[vector])
        }
      }
    }
  }

  @inline(never)
  private static func select(
    from fans: [IMA4Fan], in active: Range<Int>, _ survivors: inout [IMA4Candidate]
  ) {
    withSpans(fans, &survivors) { fans, entries, survivors in
      var survivors = survivors
      for vector in active {
        let tolerance = entries[vector].tolerance
        var ranking = Ranking()
        for rank in 0..<Ranking.count {
          let slot = rank * Table.vectorCount + vector
          ranking.insert(
            .lanes(fromSecondOf: fans[slot].below, and: fans[slot + 1].below),
            tolerance: tolerance)
          ranking.insert(
            .lanes(fromSecondOf: fans[slot].above, and: fans[slot + 1].above),
            tolerance: tolerance)
          ranking.insert(
            .lanes(fromThirdOf: fans[slot - 1].four, and: fans[slot].four), tolerance: tolerance)
          ranking.insert(fans[slot - 1].five, tolerance: tolerance)
          ranking.insert(
            .lanes(fromThirdOf: fans[slot - 2].six, and: fans[slot - 1].six),
            tolerance: tolerance)
          ranking.insert(fans[slot - 2].seven, tolerance: tolerance)
        }
        for rank in 0..<Ranking.count {
          survivors[rank * Table.vectorCount + vector] = ranking[rank]
        }
      }
    }
  }

  /// Calls `body` with spans of the source, of the table's entries and of the target.
  @inline(__always)
  private static func withSpans<Source, Target>(
    _ source: [Source], _ target: inout [Target],
    _ body: (Span<Source>, Span<Table.Entry>, consuming MutableSpan<Target>) -> Void
  ) {
    source.withSpan { source in
      Table.entries.withSpan { entries in target.withMutableSpan { body(source, entries, $0) } }
    }
  }

  /// Charges survivors for the bits of their sample that a header can't hold.
  ///
  /// Decoders that reload the state from each packet header, as libsndfile's does, lose the sample's
  /// low seven bits for an entire packet. The charge gains these decoders half a decibel. Other decoders
  /// lose only 0.02 dB, because the charge is small compared to a packet's error, about 64 · step² / 40.
  /// If the last packet had little error, the charge is smaller, so that a sound that can be coded without
  /// error still is.
  private mutating func chargeForHeader() {
    let most = IMA4Lanes(repeating: packetCost * 0x1p-3)
    let weight = IMA4Lanes(repeating: headerWeight)
    for vector in active {
      let step = Table.entries[vector].step
      let charge = (step * step * 0x1p-4).lowerOf(most) * weight
      for slot in slots(of: vector) {
        let multiple = survivors[slot].path / 128
        let loss = multiple - multiple.rounded(.down)
        survivors[slot].cost += loss * loss * charge
      }
    }
    packetCost = 0
  }

  private mutating func record() {
    let row = row(frameCount)
    var least = Float.infinity
    for rank in 0..<Ranking.count {
      for vector in active {
        let slot = rank * Table.vectorCount + vector
        history[row + slot] = survivors[slot].path
        if rank == 0 { least = min(least, survivors[slot].cost.least) }
      }
    }
    leastCost = least
    packetCost += least
  }

  /// Returns a vector's positions, one in each rank.
  func slots(of vector: Int) -> StrideTo<Int> {
    stride(
      from: vector, to: Ranking.count * IMA4LaneTable.vectorCount,
      by: IMA4LaneTable.vectorCount)
  }

  func row(_ frame: Int) -> Int {
    frame % rowCount * Ranking.count * Table.vectorCount
  }
}

// The decoder clamps the index, which gives the first and the last index more candidates. Each of these
// two indices is the first lane of its vector.
extension IMA4Trellis {
  /// Adds the candidates of small nibbles that keep the index at 0.
  mutating func selectThoseThatStayFirst() {
    let vector = Table.firstLane / 4
    var ranking = ranking(of: vector)
    for rank in 0..<Ranking.count {
      let fan = fans[rank * Table.vectorCount + vector]
      for candidate in [fan.below, fan.above] {
        ranking.insert(
          candidate.moved(from: 0, by: 0, insteadOf: -1),
          tolerance: Table.entries[vector].tolerance)
      }
    }
    replace(vector, with: ranking)
  }

  /// Adds the candidates of large nibbles whose index is clamped to 88.
  mutating func selectThoseThatEndLast() {
    let vector = Table.lastLane / 4
    var ranking = ranking(of: vector)
    for rank in 0..<Ranking.count {
      for change in 0..<8 {
        let (source, lane) = (Table.lastLane - change).quotientAndRemainder(dividingBy: 4)
        let fan = fans[rank * Table.vectorCount + source]
        for (candidate, free) in [(fan.four, 2), (fan.five, 4), (fan.six, 6), (fan.seven, 8)]
        where change < free {
          ranking.insert(
            candidate.moved(from: lane, by: change, insteadOf: free),
            tolerance: Table.entries[vector].tolerance)
        }
      }
    }
    replace(vector, with: ranking)
    // Empty the last vector's other lanes, which represent no index.
    for rank in 0..<Ranking.count {
      survivors[rank * Table.vectorCount + vector].keepFirstLane()
    }
  }

  private func ranking(of vector: Int) -> Ranking {
    var ranking = Ranking()
    for rank in 0..<Ranking.count {
      ranking.insert(
        survivors[rank * Table.vectorCount + vector], tolerance: Table.entries[vector].tolerance)
    }
    return ranking
  }

  private mutating func replace(_ vector: Int, with ranking: Ranking) {
    for rank in 0..<Ranking.count {
      survivors[rank * Table.vectorCount + vector] = ranking[rank]
    }
  }
}

extension IMA4Candidate {
  /// Moves one lane's candidate to the first lane. In the path, replaces `free`, the index's change before
  /// clamping, by `change`, the actual change.
  fileprivate func moved(from lane: Int, by change: Int, insteadOf free: Int) -> Self {
    var moved = Self()
    moved.cost[0] = cost[lane]
    moved.path[0] =
      path[lane] + IMA4Origin(rank: 0, change: change).fraction
      - IMA4Origin(rank: 0, change: free).fraction
    return moved
  }

  fileprivate mutating func keepFirstLane() {
    cost = IMA4Lanes(cost.x, .infinity, .infinity, .infinity)
  }
}
