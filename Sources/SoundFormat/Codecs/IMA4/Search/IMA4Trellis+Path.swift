// Backtracking. A node is a survivor's lane after a frame.
extension IMA4Trellis {
  /// Settles the nibbles of the first `count` frames that aren't settled, along the cheapest survivor's path. After
  /// these frames, that path is at a node; drops each survivor whose path isn't at this node. Returns the decoder's
  /// states: the state before these frames, then the state after each frame.
  mutating func settle(_ count: Int) -> [IMA4.State] {
    let end = settledCount + count
    var (node, isCommon) = ancestorOfCheapest(after: end)
    if !isCommon { dropSurvivors(notFrom: node, after: end) }
    var states = [IMA4.State](repeating: IMA4.State(), count: count + 1)
    var row = Self.row(end)
    for index in states.indices.reversed() {
      let path = path(of: node, in: row)
      states[index].predictor = path.sample
      states[index].stepIndex = Int32(node - Self.firstLane)
      node = parent(of: node, path)
      row = rowBefore(row)
    }
    settledCount = end
    return states
  }

  /// Returns the cheapest survivor's ancestor after `end` frames, and whether all other survivors have this ancestor.
  private func ancestorOfCheapest(after end: Int) -> (node: Int, isCommon: Bool) {
    var nodes = liveNodes
    // Put the cheapest node first. Its ancestors also stay first.
    let cheapest = nodes.indices.min { cost(of: nodes[$0]) < cost(of: nodes[$1]) } ?? 0
    nodes.swapAt(0, cheapest)
    var frame = frameCount
    var row = Self.row(frame)
    // Go back frame by frame. Where paths meet, keep only one path. A few dozen frames back, few paths are left.
    var lastVisits = [Int](repeating: .max, count: Self.laneCount)
    while frame > end, nodes.count > 1 {
      var parentCount = 0
      // Use indices: a loop over the array itself would hold a reference, and the first change would copy the array.
      for index in nodes.indices {
        let parent = parent(of: nodes[index], path(of: nodes[index], in: row))
        if lastVisits[parent] != frame {
          lastVisits[parent] = frame
          nodes[parentCount] = parent
          parentCount += 1
        }
      }
      nodes.removeSubrange(parentCount...)
      frame -= 1
      row = rowBefore(row)
    }
    return (ancestor(of: nodes[0], in: row, generations: frame - end), nodes.count == 1)
  }

  /// Returns the ancestor of a node, `generations` frames earlier.
  private func ancestor(of node: Int, in row: Int, generations: Int) -> Int {
    var (node, row) = (node, row)
    for _ in 0..<generations {
      node = parent(of: node, path(of: node, in: row))
      row = rowBefore(row)
    }
    return node
  }

  private mutating func dropSurvivors(notFrom ancestor: Int, after end: Int) {
    for survivor in liveNodes
    where self.ancestor(of: survivor, in: Self.row(frameCount), generations: frameCount - end)
      != ancestor
    {
      memory[Self.costs + survivor] = Self.unreachable
    }
  }

  private var liveNodes: [Int] {
    activeLanes.filter { cost(of: $0) < Self.unreachable / 2 }
  }

  private func cost(of node: Int) -> Float {
    memory[Self.costs + node]
  }

  private func path(of node: Int, in row: Int) -> IMA4Path {
    IMA4Path(memory[row + node])
  }

  private func parent(of node: Int, _ path: IMA4Path) -> Int {
    node - path.change
  }

  /// Returns the history's row for the frame before the frame of `row`.
  private func rowBefore(_ row: Int) -> Int {
    row == Self.history ? row + Self.depth * Self.laneCount : row - Self.laneCount
  }
}
