import Foundation
import Testing

@testable import SoundFormat

/// The core computes logarithms, powers and sines itself. The C library's functions are the reference.
struct ArithmeticTests {
  private static let numbers: [Double] = {
    var numbers = [
      Double.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1.0.nextUp,
      1.0.nextDown,
    ]
    for exponent in -1074...1023 {
      numbers.append(Double(sign: .plus, exponent: exponent, significand: 1))
    }
    for exponent in -300...300 { numbers.append(Foundation.pow(10, Double(exponent))) }
    for index in 1...2000 {
      numbers.append(1 + Double(index - 1000) * 1e-6)
      numbers.append(Double(index) * 0.37)
    }
    return numbers
  }()

  @Test func theLogarithmIsThatOfTheCLibrary() {
    for number in Self.numbers {
      let expected = Foundation.log10(number)
      let difference = (number.decimalLogarithm - expected).magnitude
      #expect(difference <= 8e-16 * max(expected.magnitude, 1e-300), "\(number)")
    }
  }

  @Test func amplitudesAreThoseOfTheCLibrary() {
    for decibels in stride(from: -300, through: 300, by: 0.37) {
      let expected = Foundation.pow(10, decibels / 20)
      #expect((Double.amplitude(ofDecibels: decibels) / expected - 1).magnitude < 1e-14)
    }
    #expect(Double.amplitude(ofDecibels: 0) == 1)
    #expect(Double.amplitude(ofDecibels: -1e6) == 0)
  }

  @Test func theLogarithmOfSpecialNumbers() {
    for (number, logarithm) in [
      (1, 0), (0, -.infinity), (-0.0, -.infinity), (.infinity, .infinity),
    ] as [(Double, Double)] {
      #expect(number.decimalLogarithm == logarithm)
    }
    for number in [Double.nan, -1] { #expect(number.decimalLogarithm.isNaN) }
  }

  @Test func sinesAreThoseOfTheCLibrary() {
    for index in -4000...4000 {
      let turns = Double(index) / 1024
      let (cosine, sine) = Double.cosineAndSine(ofTurns: turns)
      #expect((cosine - Foundation.cos(turns * 2 * .pi)).magnitude < 5e-15, "\(turns)")
      #expect((sine - Foundation.sin(turns * 2 * .pi)).magnitude < 5e-15, "\(turns)")
    }
  }

  /// Numbers out of range don't trap. Some of these fit into an `Int` of 64 bits, but not of 32.
  @Test func integersAreSaturated() {
    for (number, integer) in [
      (0, 0), (-0.9, 0), (2.9, 2), (-2.9, -2), (0x1p53, 1 << 53), (0x1p62, 1 << 62),
      (-0x1p63, .min), (0x1p63, .max), (.infinity, .max), (-.infinity, .min), (.nan, 0),
    ] as [(Double, Int)] {
      #expect(Int(saturating: number) == integer, "\(number)")
    }
  }
}
