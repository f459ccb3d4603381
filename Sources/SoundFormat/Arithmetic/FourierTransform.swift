/// The discrete Fourier transform, without scaling. Its size has no prime factors other than 2, 3, 5 and 7.
///
/// This is Cooley and Tukey's algorithm with decimation in frequency, in place. Each pass of radix r splits every
/// transform of n numbers into r transforms of n/r numbers. Results are in digit-reversed order, and `places` says
/// where each frequency is. For the inverse transform, exchange real and imaginary parts before and after.
///
/// Source: Oppenheim and Schafer, "Discrete-Time Signal Processing", chapter 9.
package struct FourierTransform: Sendable {
  /// A pass over transforms of equal size.
  private struct Pass {
    /// The number of transforms into which the pass splits each transform.
    let radix: Int
    /// The size of the transforms that the pass splits.
    let size: Int
    /// The index of the pass's first twiddle factor. The first butterfly of a transform has no factors. Each other
    /// butterfly has `radix - 1` factors.
    let firstTwiddle: Int
  }

  /// A loop over a pass's transforms, or over the butterflies of one transform.
  private struct Loop {
    let count: Int
    /// The distances between successive butterflies: between their first numbers, and between their first factors.
    let step: Int, factorStep: Int
  }

  /// The size of the largest transform whose numbers and factors fit into the smallest cache.
  private static let cachedSize = 1024
  /// Transforms of at most this size have few butterflies, so the pass's inner loop is over the transforms, with one
  /// set of twiddle factors. For larger transforms, the inner loop is over one transform's butterflies.
  private static let shortSize = 64

  package let size: Int
  /// For each frequency: the index of its number in the transformed array.
  package let places: [Int32]
  private let passes: [Pass]
  /// The passes' twiddle factors.
  private let twiddles: [ComplexPair]

  /// Returns the radices of the passes for a size, in order; nil if the size is below 1 or has a prime factor above 7.
  static func radices(of size: Int) -> [Int]? {
    guard size > 0 else { return nil }
    var rest = size
    var radices: [Int] = []
    // Collect the radices in reverse. In the result, 3, 5 and 7 come after 2 and 4, because the last pass needs no
    // twiddle factors.
    for radix in [7, 5, 3, 4, 2] {
      while rest % radix == 0 {
        radices.append(radix)
        rest /= radix
      }
    }
    return rest == 1 ? radices.reversed() : nil
  }

  /// Creates the transform of a size that has no prime factor above 7.
  ///
  /// - Parameter other: If `other` has all passes of this transform, this transform uses the factors of `other`. For
  ///   example, size 2048 has all passes of size 1024. Shared factors may differ in the last bit from unshared factors.
  package init(size: Int, sharing other: Self? = nil) {
    guard let radices = Self.radices(of: size) else {
      preconditionFailure("\(size) has a prime factor above 7")
    }
    var passes: [Pass] = []
    var passSize = size
    var twiddleCount = 0
    for radix in radices {
      passes.append(Pass(radix: radix, size: passSize, firstTwiddle: twiddleCount))
      passSize /= radix
      twiddleCount += (passSize - 1) * (radix - 1)
    }
    self.size = size
    let shared = passes.compactMap { pass in
      other?.passes.first { $0.radix == pass.radix && $0.size == pass.size }
    }
    if let other, shared.count == passes.count {
      self.passes = shared
      twiddles = other.twiddles
    } else {
      self.passes = passes
      twiddles = Self.twiddles(passes, count: twiddleCount)
    }
    places = Self.places(radices)
  }

  private static func twiddles(_ passes: [Pass], count: Int) -> [ComplexPair] {
    var twiddles = [ComplexPair](repeating: .zero, count: count)
    guard let size = passes.first?.size else { return twiddles }
    twiddles.withMutableSpan { twiddles in
      UnitCircle(size).withPoints { point in
        for pass in passes {
          let step = size / pass.size
          var index = pass.firstTwiddle
          for place in 1..<max(1, pass.size / pass.radix) {
            for number in 1..<pass.radix {
              twiddles[index] = point(place &* number &* step)
              index &+= 1
            }
          }
        }
      }
    }
    return twiddles
  }

  /// Returns, for each frequency, the index of its number. The first pass splits n numbers into r parts of n/r numbers.
  /// Frequency r·q + j of the n numbers is then frequency q of part j.
  private static func places(_ radices: [Int]) -> [Int32] {
    var places: [Int32] = [0]
    for radix in radices.reversed() {
      let part = places
      places = [Int32](repeating: 0, count: radix * part.count)
      places.withMutableSpan { places in
        part.withSpan { part in
          for number in 0..<radix {
            let start = Int32(truncatingIfNeeded: number * part.count)
            var frequency = number
            for q in 0..<part.count {
              places[frequency] = start &+ part[q]
              frequency &+= radix
            }
          }
        }
      }
    }
    return places
  }

  /// Transforms the first `size` numbers.
  package func callAsFunction(_ values: inout [ComplexPair]) {
    precondition(values.count >= size)
    values.withMutableSpan { values in
      twiddles.withSpan { twiddles in
        passes.withSpan { passes in
          Self.transform(&values, 0..<size, passes, from: 0, twiddles)
        }
      }
    }
  }

  /// Transforms a band: the first `count` numbers, and the last `count - 1` numbers, which are negative frequencies.
  /// All other numbers count as 0.
  package func callAsFunction(_ values: inout [ComplexPair], bandOf count: Int) {
    precondition(values.count >= size && count > 0 && 2 * count - 1 <= size)
    values.withMutableSpan { values in
      twiddles.withSpan { twiddles in
        passes.withSpan { passes in
          guard passes.count > 1, 2 * count - 1 <= size / passes[0].radix else {
            Self.clear(&values, count..<size - count + 1)
            Self.transform(&values, 0..<size, passes, from: 0, twiddles)
            return
          }
          Self.spread(&values, bandOf: count, passes[0], twiddles)
          let partSize = size / passes[0].radix
          for start in stride(from: 0, to: size, by: partSize) {
            Self.transform(&values, start..<start + partSize, passes, from: 1, twiddles)
          }
        }
      }
    }
  }

  /// Does the first pass for a band that fits into one of the parts that the pass makes. Each butterfly then contains
  /// only one number of the band, so each part becomes a copy of the band times the part's factors.
  private static func spread(
    _ values: inout MutableSpan<ComplexPair>, bandOf count: Int, _ pass: Pass,
    _ twiddles: Span<ComplexPair>
  ) {
    let (size, partSize) = (pass.size, pass.size / pass.radix)
    for start in stride(from: partSize, to: size, by: partSize) { values[start] = values[0] }
    var twiddle = pass.firstTwiddle
    for frequency in 1..<count {
      let (positive, negative) = (values[frequency], values[size &- frequency])
      values[partSize &- frequency] = negative
      var start = partSize
      for _ in 1..<pass.radix {
        let factor = twiddles[twiddle]
        values[start &+ frequency] = positive * factor
        start &+= partSize
        values[start &- frequency] = negative * factor.conjugate
        twiddle &+= 1
      }
    }
    for start in stride(from: 0, to: size, by: partSize) {
      clear(&values, start + count..<start + partSize - count + 1)
    }
  }

  private static func clear(_ values: inout MutableSpan<ComplexPair>, _ range: Range<Int>) {
    for index in range { values[index] = .zero }
  }

  /// Does all passes from `index` on. A large transform's parts are finished one after the other, so that each part
  /// stays in the smallest cache.
  private static func transform(
    _ values: inout MutableSpan<ComplexPair>, _ range: Range<Int>, _ passes: Span<Pass>,
    from index: Int, _ twiddles: Span<ComplexPair>
  ) {
    if range.count <= cachedSize || index == passes.count - 1 {
      for index in index..<passes.count { run(passes[index], &values, range, twiddles) }
    } else {
      run(passes[index], &values, range, twiddles)
      let partSize = range.count / passes[index].radix
      for start in stride(from: range.lowerBound, to: range.upperBound, by: partSize) {
        transform(&values, start..<start + partSize, passes, from: index + 1, twiddles)
      }
    }
  }

  private static func run(
    _ pass: Pass, _ values: inout MutableSpan<ComplexPair>, _ range: Range<Int>,
    _ twiddles: Span<ComplexPair>
  ) {
    switch pass.radix {
    case 2: run(Radix2.self, pass, &values, range, twiddles)
    case 3: run(Radix3.self, pass, &values, range, twiddles)
    case 4: run(Radix4.self, pass, &values, range, twiddles)
    case 5: run(Radix5.self, pass, &values, range, twiddles)
    default: run(Radix7.self, pass, &values, range, twiddles)
    }
  }

  @inline(__always) private static func run<B: Butterfly>(
    _: B.Type, _ pass: Pass, _ values: inout MutableSpan<ComplexPair>, _ range: Range<Int>,
    _ twiddles: Span<ComplexPair>
  ) {
    let (size, partSize) = (pass.size, pass.size / B.radix)
    // Butterflies don't check their indices, so check once that the transforms fill the range, and that the factors
    // exist. A butterfly stays in its transform: its last index is `first` + (radix − 1) · partSize.
    precondition(
      size == partSize * B.radix && range.lowerBound >= 0 && range.upperBound <= values.count
        && range.count % size == 0
        && pass.firstTwiddle >= 0
        && pass.firstTwiddle + (partSize - 1) * (B.radix - 1) <= twiddles.count)
    // The factors of each transform's first butterfly are all 1, so run this butterfly without factors.
    var start = range.lowerBound
    while start < range.upperBound {
      B.transform(
        &values, ButterflyPlace(first: start, stride: partSize, firstTwiddle: nil), twiddles)
      start &+= size
    }
    let transforms = Loop(count: range.count / size, step: size, factorStep: 0)
    let butterflies = Loop(count: partSize &- 1, step: 1, factorStep: B.radix &- 1)
    let (outer, inner) =
      size <= shortSize ? (butterflies, transforms) : (transforms, butterflies)
    for outerIndex in 0..<outer.count {
      var first = range.lowerBound &+ 1 &+ outerIndex &* outer.step
      var twiddle = pass.firstTwiddle &+ outerIndex &* outer.factorStep
      for _ in 0..<inner.count {
        B.transform(
          &values, ButterflyPlace(first: first, stride: partSize, firstTwiddle: twiddle), twiddles)
        first &+= inner.step
        twiddle &+= inner.factorStep
      }
    }
  }
}

