/// Values for four neighbouring step indices, one in each lane.
///
/// A `Float` holds a sample with an `IMA4Origin` in its fraction exactly, and IEEE 754 defines how costs are
/// rounded. So every machine finds the same nibbles. The baseline x86-64 has vector minima and products of
/// floats, but not of 32-bit integers.
typealias IMA4Lanes = SIMD4<Float>

extension IMA4Lanes {
  /// The least of the four. The standard library's `min()` is a loop.
  @inline(__always)
  var least: Float {
    Swift.min(Swift.min(x, y), Swift.min(z, w))
  }

  /// Returns the lower of two numbers in each lane.
  @inline(__always)
  func lowerOf(_ other: IMA4Lanes) -> IMA4Lanes {
    replacing(with: other, where: other .< self)
  }
}

/// For each of four neighbouring step indices, a sequence of nibbles that leads to the index. A lane is an index.
struct IMA4Candidate: Sendable {
  typealias Mask = SIMDMask<SIMD4<Int32>>

  /// The squared error so far; infinite if the index can't be reached.
  var cost = IMA4Lanes(repeating: .infinity)
  /// The last decoded sample, plus a fraction that tells the predecessor (`IMA4Origin`).
  var path = IMA4Lanes()

  /// Returns four lanes, starting with the second of `low`.
  @inline(__always)
  static func lanes(fromSecondOf low: Self, and high: Self) -> Self {
    Self(
      cost: IMA4Lanes(low.cost.y, low.cost.z, low.cost.w, high.cost.x),
      path: IMA4Lanes(low.path.y, low.path.z, low.path.w, high.path.x))
  }

  /// Returns four lanes, starting with the third of `low`.
  @inline(__always)
  static func lanes(fromThirdOf low: Self, and high: Self) -> Self {
    Self(
      cost: IMA4Lanes(lowHalf: low.cost.highHalf, highHalf: high.cost.lowHalf),
      path: IMA4Lanes(lowHalf: low.path.highHalf, highHalf: high.path.lowHalf))
  }

  @inline(__always)
  mutating func replace(with other: Self, where mask: Mask) {
    cost.replace(with: other.cost, where: mask)
    path.replace(with: other.path, where: mask)
  }
}

/// A survivor's predecessor, packed into the fraction of the survivor's path.
struct IMA4Origin {
  /// The predecessor's rank among the survivors of its step index.
  var rank: Int
  /// By how much the step index has changed since the predecessor, -1…8.
  var change: Int

  /// How many values `change` can have. With at most four ranks, fractions are then less than 40/256.
  /// They must stay below a half, so that rounding a path gives its sample.
  private static let changeCount = 10
  private static let unit: Float = 0x1p-8

  /// The fraction that `IMA4Candidate.path` adds to the decoded sample.
  @inline(__always)
  var fraction: Float {
    Float(rank * Self.changeCount + change + 1) * Self.unit
  }

  @inline(__always)
  init(rank: Int, change: Int) {
    self.rank = rank
    self.change = change
  }

  init(of path: Float) {
    let code = Int((path - path.rounded(.down)) / Self.unit)
    rank = code / Self.changeCount
    change = code % Self.changeCount - 1
  }
}

/// Four neighbouring survivors, each continued with six nibbles. Each property has one continuation of each survivor.
struct IMA4Fan: Sendable {
  /// The magnitudes 0…3 lower the index by 1. Of these, only the nibbles that decode to just below and just above
  /// the sample are tried. Both are kept, because a little more error now can mean less later.
  var below = IMA4Candidate()
  var above = IMA4Candidate()
  /// The magnitudes 4…7, which raise the index by 2, 4, 6 and 8.
  var four = IMA4Candidate()
  var five = IMA4Candidate()
  var six = IMA4Candidate()
  var seven = IMA4Candidate()

  init() {}

  @inline(__always)
  init(
    from survivor: IMA4Candidate, rank: Int, to sample: IMA4Lanes, lessCost: IMA4Lanes,
    _ entry: IMA4LaneTable.Entry
  ) {
    let cost = survivor.cost - lessCost
    // Round off the path's fraction: add a number so large that the sum can't have a fraction.
    let predictor = (survivor.path + 0x1.8p23) - 0x1.8p23
    let difference = sample - predictor
    let sign = IMA4Lanes(repeating: 1).replacing(with: -1, where: difference .< 0)
    let distance = difference * sign

    @inline(__always)
    func candidate(_ difference: IMA4Lanes, change: Int) -> IMA4Candidate {
      let free = predictor + difference * sign
      let low = free.replacing(with: 32_767, where: free .> 32_767)
      let decoded = low.replacing(with: -32_768, where: low .< -32_768)
      let error = sample - decoded
      return IMA4Candidate(
        cost: cost + error * error,
        path: decoded + IMA4Origin(rank: rank, change: change).fraction)
    }

    @inline(__always)
    func part(_ rise: IMA4Lanes, _ mask: IMA4Candidate.Mask) -> IMA4Lanes {
      IMA4Lanes().replacing(with: rise, where: mask)
    }
    let (one, two, three) = entry.rises
    let isBeyond0 = distance .>= entry.smallest
    let isBeyond1 = distance .>= entry.smallest + one
    let isBeyond2 = distance .>= entry.smallest + one + two
    // Begin `below` with magnitude 0 and the opposite sign, in case magnitude 0 already decodes to above the sample.
    below = candidate(
      part(entry.smallest + entry.smallest, isBeyond0) - entry.smallest + part(one, isBeyond1)
        + part(two, isBeyond2), change: -1)
    above = candidate(
      entry.smallest + part(one, isBeyond0) + part(two, isBeyond1) + part(three, isBeyond2),
      change: -1)
    four = candidate(entry.leaps.0, change: 2)
    five = candidate(entry.leaps.1, change: 4)
    six = candidate(entry.leaps.2, change: 6)
    seven = candidate(entry.leaps.3, change: 8)
  }
}

