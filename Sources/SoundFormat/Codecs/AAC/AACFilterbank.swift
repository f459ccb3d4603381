/// Turns spectra into frames: the inverse transform, its windows, and the overlap of packets.
///
/// The lanes hold the two channels of a pair. In nearly all packets, both channels have the same windows.
///
/// Source: ISO/IEC 14496-3, 4.6.11, "Filterbank and block switching".
struct AACFilterbank: Sendable {
  typealias Lanes = SIMD2<Double>

  /// What the last packet leaves for the next packet, for one or two channels.
  struct Overlap: Sendable {
    /// Half of the samples that the next packet overlaps, before the slope's effect. The other half mirrors this half.
    fileprivate var rest: [Lanes]
    fileprivate var shapes = [AACFrameShape(), AACFrameShape()]

    init(frameCount: Int) { rest = Array(repeating: .zero, count: frameCount / 2) }
  }

  let frameCount: Int
  private let long: AACTransform
  private let short: AACTransform
  /// Before `join`: the middle half of each window. The outer quarters of a window mirror its middle half. After
  /// `join`: the second half of the packet's samples, then the samples that overlap with the next packet.
  private var halves: [Lanes]
  private var values: [ComplexPair]

  init(frameCount: Int) {
    self.frameCount = frameCount
    long = frameCount == AACWindow.lowDelaySize ? .lowDelay : .long
    short = .short
    halves = Array(repeating: .zero, count: frameCount)
    values = Array(repeating: .zero, count: frameCount / 2)
  }

  /// Turns the spectra of an element's channels into frames.
  ///
  /// - Parameters:
  ///   - spectrum: The channels' spectra, one after the other.
  ///   - shapes: For each channel: the shape of its windows.
  ///   - samples: Receives the frames, interleaved.
  ///   - places: For each channel: its index among the interleaved channels.
  mutating func synthesize(
    _ spectrum: [Double], _ shapes: [AACFrameShape], _ overlap: inout Overlap,
    into samples: inout [Float], at first: Int, channelCount: Int, places: [Int]
  ) {
    let half = frameCount / 2
    let isCommon =
      shapes[0].windows == shapes[1].windows
      && overlap.shapes[0].windows == overlap.shapes[1].windows
    for lane in places.indices {
      if lane == 0 || !isCommon {
        transform(spectrum, shapes[lane], isPair: places.count > 1)
        var lanes = SIMDMask<SIMD2<Int64>>(repeating: isCommon)
        lanes[lane] = true
        join(&overlap.rest, overlap.shapes[lane], shapes[lane], lanes)
      }
      halves.withSpan { halves in
        samples.withMutableSpan { samples in
          overlap.rest.withMutableSpan { rest in
            var place = first + places[lane]
            for index in 0..<half {
              samples[place] = Float(rest[index][lane])
              samples[place &+ half &* channelCount] = Float(halves[index][lane])
              rest[index][lane] = halves[half &+ index][lane]
              place &+= channelCount
            }
          }
        }
      }
    }
    for lane in places.indices { overlap.shapes[lane] = shapes[lane] }
  }

  private mutating func transform(_ spectrum: [Double], _ shape: AACFrameShape, isPair: Bool) {
    let transform = shape.sequence == .short ? short : long
    let other = isPair ? frameCount : 0
    for start in stride(from: 0, to: frameCount, by: transform.size) {
      transform(spectrum, at: start, start + other, &values, into: &halves, at: start)
    }
  }

  /// Returns the slope between two packets. If one packet has a long slope and the other packet has a short slope,
  /// which is an error, returns the short slope.
  private func slope(from last: AACFrameShape, to shape: AACFrameShape) -> [Double] {
    if frameCount == AACWindow.lowDelaySize {
      return last.hasSecondShape ? AACWindow.short(false) : AACWindow.lowDelay
    }
    return last.endsLong && shape.beginsLong
      ? AACWindow.long(last.hasSecondShape) : AACWindow.short(last.hasSecondShape)
  }

  /// Joins a packet's first window to the last packet's `rest`, and each further window to the window before, in place.
  ///
  /// - Parameter lanes: The channels whose values in `rest` change.
  private mutating func join(
    _ rest: inout [Lanes], _ last: AACFrameShape, _ shape: AACFrameShape,
    _ lanes: SIMDMask<SIMD2<Int64>>
  ) {
    let slope = slope(from: last, to: shape)
    let half = slope.count / 2
    let start = frameCount / 2 - half
    let inner = AACWindow.short(shape.hasSecondShape)
    let size = AACWindow.shortSize
    halves.withMutableSpan { halves in
      rest.withMutableSpan { rest in
        for index in 0..<half {
          let (early, late) = (start &+ index, half &- 1 &- index)
          let joined = Self.join(rest[early], halves[late], slope, index)
          rest[early].replace(with: joined.early, where: lanes)
          halves[late] = joined.late
        }
      }
      for middle in stride(from: size, to: shape.windowCount * size, by: size) {
        for index in 0..<size / 2 {
          let (early, late) = (middle &- size / 2 &+ index, middle &+ size / 2 &- 1 &- index)
          (halves[early], halves[late]) = Self.join(halves[early], halves[late], inner, index)
        }
      }
    }
  }

