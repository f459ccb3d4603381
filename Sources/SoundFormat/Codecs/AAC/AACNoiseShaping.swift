/// Temporal noise shaping: filters along the spectra of a frame's windows, which shape noise in time.
///
/// Source: ISO/IEC 14496-3, 4.6.9.
struct AACNoiseShaping: Sendable {
  private struct Filter: Sendable {
    /// The indices of the filtered coefficients in the channel's spectrum.
    let range: Range<Int>
    let isDownward: Bool
    /// The weights of the coefficients filtered before a coefficient. The nearest coefficient's weight is first.
    let weights: [Double]
  }

  private var filters: [Filter] = []

  mutating func removeAll() { filters.removeAll(keepingCapacity: true) }

  /// - Parameter orderLimit: The highest order of a long window's filter.
  mutating func read(
    _ bits: inout BitReader, _ shape: AACFrameShape, _ window: AACBands.Window, orderLimit: Int
  ) throws(SoundFileError) {
    let isShort = shape.sequence == .short
    let bandLimit = min(window.shapedCount, shape.bandCount)
    for index in 0..<shape.windowCount {
      let filterCount = try bits.next(isShort ? 1 : 2)
      guard filterCount > 0 else { continue }
      let isFine = try bits.next(1) == 1
      // The first filter ends with the last band. Each other filter ends where the previous filter begins.
      var top = window.count
      for _ in 0..<filterCount {
        let bottom = max(0, top - (try bits.next(isShort ? 4 : 6)))
        let order = try bits.next(isShort ? 3 : 5)
        guard order <= (isShort ? 7 : orderLimit) else { throw AACDecoder.damage }
        if order > 0 {
          let isDownward = try bits.next(1) == 1
          let weights = try Self.weights(&bits, order: order, isFine: isFine)
          let first = index * window.starts[window.count]
          let start = first + window.starts[min(bottom, bandLimit)]
          let end = first + window.starts[min(top, bandLimit)]
          filters.append(Filter(range: start..<end, isDownward: isDownward, weights: weights))
        }
        top = bottom
      }
    }
  }

  /// Reads reflection coefficients, and returns the filter's weights.
  private static func weights(
    _ bits: inout BitReader, order: Int, isFine: Bool
  ) throws(SoundFileError) -> [Double] {
    let bitCount = (isFine ? 4 : 3) - (try bits.next(1))
    var weights = [Double](repeating: 0, count: order)
    for place in 0..<order {
      let code = try bits.next(bitCount)
      let isNegative = code >> (bitCount - 1) == 1
      let number = isNegative ? code - 1 << bitCount : code
      let reflection = reflections[number + (isFine ? 16 : 4)]
      for index in 0..<(place + 1) / 2 {
        let (a, b) = (weights[index], weights[place - 1 - index])
        weights[index] = a + reflection * b
        weights[place - 1 - index] = b + reflection * a
      }
      weights[place] = reflection
    }
    return weights
  }

  /// For each code from −4 to 3, then for each fine code from −8 to 7: the reflection coefficient, which is the sine of
  /// a part of a right angle.
  private static let reflections = [4, 8].flatMap { size in
    (-size..<size).map { code in
      let part = Double(code) / (Double(size) + (code < 0 ? 0.5 : -0.5))
      return Double.cosineAndSine(ofTurns: part / 4).sine
    }
  }

  /// Filters a channel's spectrum, which begins at `start`.
  func apply(to spectrum: inout [Double], at start: Int) {
    for filter in filters {
      let step = filter.isDownward ? -1 : 1
      var place =
        start + (filter.isDownward ? filter.range.upperBound - 1 : filter.range.lowerBound)
      spectrum.withMutableSpan { spectrum in
        filter.weights.withSpan { weights in
          for count in 0..<filter.range.count {
            var value = spectrum[place]
            var earlier = place &- step
            for index in 0..<min(count, weights.count) {
              value -= weights[index] * spectrum[earlier]
              earlier &-= step
            }
            spectrum[place] = value
            place &+= step
          }
        }
      }
    }
  }
}