/// Points of the unit circle at equal distances, clockwise from 1: the powers of a complex root of 1.
struct UnitCircle {
  /// An arc has 2⁵ = 32 points. Point n is `arcStarts[n / 32] * firstArc[n % 32]`, so few sines are computed.
  private static let arcBitCount = 5
  private static let arcSize = 1 << arcBitCount

  private let arcStarts: [ComplexPair]
  private let firstArc: [ComplexPair]

  init(_ count: Int) {
    firstArc = Self.points(of: count, count: Self.arcSize)
    arcStarts = Self.points(
      of: count, apart: Self.arcSize, count: (count + Self.arcSize - 1) / Self.arcSize)
  }

  /// Calls `body` with a function that takes a point's number, from 0, and returns the point in both lanes.
  @inline(__always)
  func withPoints(_ body: ((_ number: Int) -> ComplexPair) -> Void) {
    arcStarts.withSpan { arcStarts in
      firstArc.withSpan { firstArc in
        body { number in
          arcStarts[number &>> Self.arcBitCount] * firstArc[number & (Self.arcSize &- 1)]
        }
      }
    }
  }

  private static func points(
    of circle: Int, apart distance: Int = 1, count: Int
  ) -> [ComplexPair] {
    var points = [ComplexPair](repeating: .zero, count: count)
    for start in stride(from: 0, to: count, by: 8) {
      let numbers = (SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) + Double(start)) * Double(distance)
      let (cosines, sines) = SIMD8.cosinesAndSines(ofTurns: numbers / Double(circle))
      for index in start..<min(start + 8, count) {
        points[index] = ComplexPair(
          ComplexPair.Lanes(repeating: cosines[index - start]),
          ComplexPair.Lanes(repeating: 0 - sines[index - start]))
      }
    }
    return points
  }
}
