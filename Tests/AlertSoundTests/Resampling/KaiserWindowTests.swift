import Foundation
import TestSupport
import Testing

@testable import AlertCore

/// The window and its spectrum, compared with numerical integrals.
struct KaiserWindowTests {
  private static let betas = [0.5, 3, 16.673, 23.39, 30]

  /// The window at a position, by its definition.
  private static func value(_ position: Double, _ beta: Double) -> Double {
    besselI0(beta * (1 - position * position).squareRoot()) / besselI0(beta)
  }

  /// The tests' own Bessel function, an integral, has the values of a table.
  ///
  /// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", table 9.8.
  @Test(arguments: [(0.0, 1.0), (1, 1.266065878), (2, 2.279585302), (5, 27.23987182)])
  func theIntegralIsTheBesselFunction(argument: Double, value: Double) {
    #expect(abs(besselI0(argument) / value - 1) < 1e-9)
  }

  @Test(arguments: betas)
  func valuesAreRatiosOfBesselFunctions(beta: Double) {
    let window = KaiserWindow(beta: beta)
    for index in -999...999 {
      let position = Double(index) / 1000
      let found = window.values(at: SIMD8(repeating: position))
      let wanted = Self.value(position, beta)
      #expect(abs(found[0] / wanted - 1) < 1e-13, "\(position)")
      #expect(found == SIMD8(repeating: found[0]))
    }
  }

  @Test(arguments: betas)
  func valuesOutsideAreZero(beta: Double) {
    let window = KaiserWindow(beta: beta)
    let found = window.values(at: SIMD8(-1, 1, 1.0.nextUp, -1.5, 2, 1e9, -1e9, 0))
    #expect(found == SIMD8(0, 0, 0, 0, 0, 0, 0, 1))
  }

  /// The spectrum of an even function is an integral of cosines. Simpson's rule approximates it.
  @Test(arguments: betas)
  func theSpectrumIsTheIntegral(beta: Double) {
    let window = KaiserWindow(beta: beta)
    let count = 4000
    let values = (0...count).map { Self.value(Double($0) / Double(count), beta) }
    let peak = window.spectrum(at: SIMD8(repeating: 0))[0]
    // Compare only the main lobe, because filters use no more.
    for share in [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1] {
      let frequency = share * beta / (2 * .pi)
      var sum = 0.0
      for (index, value) in values.enumerated() {
        let weight = index == 0 || index == count ? 1.0 : index % 2 == 0 ? 2 : 4
        sum += weight * value * cos(2 * .pi * frequency * Double(index) / Double(count))
      }
      let wanted = 2 * sum / Double(3 * count)
      let found = window.spectrum(at: SIMD8(repeating: frequency))[0]
      #expect(abs(found - wanted) < 1e-9 * peak, "\(frequency): \((found - wanted) / peak)")
    }
  }
}
