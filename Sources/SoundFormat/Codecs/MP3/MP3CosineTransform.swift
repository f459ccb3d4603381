/// The inverse modified discrete cosine transforms of eight neighbouring subbands, and their windows.
///
/// A transform of 2n lines gives 4n numbers: the 2n numbers of a discrete cosine transform of type IV, repeated with
/// the same or the opposite sign. The transform of type IV consists of two transforms of type III: one of n sums of
/// neighbouring lines, and one of n differences. The results of the two are then rotated.
struct MP3CosineTransform: Sendable {
  typealias Lanes = SIMD8<Float>

  /// The transform of 18 lines.
  static let long = MP3CosineTransform(9)
  /// The transform of 6 lines.
  static let short = MP3CosineTransform(3)

  /// n: half the number of lines, and a quarter of the window's length.
  private let size: Int
  /// cos(π/n · (i + 1/2) · j), indexed by i · n + j.
  private let cosines: [Float]
  /// For each result: the cosine and the sine of its rotation, to multiply the first transform's result. Then both
  /// again, negated for odd results, to multiply the second transform's result.
  private let rotations: [SIMD4<Float>]

  private init(_ size: Int) {
    self.size = size
    cosines = (0..<size * size).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: size)
      let turns = Double((2 * row + 1) * column) / Double(4 * size)
      return Float(Double.cosineAndSine(ofTurns: turns).cosine)
    }
    rotations = (0..<size).map { index in
      let turns = Double(2 * index + 1) / Double(16 * size)
      let (cosine, sine) = Double.cosineAndSine(ofTurns: turns)
      let sign: Float = index % 2 == 0 ? 1 : -1
      return [Float(cosine), Float(sine), sign * Float(cosine), sign * Float(sine)]
    }
  }

  /// Transforms lines, and adds the windowed results.
  ///
  /// - Parameters:
  ///   - place: The index of the eight subbands' first lines.
  ///   - stride: The distance between the indices of neighbouring lines of a subband in the same window.
  ///   - shape: The window's factors.
  ///   - windows: Receives the results, from `start` on. Its last 18 vectors are memory for the transform.
  @inline(__always)
  func add(
    _ values: Span<Float>, at place: Int, stride: Int, _ shape: Span<Lanes>,
    into windows: inout MutableSpan<Lanes>, from start: Int
  ) {
    @inline(__always) func line(_ index: Int) -> Lanes {
      values.lanes(at: place &+ index &* stride)
    }
    let (last, sums, differences) = (2 &* size &- 1, windows.count &- 18, windows.count &- 9)
    windows[sums] = line(0)
    windows[differences] = line(last)
    for index in 1..<size {
      windows[sums &+ index] = line(2 &* index) + line(2 &* index &- 1)
      let upper = last &- 2 &* index
      windows[differences &+ index] = line(upper) - line(upper &+ 1)
    }
    for index in 0..<size {
      var (first, second) = (windows[sums], windows[differences])
      for other in 1..<size {
        let cosine = cosines[index &* size &+ other]
        first += windows[sums &+ other] * cosine
        second += windows[differences &+ other] * cosine
      }
      let rotation = rotations[index]
      let low = first * rotation[0] + second * rotation[3]
      let high = first * rotation[1] - second * rotation[2]
      // The high numbers fill the window's first half, from its middle outward. The low numbers fill the second half.
      let (near, far, half) = (size &- 1 &- index, size &+ index, 2 &* size)
      windows[start &+ near] += high * shape[near]
      windows[start &+ far] += high * shape[far]
      windows[start &+ half &+ near] += low * shape[half &+ near]
      windows[start &+ half &+ far] += low * shape[half &+ far]
    }
  }

  /// Returns the factors of a window for eight subbands, the first of which is even; 0 in lanes outside `lanes`.
  ///
  /// Factors of odd samples change their signs in odd subbands, because frequencies in these subbands are reversed. All
  /// factors change their signs after the first quarter, where the transform gives negatives of its numbers.
  ///
  /// Source: ISO/IEC 11172-3, 2.4.3.4.10.3.
  static func shape(_ block: MP3Granule.Block, _ lanes: Range<Int>) -> [Lanes] {
    let size = block == .short ? 12 : 36
    return (0..<size).map { index in
      func sine(_ index: Int, _ size: Int) -> Double {
        Double.cosineAndSine(ofTurns: (Double(index) + 0.5) / Double(2 * size)).sine
      }
      let factor: Double =
        switch (block, index) {
        case (.start, 30...), (.stop, ..<6): 0
        case (.start, 24...): sine(index - 18, 12)
        case (.stop, ..<12): sine(index - 6, 12)
        case (.start, 18...), (.stop, ..<18): 1
        default: sine(index, size)
        }
      var shape = Lanes.zero
      for lane in lanes {
        let isNegative = (index >= size / 4) != (index % 2 == 1 && lane % 2 == 1)
        shape[lane] = Float(isNegative ? -factor : factor)
      }
      return shape
    }
  }
}
