import Foundation
import Synthesis

extension LoudnessSounds {
  /// Returns one channel of a sound.
  mutating func signal(_ kind: Kind, seconds: Double, _ play: Instruments) -> Signal {
    let rate = play.sampleRate
    let frequency = number(in: 200...min(2500, rate / 8))
    switch kind {
    case .wail: return play.wail(from: frequency / 2, to: frequency, every: 1.3, seconds: seconds)
    case .alarm: return square(frequency, seconds: seconds, rate)
    case .pad: return pad(frequency / 2, seconds: seconds, play)
    case .tone: return play.tone(frequency, seconds: seconds, fade: min(0.02, seconds / 4))
    case .speech: return speech(seconds: seconds, play).faded(in: 0, out: min(0.05, seconds / 4))
    case .noise: return play.burst(halfLife: 1e9, seconds: seconds, seed: seed()).softened(0.5)
    case .music:
      var music = pad(frequency / 2, seconds: seconds, play)
      music.mix(events(.drum, every: 0.5, seconds: seconds, frequency, play), gain: 3)
      music.mix(events(.marimba, every: 0.25, seconds: seconds, frequency, play), gain: 2)
      return music.faded(in: 0, out: min(0.1, seconds / 4))
    default:
      return events(kind, every: number(in: 0.2...3), seconds: seconds, frequency, play)
        .faded(in: 0, out: min(0.05, seconds / 4))
    }
  }

  /// Struck sounds of different strength, one after the other.
  private mutating func events(
    _ kind: Kind, every interval: Double, seconds: Double, _ frequency: Double, _ play: Instruments
  ) -> Signal {
    var signal = Signal(seconds: seconds, sampleRate: play.sampleRate)
    var start = 0.0
    while start < seconds {
      let strength = number(in: 0.2...1)
      signal.mix(event(kind, frequency, play), at: start, gain: strength)
      start += interval * number(in: 0.7...1.3)
    }
    return signal
  }

  private mutating func event(_ kind: Kind, _ frequency: Double, _ play: Instruments) -> Signal {
    switch kind {
    case .bell: return play.bell(frequency, ratio: 1.4, halfLife: 0.2, seconds: 1.2)
    case .marimba:
      let partials = [
        Partial(ratio: 1, level: 1, halfLife: 0.07),
        Partial(ratio: 1.99, level: 0.3, halfLife: 0.02),
      ]
      return play.struck(frequency, partials, seconds: 0.8)
    case .pluck:
      let period = max(2, Int(play.sampleRate / frequency))
      return play.plucked(period: period, seconds: 0.9, seed: seed()).softened(0.6)
    case .burst: return play.burst(halfLife: 0.04, seconds: 0.3, seed: seed())
    case .drum:
      var drum = play.falling(90, drop: 40, halfLife: 0.09, seconds: 0.6)
      drum.mix(play.burst(halfLife: 0.008, seconds: 0.1, seed: seed()).softened(0.5), gain: 0.6)
      return drum
    default:
      return play.struck(
        frequency, [Partial(ratio: 1, level: 1, halfLife: 0.0005)], seconds: 0.01)
    }
  }

  private func square(_ frequency: Double, seconds: Double, _ rate: Double) -> Signal {
    var oscillator = Oscillator()
    return Signal(seconds: seconds, sampleRate: rate) {
      oscillator.next(turns: frequency / rate) < 0 ? -1 : 1
    }
  }

  private func pad(_ frequency: Double, seconds: Double, _ play: Instruments) -> Signal {
    var signal = Signal(seconds: seconds, sampleRate: play.sampleRate)
    for ratio in [1, 1.26, 1.498, 2.003] {
      signal.mix(play.tone(frequency * ratio, seconds: seconds, fade: min(0.6, seconds / 3)))
    }
    return signal
  }

  /// Syllables: a gliding voice with the harmonics near two formants stronger, or a hiss, with pauses between words.
  private mutating func speech(seconds: Double, _ play: Instruments) -> Signal {
    var signal = Signal(seconds: seconds, sampleRate: play.sampleRate)
    let pitch = number(in: 90...220)
    var start = 0.0
    while start < seconds {
      let length = number(in: 0.08...0.25)
      let syllable =
        generator.next(below: 4) == 0
        ? play.burst(halfLife: 1e9, seconds: length, seed: seed()).faded(in: 0.02, out: 0.03)
        : voice(pitch * number(in: 0.9...1.15), seconds: length, play)
      signal.mix(syllable, at: start, gain: number(in: 0.3...1))
      start += length * 0.9 + (generator.next(below: 4) == 0 ? number(in: 0.1...0.4) : 0)
    }
    return signal
  }

  private mutating func voice(
    _ pitch: Double, seconds: Double, _ play: Instruments
  ) -> Signal {
    let formants = [number(in: 300...800), number(in: 900...2300)]
    var signal = Signal(seconds: seconds, sampleRate: play.sampleRate)
    // Oscillators reach a quarter of the rate.
    for harmonic in 1...max(1, min(20, Int(play.sampleRate / 4 / pitch))) {
      let frequency = pitch * Double(harmonic)
      let distance = formants.map { abs(frequency - $0) / 150 }.min() ?? 0
      let level = (0.1 + 1 / (1 + distance * distance)) / Double(harmonic).squareRoot()
      let fall = play.falling(
        frequency, drop: frequency / 8, halfLife: seconds * play.sampleRate, seconds: seconds)
      signal.mix(fall, gain: level)
    }
    return signal.faded(in: 0.015, out: 0.03)
  }
}
