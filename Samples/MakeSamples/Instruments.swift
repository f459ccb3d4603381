import Synthesis

extension Instruments {
  /// A tone that holds its level, with soft ends.
  func tone(_ frequency: Double, seconds: Double, fade: Double) -> Signal {
    struck(frequency, [(ratio: 1, level: 1, halfLife: 1e9)], seconds: seconds)
      .faded(in: fade, out: fade)
  }

  /// A tone whose frequency falls by `drop` Hz as it fades.
  func falling(_ frequency: Double, drop: Double, halfLife: Double, seconds: Double)
    -> Signal
  {
    var oscillator = Oscillator()
    var decay = Decay(halfLife: halfLife * sampleRate)
    return Signal(seconds: seconds, sampleRate: sampleRate) {
      let level = decay.next()
      return level * oscillator.next(turns: (frequency - drop * (1 - level)) / sampleRate)
    }
  }

  /// A bell by frequency modulation, after Chowning: the modulator's ratio is not a whole number,
  /// and the sound gets purer as it fades.
  func bell(_ frequency: Double, ratio: Double, halfLife: Double, seconds: Double) -> Signal {
    var carrier = Oscillator()
    var modulator = Oscillator()
    var decay = Decay(halfLife: halfLife * sampleRate)
    var brightness = Decay(halfLife: halfLife / 2 * sampleRate)
    return Signal(seconds: seconds, sampleRate: sampleRate) {
      let deviation = 2.4 * brightness.next() * ratio * modulator.cosine
      _ = modulator.next(turns: frequency * ratio / sampleRate)
      return decay.next() * carrier.next(turns: frequency * (1 + deviation) / sampleRate)
    }
  }

  /// A plucked string by Karplus and Strong: noise in a delay line that averages neighbouring samples.
  func plucked(period: Int, seconds: Double, seed: UInt32) -> Signal {
    var noise = Noise(seed: seed)
    var string = (0..<period).map { _ in noise.next() }
    let mean = string.reduce(0, +) / Double(period)
    for index in string.indices { string[index] -= mean }
    var position = 0
    return Signal(seconds: seconds, sampleRate: sampleRate) {
      let value = string[position]
      let following = (position + 1) % period
      string[position] = 0.498 * (value + string[following])
      position = following
      return value
    }
  }

  /// Noise that begins at full level and fades.
  func burst(halfLife: Double, seconds: Double, seed: UInt32) -> Signal {
    var noise = Noise(seed: seed)
    var decay = Decay(halfLife: halfLife * sampleRate)
    return Signal(seconds: seconds, sampleRate: sampleRate) { decay.next() * noise.next() }
  }

  /// A siren's wail: up and down between two frequencies, with a little of the octave.
  func wail(from low: Double, to high: Double, every cycle: Double, seconds: Double)
    -> Signal
  {
    var oscillator = Oscillator()
    var sweep = Oscillator()
    return Signal(seconds: seconds, sampleRate: sampleRate) {
      let frequency = low + (high - low) * (1 - sweep.cosine) / 2
      _ = sweep.next(turns: 1 / (cycle * sampleRate))
      // Compute the octave by the double-angle formula: sin 2x = 2 sin x cos x.
      let octave = 2 * oscillator.sine * oscillator.cosine
      return oscillator.next(turns: frequency / sampleRate) + 0.3 * octave
    }
  }
}

extension Signal {
  /// The signal after a one-pole low pass softens its treble. `part` is the weight of each new
  /// sample.
  func softened(_ part: Double) -> Signal {
    var result = self
    var level = 0.0
    for index in frames.indices {
      level += part * (frames[index] - level)
      result.frames[index] = level
    }
    return result
  }
}

/// White noise between -1 and 1, the same in every run (Marsaglia's 32-bit xorshift).
struct Noise {
  private var state: UInt32

  /// - Parameter seed: Not 0.
  init(seed: UInt32) {
    state = seed
  }

  mutating func next() -> Double {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Double(Int32(bitPattern: state)) * 0x1p-31
  }
}
