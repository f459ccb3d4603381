// The candidates that exist because the decoder clamps the index. They concern the first lane of
// one vector at each end.
extension IMA4Trellis {
  private typealias Table = IMA4LaneTable

  /// Adds the small nibbles that keep the index at 0.
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

  /// Adds the large nibbles that are clamped to index 88, whatever index they start from.
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
    // The other lanes of the last vector represent no index.
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
  /// Returns one lane's candidate moved to the first lane, with the smaller change of index that
  /// clamping leaves.
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
