internal import SoundFormat

/// Cuts off a stream after a number of frames, with a fade at the cut.
///
/// Whether to cut is known only when a frame too many arrives. Until then, the frames that would fade are
/// held back, so that a sound that just fits stays unchanged.
struct Trimmer {
  private let frameLimit: Int
  private let fadeOutFrameCount: Int
  private let channelCount: Int
  /// How many frames have been passed on.
  private var givenFrameCount = 0
  /// The frames that will fade if others follow; nil while there are none.
  private var held: SampleBlock?
  /// Whether the end was cut off. Later frames are dropped.
  private(set) var isCut = false

  /// Creates a trimmer at the start of a stream.
  ///
  /// - Parameters:
  ///   - frameLimit: How many frames to let pass, 1 or more.
  ///   - fadeOutFrameCount: How many of the last ones fade if others would follow.
  ///   - channelCount: How many channels a frame has.
  init(frameLimit: Int, fadeOutFrameCount: Int, channelCount: Int) {
    self.frameLimit = frameLimit
    self.fadeOutFrameCount = min(fadeOutFrameCount, frameLimit)
    self.channelCount = channelCount
  }

  /// Takes the next frames, interleaved, and returns those that are final.
  mutating func apply(to block: SampleBlock) -> SampleBlock {
    guard !isCut else { return block.samples(in: 0..<0) }
    let frames = held.map { $0.appending(block) } ?? block
    let frameCount = frames.sampleCount / channelCount
    if frameCount > frameLimit - givenFrameCount {
      isCut = true
      held = nil
      let kept = frames.samples(in: 0..<(frameLimit - givenFrameCount) * channelCount)
      givenFrameCount = frameLimit
      return kept.fadedOut(frameCount: fadeOutFrameCount, channelCount: channelCount)
    }
    let safeFrameCount = frameLimit - fadeOutFrameCount - givenFrameCount
    guard frameCount > safeFrameCount else {
      givenFrameCount += frameCount
      return frames
    }
    givenFrameCount += safeFrameCount
    held = frames.samples(in: safeFrameCount * channelCount..<frames.sampleCount)
    return frames.samples(in: 0..<safeFrameCount * channelCount)
  }

  /// Ends the stream and returns the frames held back, if any, without a fade.
  mutating func finish() -> SampleBlock? {
    defer { held = nil }
    return held
  }
}
