import CommandSupport
import Foundation
import TestSupport
import Testing

/// Decimals are those of C's `%.*f`.
struct DecimalsTests {
  private static func check(_ number: Double) {
    for decimals in [0, 1, 2, 3, 6] {
      #expect(number.text(decimals: decimals) == String(format: "%.\(decimals)f", number))
    }
  }

  @Test(arguments: [
    0, 0.25, 0.125, 0.375, 0.5, 1.5, 2.5, 9.5, 0.05, 9.995, 99.95, 999.999_999_5, 1e15 + 0.5, 1e22,
    1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, .nan,
  ])
  func edges(number: Double) {
    Self.check(number)
    Self.check(-number)
  }

  @Test func anyNumbers() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      Self.check(Double.random(in: -1000...1000, using: &generator))
      Self.check((Double.random(in: 0...100, using: &generator) * 8).rounded() / 8)
      Self.check(Double(bitPattern: generator.next()) / 0x1p900)
    }
  }
}
