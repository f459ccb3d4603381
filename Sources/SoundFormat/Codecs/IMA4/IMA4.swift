/// Apple's IMA 4:1 ADPCM: a packet holds 64 frames of one channel in 34 bytes.
///
/// A packet has a two-byte header (the predictor's upper nine bits and the step index), then 32 bytes. The low nibble
/// of a byte belongs to one frame, the high nibble belongs to the next frame. The channels' packets alternate.
///
/// Apple's decoder carries its state from packet to packet at full precision. The header lacks the predictor's low
/// seven bits. So the header is only a check, and an entry point.
///
/// Sources: Apple TN1081; Interactive Multimedia Association, "Recommended Practices for Enhancing
/// Digital Audio Compatibility in Multimedia Systems", 1992, for the tables and the arithmetic;
/// for everything else, 300 files from Apple's tools.
package enum IMA4 {
  package static let framesPerPacket = 64
  package static let bytesPerPacket = 34
  /// Apple's codec supports mono and stereo only.
  package static let maximumChannelCount = 2

  static let headerByteCount = 2
  /// The header's bits that hold the predictor.
  static let predictorMask: Int32 = ~0x7F
  /// The largest difference between a header's predictor and the decoder's predictor that can come from the seven bits
  /// that the header lacks.
  static let predictorTolerance: Int32 = 0x7F

  static let steps: [Int32] = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
    80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494,
    544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499,
    2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442,
    11487,
    12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
  ]

  /// For each magnitude of a nibble: the change of the step index.
  static let indexChanges: [Int32] = [-1, -1, -1, -1, 2, 4, 6, 8]

  static let maximumStepIndex = Int32(steps.count - 1)

  /// Returns the absolute difference that a nibble stands for. Each fraction of the step is rounded down separately:
  /// with the step 7, the magnitude 3 stands for 7/8 + 7/2 + 7/4, which gives 0 + 3 + 1.
  ///
  /// - Parameter magnitude: Only the lower three bits count.
  @inline(__always)
  static func difference(_ magnitude: Int32, step: Int32) -> Int32 {
    step >> 3 + (magnitude & 4 != 0 ? step : 0) + (magnitude & 2 != 0 ? step >> 1 : 0)
      + (magnitude & 1 != 0 ? step >> 2 : 0)
  }

  /// One channel's state: the last sample, and the index of the next step.
  struct State: Equatable {
    var predictor: Int32 = 0
    var stepIndex: Int32 = 0

    init() {}

    /// Creates the state that a header describes. The header's step index has seven bits and can exceed the table. An
    /// index beyond the table is clamped, because a damaged file must not trap.
    init(packetHeader header: UInt16) {
      predictor = Int32(Int16(bitPattern: header)) & IMA4.predictorMask
      stepIndex = min(Int32(header & 0x7F), IMA4.maximumStepIndex)
    }

    /// Begins a packet. A header that matches this state, apart from the predictor's truncated bits, changes nothing.
    /// Any other header replaces the state.
    @inline(__always)
    mutating func begin(packetHeader header: UInt16) {
      let stated = Self(packetHeader: header)
      if stated.stepIndex != stepIndex
        || abs(stated.predictor - predictor) > IMA4.predictorTolerance
      {
        self = stated
      }
    }

    /// The header of a packet that begins in this state. The predictor is truncated, not rounded.
    var packetHeader: UInt16 {
      UInt16(truncatingIfNeeded: predictor & IMA4.predictorMask | stepIndex)
    }

    /// Reconstructs a sample from its nibble.
    @inline(__always)
    mutating func decode(_ nibble: Int32, _ steps: [Int32], _ changes: [Int32]) -> Int16 {
      let difference = IMA4.difference(nibble, step: steps[Int(stepIndex)])
      move(by: nibble & 8 != 0 ? -difference : difference, magnitude: nibble & 7, changes)
      return Int16(truncatingIfNeeded: predictor)
    }

    /// Finds the nibble for a sample, and advances the state. Chooses each bit greedily, as Apple does.
    @inline(__always)
    mutating func encode(_ sample: Int16, _ steps: [Int32], _ changes: [Int32]) -> UInt8 {
      let step = steps[Int(stepIndex)]
      let signed = Int32(sample) &- predictor
      let sign = signed >> 31
      var rest = (signed ^ sign) &- sign
      var difference = step >> 3
      // Use masks instead of branches, because a processor can't predict a sound's bits.
      let take4 = (rest &- step) >> 31
      let part4 = step & ~take4
      rest &-= part4
      let take2 = (rest &- step >> 1) >> 31
      let part2 = step >> 1 & ~take2
      rest &-= part2
      let take1 = (rest &- step >> 2) >> 31
      difference &+= part4 &+ part2 &+ (step >> 2 & ~take1)
      let magnitude = 4 & ~take4 | 2 & ~take2 | 1 & ~take1
      move(by: (difference ^ sign) &- sign, magnitude: magnitude, changes)
      return UInt8(truncatingIfNeeded: magnitude | sign & 8)
    }

    @inline(__always)
    private mutating func move(by difference: Int32, magnitude: Int32, _ changes: [Int32]) {
      predictor = max(-32_768, min(32_767, predictor &+ difference))
      stepIndex = max(
        0, min(IMA4.maximumStepIndex, stepIndex &+ changes[Int(magnitude)]))
    }
  }
}

