/// Searches one channel, block by block. Settles the nibbles of earlier frames (chooses them for good), and
/// returns their packets.
struct IMA4ChannelSearch<Ranking: IMA4Ranking>: Sendable {
  /// How many frames are settled at a time, and how many later frames the search needs for that.
  private static var settledAtOnce: Int { 4 * IMA4.framesPerPacket }
  private static var lookAhead: Int { 4 * IMA4.framesPerPacket }

  private var trellis: IMA4Trellis<Ranking>?
  private var bounds = IMA4StepBounds()
  /// The samples that the trellis hasn't taken yet.
  private var pending: [Int16] = []
  /// How many samples of `pending` have been passed to `bounds`.
  private var boundedCount = 0
  /// The samples that the trellis has taken but that no packet holds yet.
  private var unsettled: [Int16] = []
  private(set) var signalAndNoise = SignalAndNoise()
  private var balance = IMA4ReloadBalance()

  init() {}

  /// Takes samples, and returns the packets that are settled by now.
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
  /// Returns the nibble that leads from this state to another.
  fileprivate func nibble(to other: IMA4.State) -> UInt8 {
    let rise = other.stepIndex - stepIndex
    // Try the likely sign and magnitude first. Clamping may hide the actual sign and magnitude.
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

/// Encodes one channel as `IMA4SearchEncoder` does.
struct IMA4ChannelEncoder: Sendable {
  // Exactly one of these properties is set. A single property of a protocol type would make the search three
  // times slower: the compiler specializes code only for concrete types.
  private var one: IMA4ChannelSearch<IMA4LastRank>?
  private var two: IMA4ChannelSearch<IMA4Rank<IMA4LastRank>>?
  private var three: IMA4ChannelSearch<IMA4Rank<IMA4Rank<IMA4LastRank>>>?
  private var four: IMA4ChannelSearch<IMA4Rank<IMA4Rank<IMA4Rank<IMA4LastRank>>>>?

  init(quality: Int) {
    switch quality {
    case ...31: one = IMA4ChannelSearch()
    case ...63: two = IMA4ChannelSearch()
    case ...95: three = IMA4ChannelSearch()
    default: four = IMA4ChannelSearch()
    }
  }

  /// Encodes samples, and returns the packets that are settled by now.
  ///
  /// The number of packets depends on the number of samples so far, not on the samples' values.
  mutating func encode(_ samples: [Int16]) -> [UInt8] {
    one?.encode(samples) ?? two?.encode(samples) ?? three?.encode(samples)
      ?? four?.encode(samples) ?? []
  }

  mutating func finish() -> [UInt8] {
    one?.finish() ?? two?.finish() ?? three?.finish() ?? four?.finish() ?? []
  }

  var signalAndNoise: SignalAndNoise {
    one?.signalAndNoise ?? two?.signalAndNoise ?? three?.signalAndNoise ?? four?.signalAndNoise
      ?? SignalAndNoise()
  }
}

/// Derives from the surrounding samples which step indices a search has to consider.
///
/// Good steps are about as long as the differences between a sound's frames. So a block *needs* the lowest
/// index whose largest nibble covers the block's largest difference. A search over all indices was tried on
/// 18 sounds and 20 files. In all but one frame in a thousand, its best path was between 24 below and 8 above
/// the indices that the surrounding blocks need.
struct IMA4StepBounds: Sendable {
  static let blockFrameCount = 16
  /// A block's bounds also depend on this many blocks before and after it. Later blocks matter because the search
  /// prepares for a rise, and earlier blocks because the index goes down by only one per frame after a fall.
  static let reach = 4

  private static let roomBelow = 16
  private static let roomAbove = 8
  private static let leastHighest = 20

  /// The indices that the last blocks need.
  private var needs: [Int] = []
  private var lastSample: Int16?
  private var highest = 0
  /// How many blocks came before the first block of `needs`.
  private var forgottenCount = 0
  private var servedCount = 0

  mutating func append(_ block: ArraySlice<Int16>) {
    var largest: Int32 = 0
    var last = lastSample ?? block.first ?? 0
    for sample in block {
      largest = max(largest, abs(Int32(sample) - Int32(last)))
      last = sample
    }
    lastSample = last
    let need = IMA4.steps.firstIndex { IMA4.difference(7, step: $0) >= largest }
    needs.append(need ?? IMA4.steps.count - 1)
  }

  /// Returns the indices for the next block. Append all blocks within its reach first.
  mutating func next() -> ClosedRange<Int> {
    let block = servedCount - forgottenCount
    let around = needs[max(0, block - Self.reach)...min(needs.count - 1, block + Self.reach)]
    let (least, most) = (around.min() ?? 0, around.max() ?? 0)
    highest = max(
      most + Self.roomAbove, highest - Self.blockFrameCount, Self.leastHighest)
    highest = min(highest, IMA4.steps.count - 1)
    servedCount += 1
    let surplus = servedCount - forgottenCount - Self.reach
    if surplus > 0 {
      needs.removeFirst(surplus)
      forgottenCount += surplus
    }
    return max(0, min(least - Self.roomBelow, highest))...highest
  }
}

/// Limits the error in decoders that reload the state from each packet header: our packets should have no
/// more error there than packets from Apple's encoder.
///
/// These decoders begin each packet with the header's nine bits of the predictor, which adds an
/// unpredictable error. If our packets have had more error than Apple's so far, the search gives
/// headers more weight.
struct IMA4ReloadBalance: Sendable {
  private var apple = IMA4Encoder(channelCount: 1)
  /// In a decoder that reloads the state: the squared error of our packets, minus the error of Apple's packets.
  private var excess = 0.0

  private static let carefulWeight: Float = 8

  /// Multiplies the cost that `IMA4Trellis.chargeForHeader()` adds.
  var headerWeight: Float { excess > 0 ? Self.carefulWeight : 1 }

  mutating func note(_ samples: [Int16], _ packets: [UInt8]) {
    excess +=
      Self.error(of: packets, to: samples) - Self.error(of: apple.encode(samples), to: samples)
  }

  /// Returns the squared error of packets in a decoder that reloads the state from each header.
  private static func error(of packets: [UInt8], to samples: [Int16]) -> Double {
    let (steps, changes) = (IMA4.steps, IMA4.indexChanges)
    var error = 0.0
    var frame = 0
    for start in stride(from: 0, to: packets.count, by: IMA4.bytesPerPacket) {
      var state = IMA4.State(packetHeader: UInt16(packets[start]) << 8 | UInt16(packets[start + 1]))
      for offset in start + IMA4.headerByteCount..<start + IMA4.bytesPerPacket {
        for nibble in [packets[offset] & 0x0F, packets[offset] >> 4] {
          let copy = state.decode(Int32(nibble), steps, changes)
          let difference = Double(Int32(copy) - Int32(samples[frame]))
          error += difference * difference
          frame += 1
        }
      }
    }
    return error
  }
}
