/// Searches one channel for the best nibbles, hop by hop. Settles the nibbles of earlier frames, which means that these
/// nibbles no longer change, and returns the packets of the settled nibbles.
struct IMA4ChannelSearch: Sendable {
  /// How many frames a hop has. A hop is settled once the trellis has also taken the next hop.
  private static var hopFrameCount: Int { IMA4NoiseShaper.hopFrameCount }
  /// How many frames a hop's window has before the hop, and how many after the hop.
  private static var margin: Int { hopFrameCount / 2 }
  /// How many frames a block has. `needs(_:)` computes one step index for each block.
  private static let blockFrameCount = 16
  /// How many blocks after the current block also decide which step indices the trellis keeps. A step index rises by at
  /// most eight per frame, and falls by at most one.
  private static let blocksAhead = 2
  private static let largestDifferences = IMA4.steps.map { IMA4.difference(7, step: $0) }

  private let shaper: IMA4NoiseShaper
  private var trellis: IMA4Trellis?
  /// The margin before the next hop, and the samples that the trellis hasn't taken yet.
  private var pending = [Int16](repeating: 0, count: margin)
  /// The samples that the trellis has taken but that no packet holds yet.
  private var unsettled: [Int16] = []
  private(set) var signalAndNoise = SignalAndNoise()
  private var balance = IMA4ReloadBalance()

  init(_ shaper: IMA4NoiseShaper) { self.shaper = shaper }

  /// Takes samples, and returns the packets that are settled by now.
  mutating func encode(_ samples: [Int16]) -> [UInt8] {
    pending += samples
    var packets: [UInt8] = []
    var start = 0
    while start + IMA4NoiseShaper.windowFrameCount <= pending.count {
      packets += advance(Self.hopFrameCount, from: start)
      start += Self.hopFrameCount
    }
    pending.removeFirst(start)
    return packets
  }

  /// Ends the stream and returns the last packets.
  mutating func finish() -> [UInt8] {
    var packets: [UInt8] = []
    let count = pending.count - Self.margin
    pending += repeatElement(0, count: IMA4NoiseShaper.windowFrameCount)
    for start in stride(from: 0, to: count, by: Self.hopFrameCount) {
      packets += advance(min(count - start, Self.hopFrameCount), from: start)
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

  /// Advances by the first `frameCount` frames of a hop, and returns the packets that are settled by now.
  ///
  /// - Parameter start: Where the margin before the hop begins in `pending`.
  @_optimize(speed)
  private mutating func advance(_ frameCount: Int, from start: Int) -> [UInt8] {
    let window = pending[start..<start + IMA4NoiseShaper.windowFrameCount]
    let hop = window.dropFirst(Self.margin).prefix(frameCount)
    var trellis = self.trellis.take() ?? IMA4Trellis(near: pending[start + Self.margin])
    defer { self.trellis = trellis }
    let taps = shaper.taps(window)
    let needs = Self.needs(window)
    for (block, offset) in stride(from: 0, to: frameCount, by: Self.blockFrameCount).enumerated() {
      let needs = needs[block...block + Self.blocksAhead]
      trellis.advance(
        hop.dropFirst(offset).prefix(Self.blockFrameCount),
        needs: (needs.min() ?? 0)...(needs.max() ?? 0), taps: taps)
    }
    unsettled += hop
    guard trellis.frameCount - trellis.settledCount == IMA4Trellis.depth else { return [] }
    let samples = Array(unsettled.prefix(Self.hopFrameCount))
    let states = settle(Self.hopFrameCount, of: &trellis)
    balance.note(samples, states)
    trellis.headerWeight = balance.headerWeight
    return Self.packets(through: states)
  }

  /// Returns a step index for each block in a window's hop, and for each of the `blocksAhead` blocks after the hop: the
  /// lowest index whose largest nibble covers the block's largest difference between neighbouring frames.
  private static func needs(_ window: ArraySlice<Int16>) -> [Int] {
    let frameCount = hopFrameCount + blocksAhead * blockFrameCount
    let frames = window.dropFirst(margin - 1).prefix(1 + frameCount)
    return stride(from: 0, to: frameCount, by: blockFrameCount).map { offset in
      var (largest, last) = (Int32(0), Int32(frames[frames.startIndex + offset]))
      for sample in frames.dropFirst(offset + 1).prefix(blockFrameCount) {
        largest = max(largest, abs(Int32(sample) - last))
        last = Int32(sample)
      }
      return largestDifferences.firstIndex { $0 >= largest } ?? IMA4.steps.count - 1
    }
  }

  @_optimize(speed)
  private mutating func settle(
    _ count: Int, of trellis: inout IMA4Trellis
  ) -> [IMA4.State] {
    let states = trellis.settle(count)
    for (sample, state) in zip(unsettled, states.dropFirst()) {
      signalAndNoise.add(sample, state.predictor)
    }
    unsettled.removeFirst(count)
    return states
  }

  /// Returns complete packets that take a decoder through these states.
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
  /// Returns the nibble that leads from this state to `other`.
  fileprivate func nibble(to other: IMA4.State) -> UInt8 {
    var state = self
    let likely = state.encode(
      Int16(truncatingIfNeeded: other.predictor), IMA4.steps, IMA4.indexChanges)
    if state == other { return likely }
    // Try all nibbles: the last sample or the index was clamped.
    for nibble: Int32 in 0...15 {
      state = self
      _ = state.decode(nibble, IMA4.steps, IMA4.indexChanges)
      if state == other { return UInt8(nibble) }
    }
    preconditionFailure("no nibble leads there")
  }
}

/// Limits the error in decoders that reload the state from each packet header: in these decoders, our packets should
/// have no more error than packets from Apple's encoder.
///
/// These decoders begin each packet with the header's nine bits of the predictor, which adds an unpredictable error. If
/// our packets have had more error than Apple's packets so far, the search gives headers more weight.
struct IMA4ReloadBalance: Sendable {
  /// The state of Apple's encoder.
  private var apple = IMA4.State()
  /// In a decoder that reloads the state: the squared error of our packets, minus that of Apple's packets.
  private var excess = 0.0

  private static let carefulWeight: Float = 8

  /// A factor for the cost that `IMA4Trellis.chargeForHeader()` adds.
  var headerWeight: Float { excess > 0 ? Self.carefulWeight : 1 }

  /// Compares our packets with those of Apple's encoder for the same samples, and updates `excess`.
  ///
  /// - Parameter states: A decoder's states in our packets: before the samples, then after each sample.
  mutating func note(_ samples: [Int16], _ states: [IMA4.State]) {
    let (steps, changes) = (IMA4.steps, IMA4.indexChanges)
    for start in stride(from: 0, to: samples.count, by: IMA4.framesPerPacket) {
      // If the state is reloaded, all samples of a packet are lower by the bits that the header lacks. Ignore clamping.
      let ourLoss = states[start].predictor & ~IMA4.predictorMask
      let appleLoss = apple.predictor & ~IMA4.predictorMask
      for frame in start..<start + IMA4.framesPerPacket {
        let sample = Int32(samples[frame])
        _ = apple.encode(samples[frame], steps, changes)
        let ourError = Double(states[frame + 1].predictor - ourLoss - sample)
        let appleError = Double(apple.predictor - appleLoss - sample)
        excess += ourError * ourError - appleError * appleError
      }
    }
  }
}