/// The cheapest candidates for four neighbouring step indices, the cheapest first.
///
/// The number of ranks is part of the type, so that the compiler can keep a ranking in registers.
protocol IMA4Ranking: Sendable {
  static var count: Int { get }

  init()

  /// Inserts a candidate that the ranks above passed down.
  ///
  /// - Parameters:
  ///   - candidate: The newcomer, or a candidate that the newcomer has pushed down.
  ///   - newcomer: The path of the candidate that was inserted at the top.
  ///   - tolerance: Of two paths within this squared distance, only the cheaper is kept.
  mutating func insert(
    _ candidate: IMA4Candidate, for newcomer: IMA4Lanes, tolerance: IMA4Lanes)

  subscript(rank: Int) -> IMA4Candidate { get }
}

extension IMA4Ranking {
  // Don't use `@inline(__always)`: it inlines this into closures too late to inline the `insert` called here.
  @_transparent
  mutating func insert(_ candidate: IMA4Candidate, tolerance: IMA4Lanes) {
    insert(candidate, for: candidate.path, tolerance: tolerance)
  }
}

/// The last rank. It keeps the cheaper of two candidates, and drops the other candidate.
struct IMA4LastRank: IMA4Ranking {
  private var best = IMA4Candidate()

  static var count: Int { 1 }

  @inline(__always)
  mutating func insert(
    _ candidate: IMA4Candidate, for newcomer: IMA4Lanes, tolerance: IMA4Lanes
  ) {
    best.replace(with: candidate, where: candidate.cost .< best.cost)
  }

  @inline(__always)
  subscript(rank: Int) -> IMA4Candidate { best }
}

/// A rank with further ranks below it.
struct IMA4Rank<Below: IMA4Ranking>: IMA4Ranking {
  private var best = IMA4Candidate()
  private var below = Below()

  static var count: Int { 1 + Below.count }

  /// When the newcomer takes a rank, the candidates from there on move down by one rank. If one of them
  /// is within the tolerance of the newcomer, it is dropped, and the candidates below it stay.
  @inline(__always)
  mutating func insert(
    _ candidate: IMA4Candidate, for newcomer: IMA4Lanes, tolerance: IMA4Lanes
  ) {
    let distance = newcomer - best.path
    let isCheaper = candidate.cost .< best.cost
    var rest = candidate
    rest.replace(with: best, where: isCheaper)
    rest.cost.replace(with: .infinity, where: distance * distance .<= tolerance)
    best.replace(with: candidate, where: isCheaper)
    below.insert(rest, for: newcomer, tolerance: tolerance)
  }

  @inline(__always)
  subscript(rank: Int) -> IMA4Candidate { rank == 0 ? best : below[rank - 1] }
}

/// How the 89 step indices are arranged in vectors of four lanes, and what the decoder adds at each
/// index.
enum IMA4LaneTable {
  /// The lanes of the first and the last index. Two empty vectors come before the first index and one after the
  /// last, because the search also reads up to 8 lanes before each index and 1 lane after it.
  static let firstLane = 8
  static let lastLane = firstLane + Int(IMA4.maximumStepIndex)
  static let vectorCount = lastLane / 4 + 2

  /// Returns the vectors that hold the given step indices.
  static func vectors(_ indices: ClosedRange<Int>) -> Range<Int> {
    (firstLane + indices.lowerBound) / 4..<(firstLane + indices.upperBound) / 4 + 1
  }

  /// The constants of four step indices.
  struct Entry: Sendable {
    let step: IMA4Lanes
    /// What the decoder adds for the magnitude 0.
    let smallest: IMA4Lanes
    /// How much more the decoder adds for 1 than for 0, for 2 than for 1, and for 3 than for 2.
    let rises: (IMA4Lanes, IMA4Lanes, IMA4Lanes)
    /// What the decoder adds for the magnitudes 4…7.
    let leaps: (IMA4Lanes, IMA4Lanes, IMA4Lanes, IMA4Lanes)
    /// Two paths within this squared distance count as the same, because they continue alike.
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
    // Treat paths as the same within a 32nd of a step. A larger distance would drop good paths. With a smaller
    // distance, near-copies of one path would take all ranks. Add 0.5, because paths have fractions.
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
