/// The continuations of four neighbouring survivors, one for each kind of nibble.
struct IMA4Fan: Sendable {
  /// The magnitudes 0…3 that decode to just below and just above the sample; both lower the index
  /// by 1. Both are kept, because a little more error now can mean less later.
  var below = IMA4Candidate()
  var above = IMA4Candidate()
  /// The magnitudes 4…7, which raise the index by 2, 4, 6 and 8.
  var four = IMA4Candidate()
  var five = IMA4Candidate()
  var six = IMA4Candidate()
  var seven = IMA4Candidate()

  /// Creates a fan without any continuation.
  init() {}

  /// - Parameter rank: The survivors' rank.
  @inline(__always)
  init(
    from survivor: IMA4Candidate, rank: Int, to sample: IMA4Lanes, lessCost: IMA4Lanes,
    _ entry: IMA4LaneTable.Entry
  ) {
    let cost = survivor.cost - lessCost
    // Adding this number rounds off the path's fraction: at this size the last bit is one unit.
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
    // Below magnitude 0 comes magnitude 0 with the opposite sign.
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
