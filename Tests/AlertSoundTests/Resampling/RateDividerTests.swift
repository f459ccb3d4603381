import TestSupport
import Testing

@testable import AlertCore

struct RateDividerTests {
  private static func divide(
    _ frames: [Double], by divisor: Int, channelCount: Int = 1, partLength: Int = 1000
  ) -> (divider: RateDivider, divided: [Double]) {
    let ratio = BlockRatio(dividingBy: divisor, nyquist: 0.5 / Double(14 * divisor))
    var divider = RateDivider(ratio, channelCount: channelCount, makeFilter: BlockFilter.init)
    var divided: [Double] = []
    var start = 0
    while start < frames.count {
      let end = min(start + partLength * channelCount, frames.count)
      divided += divider.process(Array(frames[start..<end]))
      start = end
    }
    divided += divider.finish()
    return (divider, divided)
  }

  @Test(arguments: [2, 4, 32], [1, 3])
  func frameCountsAreAsAnnounced(divisor: Int, channelCount: Int) {
    for frameCount in [0, 1, divisor - 1, divisor, divisor + 1, 4097, 100_000] {
      let noise = whiteNoise(sampleCount: frameCount * channelCount)
      let (divider, divided) = Self.divide(noise, by: divisor, channelCount: channelCount)
      #expect(divided.count == divider.frameCount(frameCount) * channelCount)
    }
  }

  /// The first frame of the source is after those that ring before it.
  @Test(arguments: [2, 4, 32])
  func ringingPrecedesTheFirstFrame(divisor: Int) {
    let (divider, divided) = Self.divide([1], by: divisor)
    let early = divider.earlyFrameCount
    #expect(divided.count == 2 * early + 1)
    #expect(divided.allSatisfy { $0 <= divided[early] })
    for distance in 1...early {
      #expect(abs(divided[early - distance] - divided[early + distance]) < 1e-10)
    }
    #expect(abs(divided.reduce(0, +) * Double(divisor) - 1) < 1e-8)
  }
}
