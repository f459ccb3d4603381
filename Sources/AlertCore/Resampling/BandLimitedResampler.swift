internal import SoundFormat

/// Changes a stream's rate and keeps the frequencies that both rates can represent.
///
/// Each result is a sum of source frames around it, weighted by a windowed sinc function. There are up to three steps:
///
/// 1. If the rate falls to a fourteenth or less, ``RateDivider`` divides the rate by a power of two.
/// 2. ``BlockResampler`` changes the rate by a ratio of small whole numbers. It filters blocks by Fourier transforms.
/// 3. If no ratio of small numbers gives the new rate, step 2 gives at least twice the lower of the source's rate and
///    the new rate, and ``Interpolator`` computes the results between the frames of step 2.
///
/// Results have the same bits on every machine. Only additions, multiplications, divisions and exact roundings are
/// used, in an order that doesn't depend on the machine, on other channels, or on how the stream is divided into calls.
/// A sound's length determines the size of the blocks. Another size changes results by less than −170 dB. A stream of
/// unknown length with more than 64 channels is converted like a long sound. Samples that aren't finite, or are beyond
/// 2⁵¹², count as 0.
package final class BandLimitedResampler: Resampling {
  private let channelCount: Int
  private var divider: RateDivider?
  private var blocks: BlockResampler
  private var interpolator: Interpolator?

  package init(
    _ request: ResamplingRequest, makeFilter: @escaping BlockFilter.Lookup = BlockFilter.init
  ) {
    let plan = RatePlan(from: request.sourceRate, to: request.rate)
    let channelCount = request.channelCount
    let divider = plan.division.map {
      RateDivider($0, channelCount: channelCount, makeFilter: makeFilter)
    }
    let blocks = BlockResampler(
      plan.ratio, channelCount: channelCount,
      sourceFrameCount: request.sourceFrameCount.map { divider?.frameCount($0) ?? $0 },
      earlyFrameCount: divider?.earlyFrameCount ?? 0,
      leadFrameCount: plan.step == nil ? 0 : Interpolator.leadFrameCount,
      makeFilter: makeFilter)
    self.channelCount = channelCount
    self.divider = divider
    self.blocks = blocks
    interpolator = plan.step.map {
      Interpolator(
        step: $0, channelCount: channelCount, skippedFrameCount: blocks.surplusFrameCount)
    }
  }

  package func process(_ frames: [Double], appendingTo output: inout [Double]) {
    if let divided = divider?.process(frames) {
      blocks.take(divided, areFinite: true)
    } else {
      blocks.take(frames)
    }
    // Reserve once: growing step by step would take up to three times the memory.
    let count = output.count + blocks.readyFrameCount * channelCount
    if count > output.capacity { output.reserveCapacity(max(count, 2 * output.capacity)) }
    while blocks.isReady { convertStep(appendingTo: &output) }
  }

  package func finish(frameCount: Int, appendingTo output: inout [Double]) {
    let end = output.count + frameCount * channelCount
    if let rest = divider?.finish() { blocks.take(rest, areFinite: true) }
    blocks.end()
    while output.count < end {
      convertStep(appendingTo: &output, limit: (end - output.count) / channelCount)
    }
    output.removeLast(output.count - end)
  }

  private func convertStep(appendingTo output: inout [Double], limit: Int = .max) {
    guard interpolator != nil else {
      blocks.convertStep(appendingTo: &output)
      return
    }
    interpolator?.take(blocks.stepFrameCount) { frames, place in
      blocks.convertStep(into: &frames, at: place)
    }
    interpolator?.convert(appendingTo: &output, limit: limit)
  }
}

extension BandLimitedResampler {
  private static let alwaysAllowedChannelCount = 8
  /// The limit on buffers, in bytes, if there are more than `alwaysAllowedChannelCount` channels.
  private static let maximumBufferByteCount = 64 << 20

  /// Refuses a request whose buffers would take too much memory, because a header may claim thousands of channels.
  static func checkChannelCount(of request: ResamplingRequest) throws(SoundFileError) {
    guard request.channelCount > alwaysAllowedChannelCount else { return }
    let plan = RatePlan(from: request.sourceRate, to: request.rate)
    let ratios = [plan.division, plan.ratio].compactMap { $0 }
    let byteCountPerChannel =
      ratios.map { BlockResampler.bufferFrameCount(for: $0) }.reduce(0, +) * 8
    let maximum = max(alwaysAllowedChannelCount, maximumBufferByteCount / byteCountPerChannel)
    guard request.channelCount <= maximum else {
      throw SoundFileError(
        .unsupported,
        "at these rates, at most \(maximum) channels can be resampled, not \(request.channelCount)")
    }
  }
}

