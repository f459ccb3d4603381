internal import SoundFormat

/// How much of each source channel goes into each output channel.
struct ChannelMix: Sendable {
  /// For each output channel: the gain of each source channel.
  let gains: [[Double]]

  /// Returns the mix down to one or two channels. Without a layout, assumes the layout that WAVE files usually have.
  ///
  /// For two channels, the gains follow ITU-R BS.775-3, table 2: centre and surround channels are lowered by 3 dB, and
  /// the low-frequency channel is left out. All gains are then lowered by the same factor, so that nothing clips. A
  /// mono mix is the sum of the left and the right channel, lowered in the same way.
  static func down(
    from layout: ChannelLayout?, sourceChannelCount: Int, to channelCount: Int
  ) -> ChannelMix {
    let speakers =
      layout?.speakers ?? Speaker.usual(channelCount: sourceChannelCount)
      ?? (0..<max(0, sourceChannelCount)).map { $0 % 2 == 0 ? .left : .right }
    let stereo = [Speaker.left, .right].map { side in
      speakers.map { $0.gain(towards: side) }
    }
    let gains = channelCount == 1 ? [zip(stereo[0], stereo[1]).map { $0 + $1 }] : stereo
    let largestSum = gains.map { $0.reduce(0, +) }.max() ?? 1
    return ChannelMix(gains: gains.map { $0.map { $0 / max(1, largestSum) } })
  }

  /// Mixes a block's interleaved samples into `mixed`, whose memory is reused.
  func apply(to block: SampleBlock, into mixed: inout SampleBlock) {
    switch block {
    case .int16(let samples):
      mixed.refillFloat32 { mix(samples, into: &$0) { Float($0) * 0x1p-15 } }
    case .float32(let samples): mixed.refillFloat32 { mix(samples, into: &$0) { $0 } }
    case .int32(let samples):
      mixed.refillFloat64 { mix(samples, into: &$0) { Double($0) * 0x1p-31 } }
    case .float64(let samples): mixed.refillFloat64 { mix(samples, into: &$0) { $0 } }
    }
  }

  private func mix<Sample, Mixed: BinaryFloatingPoint>(
    _ samples: [Sample], into mixed: inout [Mixed], _ scaled: (Sample) -> Mixed
  ) {
    let sourceChannelCount = gains[0].count
    let rows = gains.map { $0.map { Mixed($0) } }
    mixed.removeAll(keepingCapacity: true)
    mixed.reserveCapacity(samples.count / sourceChannelCount * rows.count)
    for start in stride(from: 0, to: samples.count, by: sourceChannelCount) {
      for row in rows {
        var sum: Mixed = 0
        for channel in 0..<sourceChannelCount {
          sum += scaled(samples[start + channel]) * row[channel]
        }
        mixed.append(sum)
      }
    }
  }
}

extension Speaker {
  /// Returns the loudspeakers to assume if a file states no layout; nil if the channel count has no convention.
  static func usual(channelCount: Int) -> [Speaker]? {
    switch channelCount {
    case 1: [.center]
    case 2: [.left, .right]
    case 3: [.left, .right, .center]
    case 4: [.left, .right, .leftSurround, .rightSurround]
    case 5: [.left, .right, .center, .leftSurround, .rightSurround]
    case 6: [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround]
    case 8:
      [
        .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround,
        .leftSurroundDirect, .rightSurroundDirect,
      ]
    default: nil
    }
  }

  /// Returns the gain with which the loudspeaker's channel is mixed into the left or the right channel.
  fileprivate func gain(towards side: Speaker) -> Double {
    let lowered = 0.5.squareRoot()
    switch self {
    case .lowFrequency: return 0
    case .left, .right: return self == side ? 1 : 0
    case .leftSurround, .leftSurroundDirect, .leftCenter, .topFrontLeft, .topBackLeft:
      return side == .left ? lowered : 0
    case .rightSurround, .rightSurroundDirect, .rightCenter, .topFrontRight, .topBackRight:
      return side == .right ? lowered : 0
    case .center, .centerSurround, .topCenterSurround, .topFrontCenter, .topBackCenter:
      return lowered
    }
  }
}
