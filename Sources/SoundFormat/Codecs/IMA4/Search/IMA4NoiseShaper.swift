/// Shapes the noise of a channel like the threshold that the sound masks, so that less of it is heard.
///
/// For each hop of frames, a spectrum gives the energies in bands of half a Bark; each band masks noise in itself and in
/// its neighbours. Linear prediction of a signal whose spectrum is the inverse of the thresholds gives a filter whose
/// own spectrum follows the thresholds. The filter's taps are the echoes that an error leaves in the next frames. There
/// are thresholds of two listeners, who hear a full-scale sound at 110 and at 150 dB, so that quiet parts count, too.
///
/// White noise is added to the inverse until the shaped noise has at most 1 dB more power than white noise. With this
/// limit, shaping has made no tried sound worse. Higher orders, other sizes of the spectrum and other weights of time
/// made no difference.
///
/// Sources: Schroeder, Atal and Hall, "Optimizing digital speech coders by exploiting masking properties of the human
/// ear", 1979, for the spread of masking and the Bark scale; Terhardt, "Calculating virtual pitch", 1979, for the
/// threshold in quiet.
struct IMA4NoiseShaper: Sendable {
  /// How many frames have the same taps. Their spectrum is that of twice as many frames around them.
  static let hopFrameCount = 256
  static let windowFrameCount = 2 * hopFrameCount
  private static let order = 4
  /// The highest sum of the squared taps: the additional power of the noise, relative to white noise.
  private static let highestGain = 0.2589
  private static let bandsPerBark = 2.0
  private static let listeners = [110.0, 150]

  /// Transforms even and odd frames in separate lanes.
  private let transform = FourierTransform(size: hopFrameCount)
  private let window: [Double]
  /// The angle by which each frequency turns in a frame. It combines the transforms of even and odd frames.
  private let turns: [(cosine: Double, sine: Double)]
  /// The band of each frequency.
  private let bands: [Int]
  /// For each band, the sum of its frequencies' cosines at 0…4 frames.
  private let correlations: [SIMD8<Double>]
  /// How much of a band's spread energy masks noise in it.
  private let offsets: [Double]
  /// The threshold in quiet of each listener, by band.
  private let quiet: [[Double]]

  init(sampleRate: Double) {
    let size = Self.windowFrameCount
    let rate = min(max(sampleRate, 1000), 1e6)
    func bark(_ frequency: Double) -> Double {
      let ratio = frequency / 650
      return 7 * (ratio + (ratio * ratio + 1).squareRoot()).decimalLogarithm * Self.logarithmOf10
    }
    window = (0..<size).map {
      0.5 - 0.5 * Double.cosineAndSine(ofTurns: Double($0) / Double(size)).cosine
    }
    turns = (0...size / 2).map { Double.cosineAndSine(ofTurns: Double($0) / Double(size)) }
    bands = (0...size / 2).map {
      Int(bark(Double($0) * rate / Double(size)) * Self.bandsPerBark)
    }
    var correlations = [SIMD8<Double>](repeating: .zero, count: bands[size / 2] + 1)
    for frequency in 0...size / 2 {
      let weight = frequency % (size / 2) == 0 ? 1.0 : 2
      for frame in 0...Self.order {
        let turns = Double(frequency * frame % size) / Double(size)
        correlations[bands[frequency]][frame] +=
          weight * Double.cosineAndSine(ofTurns: turns).cosine
      }
    }
    self.correlations = correlations
    let centres = correlations.indices.map { (Double($0) + 0.5) / Self.bandsPerBark }
    offsets = centres.map { Self.power(-(3 + max(0, ($0 - 12) / 4))) }
    quiet = Self.listeners.map { fullScale in
      centres.map { centre in
        let growth = Self.power(10 * centre / 7 / Self.logarithmOf10)
        let threshold = Self.threshold(at: 650 * (growth - 1 / growth) / 2)
        let amplitude = 32_768 * Double(size) / 4
        return 0.5 * Self.power(min(threshold, 100) - fullScale) * amplitude * amplitude
      }
    }
  }

  private static let logarithmOf10 = 2.302585092994045684

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

  /// Returns the taps for the frames in the middle of a window: the echoes of an error in the next four frames.
  func taps(_ frames: ArraySlice<Int16>) -> SIMD4<Float> {
    let energies = energies(frames)
    var masks = [Double](repeating: 0, count: energies.count)
    // A band masks higher bands less by 8 dB per Bark, lower bands by 25 dB per Bark.
    let (upward, downward) = (0.398107170553497251, 0.056234132519034908)
    var spread = 0.0
    for band in energies.indices {
      spread = spread * upward + energies[band]
      masks[band] = spread
    }
    spread = 0
    for band in energies.indices.reversed() {
      masks[band] = (masks[band] + spread) * offsets[band]
      spread = (spread + energies[band]) * downward
    }
    var sum = SIMD8<Double>.zero
    for quiet in quiet {
      var correlation = SIMD8<Double>.zero
      for band in masks.indices { correlation += correlations[band] / (masks[band] + quiet[band]) }
      sum += correlation / correlation[0]
    }
    return Self.taps(sum / sum[0])
  }

  /// Returns the energy of each band.
  private func energies(_ frames: ArraySlice<Int16>) -> [Double] {
    let first = frames.startIndex
    var values = (0..<Self.hopFrameCount).map { index in
      ComplexPair(
        ComplexPair.Lanes(
          Double(frames[first + 2 * index]) * window[2 * index],
          Double(frames[first + 2 * index + 1]) * window[2 * index + 1]), .zero)
    }
    transform(&values)
    var energies = [Double](repeating: 0, count: correlations.count)
    for frequency in bands.indices {
      let value = values[Int(transform.places[frequency % Self.hopFrameCount])]
      let (cosine, sine) = turns[frequency]
      let real = value.real.x + (value.real.y * cosine + value.imaginary.y * sine)
      let imaginary = value.imaginary.x + (value.imaginary.y * cosine - value.real.y * sine)
      energies[bands[frequency]] += real * real + imaginary * imaginary
    }
    return energies
  }

  /// Fits the noise's shape to an autocorrelation, with as little white noise as the power allows.
  ///
  /// Levinson's and Durbin's recursion: Makhoul, "Linear prediction: a tutorial review", 1975.
  private static func taps(_ correlation: SIMD8<Double>) -> SIMD4<Float> {
    for white in whiteNoise {
      var taps = SIMD8<Double>(1, 0, 0, 0, 0, 0, 0, 0)
      var error = correlation[0] + white
      for length in 1...order {
        var product = 0.0
        for index in 0..<length { product += taps[index] * correlation[length - index] }
        let reflection = -product / error
        let old = taps
        for index in 1...length { taps[index] += reflection * old[length - index] }
        error *= 1 - reflection * reflection
      }
      let gain = (1...order).reduce(0) { $0 + taps[$1] * taps[$1] }
      if gain <= highestGain {
        return SIMD4(Float(taps[1]), Float(taps[2]), Float(taps[3]), Float(taps[4]))
      }
    }
    return .zero
  }

  /// From −15 dB to 10 dB, in steps of 2.5 dB.
  private static let whiteNoise = (-6...4).map { power(2.5 * Double($0)) }
}
