internal import SoundFormat

/// A resampler, and the frames it returned too early.
final class RateChange {
  private let resampler: Resampler
  private let sourceRate: Double
  private let rate: Double
  private let channelCount: Int
  private var held: [Float] = []
  /// The frames returned last. The next ones reuse their memory.
  private var given: [Float] = []
  private var givenFrameCount = 0

  init(
    from sourceRate: Double, to rate: Double, channelCount: Int, quality: ResamplingQuality
  ) throws(SoundFileError) {
    resampler = try Resampler(
      from: sourceRate, to: rate, channelCount: channelCount, quality: quality)
    self.sourceRate = sourceRate
    self.rate = rate
    self.channelCount = channelCount
  }

  /// Resamples frames. The total never exceeds what the length rule allows for the frames read so far.
  func process(_ frames: [Float], sourceFrameCount: Int) -> [Float] {
    resampler.process(frames, appendingTo: &held)
    return give(upTo: sourceFrameCount)
  }

  /// Ends the stream and returns the frames that the length rule still allows.
  func finish(sourceFrameCount: Int) -> [Float] {
    let missing = total(sourceFrameCount) - givenFrameCount - held.count / channelCount
    if missing > 0 { resampler.finish(frameCount: missing, appendingTo: &held) }
    return give(upTo: sourceFrameCount)
  }

  private func total(_ sourceFrameCount: Int) -> Int {
    Resampler.frameCount(sourceFrameCount, from: sourceRate, to: rate)
  }

  private func give(upTo sourceFrameCount: Int) -> [Float] {
    let frameCount = min(total(sourceFrameCount) - givenFrameCount, held.count / channelCount)
    givenFrameCount += frameCount
    given.removeAll(keepingCapacity: true)
    given += held[..<(frameCount * channelCount)]
    held.removeFirst(frameCount * channelCount)
    return given
  }
}