/// Decodes a stream of IMA4 packets as Apple does.
package struct IMA4Decoder: Sendable {
  private var states: [IMA4.State]

  package init(channelCount: Int) {
    states = Array(repeating: IMA4.State(), count: channelCount)
  }

  /// Decodes packets to interleaved frames. A group has one packet for each channel, and gives 64 frames.
  ///
  /// A decoder that reloads the state from each packet header, as in libsndfile, loses up to 24 dB on quiet sounds.
  ///
  /// - Parameter packets: Complete groups of packets; an incomplete group at the end is ignored.
  package mutating func decode(_ packets: RawSpan, into frames: inout [Int16]) {
    let channelCount = states.count
    let groupCount = packets.byteCount / (IMA4.bytesPerPacket * channelCount)
    frames.removeAll(keepingCapacity: true)
    frames.append(repeating: 0, count: groupCount * IMA4.framesPerPacket * channelCount)
    let steps = IMA4.steps
    let changes = IMA4.indexChanges
    frames.withMutableSpan { output in
      for packet in 0..<groupCount * channelCount {
        let channel = packet % channelCount
        let start = packet * IMA4.bytesPerPacket
        var state = states[channel]
        state.begin(packetHeader: packets.loadInteger(at: start, as: UInt16.self, order: .big))
        var index = packet / channelCount * IMA4.framesPerPacket * channelCount + channel
        for offset in start + IMA4.headerByteCount..<start + IMA4.bytesPerPacket {
          let nibbles = Int32(packets.loadInteger(at: offset, as: UInt8.self))
          output[index] = state.decode(nibbles & 0x0F, steps, changes)
          output[index + channelCount] = state.decode(nibbles >> 4, steps, changes)
          index += 2 * channelCount
        }
        states[channel] = state
      }
    }
  }

  /// Replaces the nibbles of the last frames, so that the samples fall linearly to zero from the last sample before
  /// these frames. All other nibbles stay.
  ///
  /// - Parameters:
  ///   - frameCount: How many frames to replace: fewer than a packet has. With 0, only the decoder's state advances.
  ///   - packets: The stream's next packets, in complete groups, at least one group.
  package mutating func fadeOut(_ frameCount: Int, of packets: inout [UInt8]) {
    var frames: [Int16] = []
    let start = packets.count - (frameCount > 0 ? states.count * IMA4.bytesPerPacket : 0)
    packets.withBytes { decode($0.extracting(first: start), into: &frames) }
    for channel in states.indices where frameCount > 0 {
      let offset = start + channel * IMA4.bytesPerPacket
      var state = states[channel]
      state.begin(packetHeader: UInt16(packets[offset]) << 8 | UInt16(packets[offset + 1]))
      var last: Int32 = 0
      for frame in 0..<IMA4.framesPerPacket {
        let (byte, shift) = (offset + IMA4.headerByteCount + frame / 2, UInt8(frame % 2 * 4))
        let rest = Int32(IMA4.framesPerPacket - 1 - frame)
        if rest < frameCount {
          let sample = Int16(last * rest / Int32(frameCount))
          let nibble = state.encode(sample, IMA4.steps, IMA4.indexChanges)
          packets[byte] = (packets[byte] & (0xF0 >> shift)) | (nibble << shift)
        } else {
          let nibble = Int32(packets[byte] >> shift)
          last = Int32(state.decode(nibble, IMA4.steps, IMA4.indexChanges))
        }
      }
    }
  }
}
