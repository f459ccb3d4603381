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
    var states: [IMA4.State] = []
    states.reserveCapacity(count + 1)
    for frame in (settledCount...end).reversed() {
      let path = path(of: node, after: frame)
      var state = IMA4.State()
      state.predictor = path.sample
      state.stepIndex = Int32(node % Self.laneCount - Self.firstLane)
      states.append(state)
      node = parent(of: node, path)
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
      // Use indices: a loop over the array itself would keep it, and then changing it would copy it.
      for index in nodes.indices {
        let parent = parent(of: nodes[index], after: frame + 1)
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
  private func path(of node: Node, after frame: Int) -> IMA4Path {
    IMA4Path(memory[row(frame) + node])
  }

  @inline(__always)
  private func parent(of node: Node, _ path: IMA4Path) -> Node {
    path.rank * Self.laneCount + node % Self.laneCount - path.change
  }

  @inline(__always)
  private func parent(of node: Node, after frame: Int) -> Node {
    parent(of: node, path(of: node, after: frame))
  }
}
