import Foundation

/// A synthesised sound that is equal in every run.
public enum Signal: String, CaseIterable, Sendable {
  /// A sine whose period isn't a whole number of frames, so that no period repeats exactly.
  case sine
  /// `sine`, 40 dB quieter, so quiet that IMA4's smallest step limits the quality.
  case quietSine
  /// A sine whose pitch rises over two decades in a quarter of a second.
  case sweep
  /// A struck bell with decaying partials.
  case bell
  /// White noise at half of full scale.
  case noise
  /// A square wave near full scale, with the hardest possible edges.
  case square
  /// One full-scale sample in silence.
  case impulse
  case silence

  /// The signal as one channel of 16-bit samples.
  public func int16(frameCount: Int, sampleRate: Double = 44_100) -> [Int16] {
    doubles(frameCount: frameCount, sampleRate: sampleRate).map {
      Int16(max(-32_768, min(32_767, ($0 * 32_767).rounded(.toNearestOrEven))))
    }
  }

  /// The signal with a full scale of 1.
  public func doubles(frameCount: Int, sampleRate: Double = 44_100) -> [Double] {
    var generator = SeededGenerator(seed: 1)
    return (0..<frameCount).map { frame in
      let time = Double(frame) / sampleRate
      func tone(_ frequency: Double) -> Double { sin(2 * .pi * frequency * time) }
      return switch self {
      case .sine: 0.8 * tone(441.7)
      case .quietSine: 0.008 * tone(441.7)
      case .sweep: 0.8 * sin(2 * .pi * 20 / 4.6 * (exp(4.6 * time * 4) - 1) / 4)
      case .bell: exp(-6 * time) * (0.5 * tone(523.25) + 0.3 * tone(1311) + 0.15 * tone(2789))
      case .noise: Double.random(in: -0.5...0.5, using: &generator)
      case .square: tone(220) < 0 ? -0.95 : 0.95
      case .impulse: frame == frameCount / 2 ? 1 : 0
      case .silence: 0
      }
    }
  }
}

/// Interleaves channels of equal length.
public func interleaved<Sample>(_ channels: [[Sample]]) -> [Sample] {
  channels[0].indices.flatMap { frame in channels.map { $0[frame] } }
}

/// The signal-to-noise ratio of a copy, in dB. Infinity if the copy equals the original.
public func signalToNoise(of copy: [Int16], to original: [Int16]) -> Double {
  precondition(copy.count == original.count)
  var signal = 0.0
  var noise = 0.0
  for (sample, wanted) in zip(copy, original) {
    let error = Double(sample) - Double(wanted)
    signal += Double(wanted) * Double(wanted)
    noise += error * error
  }
  return noise == 0 ? .infinity : 10 * log10(signal / noise)
}

/// A random number generator that gives equal numbers for equal seeds.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", SplitMix64.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
