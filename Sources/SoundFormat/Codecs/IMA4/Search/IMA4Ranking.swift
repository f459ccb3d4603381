/// The cheapest candidates for four neighbouring step indices, the cheapest first.
///
/// The number of ranks is part of the type, so that a ranking stays in registers.
protocol IMA4Ranking: Sendable {
  static var count: Int { get }

  init()

  /// Inserts a candidate that the ranks above passed down.
  ///
  /// - Parameters:
  ///   - candidate: The newcomer, or the candidate it has displaced.
  ///   - newcomer: The newcomer's path.
  ///   - tolerance: The squared distance within which paths count as one: only the cheaper is kept.
  mutating func insert(
    _ candidate: IMA4Candidate, for newcomer: IMA4Lanes, tolerance: IMA4Lanes)

  subscript(rank: Int) -> IMA4Candidate { get }
}

extension IMA4Ranking {
  // In a closure, the compiler inlines `@inline(__always)` functions too late to inline what they call.
  @_transparent
  mutating func insert(_ candidate: IMA4Candidate, tolerance: IMA4Lanes) {
    insert(candidate, for: candidate.path, tolerance: tolerance)
  }
}

/// The last rank: a candidate that finds no place here is dropped.
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

/// A rank with others below it.
struct IMA4Rank<Below: IMA4Ranking>: IMA4Ranking {
  private var best = IMA4Candidate()
  private var below = Below()

  static var count: Int { 1 + Below.count }

  /// Once the newcomer has its place, the others move down by one rank, up to a path that the
  /// newcomer makes redundant.
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
