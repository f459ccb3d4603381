/// Divides a stream's rate by a whole number, before blocks change it further.
///
/// Its filter weakens between what passes in the end and what the divided rate can't represent: a wide band, so the
/// filter is short.
struct RateDivider {
  private let ratio: BlockRatio
  private let channelCount: Int
  private var blocks: BlockResampler
  private var divided: [Double] = []
  private var givenFrameCount = 0

  init(_ ratio: BlockRatio, channelCount: Int, makeFilter: @escaping BlockFilter.Lookup) {
    self.ratio = ratio
    self.channelCount = channelCount
    // A nominal length, so that all sounds have the same blocks.
    blocks = BlockResampler(
      ratio, channelCount: channelCount, sourceFrameCount: BlockResampler.longFrameCount,
      leadFrameCount: ratio.reachFrameCount, makeFilter: makeFilter)
  }

  /// How many results precede time 0, where the filter rings already.
  var earlyFrameCount: Int { ratio.reachFrameCount }

  /// How many results so many source frames give, with the ringing before and after them.
  func frameCount(_ sourceFrameCount: Int) -> Int {
    (sourceFrameCount + ratio.sourceUnit - 1) / ratio.sourceUnit + 2 * ratio.reachFrameCount
  }

  /// Takes interleaved frames, and returns those it can make.
  mutating func process(_ frames: [Double]) -> [Double] {
    blocks.take(frames)
    divided.removeAll(keepingCapacity: true)
    while blocks.isReady { blocks.convertStep(appendingTo: &divided) }
    givenFrameCount += divided.count / channelCount
    return divided
  }

  /// Ends the stream, and returns the rest of its frames.
  mutating func finish() -> [Double] {
    blocks.end()
    divided.removeAll(keepingCapacity: true)
    let sampleCount = (frameCount(blocks.sourceFrameCount) - givenFrameCount) * channelCount
    while divided.count < sampleCount { blocks.convertStep(appendingTo: &divided) }
    divided.removeLast(divided.count - sampleCount)
    return divided
  }
}
