internal import SoundFormat

/// The tables for a `BlockPlan`: its transforms, and the spectrum of its filter.
package final class BlockFilter: Sendable {
  /// Returns the filter for a plan: a new one, or one that was kept.
  package typealias Lookup = @Sendable (BlockPlan) -> BlockFilter

  let plan: BlockPlan
  let forward: FourierTransform
  let backward: FourierTransform
  /// The gain at each frequency from 0 to the last below the stop band, divided by the forward transform's size.
  let response: [Double]

  package init(_ plan: BlockPlan) {
    self.plan = plan
    // Shared factors differ in their last bits from those a transform would make for itself; the plan decides.
    let larger = FourierTransform(size: max(plan.sourceSize, plan.size))
    let smaller = FourierTransform(size: min(plan.sourceSize, plan.size), sharing: larger)
    (forward, backward) = plan.sourceSize > plan.size ? (larger, smaller) : (smaller, larger)
    response = Self.response(plan)
  }

  /// About how many bytes it takes.
  package var byteCount: Int { 36 * (plan.sourceSize + plan.size) }

  private static func response(_ plan: BlockPlan) -> [Double] {
    let size = Double(plan.sourceSize)
    var response = plan.ratio.transitionBand.gains(atMultiplesOf: 1 / size)
    // A frequency at the band's end, or just below it by rounding, isn't the result's.
    response.removeLast(max(0, response.count - (min(plan.sourceSize, plan.size) + 1) / 2))
    for index in response.indices { response[index] /= size }
    guard plan.ratio.interpolation != nil else { return response }
    // This spreads the filter by a few frames beyond its reach, whose weights are below 10⁻⁸.
    for start in stride(from: 0, to: response.count, by: 8) {
      let frequency = (SIMD8(0, 1, 2, 3, 4, 5, 6, 7) + Double(start)) / Double(plan.size)
      let weakening = InterpolationKernel.response(at: frequency)
      for index in start..<min(start + 8, response.count) {
        response[index] /= weakening[index - start]
      }
    }
    return response
  }
}