struct RatePlan {
  /// The division of the source's rate that comes first; nil if the rate stays undivided.
  let division: BlockRatio?
  let ratio: BlockRatio
  /// The distance between output frames, in frames of the blocks' rate; nil if the blocks give the output's rate.
  let step: FramePosition?

  /// The source's rate is halved as long as the halved rate is at least this many times the output's rate. Without
  /// halving, blocks would have to be larger.
  private static let leastDividedRatio = 7.0

  /// Creates the plan for rates in Hz, whose ratio is at most 256.
  init(from sourceRate: Double, to rate: Double) {
    var divisor = 1
    while sourceRate / Double(2 * divisor) >= Self.leastDividedRatio * rate { divisor *= 2 }
    division =
      divisor == 1 ? nil : BlockRatio(dividingBy: divisor, nyquist: rate / sourceRate / 2)
    if let sourceRate = Int(exactly: sourceRate), let rate = Int(exactly: rate * Double(divisor)) {
      let ratio = BlockRatio(sourceUnit: sourceRate, unit: rate)
      if BlockPlan.exists(for: ratio) {
        self.ratio = ratio
        step = nil
        return
      }
    }
    let sourceRate = sourceRate / Double(divisor)
    let nyquist = min(1, rate / sourceRate) / 2
    let (sourceUnit, unit) = Self.ratio(atLeast: 4 * nyquist)
    let position = FramePosition(
      dividing: sourceRate * Double(unit) / Double(sourceUnit), by: rate)
    step = position
    ratio = BlockRatio(
      sourceUnit: sourceUnit, unit: unit, nyquist: nyquist, interpolation: 1 / position.frames)
    precondition(BlockPlan.exists(for: ratio), "no blocks exist for the rates")
  }

  /// Returns the lowest ratio of at least `limit` that has fast transforms. Such a ratio is a power of two times 1,
  /// 9/8, 5/4, 3/2 or 7/4.
  private static func ratio(atLeast limit: Double) -> (sourceUnit: Int, unit: Int) {
    var power = 1.0
    var (sourceUnit, unit) = (8, 1)
    while power * 2 <= limit { (power, unit) = (power * 2, unit * 2) }
    while power > limit { (power, sourceUnit) = (power / 2, sourceUnit * 2) }
    let eighths: Int = [8, 9, 10, 12, 14].first { power * Double($0) >= 8 * limit } ?? 16
    return (sourceUnit, unit * eighths)
  }
}

/// Divides a stream's rate by a power of two. A second ``BlockResampler`` then changes the divided rate.
///
/// The filter is short, because the transition band is wide: from half of the final rate to half of the divided rate.
struct RateDivider {
  private let ratio: BlockRatio
  private let channelCount: Int
  private var blocks: BlockResampler
  private var divided: [Double] = []
  private var givenFrameCount = 0

  init(_ ratio: BlockRatio, channelCount: Int, makeFilter: @escaping BlockFilter.Lookup) {
    self.ratio = ratio
    self.channelCount = channelCount
    // Pass a fixed length instead of the sound's own length, so that all sounds get the same blocks.
    blocks = BlockResampler(
      ratio, channelCount: channelCount, sourceFrameCount: BlockResampler.longFrameCount,
      leadFrameCount: ratio.reachFrameCount, makeFilter: makeFilter)
  }

  /// How many results come before time 0. In these results, the filter rings before the sound.
  var earlyFrameCount: Int { ratio.reachFrameCount }

  /// Returns the number of results for a number of source frames. The ringing before and after the sound is included.
  func frameCount(_ sourceFrameCount: Int) -> Int {
    (sourceFrameCount + ratio.sourceUnit - 1) / ratio.sourceUnit + 2 * ratio.reachFrameCount
  }

  /// Takes interleaved frames, and returns the results that can be computed so far.
  mutating func process(_ frames: [Double]) -> [Double] {
    blocks.take(frames)
    divided.removeAll(keepingCapacity: true)
    while blocks.isReady { blocks.convertStep(appendingTo: &divided) }
    givenFrameCount += divided.count / channelCount
    return divided
  }

  /// Ends the stream, and returns the remaining results.
  mutating func finish() -> [Double] {
    blocks.end()
    divided.removeAll(keepingCapacity: true)
    let sampleCount = (frameCount(blocks.sourceFrameCount) - givenFrameCount) * channelCount
    while divided.count < sampleCount { blocks.convertStep(appendingTo: &divided) }
    divided.removeLast(divided.count - sampleCount)
    return divided
  }
}

extension [Double] {
  /// Appends samples. Samples that aren't finite or are beyond 2⁵¹² become 0: sums of such samples could overflow.
  mutating func append(finiteOf samples: [Double]) {
    append(from: samples) { $0.magnitude < 0x1p512 ? $0 : 0 }
  }
}
