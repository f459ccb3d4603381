internal import SoundFormat

/// Noise that turns the error of rounding to a lower bit depth into hiss that doesn't follow the sound.
///
/// The raw values are the arguments of `--dither` in Apple's `afconvert`.
public enum Dither: Int, Hashable, Sendable {
  /// Noise with a triangular distribution, of up to one step of the bit depth in either direction.
  case triangular = 1
  /// Triangular noise. In addition, the error of each sample is subtracted from the channel's next sample. The
  /// subtraction moves the noise to frequencies at which ears are less sensitive.
  case noiseShaped = 2
}

/// Dithers a stream to integers of a bit depth. The seed is fixed, so the same sound gives the same bytes.
struct Ditherer {
  private let kind: Dither
  private let step: Double
  /// The error of each channel's last sample.
  private var errors: [Double]
  private var randomState: UInt64 = 0x2545_F491_4F6C_DD1D

  init(_ kind: Dither, bitDepth: Int, channelCount: Int) {
    self.kind = kind
    step = 1 / Double(UInt64(1) << (bitDepth - 1))
    errors = Array(repeating: 0, count: channelCount)
  }

  /// Dithers interleaved samples, and rounds them to the steps of the bit depth.
  mutating func apply(to block: SampleBlock) -> SampleBlock {
    var samples: [Double] = []
    samples = block.doubles(in: &samples)
    for index in samples.indices {
      let channel = index % errors.count
      let wanted = samples[index] - (kind == .noiseShaped ? errors[channel] : 0)
      let noise = (random() - random()) * step
      let rounded = ((wanted + noise) / step).rounded(.toNearestOrEven) * step
      samples[index] = max(-1, min(1 - step, rounded))
      errors[channel] = samples[index] - wanted
      // Don't shape the error of a clipped sample.
      if samples[index] != rounded { errors[channel] = 0 }
    }
    return .float64(samples)
  }

  /// Returns a number from 0 up to, but not including, 1. Source: Marsaglia, "Xorshift RNGs", 2003.
  private mutating func random() -> Double {
    randomState ^= randomState << 13
    randomState ^= randomState >> 7
    randomState ^= randomState << 17
    return Double(randomState >> 11) * 0x1p-53
  }
}
