/// A step of a Fourier transform: the discrete Fourier transform of a few numbers of an array.
///
/// The results, multiplied by their twiddle factors, replace the numbers. To save a twelfth of the time, a butterfly
/// doesn't check its indices. `FourierTransform` checks a whole pass in advance.
protocol Butterfly {
  /// How many numbers a butterfly transforms.
  static var radix: Int { get }

  static func transform(
    _ x: inout MutableSpan<ComplexPair>, _ place: ButterflyPlace, _ twiddles: Span<ComplexPair>)
}

/// The indices of a butterfly's numbers in the array, and of their factors in the table of twiddle factors.
struct ButterflyPlace {
  /// The index of the first number.
  let first: Int
  /// The distance from each number to the next.
  let stride: Int
  /// The index of the second number's factor. The factors of the further numbers follow. The first number has no
  /// factor. Nil if all factors are 1.
  let firstTwiddle: Int?

  @inline(__always) subscript(number: Int) -> Int { first &+ number &* stride }
}

extension MutableSpan<ComplexPair> {
  /// Multiplies `value` by its twiddle factor, and stores the product as the butterfly's result with index `number`.
  @inline(__always) fileprivate mutating func store(
    _ value: ComplexPair, _ number: Int, _ place: ButterflyPlace, _ twiddles: Span<ComplexPair>
  ) {
    unsafe self[unchecked: place[number]] =
      if let first = place.firstTwiddle {
        unsafe value * twiddles[unchecked: first &+ number &- 1]
      } else {
        value
      }
  }
}

enum Radix2: Butterfly {
  static var radix: Int { 2 }

  @inline(__always) static func transform(
    _ x: inout MutableSpan<ComplexPair>, _ place: ButterflyPlace, _ twiddles: Span<ComplexPair>
  ) {
    let (a, b) = unsafe (x[unchecked: place[0]], x[unchecked: place[1]])
    unsafe x[unchecked: place[0]] = a + b
    x.store(a - b, 1, place, twiddles)
  }
}

enum Radix3: Butterfly {
  static var radix: Int { 3 }

  @inline(__always) static func transform(
    _ x: inout MutableSpan<ComplexPair>, _ place: ButterflyPlace, _ twiddles: Span<ComplexPair>
  ) {
    let (a, b, c) = unsafe (x[unchecked: place[0]], x[unchecked: place[1]], x[unchecked: place[2]])
    let sum = b + c
    // cos(2π/3) and sin(2π/3)
    let even = a.adding(-0.5, sum)
    let odd = (b - c).scaled(by: 0.866025403784438646763723170752936183)
    unsafe x[unchecked: place[0]] = a + sum
    x.store(even.adding(turnedBack: odd), 1, place, twiddles)
    x.store(even.subtracting(turnedBack: odd), 2, place, twiddles)
  }
}

enum Radix4: Butterfly {
  static var radix: Int { 4 }

  @inline(__always) static func transform(
    _ x: inout MutableSpan<ComplexPair>, _ place: ButterflyPlace, _ twiddles: Span<ComplexPair>
  ) {
    let (a, b) = unsafe (x[unchecked: place[0]], x[unchecked: place[1]])
    let (c, d) = unsafe (x[unchecked: place[2]], x[unchecked: place[3]])
    let (evenSum, evenDifference) = (a + c, a - c)
    let (oddSum, oddDifference) = (b + d, b - d)
    unsafe x[unchecked: place[0]] = evenSum + oddSum
    x.store(evenDifference.adding(turnedBack: oddDifference), 1, place, twiddles)
    x.store(evenSum - oddSum, 2, place, twiddles)
    x.store(evenDifference.subtracting(turnedBack: oddDifference), 3, place, twiddles)
  }
}

enum Radix5: Butterfly {
  static var radix: Int { 5 }

  @inline(__always) static func transform(
    _ x: inout MutableSpan<ComplexPair>, _ place: ButterflyPlace, _ twiddles: Span<ComplexPair>
  ) {
    // cos and sin of 2π/5 and 4π/5
    let (c1, c2) = (
      0.309016994374947424102293417182819059, -0.809016994374947424102293417182819059
    )
    let (s1, s2) = (
      0.951056516295153572116439333379382143, 0.587785252292473129168705954639072769
    )
    let a = unsafe x[unchecked: place[0]]
    let (b, e) = unsafe (x[unchecked: place[1]], x[unchecked: place[4]])
    let (c, d) = unsafe (x[unchecked: place[2]], x[unchecked: place[3]])
    let (sum1, sum2) = (b + e, c + d)
    let (difference1, difference2) = (b - e, c - d)
    let even1 = a.adding(c1, sum1).adding(c2, sum2)
    let even2 = a.adding(c2, sum1).adding(c1, sum2)
    let odd1 = difference1.scaled(by: s1).adding(s2, difference2)
    let odd2 = difference1.scaled(by: s2).adding(-s1, difference2)
    unsafe x[unchecked: place[0]] = a + sum1 + sum2
    x.store(even1.adding(turnedBack: odd1), 1, place, twiddles)
    x.store(even2.adding(turnedBack: odd2), 2, place, twiddles)
    x.store(even2.subtracting(turnedBack: odd2), 3, place, twiddles)
    x.store(even1.subtracting(turnedBack: odd1), 4, place, twiddles)
  }
}

