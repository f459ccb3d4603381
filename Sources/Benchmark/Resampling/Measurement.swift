import Foundation

/// Measurements of samples. Levels are in decibels.
struct Measurement {
  /// In Hz.
  let rate: Int
  private let circle: CircleTable

  init(rate: Int) {
    self.rate = rate
    circle = CircleTable(partCount: rate)
  }

  /// Returns the level of everything but a tone, relative to the tone: distortion, noise, images and
  /// aliases.
  func distortionAndNoise(of samples: [Double], frequency: Int) -> Double {
    let fit = ToneFit(middle(samples), frequency: frequency, circle: circle)
    return 10 * log10(fit.restPower / fit.tonePower)
  }

  /// Returns the level of everything but a tone, or of everything if no tone is kept, relative to the
  /// tone's level in the source.
  func strayLevel(of samples: [Double], keeping frequency: Int?) -> Double {
    let samples = middle(samples)
    let full = TestSignal.amplitude * TestSignal.amplitude / 2
    let rest =
      frequency.map { ToneFit(samples, frequency: $0, circle: circle).restPower }
      ?? samples.meanSquare
    return 10 * log10(max(rest / full, 1e-30))
  }

  /// Returns the signal-to-noise ratio of samples, compared with the ideal ones.
  func signalToNoise(of samples: [Double], to ideal: [Double]) -> Double {
    let count = min(samples.count, ideal.count)
    let wanted = middle(Array(ideal[..<count]))
    let errors = zip(middle(Array(samples[..<count])), wanted).map { $0 - $1 }
    return 10 * log10(wanted.meanSquare / max(errors.meanSquare, 1e-30))
  }

  /// Returns the share of a comb's band in which its tones keep their level within 0.01 dB.
  func flatShare(of samples: [Double], comb: Comb) -> Double {
    comb.flatShare(of: comb.gains(in: middle(samples), circle: circle), tolerance: 0.01)
  }

  /// Returns by how many frames a pulse in the middle is late.
  func delay(of samples: [Double]) -> Double {
    let place = TestSignal.duration / 2 * Double(rate)
    var moment = 0.0
    var energy = 0.0
    for frame in Int(place) - 500...Int(place) + 500 {
      let power = samples[frame] * samples[frame]
      moment += power * (Double(frame) - place)
      energy += power
    }
    return moment / energy
  }

  /// The samples without a quarter of a second at either end.
  private func middle(_ samples: [Double]) -> [Double] {
    Array(samples[(rate / 4)..<(samples.count - rate / 4)])
  }
}
