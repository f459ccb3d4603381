internal import SoundFormat

extension SampleBlock {
  /// Returns the samples with the last frames fading to zero, in the same type. The last frame is zero.
  ///
  /// - Parameters:
  ///   - frameCount: How many frames fade, at most those there are.
  ///   - channelCount: How many channels a frame has.
  func fadedOut(frameCount: Int, channelCount: Int) -> SampleBlock {
    fading(
      [Fade(.end, frameCount: frameCount)], at: 0, of: sampleCount / channelCount,
      channelCount: channelCount)
  }

  /// Returns the samples with a sound's fades, in the same type. Frames that don't fade stay as they are.
  ///
  /// - Parameters:
  ///   - fades: The fades. Where they overlap, their gains are multiplied.
  ///   - position: How many of the sound's frames come before these.
  ///   - soundFrameCount: How many frames the sound has.
  ///   - channelCount: How many channels a frame has.
  func fading(
    _ fades: [Fade], at position: Int, of soundFrameCount: Int, channelCount: Int
  ) -> SampleBlock {
    let block = position..<position + sampleCount / channelCount
    let (start, end) = fades.ranges(in: soundFrameCount)
    let ranges = [start.clamped(to: block), end.clamped(to: block)].filter { !$0.isEmpty }
    guard !ranges.isEmpty else { return self }
    var gains: [(frame: Int, gain: Double)] = []
    for range in ranges {
      for frame in range {
        gains.append((frame - position, fades.gain(at: frame, of: soundFrameCount)))
      }
    }
    func faded<Sample>(_ samples: [Sample], _ scale: (Sample, Double) -> Sample) -> [Sample] {
      var samples = samples
      for (frame, gain) in gains {
        for index in frame * channelCount..<(frame + 1) * channelCount {
          samples[index] = scale(samples[index], gain)
        }
      }
      return samples
    }
    // Infinity times zero would be NaN.
    return switch self {
    case .int16(let samples): .int16(faded(samples) { Int16((Double($0) * $1).rounded()) })
    case .int32(let samples): .int32(faded(samples) { Int32((Double($0) * $1).rounded()) })
    case .float32(let samples):
      .float32(faded(samples) { $1 == 0 && !$0.isFinite ? 0 : $0 * Float($1) })
    case .float64(let samples):
      .float64(faded(samples) { $1 == 0 && !$0.isFinite ? 0 : $0 * $1 })
    }
  }

  /// The samples followed by others, which are of the same type in any one stream.
  func appending(_ other: SampleBlock) -> SampleBlock {
    switch (self, other) {
    case (.int16(let samples), .int16(let others)): .int16(samples + others)
    case (.int32(let samples), .int32(let others)): .int32(samples + others)
    case (.float32(let samples), .float32(let others)): .float32(samples + others)
    default: .float64(doubles + other.doubles)
    }
  }

  /// Appends samples of the same type.
  mutating func append(_ other: SampleBlock) {
    switch other {
    case .int16(let others): refillInt16 { $0 += others }
    case .int32(let others): refillInt32 { $0 += others }
    case .float32(let others): refillFloat32 { $0 += others }
    case .float64(let others): refillFloat64 { $0 += others }
    }
  }

  /// Returns silence in the same type.
  func silence(sampleCount: Int) -> SampleBlock {
    switch self {
    case .int16: .int16(Array(repeating: 0, count: sampleCount))
    case .int32: .int32(Array(repeating: 0, count: sampleCount))
    case .float32: .float32(Array(repeating: 0, count: sampleCount))
    case .float64: .float64(Array(repeating: 0, count: sampleCount))
    }
  }
}
