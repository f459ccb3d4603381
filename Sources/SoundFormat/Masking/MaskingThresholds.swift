/// The energy of noise that a sound masks, by bands of half a Bark.
///
/// The energies of a window's bands come from its spectrum. Each band masks noise in itself and in its neighbours: its
/// energy spreads by 8 dB less per Bark to higher bands, and by 25 dB less per Bark to lower ones. Noise has to be 3 dB
/// below the spread energy, and more at high frequencies. Below the threshold in quiet, nothing is heard.
///
/// Samples are in units of 16 bits.
///
/// Sources: Schroeder, Atal and Hall, "Optimizing digital speech coders by exploiting masking properties of the human
/// ear", 1979, for the spread of masking and the Bark scale; Terhardt, "Calculating virtual pitch", 1979, for the
/// threshold in quiet; Recommendation ITU-R BS.1387 for the distance of noise to the spread energy.
package struct MaskingThresholds: Sendable {
  private static let bandsPerBark = 2.0

  package let windowFrameCount: Int
  /// The band of each frequency.
  package let bands: [Int]
  /// The number of bands. The spectrum may have no frequency in some of the lowest.
  package var bandCount: Int { offsets.count }
  /// Transforms even and odd frames in separate lanes.
  private let transform: FourierTransform
  private let window: [Double]
  /// The angle by which each frequency turns in a frame. It combines the transforms of even and odd frames.
  private let turns: [(cosine: Double, sine: Double)]
  /// How much of a band's spread energy masks noise in it.
  private let offsets: [Double]

  /// - Parameter windowFrameCount: An even number that has no prime factor above 7.
  package init(windowFrameCount size: Int, sampleRate: Double) {
    // In this order, NaN becomes the least rate.
    let rate = min(max(1000, sampleRate), 1e6)
    func bark(_ frequency: Double) -> Double {
      let ratio = frequency / 650
      return 7 * (ratio + (ratio * ratio + 1).squareRoot()).decimalLogarithm * Self.logarithmOf10
    }
    windowFrameCount = size
    transform = FourierTransform(size: size / 2)
    window = (0..<size).map {
      0.5 - 0.5 * Double.cosineAndSine(ofTurns: Double($0) / Double(size)).cosine
    }
    turns = (0...size / 2).map { Double.cosineAndSine(ofTurns: Double($0) / Double(size)) }
    bands = (0...size / 2).map {
      Int(bark(Double($0) * rate / Double(size)) * Self.bandsPerBark)
    }
    offsets = (0...bands[size / 2]).map {
      Self.power(-(3 + max(0, (Self.centre($0) - 12) / 4)))
    }
  }

  /// Returns the threshold in quiet of each band, for a listener who hears a full-scale sine at this level in dB SPL.
  package func quiet(fullScale: Double) -> [Double] {
    offsets.indices.map { band in
      let growth = Self.power(10 * Self.centre(band) / 7 / Self.logarithmOf10)
      let threshold = Self.threshold(at: 650 * (growth - 1 / growth) / 2)
      let amplitude = 32_768 * Double(windowFrameCount) / 4
      return 0.5 * Self.power(min(threshold, 100) - fullScale) * amplitude * amplitude
    }
  }

  /// Returns the energy of each band in a window.
  ///
  /// - Parameter sample: Returns the sample of each of the window's frames.
  package func energies(_ sample: (_ frame: Int) -> Double) -> [Double] {
    let half = windowFrameCount / 2
    var values = (0..<half).map { index in
      ComplexPair(
        ComplexPair.Lanes(
          sample(2 * index) * window[2 * index], sample(2 * index + 1) * window[2 * index + 1]),
        .zero)
    }
    transform(&values)
    var energies = [Double](repeating: 0, count: bandCount)
    for frequency in bands.indices {
      energies[bands[frequency]] += energy(
        values[Int(transform.places[frequency % half])], frequency)
    }
    return energies
  }

  /// Returns the energies of each band in two windows: of a sound and of its noise. They need one transform, with the noise
  /// as the imaginary part.
  package func energiesOfBoth(
    _ sample: (_ frame: Int) -> (sound: Double, noise: Double)
  ) -> (sound: [Double], noise: [Double]) {
    let half = windowFrameCount / 2
    var values = (0..<half).map { index in
      let (even, odd) = (sample(2 * index), sample(2 * index + 1))
      let window = ComplexPair.Lanes(window[2 * index], window[2 * index + 1])
      return ComplexPair(
        ComplexPair.Lanes(even.sound, odd.sound) * window,
        ComplexPair.Lanes(even.noise, odd.noise) * window)
    }
    transform(&values)
    var sound = [Double](repeating: 0, count: bandCount)
    var noise = sound
    for frequency in bands.indices {
      // The spectrum of real numbers at a negative frequency is the conjugate of that at the positive frequency.
      let value = values[Int(transform.places[frequency % half])]
      let mirrored = values[Int(transform.places[(half - frequency) % half])]
      sound[bands[frequency]] += energy(
        ComplexPair(value.real + mirrored.real, value.imaginary - mirrored.imaginary)
          .scaled(by: 0.5), frequency)
      noise[bands[frequency]] += energy(
        ComplexPair(value.imaginary + mirrored.imaginary, mirrored.real - value.real)
          .scaled(by: 0.5), frequency)
    }
    return (sound, noise)
  }

  /// Returns the energy of a frequency. The pair is of the transforms of even and odd frames.
  @inline(__always)
  private func energy(_ value: ComplexPair, _ frequency: Int) -> Double {
    let (cosine, sine) = turns[frequency]
    let real = value.real.x + (value.real.y * cosine + value.imaginary.y * sine)
    let imaginary = value.imaginary.x + (value.imaginary.y * cosine - value.real.y * sine)
    return real * real + imaginary * imaginary
  }

  /// Returns how much noise each band masks, without the threshold in quiet.
  package func masked(by energies: [Double]) -> [Double] {
    var masked = [Double](repeating: 0, count: energies.count)
    // 8 dB and 25 dB per Bark.
    let (upward, downward) = (0.398107170553497251, 0.056234132519034908)
    var spread = 0.0
    for band in energies.indices {
      spread = spread * upward + energies[band]
      masked[band] = spread
    }
    spread = 0
    for band in energies.indices.reversed() {
      masked[band] = (masked[band] + spread) * offsets[band]
      spread = (spread + energies[band]) * downward
    }
    return masked
  }

  private static let logarithmOf10 = 2.302585092994045684

  /// The middle of a band, in Bark.
  private static func centre(_ band: Int) -> Double { (Double(band) + 0.5) / bandsPerBark }

  /// Returns 10^(decibels/10).
  private static func power(_ decibels: Double) -> Double {
    .amplitude(ofDecibels: 2 * decibels)
  }

  /// The threshold in quiet, in dB SPL.
  private static func threshold(at frequency: Double) -> Double {
    let k = max(frequency, 20) / 1000
    let dip = (k - 3.3) * (k - 3.3) * 0.6
    return 3.64 * power(-8 * k.decimalLogarithm) - 6.5 * power(-10 * dip / logarithmOf10)
      + 0.001 * k * k * k * k
  }
}
