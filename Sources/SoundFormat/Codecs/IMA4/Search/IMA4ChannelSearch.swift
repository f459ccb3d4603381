/// One channel's search, block by block. Settles the nibbles of earlier frames and writes their
/// packets.
struct IMA4ChannelSearch<Ranking: IMA4Ranking>: Sendable {
  /// How many frames are settled at a time, and how many later frames the search needs for that.
  private static var settledAtOnce: Int { 4 * IMA4.framesPerPacket }
  private static var lookAhead: Int { 4 * IMA4.framesPerPacket }

  private var trellis: IMA4Trellis<Ranking>?
  private var bounds = IMA4StepBounds()
  /// The samples that the trellis hasn't taken yet.
  private var pending: [Int16] = []
  /// How many of the pending samples the bounds have seen.
  private var boundedCount = 0
  /// The samples that the trellis has taken but that no packet holds yet.
  private var unsettled: [Int16] = []
  /// The energies of the packets so far: the signal's and the coding error's.
  private(set) var signalAndNoise = SignalAndNoise()
  private var balance = IMA4ReloadBalance()

  init() {}

  /// Takes samples and returns the packets that are settled by now.
  mutating func encode(_ samples: [Int16]) -> [UInt8] {
    pending += samples
    let blockFrameCount = IMA4StepBounds.blockFrameCount
    while boundedCount + blockFrameCount <= pending.count {
      bounds.append(pending[boundedCount..<boundedCount + blockFrameCount])
      boundedCount += blockFrameCount
    }
    var packets: [UInt8] = []
    var start = 0
    while start + (1 + IMA4StepBounds.reach) * blockFrameCount <= boundedCount {
      packets += advance(pending[start..<start + blockFrameCount])
      start += blockFrameCount
    }
    pending.removeFirst(start)
    boundedCount -= start
    return packets
  }

  /// Ends the stream and returns the last packets.
  mutating func finish() -> [UInt8] {
    if boundedCount < pending.count { bounds.append(pending[boundedCount...]) }
    var packets: [UInt8] = []
    while !pending.isEmpty {
      packets += advance(pending.prefix(IMA4StepBounds.blockFrameCount))
      pending.removeFirst(min(IMA4StepBounds.blockFrameCount, pending.count))
    }
    var states = [IMA4.State()]
    if var trellis { states = settle(trellis.frameCount - trellis.settledCount, of: &trellis) }
    repeat {
      var state = states[states.count - 1]
      _ = state.encode(0, IMA4.steps, IMA4.indexChanges)
      states.append(state)
    } while (states.count - 1) % IMA4.framesPerPacket != 0
    return packets + Self.packets(through: states)
  }

  private mutating func advance(_ block: ArraySlice<Int16>) -> [UInt8] {
    let indices = bounds.next()
    guard let first = block.first else { return [] }
    var trellis =
      self.trellis.take() ?? IMA4Trellis(near: first, depth: Self.settledAtOnce + Self.lookAhead)
    defer { self.trellis = trellis }
    trellis.advance(block, in: IMA4LaneTable.vectors(indices))
    unsettled += block
    guard trellis.frameCount - trellis.settledCount == Self.settledAtOnce + Self.lookAhead else {
      return []
    }
    let samples = Array(unsettled.prefix(Self.settledAtOnce))
    let packets = Self.packets(through: settle(Self.settledAtOnce, of: &trellis))
    balance.note(samples, packets)
    trellis.headerWeight = balance.headerWeight
    return packets
  }

  private mutating func settle(
    _ count: Int, of trellis: inout IMA4Trellis<Ranking>
  ) -> [IMA4.State] {
    let states = trellis.settle(count)
    for (sample, state) in zip(unsettled, states.dropFirst()) {
      signalAndNoise.add(sample, state.predictor)
    }
    unsettled.removeFirst(count)
    return states
  }

  /// Returns whole packets that take a decoder through these states.
  private static func packets(through states: [IMA4.State]) -> [UInt8] {
    var packets: [UInt8] = []
    for start in stride(from: 0, to: states.count - 1, by: IMA4.framesPerPacket) {
      let header = states[start].packetHeader
      packets += [UInt8(header >> 8), UInt8(truncatingIfNeeded: header)]
      for frame in stride(from: start, to: start + IMA4.framesPerPacket, by: 2) {
        let earlier = states[frame].nibble(to: states[frame + 1])
        let later = states[frame + 1].nibble(to: states[frame + 2])
        packets.append(earlier | later << 4)
      }
    }
    return packets
  }
}

extension IMA4.State {
  /// Returns the nibble that leads from this state to another.
  fileprivate func nibble(to other: IMA4.State) -> UInt8 {
    let rise = other.stepIndex - stepIndex
    // Guess the sign and the magnitude, which clamping may hide, so that few other nibbles have to
    // be tried.
    let likely =
      (other.predictor < predictor ? 8 : 0) | (rise > 0 ? min(7, 3 + rise / 2) : 0)
    for difference: Int32 in 0...15 {
      var state = self
      _ = state.decode(likely ^ difference, IMA4.steps, IMA4.indexChanges)
      if state == other { return UInt8(likely ^ difference) }
    }
    preconditionFailure("no nibble leads there")
  }
}