enum Radix7: Butterfly {
  static var radix: Int { 7 }

  @inline(__always) static func transform(
    _ x: inout MutableSpan<ComplexPair>, _ place: ButterflyPlace, _ twiddles: Span<ComplexPair>
  ) {
    // cos and sin of 2π/7, 4π/7 and 6π/7
    let (c1, c2, c3) = (
      0.623489801858733530525004884004239811, -0.222520933956314404288902564496794759,
      -0.900968867902419126236102319507445051
    )
    let (s1, s2, s3) = (
      0.781831482468029808708444526674057750, 0.974927912181823607018131682993931217,
      0.433883739117558120475768332848358754
    )
    let a = unsafe x[unchecked: place[0]]
    let (b, g) = unsafe (x[unchecked: place[1]], x[unchecked: place[6]])
    let (c, f) = unsafe (x[unchecked: place[2]], x[unchecked: place[5]])
    let (d, e) = unsafe (x[unchecked: place[3]], x[unchecked: place[4]])
    let (sum1, sum2, sum3) = (b + g, c + f, d + e)
    let (difference1, difference2, difference3) = (b - g, c - f, d - e)
    let even1 = a.adding(c1, sum1).adding(c2, sum2).adding(c3, sum3)
    let even2 = a.adding(c2, sum1).adding(c3, sum2).adding(c1, sum3)
    let even3 = a.adding(c3, sum1).adding(c1, sum2).adding(c2, sum3)
    let odd1 = difference1.scaled(by: s1).adding(s2, difference2).adding(s3, difference3)
    let odd2 = difference1.scaled(by: s2).adding(-s3, difference2).adding(-s1, difference3)
    let odd3 = difference1.scaled(by: s3).adding(-s1, difference2).adding(s2, difference3)
    unsafe x[unchecked: place[0]] = a + sum1 + sum2 + sum3
    x.store(even1.adding(turnedBack: odd1), 1, place, twiddles)
    x.store(even2.adding(turnedBack: odd2), 2, place, twiddles)
    x.store(even3.adding(turnedBack: odd3), 3, place, twiddles)
    x.store(even3.subtracting(turnedBack: odd3), 4, place, twiddles)
    x.store(even2.subtracting(turnedBack: odd2), 5, place, twiddles)
    x.store(even1.subtracting(turnedBack: odd1), 6, place, twiddles)
  }
}

/// Two complex numbers that are computed side by side, one in each lane.
///
/// No operation mixes the lanes, so a lane's results don't depend on the other lane.
package struct ComplexPair {
  package typealias Lanes = SIMD2<Double>

  package var real: Lanes
  package var imaginary: Lanes

  @inlinable @inline(__always) package init(_ real: Lanes, _ imaginary: Lanes) {
    self.real = real
    self.imaginary = imaginary
  }

  @inlinable @inline(__always) package static var zero: Self { Self(.zero, .zero) }

  @inline(__always) static func + (a: Self, b: Self) -> Self {
    Self(a.real + b.real, a.imaginary + b.imaginary)
  }

  @inline(__always) static func - (a: Self, b: Self) -> Self {
    Self(a.real - b.real, a.imaginary - b.imaginary)
  }

  @inline(__always) static func * (a: Self, b: Self) -> Self {
    Self(
      a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  /// Returns `self + factor · other`.
  @inline(__always) func adding(_ factor: Double, _ other: Self) -> Self {
    Self(real + other.real * factor, imaginary + other.imaginary * factor)
  }

  @inlinable @inline(__always) package func scaled(by factor: Double) -> Self {
    Self(real * factor, imaginary * factor)
  }

  /// Returns `self − i · other`. The factor −i turns `other` back by a quarter turn.
  @inline(__always) func adding(turnedBack other: Self) -> Self {
    Self(real + other.imaginary, imaginary - other.real)
  }

  /// Returns `self − (−i) · other`, which is `self + i · other`.
  @inline(__always) func subtracting(turnedBack other: Self) -> Self {
    Self(real - other.imaginary, imaginary + other.real)
  }

  @inline(__always) var conjugate: Self { Self(real, 0 - imaginary) }

  /// The number with its real and imaginary parts exchanged.
  @inlinable @inline(__always) package var exchanged: Self { Self(imaginary, real) }
}
