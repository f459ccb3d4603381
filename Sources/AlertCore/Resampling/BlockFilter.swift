internal import SoundFormat

/// The tables for a `BlockPlan`: its transforms, and the spectrum of its filter.
package final class BlockFilter: Sendable {
  /// Returns the filter for a plan: a new one, or one that was kept.
  package typealias Lookup = @Sendable (BlockPlan) -> BlockFilter

  let plan: BlockPlan
  let forward: FourierTransform
  let backward: FourierTransform
  /// The gain at each frequency from 0 to the last that is kept, divided by the forward transform's size.
  let response: [Double]

  package init(_ plan: BlockPlan) {
    self.plan = plan
    forward = FourierTransform(size: plan.sourceSize)
    backward = plan.size == plan.sourceSize ? forward : FourierTransform(size: plan.size)
    response = Self.response(plan, forward)
  }

  /// About how many bytes it takes.
  package var byteCount: Int { 40 * (plan.sourceSize + plan.size) }

  private static func response(_ plan: BlockPlan, _ transform: FourierTransform) -> [Double] {
    let (ratio, size) = (plan.ratio, plan.sourceSize)
    let kernel = KaiserSinc(
      halfLength: ratio.halfLength, cutoff: (1 + BlockRatio.passBand) / 2 * ratio.nyquist,
      attenuation: BlockRatio.attenuation)
    // The filter is symmetric about 0, so its spectrum is real.
    var values = [ComplexPair](repeating: .zero, count: size)
    let last = Int(ratio.halfLength)
    for start in stride(from: 0, through: last, by: 8) {
      let weights = kernel.weights(at: SIMD8(0, 1, 2, 3, 4, 5, 6, 7) + Double(start))
      for time in start...min(start + 7, last) {
        let weight = ComplexPair.Lanes(repeating: weights[time - start])
        values[time].real = weight
        values[time == 0 ? 0 : size - time].real = weight
      }
    }
    transform(&values)
    let frequencyCount = (min(plan.sourceSize, plan.size) + 1) / 2
    var response = (0..<frequencyCount).map { frequency in
      values[Int(transform.places[frequency])].real.x / Double(size)
    }
    guard ratio.interpolation != nil else { return response }
    // This spreads the filter by a few frames beyond its reach, whose weights are below 10⁻⁸.
    for start in stride(from: 0, to: frequencyCount, by: 8) {
      let frequency = (SIMD8(0, 1, 2, 3, 4, 5, 6, 7) + Double(start)) / Double(plan.size)
      let weakening = InterpolationKernel.response(at: frequency)
      for index in start..<min(start + 8, frequencyCount) {
        response[index] /= weakening[index - start]
      }
    }
    return response
  }
}
