import SoundFormat
import Synthesis

/// Sounds that are computed by arithmetic alone, so they are equal on every machine.
enum Sounds {
  /// Returns a sound's channels. They are, in turn, a bell, a falling tone, fading noise and a siren.
  static func channels(_ count: Int, seconds: Double, sampleRate: Double) -> [Signal] {
    (0..<count).map { channel in
      var (oscillator, sweep, level) = (Oscillator(), Oscillator(), 1.0)
      var random = Random(seed: 0x5EED)
      return switch channel % 4 {
      case 0:
        Instruments(sampleRate: sampleRate).struck(
          660,
          [
            (ratio: 1, level: 1, halfLife: 0.1),
            (ratio: 1.4, level: 0.5, halfLife: 0.05),
          ], seconds: seconds)
      case 1:
        Signal(seconds: seconds, sampleRate: sampleRate) {
          level *= 0.9999
          return level * oscillator.next(turns: (300 + 1600 * level) / sampleRate)
        }
      case 2:
        Signal(seconds: seconds, sampleRate: sampleRate) {
          level *= 0.9997
          return level * (Double(random.next(below: 1 << 20)) * 0x1p-19 - 1)
        }
      default:
        Signal(seconds: seconds, sampleRate: sampleRate) {
          _ = sweep.next(turns: 1 / (0.07 * sampleRate))
          return oscillator.next(turns: (1100 - 800 * sweep.cosine) / sampleRate)
        }
      }
    }.normalized
  }

  /// Interleaved samples of each type. Floats exceed full scale and contain NaN, infinities and denormals.
  static func blocks(_ channelCount: Int, seconds: Double, sampleRate: Double) -> [SampleBlock] {
    let samples = channels(channelCount, seconds: seconds, sampleRate: sampleRate).interleaved
    var doubles = samples.map { $0 * 1.6 }
    let oddities = [
      Double.nan, .infinity, -.infinity, -0.0, 0x1p-1074, 0x1p-140, 1, -1, 0x1p-16, -0x1p-24,
      0x1p40, 32_767.5 / 32_768, 0.5 / 32_768, 1.5 / 32_768,
    ]
    for (index, oddity) in oddities.enumerated() where 20 + 3 * index < doubles.count {
      doubles[20 + 3 * index] = oddity
    }
    return [
      .int16(samples.map { Int16(($0 * 0x7FFF).nearestInteger) }),
      .int32(samples.map { Int32($0 * 0x1p30) &* 2 &- 1 }),
      .float32(doubles.map { Float($0) }),
      .float64(doubles),
    ]
  }
}

/// A random number generator that gives equal numbers in every run and on every machine (Steele,
/// Lea and Flood's SplitMix64).
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns a number from 0 up to, but not including, the bound.
  mutating func next(below bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }
}
