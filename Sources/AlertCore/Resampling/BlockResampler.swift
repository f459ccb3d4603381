internal import SoundFormat

/// Changes a stream's rate by a ratio of small whole numbers, in blocks.
///
/// Only the ratio and the stream's length determine the blocks' size. A stream of unknown length counts as long if it
/// has more than `maximumHeldChannelCount` channels.
struct BlockResampler {
  /// Sounds of up to this many frames, at the source's or the new rate, whichever is higher, get blocks of a size that
  /// suits the sound's length. At 44.1 kHz, this is 1.5 s. Longer sounds fill at least four of the largest blocks.
  private static let longestShortFrameCount = 65_536
  /// Sounds longer than `longestShortFrameCount` get the blocks that are fastest for a sound of this many frames. For
  /// so long a sound, the time to make the tables doesn't matter.
  static let longFrameCount = 1 << 24
  /// Frames of a stream of unknown length are held until the stream turns out to be short or long. With more channels
  /// than this, the held frames would take too much memory, so the stream counts as long.
  private static let maximumHeldChannelCount = 64

  private let ratio: BlockRatio
  private let channelCount: Int
  private let makeFilter: BlockFilter.Lookup
  private var blocks: BlockConverter?
  /// Interleaved samples. The samples from `start` on are still needed.
  private var frames: [Double]
  private var start = 0
  private(set) var sourceFrameCount = 0
  private var isEnded = false
  /// How many of the next results to drop. These results come too early, because blocks begin at whole units.
  private(set) var surplusFrameCount: Int

  /// - Parameters:
  ///   - sourceFrameCount: The stream's length in frames; nil if the length isn't known.
  ///   - earlyFrameCount: How many frames are before time 0. In these frames, the filter of a `RateDivider` rings.
  ///   - leadFrameCount: How many results before time 0 to return. In these results, this resampler's filter rings.
  init(
    _ ratio: BlockRatio, channelCount: Int, sourceFrameCount: Int?, earlyFrameCount: Int = 0,
    leadFrameCount: Int, makeFilter: @escaping BlockFilter.Lookup
  ) {
    self.ratio = ratio
    self.channelCount = channelCount
    self.makeFilter = makeFilter
    let before = ratio.reachFrameCount + leadFrameCount
    let leadUnitCount = (before + ratio.unit - 1) / ratio.unit
    let silentFrameCount = leadUnitCount * ratio.sourceUnit - earlyFrameCount
    frames = Array(repeating: 0, count: silentFrameCount * channelCount)
    surplusFrameCount = leadUnitCount * ratio.unit - before
    if let sourceFrameCount {
      makeBlocks(sourceFrameCount: sourceFrameCount)
    } else if channelCount > Self.maximumHeldChannelCount {
      makeBlocks(sourceFrameCount: Self.longFrameCount)
    }
  }

  private var longestShortSourceFrameCount: Int {
    // Use floating point: the rates may have no common factor, so an integer product might overflow a 32-bit `Int`.
    let growth = max(1, Double(ratio.unit) / Double(ratio.sourceUnit))
    return Int(Double(Self.longestShortFrameCount) / growth)
  }

  /// Takes interleaved frames of the stream.
  ///
  /// - Parameter areFinite: Whether an earlier filter has already replaced samples that are too large or not finite.
  mutating func take(_ new: [Double], areFinite: Bool = false) {
    // Remove consumed frames only when they are half of all frames, so that each frame is moved at most once.
    if 2 * start >= frames.count {
      frames.removeFirst(start)
      start = 0
    }
    reserve(for: new.count)
    if areFinite { frames += new } else { frames.append(finiteOf: new) }
    sourceFrameCount += new.count / channelCount
    if blocks == nil, sourceFrameCount > longestShortSourceFrameCount {
      makeBlocks(sourceFrameCount: sourceFrameCount)
    }
  }

  /// Reserves memory for new samples and for all samples that may wait with them. Without a reservation, a growing
  /// array doubles its memory, which is far too much for many channels.
  private mutating func reserve(for sampleCount: Int) {
    let count = frames.count + sampleCount
    guard count > frames.capacity else { return }
    guard let blocks else {
      let most = longestShortSourceFrameCount * channelCount + sampleCount
      frames.reserveCapacity(max(count, min(2 * count, most)))
      return
    }
    // Make room for twice the frames that a step needs. When new frames arrive, the array has fewer frames than that.
    frames.reserveCapacity(max(count, 2 * blocks.neededFrameCount * channelCount + sampleCount))
  }

  /// Ends the stream. Silence follows the last frame.
  mutating func end() {
    isEnded = true
    if blocks == nil { makeBlocks(sourceFrameCount: sourceFrameCount) }
  }

