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

  /// Ends the stream. Completes the last packet with silent frames. If the frames fill their packets exactly, adds a
  /// packet of silent frames.
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

  /// Adds the energies of `frames` to `energies`. The frames are those of the last packet, without the padding.
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
      for group in 0..<groupCount {
        if states.count == 1 {
          encodeMono(group, of: samples, into: &packets)
        } else {
          encodeStereo(group, of: samples, into: &packets)
        }
      }
    }
  }

  private mutating func encodeMono(
    _ group: Int, of samples: Span<Int16>, into packets: inout [UInt8]
  ) {
    let steps = IMA4.steps
    let changes = IMA4.indexChanges
    var state = states[0]
    var sample = group * IMA4.framesPerPacket
    var offset = group * IMA4.bytesPerPacket
    packets.store(state.packetHeader, at: offset)
    // Add up the energies in this loop. The additions cost no time: the next nibble doesn't wait for the sums.
    var energies = PacketEnergies()
    for _ in 0..<IMA4.framesPerPacket / 2 {
      let earlier = state.encode(samples[sample], steps, changes)
      energies.add(samples[sample], state)
      let later = state.encode(samples[sample + 1], steps, changes)
      energies.add(samples[sample + 1], state)
      packets[offset + IMA4.headerByteCount] = earlier | later << 4
      sample += 2
      offset += 1
    }
    states[0] = state
    signalAndNoise += energies.total
  }

  /// Encodes both channels together. Each nibble depends on the channel's previous nibble. So the processor works on
  /// one channel while the other channel waits for its previous nibble.
  private mutating func encodeStereo(
    _ group: Int, of samples: Span<Int16>, into packets: inout [UInt8]
  ) {
    let steps = IMA4.steps
    let changes = IMA4.indexChanges
    var left = states[0]
    var right = states[1]
    var sample = group * IMA4.framesPerPacket * 2
    var offset = group * IMA4.bytesPerPacket * 2
    packets.store(left.packetHeader, at: offset)
    packets.store(right.packetHeader, at: offset + IMA4.bytesPerPacket)
    var energies = PacketEnergies()
    for _ in 0..<IMA4.framesPerPacket / 2 {
      let earlierLeft = left.encode(samples[sample], steps, changes)
      let earlierRight = right.encode(samples[sample + 1], steps, changes)
      energies.add(samples[sample], left)
      energies.add(samples[sample + 1], right)
      let laterLeft = left.encode(samples[sample + 2], steps, changes)
      let laterRight = right.encode(samples[sample + 3], steps, changes)
      energies.add(samples[sample + 2], left)
      energies.add(samples[sample + 3], right)
      packets[offset + IMA4.headerByteCount] = earlierLeft | laterLeft << 4
      packets[offset + IMA4.headerByteCount + IMA4.bytesPerPacket] = earlierRight | laterRight << 4
      sample += 4
      offset += 1
    }
    states[0] = left
    states[1] = right
    signalAndNoise += energies.total
  }
}

/// The energies of a packet, as integers.
private struct PacketEnergies {
  private var signal: Int64 = 0
  private var noise: Int64 = 0

  @inline(__always)
  mutating func add(_ sample: Int16, _ state: IMA4.State) {
    let (sample, error) = (Int64(sample), Int64(state.predictor &- Int32(sample)))
    signal &+= sample &* sample
    noise &+= error &* error
  }

  var total: SignalAndNoise {
    SignalAndNoise(signalEnergy: Double(signal), noiseEnergy: Double(noise))
  }
}

extension [UInt8] {
  fileprivate mutating func store(_ value: UInt16, at offset: Int) {
    self[offset] = UInt8(value >> 8)
    self[offset + 1] = UInt8(truncatingIfNeeded: value)
  }
}

/// The energies of a signal and of its coding error: sums of squared samples and of squared errors, in the same unit.
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
