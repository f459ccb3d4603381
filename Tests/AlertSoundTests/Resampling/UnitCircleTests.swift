import Foundation
import Testing

@testable import AlertCore

struct UnitCircleTests {
  @Test(arguments: [
    1, 2, 3, 4, 5, 7, 8, 12, 31, 32, 33, 147, 160, 441, 1024, 2352, 7056, 15_360, 16_384,
  ])
  func pointsGoClockwise(count: Int) {
    UnitCircle(count).withPoints { point in
      for number in 0..<count {
        let angle = 2 * Double.pi * Double(number) / Double(count)
        let found = point(number)
        for lane in 0..<2 {
          // The angle itself is rounded, too.
          #expect(abs(found.real[lane] - cos(angle)) < 2e-15, "\(number)")
          #expect(abs(found.imaginary[lane] + sin(angle)) < 2e-15, "\(number)")
        }
      }
    }
  }
}
