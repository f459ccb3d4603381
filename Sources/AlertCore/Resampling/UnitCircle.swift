internal import SoundFormat

/// Points of the unit circle at equal distances, clockwise from 1: the powers of a complex root of 1.
struct UnitCircle {
  /// A point is the product of one of `arcs`, which begin so many points apart, and one of the first arc's points.
  private static let arcBitCount = 5
  private static let arcSize = 1 << arcBitCount

  private let arcs: [ComplexPair]
  private let firstArc: [ComplexPair]

  init(_ count: Int) {
    let turn = 1 / Double(count)
    firstArc = Self.points(turn, count: Self.arcSize)
    arcs = Self.points(
      Double(Self.arcSize) * turn, count: (count + Self.arcSize - 1) / Self.arcSize)
  }

  /// Calls `body` with a function that returns a point, numbered from 0, in both lanes.
  @inline(__always)
  func withPoints(_ body: ((_ number: Int) -> ComplexPair) -> Void) {
    arcs.withSpan { arcs in
      firstArc.withSpan { firstArc in
        body { number in
          arcs[number &>> Self.arcBitCount] * firstArc[number & (Self.arcSize &- 1)]
        }
      }
    }
  }

  private static func points(_ turn: Double, count: Int) -> [ComplexPair] {
    var points = [ComplexPair](repeating: .zero, count: count)
    for start in stride(from: 0, to: count, by: 8) {
      let numbers = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) + Double(start)
      let (cosines, sines) = SIMD8.cosinesAndSines(ofTurns: numbers * turn)
      for index in start..<min(start + 8, count) {
        points[index] = ComplexPair(
          ComplexPair.Lanes(repeating: cosines[index - start]),
          ComplexPair.Lanes(repeating: 0 - sines[index - start]))
      }
    }
    return points
  }
}
