import Foundation
import TestSupport
import Testing

@testable import AlertCore

struct RatePlanTests {
  private static func ratio(_ plan: RatePlan) -> Double {
    let division = plan.division.map { Double($0.sourceUnit) } ?? 1
    let step = plan.step?.frames ?? 1
    return Double(plan.ratio.unit) / Double(plan.ratio.sourceUnit) / division / step
  }

  private static func expectPlan(from sourceRate: Double, to rate: Double) {
    let plan = RatePlan(from: sourceRate, to: rate)
    #expect(BlockPlan.exists(for: plan.ratio), "\(sourceRate) to \(rate) Hz")
    let error = ratio(plan) / (rate / sourceRate) - 1
    #expect(abs(error) < 1e-14, "\(sourceRate) to \(rate) Hz: \(error)")
    if let division = plan.division {
      #expect(BlockPlan.exists(for: division))
      #expect(sourceRate / Double(division.sourceUnit) >= 7 * rate)
    }
  }

  /// A plan whose blocks don't exist would trap.
  @Test func allRatiosUpTo256HavePlans() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let rate = Double.random(in: 0..<1, using: &generator) * 20 - 3
      let octaves = Double.random(in: -8...8, using: &generator)
      let (sourceRate, newRate) = (exp2(rate), exp2(rate + octaves))
      Self.expectPlan(from: sourceRate, to: max(newRate, sourceRate / 256))
    }
  }

  /// Just below, at and above the ratios from which plans are of another kind.
  @Test(arguments: [1, 1.125, 1.25, 1.5, 1.75, 2, 4, 7, 8, 14, 15, 16, 17, 19, 20, 28, 32, 64, 128])
  func ratiosBesideBoundsHavePlans(ratio: Double) {
    for ratio in [ratio.nextDown, ratio, ratio.nextUp, ratio + 0.001, ratio + 0.5] {
      for rate in [1.0, 1001, 44_100, 44_100.5] {
        Self.expectPlan(from: rate * ratio, to: rate)
        Self.expectPlan(from: rate, to: rate * ratio)
      }
    }
  }
}
