/// The energy of the noise that a sound masks, in bands of half a Bark.
///
/// The energies of a window's bands come from its spectrum. A band masks noise in itself and in its neighbours: its
/// energy spreads to higher bands with a loss of 8 dB per Bark, and to lower bands with a loss of 25 dB per Bark. Noise
/// is masked if it is at least 3 dB below the spread energy, and even further below at high frequencies. Nothing below
/// the threshold in quiet is heard.
///
/// Samples have the scale of 16-bit integers.
///
/// Sources: Schroeder, Atal and Hall, "Optimizing digital speech coders by exploiting masking properties of the human
/// ear", 1979, for the spread of masking and the Bark scale; Terhardt, "Calculating virtual pitch", 1979, for the
/// threshold in quiet; Recommendation ITU-R BS.1387 for the distance of noise to the spread energy.
package struct MaskingThresholds: Sendable {
  private static let bandsPerBark = 2.0

  package let windowFrameCount: Int
  /// For each frequency: the index of its band.
  package let bands: [Int]
  /// The number of bands. The spectrum may have no frequency in some of the lowest bands.
  package var bandCount: Int { offsets.count }
  /// Transforms even and odd frames in separate lanes.
  private let transform: FourierTransform
  private let window: [Double]
  /// For each frequency: the cosine and sine of its turn in a frame, to combine the transforms of even and odd frames.
  private let turns: [(cosine: Double, sine: Double)]
  /// For each band: how much noise its spread energy masks, as a fraction of the spread energy.
  private let offsets: [Double]

  /// - Parameter windowFrameCount: An even number that has no prime factor above 7.
  package init(windowFrameCount size: Int, sampleRate: Double) {
    // With the arguments in this order, NaN becomes the lowest rate.
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

  /// Returns, for each band, the threshold in quiet, if the listener hears a full-scale sine at `fullScale` dB SPL.
  package func quiet(fullScale: Double) -> [Double] {
    offsets.indices.map { band in
      let growth = Self.power(10 * Self.centre(band) / 7 / Self.logarithmOf10)
      let threshold = Self.threshold(at: 650 * (growth - 1 / growth) / 2)
      let amplitude = 32_768 * Double(windowFrameCount) / 4
      return 0.5 * Self.power(min(threshold, 100) - fullScale) * amplitude * amplitude
    }
  }

  /// Returns, for each band, the energy of a window.
  ///
  /// - Parameter sample: Returns the sample of a frame of the window.
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

  /// Returns, for each band, the energies of two windows: of a sound and of its noise. Both windows need only one
  /// transform, with the noise as the imaginary part.
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
      // The spectrum of real numbers at −f is the conjugate of the spectrum at f.
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

  /// Returns the energy of a frequency. The pair has the results of the transforms of the even and the odd frames.
  @inline(__always)
  private func energy(_ value: ComplexPair, _ frequency: Int) -> Double {
    let (cosine, sine) = turns[frequency]
    let real = value.real.x + (value.real.y * cosine + value.imaginary.y * sine)
    let imaginary = value.imaginary.x + (value.imaginary.y * cosine - value.real.y * sine)
    return real * real + imaginary * imaginary
  }

  /// Returns, for each band, the energy of the noise that the sound masks. The threshold in quiet isn't included.
  package func masked(by energies: [Double]) -> [Double] {
    var masked = [Double](repeating: 0, count: energies.count)
    // A loss of 8 dB and of 25 dB per Bark, as factors from band to band.
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

  /// Returns the threshold in quiet at a frequency in Hz, in dB SPL.
  private static func threshold(at frequency: Double) -> Double {
    let k = max(frequency, 20) / 1000
    let dip = (k - 3.3) * (k - 3.3) * 0.6
    return 3.64 * power(-8 * k.decimalLogarithm) - 6.5 * power(-10 * dip / logarithmOf10)
      + 0.001 * k * k * k * k
  }
}
