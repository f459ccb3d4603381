// Backtracking. A node is a survivor's place after a frame: its lane, which stands for a step index, and its rank among
// the index's survivors. Nodes are numbered rank by rank.
extension IMA4Trellis {
  /// Settles the nibbles of the next `count` frames along the cheapest survivor's path. Drops each survivor whose
  /// path isn't at the same node after these frames. Returns the decoder's states: the state before these
  /// frames, then the state after each frame.
  mutating func settle(_ count: Int) -> [IMA4.State] {
    let end = settledCount + count
    var (node, isCommon) = ancestorOfCheapest(after: end)
    if !isCommon { dropSurvivors(notFrom: node, after: end) }
    var states = [state(of: node, after: end)]
    states.reserveCapacity(count + 1)
    for frame in (settledCount..<end).reversed() {
      node = parent(of: node, after: frame + 1)
      states.append(state(of: node, after: frame))
    }
    states.reverse()
    settledCount = end
    return states
  }

  /// Returns the cheapest survivor's ancestor, and whether all other survivors share it.
  private func ancestorOfCheapest(after end: Int) -> (node: Node, isCommon: Bool) {
    var nodes = liveNodes
    // Put the cheapest node first. Its ancestors also stay first.
    let cheapest = nodes.indices.min { cost(of: nodes[$0]) < cost(of: nodes[$1]) } ?? 0
    nodes.swapAt(0, cheapest)
    // Go back frame by frame, and keep only one of the paths that meet. A few dozen frames back, few are left.
    var lastVisits = [Int](repeating: .max, count: Self.nodeCount)
    for frame in (end..<frameCount).reversed() {
      var parentCount = 0
      for node in nodes {
        let parent = parent(of: node, after: frame + 1)
        if lastVisits[parent] != frame {
          lastVisits[parent] = frame
          nodes[parentCount] = parent
          parentCount += 1
        }
      }
      nodes.removeSubrange(parentCount...)
    }
    return (nodes[0], nodes.count == 1)
  }

  private mutating func dropSurvivors(notFrom ancestor: Node, after end: Int) {
    for survivor in liveNodes {
      var node = survivor
      for frame in (end..<frameCount).reversed() { node = parent(of: node, after: frame + 1) }
      if node != ancestor { memory[Self.costs + survivor] = Self.unreachable }
    }
  }

  private var liveNodes: [Node] {
    (0..<Self.nodeCount).filter { cost(of: $0) < Self.unreachable / 2 }
  }

  private func cost(of node: Node) -> Float {
    memory[Self.costs + node]
  }

  @inline(__always)
  private func path(of node: Node, after frame: Int) -> Float {
    memory[row(frame) + node]
  }

  @inline(__always)
  private func parent(of node: Node, after frame: Int) -> Node {
    let origin = IMA4Origin(of: path(of: node, after: frame))
    return origin.rank * Self.laneCount + node % Self.laneCount - origin.change
  }

  @inline(__always)
  private func state(of node: Node, after frame: Int) -> IMA4.State {
    var state = IMA4.State()
    state.predictor = IMA4Origin.sample(of: path(of: node, after: frame))
    state.stepIndex = Int32(node % Self.laneCount - Self.firstLane)
    return state
  }
}
