/// Two complex numbers that are computed side by side, one in each lane.
///
/// No operation mixes the lanes, so a lane's results don't depend on what is in the other one.
package struct ComplexPair {
  package typealias Lanes = SIMD2<Double>

  package var real: Lanes
  package var imaginary: Lanes

  @inline(__always) package init(_ real: Lanes, _ imaginary: Lanes) {
    self.real = real
    self.imaginary = imaginary
  }

  @inline(__always) static var zero: Self { Self(.zero, .zero) }

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

  /// `self` plus a real factor times another.
  @inline(__always) func adding(_ factor: Double, _ other: Self) -> Self {
    Self(real + other.real * factor, imaginary + other.imaginary * factor)
  }

  @inline(__always) func scaled(by factor: Double) -> Self {
    Self(real * factor, imaginary * factor)
  }

  /// `self` plus −i times another: the other one turned back by a quarter.
  @inline(__always) func adding(turnedBack other: Self) -> Self {
    Self(real + other.imaginary, imaginary - other.real)
  }

  /// `self` minus −i times another.
  @inline(__always) func subtracting(turnedBack other: Self) -> Self {
    Self(real - other.imaginary, imaginary + other.real)
  }

  @inline(__always) var conjugate: Self { Self(real, 0 - imaginary) }

  /// The number with its real and imaginary parts exchanged.
  @inline(__always) var exchanged: Self { Self(imaginary, real) }
}
