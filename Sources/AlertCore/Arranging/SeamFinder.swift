internal import SoundFormat

extension ArrangedSound.Seam {
  /// What removes a click: the end of a play fades over 5 ms, the start of the next one over 1.5 ms.
  private static let (fadeOutDuration, fadeInDuration) = (0.005, 0.0015)
  /// How much of the sound on either side of the seam is compared with it, in seconds.
  private static let neighbourhood = 0.005
  /// A smaller step, relative to full scale, is inaudible: −60 dBFS.
  private static let inaudibleStep = 0.001
  /// How many times as large as the sound's own steps a step must be to be heard as a click.
  private static let clickFactor = 2.0
  /// Bounds the memory for the neighbourhood: files may state thousands of channels at millions of Hz.
  private static let sampleLimit = 1 << 20

  /// Plans what happens between two plays.
  ///
  /// Without a gap, the step from the last frame of a play to the first one of the next is a click if, in
  /// some channel, it is more than twice as large as every step from one frame to the next within 5 ms on
  /// either side, and audible: more than −60 dBFS. Then each of the two ends fades that is that far from
  /// zero. So a tone whose period fits the play isn't touched, nor is noise.
  ///
  /// With a gap, each of the two ends fades if its step to or from silence is a click by the same measure,
  /// for which only the steps on its own side count.
  ///
  /// A fade takes at most a quarter of the play.
  ///
  /// - Parameters:
  ///   - play: The sound as it is played once.
  ///   - source: A source with the same bytes.
  init(
    between play: ArrangedSound, in source: SoundSource, gapFrameCount: Int
  ) throws(SoundError) {
    self.gapFrameCount = gapFrameCount
    let (rate, frameCount) = (play.format.sampleRate, play.range.count)
    let count = min(
      frameCount, max(1, Self.sampleLimit / play.format.channelCount),
      Int(saturating: Self.neighbourhood * rate) + 1)
    let source = source.replacingStructure(by: play)
    let start = try source.planes(from: 0, frameCount: count)
    let end = try source.planes(from: frameCount - count, frameCount: count)
    var (fadesOut, fadesIn) = (false, false)
    for (start, end) in zip(start, end) where !start.isEmpty && !end.isEmpty {
      let (first, last) = (start[0], end[end.count - 1])
      let (startStep, endStep) = (Self.largestStep(start), Self.largestStep(end))
      func isClick(_ step: Double, beside own: Double) -> Bool {
        step.magnitude > max(Self.inaudibleStep, Self.clickFactor * own)
      }
      if gapFrameCount > 0 {
        fadesOut = fadesOut || isClick(last, beside: endStep)
        fadesIn = fadesIn || isClick(first, beside: startStep)
      } else if isClick(first - last, beside: max(startStep, endStep)) {
        fadesOut = fadesOut || last.magnitude > Self.inaudibleStep
        fadesIn = fadesIn || first.magnitude > Self.inaudibleStep
      }
    }
    func fade(_ isNeeded: Bool, _ duration: Double) -> Int {
      isNeeded ? min(Int(saturating: (duration * rate).rounded()), frameCount / 4) : 0
    }
    fadeOutFrameCount = fade(fadesOut, Self.fadeOutDuration)
    fadeInFrameCount = fade(fadesIn, Self.fadeInDuration)
  }

  private static func largestStep(_ samples: [Double]) -> Double {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, ($1.1 - $1.0).magnitude) }
  }
}

extension SoundSource {
  /// Reads some frames, one array per channel, 1 being full scale.
  fileprivate func planes(from firstFrame: Int, frameCount: Int) throws(SoundError) -> [[Double]] {
    var stream = FrameStream(try reading(frames(from: firstFrame)), of: self)
    return try stream.read(frameCount)
  }
}
