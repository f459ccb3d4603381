internal import SoundFormat

/// Points of the unit circle at equal distances, clockwise from 1: the powers of a complex root of 1.
struct UnitCircle {
  /// Point n is `arcStarts[n / 32] * firstArc[n % 32]`: two short tables, not a sine for each point.
  private static let arcBitCount = 5
  private static let arcSize = 1 << arcBitCount

  private let arcStarts: [ComplexPair]
  private let firstArc: [ComplexPair]

  init(_ count: Int) {
    firstArc = Self.points(of: count, count: Self.arcSize)
    arcStarts = Self.points(
      of: count, apart: Self.arcSize, count: (count + Self.arcSize - 1) / Self.arcSize)
  }

  /// Calls `body` with a function that returns a point, numbered from 0, in both lanes.
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
