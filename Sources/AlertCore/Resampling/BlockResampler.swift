/// Changes a stream's rate by a ratio of small whole numbers, in blocks.
///
/// The blocks' size depends on the stream's length if that is known or turns out to be short, and on nothing else.
struct BlockResampler {
  /// Up to this many frames, at the higher rate, the blocks' size depends on the sound's length: four blocks of the
  /// best size may be longer than such a sound, which lasts 1.5 s at 44.1 kHz.
  private static let longestShortFrameCount = 65_536
  /// Short sounds are taken for this many thirty-seconds of it, so that those of about one length share
  /// their filter.
  private static let shares = [2, 3, 4, 6, 8, 12, 16, 24, 32]
  /// Longer sounds are taken for this many frames: the time for the tables doesn't matter then.
  private static let longFrameCount = 1 << 24
  /// A stream of more channels isn't held until its length is known, but taken for a long one.
  private static let maximumHeldChannelCount = 64

  private let ratio: BlockRatio
  private let channelCount: Int
  private let makeFilter: BlockFilter.Lookup
  private var blocks: BlockConverter?
  /// Interleaved frames; from `start` on, those that aren't yet converted or that the next block needs, too.
  private var frames: [Double]
  private var start = 0
  private var sourceFrameCount = 0
  private var isEnded = false
  /// How many of the first results are before the stream.
  let surplusFrameCount: Int

  /// Creates a resampler at the start of a stream.
  ///
  /// - Parameters:
  ///   - sourceFrameCount: The stream's length; nil if it isn't known.
  ///   - leadFrameCount: How many frames to give that precede the stream's first one, in which the filter
  ///     rings already.
  init(
    _ ratio: BlockRatio, channelCount: Int, sourceFrameCount: Int?, leadFrameCount: Int,
    makeFilter: @escaping BlockFilter.Lookup
  ) {
    self.ratio = ratio
    self.channelCount = channelCount
    self.makeFilter = makeFilter
    let before = ratio.reachFrameCount + leadFrameCount
    let leadUnitCount = (before + ratio.unit - 1) / ratio.unit
    frames = Array(repeating: 0, count: leadUnitCount * ratio.sourceUnit * channelCount)
    surplusFrameCount = leadUnitCount * ratio.unit - before
    if let sourceFrameCount {
      makeBlocks(sourceFrameCount: sourceFrameCount)
    } else if channelCount > Self.maximumHeldChannelCount {
      makeBlocks(sourceFrameCount: Self.longFrameCount)
    }
  }

  private var longestShortSourceFrameCount: Int {
    Self.longestShortFrameCount * ratio.sourceUnit / max(ratio.sourceUnit, ratio.unit)
  }

  /// Takes interleaved frames of the stream.
  mutating func take(_ new: [Double]) {
    // Not for each call, to move few frames.
    if 2 * start >= frames.count {
      frames.removeFirst(start)
      start = 0
    }
    frames += new
    sourceFrameCount += new.count / channelCount
    if blocks == nil, sourceFrameCount > longestShortSourceFrameCount {
      makeBlocks(sourceFrameCount: sourceFrameCount)
    }
  }

  /// Ends the stream: silence follows it.
  mutating func end() {
    isEnded = true
    if blocks == nil { makeBlocks(sourceFrameCount: sourceFrameCount) }
  }

  private mutating func makeBlocks(sourceFrameCount: Int) {
    let lengths = Self.shares.map { $0 * longestShortSourceFrameCount / 32 }
    let plannedFrameCount = lengths.first { $0 >= sourceFrameCount } ?? Self.longFrameCount
    let plan = BlockPlan(ratio, sourceFrameCount: plannedFrameCount)
    blocks = BlockConverter(makeFilter(plan), channelCount: channelCount)
  }

  /// About how many frames of a channel are in memory.
  static func bufferFrameCount(for ratio: BlockRatio) -> Int {
    let plan = BlockPlan(ratio, sourceFrameCount: longFrameCount)
    // Five blocks wait at most, and four results.
    return 5 * plan.sourceSize + 4 * plan.size
  }

  /// Whether the frames suffice for the next step. At the end of the stream they always do.
  var isReady: Bool {
    guard let blocks else { return false }
    return isEnded || frames.count - start >= blocks.neededFrameCount * channelCount
  }

  /// How many frames a step gives.
  var stepFrameCount: Int { blocks?.stepFrameCount ?? 0 }

  /// Converts the next few blocks.
  ///
  /// - Parameter place: Where to store the results in `output`, which must be long enough.
  mutating func convertStep(into output: inout [Double], at place: SampleLayout) {
    guard let needed = blocks?.neededFrameCount, let step = blocks?.stepSourceFrameCount else {
      return
    }
    let missing = start + needed * channelCount - frames.count
    if missing > 0 { frames += repeatElement(0, count: missing) }
    blocks?.convert(
      frames, at: .interleaved(from: start, channelCount: channelCount), into: &output, at: place)
    start += step * channelCount
  }
}
