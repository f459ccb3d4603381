internal import SoundFormat

/// A block's samples, one array per channel, 1 being full scale.
struct ChannelPlanes {
  private(set) var channels: [[Double]]

  init(channelCount: Int) {
    channels = Array(repeating: [], count: channelCount)
  }

  mutating func fill(from block: SampleBlock) {
    switch block {
    case .int16(let samples): fill(samples) { Double($0) * 0x1p-15 }
    case .int32(let samples): fill(samples) { Double($0) * 0x1p-31 }
    case .float32(let samples): fill(samples) { Double($0).heard }
    case .float64(let samples): fill(samples) { $0.heard }
    }
  }

  @inline(__always)
  private mutating func fill<Sample>(_ samples: [Sample], _ scaled: (Sample) -> Double) {
    let channelCount = channels.count
    let frameCount = samples.count / channelCount
    guard frameCount > 0 else {
      // Not by a span: where an address has 32 bits, an empty array's may not be aligned for a Double.
      channels = Array(repeating: [], count: channelCount)
      return
    }
    for channel in 0..<channelCount {
      // Reuse the plane's memory, and take it out of the outer array meanwhile: writing to a nested
      // array would check for each sample whether it is shared.
      var plane: [Double] = []
      swap(&plane, &channels[channel])
      if plane.count != frameCount { plane = Array(repeating: 0, count: frameCount) }
      samples.withSpan { source in
        plane.withMutableSpan { target in
          var target = target
          for frame in 0..<frameCount {
            target[frame] = scaled(source[frame * channelCount + channel])
          }
        }
      }
      swap(&plane, &channels[channel])
    }
  }
}

extension Double {
  /// The sample with NaN as silence, limited to 240 dB above full scale, so that its square is still
  /// finite.
  @inline(__always)
  fileprivate var heard: Double {
    isNaN ? 0 : Swift.min(0x1p40, Swift.max(-0x1p40, self))
  }
}
