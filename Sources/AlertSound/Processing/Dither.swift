internal import SoundFormat

/// Noise that turns the error of fewer bits into hiss that doesn't follow the sound.
///
/// The numbers are those of Apple's `afconvert --dither`.
public enum Dither: Int, Hashable, Sendable {
  /// Triangular noise of one step either way.
  case triangular = 1
  /// The same, and the error of each sample is taken from the next of its channel, so that the noise
  /// lies where ears hear less.
  case noiseShaped = 2
}

/// Dithers a stream to integers of a bit depth.
///
/// The noise comes from a fixed seed: the same sound gives the same bytes.
struct Ditherer {
  private let kind: Dither
  private let step: Double
  private var errors: [Double]
  private var randomState: UInt64 = 0x2545_F491_4F6C_DD1D

  init(_ kind: Dither, bitDepth: Int, channelCount: Int) {
    self.kind = kind
    step = 1 / Double(1 << (bitDepth - 1))
    errors = Array(repeating: 0, count: channelCount)
  }

  /// Dithers interleaved samples. The result lies on the steps of the bit depth.
  mutating func apply(to block: SampleBlock) -> SampleBlock {
    var samples = block.doubles
    for index in samples.indices {
      let channel = index % errors.count
      // As the encoders do, take what is no number for silence; min and max would make it full scale.
      if samples[index].isNaN { samples[index] = 0 }
      let wanted = samples[index] - (kind == .noiseShaped ? errors[channel] : 0)
      let noise = (random() - random()) * step
      let rounded = ((wanted + noise) / step).rounded(.toNearestOrEven) * step
      samples[index] = max(-1, min(1 - step, rounded))
      errors[channel] = samples[index] - wanted
      // A clipped sample's error is no noise to shape.
      if samples[index] != rounded { errors[channel] = 0 }
    }
    return .float64(samples)
  }

  /// A number from 0 up to 1. Source: Marsaglia, "Xorshift RNGs", 2003.
  private mutating func random() -> Double {
    randomState ^= randomState << 13
    randomState ^= randomState >> 7
    randomState ^= randomState << 17
    return Double(randomState >> 11) * 0x1p-53
  }
}

extension SampleBlock {
  /// The samples at a full scale of 1.
  var doubles: [Double] {
    switch self {
    case .int16(let samples): samples.map { Double($0) * 0x1p-15 }
    case .int32(let samples): samples.map { Double($0) * 0x1p-31 }
    case .float32(let samples): samples.map { Double($0) }
    case .float64(let samples): samples
    }
  }
}
