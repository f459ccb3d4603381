internal import SoundFormat

extension SampleBlock {
  /// Returns the samples with the last frames fading to zero, in the same type.
  ///
  /// The gain is 3x² − 2x³, which is flat at both ends and the same on every machine. The last frame is
  /// zero.
  ///
  /// - Parameters:
  ///   - frameCount: How many frames fade, at most those there are.
  ///   - channelCount: How many channels a frame has.
  func fadedOut(frameCount: Int, channelCount: Int) -> SampleBlock {
    func faded<Sample>(_ samples: [Sample], _ scale: (Sample, Double) -> Sample) -> [Sample] {
      var samples = samples
      let fadeStart = samples.count - frameCount * channelCount
      for frame in 0..<frameCount {
        let x = Double(frameCount - 1 - frame) / Double(frameCount)
        let gain = x * x * (3 - 2 * x)
        for index in fadeStart + frame * channelCount..<fadeStart + (frame + 1) * channelCount {
          samples[index] = scale(samples[index], gain)
        }
      }
      return samples
    }
    return switch self {
    case .int16(let samples): .int16(faded(samples) { Int16((Double($0) * $1).rounded()) })
    case .int32(let samples): .int32(faded(samples) { Int32((Double($0) * $1).rounded()) })
    case .float32(let samples): .float32(faded(samples) { $0 * Float($1) })
    case .float64(let samples): .float64(faded(samples) { $0 * $1 })
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
}