  /// Adds a window's falling half and the next window's rising half, at two samples equally far from the slope's
  /// middle.
  ///
  /// - Parameters:
  ///   - old: The falling window's sample before the middle. The sample after the middle is its mirror image.
  ///   - new: The rising window's sample after the middle. The sample before the middle is its negative mirror image.
  ///   - index: The first sample's distance from the slope's beginning.
  @inline(__always)
  private static func join(
    _ old: Lanes, _ new: Lanes, _ slope: [Double], _ index: Int
  ) -> (early: Lanes, late: Lanes) {
    let (rise, fall) = (slope[index], slope[slope.count &- 1 &- index])
    return (old * fall - new * rise, old * rise + new * fall)
  }
}

/// The inverse modified discrete cosine transform, by a complex Fourier transform of half its size.
///
/// With `size` numbers X, the window's middle half y is a discrete cosine transform of type IV, reversed and negated:
/// y[size − 1 − m] = −Σ X[k] cos(π/size (m + ½)(k + ½)). The result is divided by 32,768, so that full scale is 1.
struct AACTransform: Sendable {
  let size: Int
  private let fourier: FourierTransform
  /// For each rotation, both before and after the Fourier transform: cosine and sine, divided by √(32,768 · `size`).
  private let rotations: [SIMD2<Double>]

  // All decoders share these transforms.
  static let long = AACTransform(size: 1024)
  static let short = AACTransform(size: AACWindow.shortSize)
  static let lowDelay = AACTransform(size: AACWindow.lowDelaySize)

  private init(size: Int) {
    self.size = size
    fourier = FourierTransform(size: size / 2)
    let scale = (1 / (Double(size) * 32_768)).squareRoot()
    rotations = (0..<size / 2).map { number in
      let (cosine, sine) = Double.cosineAndSine(ofTurns: Double(8 * number + 1) / Double(16 * size))
      return SIMD2(cosine, sine) * scale
    }
  }

  /// Transforms two spectra, one in each lane.
  func callAsFunction(
    _ spectrum: [Double], at first: Int, _ second: Int, _ values: inout [ComplexPair],
    into halves: inout [SIMD2<Double>], at start: Int
  ) {
    values.withMutableSpan { values in
      rotations.withSpan { rotations in
        spectrum.withSpan { spectrum in
          for index in 0..<size / 2 {
            let (low, high) = (2 &* index, size &- 1 &- 2 &* index)
            let real = SIMD2(spectrum[first &+ low], spectrum[second &+ low])
            let imaginary = SIMD2(spectrum[first &+ high], spectrum[second &+ high])
            let (cosine, sine) = (rotations[index].x, rotations[index].y)
            values[index] = ComplexPair(
              real * cosine + imaginary * sine, imaginary * cosine - real * sine)
          }
        }
      }
    }
    fourier(&values)
    halves.withMutableSpan { halves in
      rotations.withSpan { rotations in
        values.withSpan { values in
          fourier.places.withSpan { places in
            for index in 0..<size / 2 {
              let value = values[Int(places[index])]
              let (cosine, sine) = (rotations[index].x, rotations[index].y)
              halves[start &+ 2 &* index] = value.imaginary * cosine - value.real * sine
              halves[start &+ size &- 1 &- 2 &* index] =
                0 - (value.real * cosine + value.imaginary * sine)
            }
          }
        }
      }
    }
  }
}

/// The rising halves of AAC's windows.
enum AACWindow {
  static let shortSize = 128
  static let lowDelaySize = 512

  static func long(_ isKaiser: Bool) -> [Double] { isKaiser ? longKaiser : longSine }
  static func short(_ isKaiser: Bool) -> [Double] { isKaiser ? shortKaiser : shortSine }

  static let lowDelay = sine(lowDelaySize)
  private static let longSine = sine(1024)
  private static let shortSine = sine(shortSize)
  private static let longKaiser = kaiser(1024, alpha: 4)
  private static let shortKaiser = kaiser(shortSize, alpha: 6)

  private static func sine(_ size: Int) -> [Double] {
    (0..<size).map { Double.cosineAndSine(ofTurns: Double(2 * $0 + 1) / Double(8 * size)).sine }
  }

  /// Returns the rising half of a Kaiser-Bessel-derived window: square roots of the running sums of Kaiser's window.
  private static func kaiser(_ size: Int, alpha: Double) -> [Double] {
    var sum = 0.0
    let sums = (0...size).map { index in
      let place = Double(2 * index) / Double(size) - 1
      let argument = Double.pi * alpha / 2
      // Bessel's function I₀(x): the sum of the squares of (x/2)^k / k!.
      let square = argument * argument * (1 - place * place)
      var term = 1.0
      var value = 1.0
      for number in 1...40 {
        term *= square / Double(number * number)
        value += term
      }
      sum += value
      return sum
    }
    return sums.dropLast().map { ($0 / sum).squareRoot() }
  }
}
