internal import SoundFormat

/// Points of the unit circle at equal distances, counterclockwise from (1, 0).
struct UnitCircle {
  private let count: Int
  /// The points of the first quarter, or all if there are no quarters.
  private let points: [SIMD2<Double>]

  init(_ count: Int) {
    self.count = count
    let computedCount = count % 4 == 0 ? count / 4 : count
    // Eight are computed at once.
    var points = [SIMD2<Double>](repeating: .zero, count: computedCount + 7)
    points.withMutableSpan { points in
      var points = points
      for start in stride(from: 0, to: computedCount, by: 8) {
        let numbers = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) + Double(start)
        let (cosines, sines) = SIMD8.cosinesAndSines(ofTurns: numbers / Double(count))
        for lane in 0..<8 { points[start &+ lane] = SIMD2(cosines[lane], sines[lane]) }
      }
    }
    self.points = points
  }

  /// Calls `body` with a function that returns a point, numbered from 0.
  @inline(__always)
  func withPoints(_ body: ((_ number: Int) -> SIMD2<Double>) -> Void) {
    let (half, quarter) = count % 4 == 0 ? (count / 2, count / 4) : (count, count)
    points.withSpan { points in
      body { number in
        let isOpposite = number >= half
        let number = isOpposite ? number &- half : number
        let isTurned = number >= quarter
        let point = points[isTurned ? number &- quarter : number]
        let turned = isTurned ? SIMD2(0 - point.y, point.x) : point
        return isOpposite ? 0 - turned : turned
      }
    }
  }
}
