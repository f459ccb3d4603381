/// Encodes IMA4 byte for byte as Apple's `afconvert` does.
///
/// Chooses each nibble greedily, without looking ahead. Verified on 232 pairs of files.
struct IMA4Encoder: Sendable {
  private var states: [IMA4.State]
  /// Interleaved frames that don't fill a packet yet.
  private var pending: [Int16] = []
  /// The energies of the signal and of the coding error so far, all channels together.
  private(set) var signalAndNoise = SignalAndNoise()

  init(channelCount: Int) {
    precondition(1...IMA4.maximumChannelCount ~= channelCount, "IMA4 codes mono and stereo")
    states = Array(repeating: IMA4.State(), count: channelCount)
  }

  /// Encodes interleaved frames. Frames that don't fill a packet are kept for the next call.
  mutating func encode(_ frames: [Int16]) -> [UInt8] {
    var packets: [UInt8] = []
    encode(frames, into: &packets)
    return packets
  }

  mutating func encode(_ frames: [Int16], into packets: inout [UInt8]) {
    let groupSampleCount = IMA4.framesPerPacket * states.count
    let samples = pending.isEmpty ? frames : pending + frames
    let groupCount = samples.count / groupSampleCount
    pending = Array(samples[(groupCount * groupSampleCount)...])
    encodeGroups(groupCount, of: samples, into: &packets)
  }

  /// Ends the stream. Fills the last packet with zeros. If the frames fill their packets exactly, adds a
  /// packet of zeros.
  mutating func finish() -> [UInt8] {
    let groupSampleCount = IMA4.framesPerPacket * states.count
    let padded = pending + repeatElement(0, count: groupSampleCount - pending.count)
    var measured = signalAndNoise
    measure(pending, &measured)
    pending = []
    defer { signalAndNoise = measured }
    var packets: [UInt8] = []
    encodeGroups(1, of: padded, into: &packets)
    return packets
  }

  /// Adds the energies of the last packet's frames, without its padding.
  private func measure(_ frames: [Int16], _ energies: inout SignalAndNoise) {
    var states = states
    for (index, sample) in frames.enumerated() {
      let channel = index % states.count
      _ = states[channel].encode(sample, IMA4.steps, IMA4.indexChanges)
      energies.add(sample, states[channel].predictor)
    }
  }

  private mutating func encodeGroups(
    _ groupCount: Int, of samples: [Int16], into packets: inout [UInt8]
  ) {
    packets.refill(count: groupCount * states.count * IMA4.bytesPerPacket) { _ in 0 }
    samples.withSpan { samples in
      for group in 0..<groupCount { encodeGroup(group, of: samples, into: &packets) }
    }
  }

  /// Encodes a packet of each channel, both channels together. Each nibble depends on its channel's previous nibble, so the
  /// processor works on one channel while the other waits for its last nibble.
  private mutating func encodeGroup(
    _ group: Int, of samples: Span<Int16>, into packets: inout [UInt8]
  ) {
    let channelCount = states.count
    var sample = group * IMA4.framesPerPacket * channelCount
    var offset = group * IMA4.bytesPerPacket * channelCount
    var (left, right) = (PacketCoder(states[0]), PacketCoder(states[channelCount - 1]))
    packets.store(left.state.packetHeader, at: offset)
    if channelCount == 2 {
      packets.store(right.state.packetHeader, at: offset + IMA4.bytesPerPacket)
    }
    for _ in 0..<IMA4.framesPerPacket / 2 {
      let place = offset + IMA4.headerByteCount
      packets[place] = left.code(samples[sample], samples[sample + channelCount])
      if channelCount == 2 {
        packets[place + IMA4.bytesPerPacket] = right.code(samples[sample + 1], samples[sample + 3])
      }
      sample += 2 * channelCount
      offset += 1
    }
    states[0] = left.state
    signalAndNoise += left.energies
    if channelCount == 2 {
      states[1] = right.state
      signalAndNoise += right.energies
    }
  }
}

/// Codes a channel's frames of a packet.
private struct PacketCoder {
  private(set) var state: IMA4.State
  private let steps = IMA4.steps
  private let changes = IMA4.indexChanges
  private var signal: Int64 = 0
  private var noise: Int64 = 0

  init(_ state: IMA4.State) { self.state = state }

  /// Codes two frames in a byte. Also adds up the energies, which costs no time: the next nibble doesn't wait for the sums.
  @inline(__always)
  mutating func code(_ earlier: Int16, _ later: Int16) -> UInt8 {
    let nibble = code(earlier)
    return nibble | code(later) << 4
  }

  @inline(__always)
  private mutating func code(_ sample: Int16) -> UInt8 {
    let nibble = state.encode(sample, steps, changes)
    let (sample, error) = (Int64(sample), Int64(state.predictor &- Int32(sample)))
    signal &+= sample &* sample
    noise &+= error &* error
    return nibble
  }

  /// The energies of the frames' signal and of the coding error.
  var energies: SignalAndNoise {
    SignalAndNoise(signalEnergy: Double(signal), noiseEnergy: Double(noise))
  }
}

extension [UInt8] {
  fileprivate mutating func store(_ value: UInt16, at offset: Int) {
    self[offset] = UInt8(value >> 8)
    self[offset + 1] = UInt8(truncatingIfNeeded: value)
  }
}

/// The energies of a signal and of the error in a copy of it: sums of squares in the same unit.
package struct SignalAndNoise: Equatable, Sendable {
  package var signalEnergy = 0.0
  package var noiseEnergy = 0.0

  package init(signalEnergy: Double = 0, noiseEnergy: Double = 0) {
    self.signalEnergy = signalEnergy
    self.noiseEnergy = noiseEnergy
  }

  package static func += (total: inout SignalAndNoise, part: SignalAndNoise) {
    total.signalEnergy += part.signalEnergy
    total.noiseEnergy += part.noiseEnergy
  }

  @inline(__always)
  mutating func add(_ sample: Int16, _ copy: Int32) {
    let (sample, error) = (Double(sample), Double(copy - Int32(sample)))
    signalEnergy += sample * sample
    noiseEnergy += error * error
  }
}