  private mutating func makeBlocks(sourceFrameCount: Int) {
    let isShort = sourceFrameCount <= longestShortSourceFrameCount
    let plannedFrameCount = isShort ? sourceFrameCount : Self.longFrameCount
    let plan = BlockPlan(ratio, sourceFrameCount: plannedFrameCount)
    blocks = BlockConverter(makeFilter(plan), channelCount: channelCount)
  }

  /// Returns approximately how many frames of each channel are in memory.
  static func bufferFrameCount(for ratio: BlockRatio) -> Int {
    let plan = BlockPlan(ratio, sourceFrameCount: longFrameCount)
    // A step reads at most about three and a half source blocks. Count twice as many, and the results of four blocks.
    let outputSize = Double(plan.size) * (1 + (ratio.interpolation ?? 0))
    return 7 * plan.sourceSize + Int(4 * outputSize)
  }

  /// Whether there are enough frames for the next step. After the stream's end, there are always enough frames.
  var isReady: Bool {
    guard let blocks else { return false }
    return isEnded || frames.count - start >= blocks.neededFrameCount * channelCount
  }

  /// Approximately how many results the waiting frames give, counted after the interpolator if there is one.
  var readyFrameCount: Int {
    guard let blocks else { return 0 }
    let stepCount = (frames.count - start) / channelCount / blocks.stepSourceFrameCount
    return Int(Double(stepCount * blocks.stepFrameCount) * (ratio.interpolation ?? 1))
  }

  var stepFrameCount: Int { blocks?.stepFrameCount ?? 0 }

  /// Converts the next few blocks, and appends the results, except for results that come too early.
  mutating func convertStep(appendingTo output: inout [Double]) {
    let start = output.count
    output.append(repeating: 0, count: stepFrameCount * channelCount)
    convertStep(into: &output, at: .interleaved(from: start, channelCount: channelCount))
    let dropped = min(surplusFrameCount, stepFrameCount)
    output.removeSubrange(start..<start + dropped * channelCount)
    surplusFrameCount -= dropped
  }

  /// Converts the next few blocks, and stores the results in `output`, which must be long enough.
  mutating func convertStep(into output: inout [Double], at place: SampleLayout) {
    guard let needed = blocks?.neededFrameCount, let step = blocks?.stepSourceFrameCount else {
      return
    }
    let missing = start + needed * channelCount - frames.count
    if missing > 0 { frames.append(repeating: 0, count: missing) }
    blocks?.convert(
      frames, at: .interleaved(from: start, channelCount: channelCount), into: &output, at: place)
    start += step * channelCount
  }
}

/// A position between two frames, exact to 2⁻⁶⁴ of a frame. After a billion steps, the error is less than 10⁻¹⁰ of a
/// frame.
struct FramePosition {
  /// The frame at or before the position.
  var frame = 0
  /// The distance from `frame` to the position, in units of 2⁻⁶⁴ frames.
  private(set) var fraction: UInt64 = 0

  init() {}

  /// Divides two rates by long division in binary, and rounds down. The quotient must be less than 512. Each
  /// subtraction is exact, since the subtrahend is at least half of the minuend.
  init(dividing dividend: Double, by divisor: Double) {
    var (rest, subtrahend) = (dividend, divisor * 0x1p8)
    func nextDigit() -> Int {
      defer { subtrahend /= 2 }
      guard rest >= subtrahend else { return 0 }
      rest -= subtrahend
      return 1
    }
    for _ in 0...8 { frame = 2 * frame + nextDigit() }
    for _ in 0..<64 { fraction = 2 * fraction + UInt64(nextDigit()) }
  }

  /// The distance from `frame` to the position, in frames. Rounding may give exactly 1.
  var fractionOfFrame: Double { Double(fraction) * 0x1p-64 }

  /// The position in frames, rounded to a `Double`.
  var frames: Double { Double(frame) + fractionOfFrame }

  mutating func advance(by step: FramePosition) {
    let (sum, carries) = fraction.addingReportingOverflow(step.fraction)
    fraction = sum
    frame += step.frame + (carries ? 1 : 0)
  }
}

/// Where the samples of frames are in an array.
struct SampleLayout {
  /// The index of the first channel's first sample.
  var start: Int
  /// The distances, in samples, from one frame to the next and from one channel to the next.
  let frameStride: Int
  let channelStride: Int

  static func interleaved(from start: Int, channelCount: Int) -> Self {
    Self(start: start, frameStride: channelCount, channelStride: 1)
  }

  func index(ofFrame frame: Int, channel: Int) -> Int {
    start + frame * frameStride + channel * channelStride
  }
}
