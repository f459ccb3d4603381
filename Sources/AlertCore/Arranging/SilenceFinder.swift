internal import SoundFormat

/// Decodes a sound to count its frames and to find its leading and trailing silence.
struct SilenceFinder {
  let frameCount: Int
  /// From the first to the last frame that reaches the threshold in any channel; nil if no frame does.
  private(set) var loud: ClosedRange<Int>?
  /// What decoding has found.
  let warnings: [SoundWarning]

  /// Decodes a range of a sound. If the sound's length isn't stated, decodes all of it, to count its frames.
  ///
  /// - Parameter threshold: The lowest amplitude that isn't silence, 1 being full scale; nil only counts frames.
  init(
    in source: SoundSource, _ range: Range<Int>, threshold: Double?, statedFrameCount: Int?,
    _ monitor: Monitor
  ) throws(SoundError) {
    let first = statedFrameCount == nil ? 0 : range.lowerBound
    let end = statedFrameCount == nil ? Int.max : range.upperBound
    let reader = try source.doing(.choosingCodec, source.frames(from: first))
    let expected = Double(max(1, (statedFrameCount ?? source.frameCount) - first))
    var planes = ChannelPlanes(channelCount: source.format.channelCount)
    var position = first
    while position < end, let block = try source.reading(reader.next()) {
      try monitor.checkCancellation(reading: source)
      let count = block.sampleCount / source.format.channelCount
      if let threshold {
        planes.fill(from: block)
        let inside = range.clamped(to: position..<position + count)
        let indices = inside.lowerBound - position..<inside.upperBound - position
        if !indices.isEmpty, let found = planes.loudFrames(in: indices, threshold) {
          let (first, last) = (found.lowerBound + position, found.upperBound + position)
          loud = (loud?.lowerBound ?? first)...last
        }
      }
      position += count
      monitor.progress(min(1, Double(position - first) / expected))
    }
    frameCount = statedFrameCount ?? position
    warnings = reader.warnings
  }
}

extension ChannelPlanes {
  /// Returns the frames from the first to the last frame that reaches a level in any channel.
  fileprivate func loudFrames(in frames: Range<Int>, _ level: Double) -> ClosedRange<Int>? {
    var loud: ClosedRange<Int>?
    for samples in channels {
      let part = samples[frames]
      guard let first = part.firstIndex(where: { $0.magnitude >= level }),
        let last = part.lastIndex(where: { $0.magnitude >= level })
      else { continue }
      loud = min(first, loud?.lowerBound ?? first)...max(last, loud?.upperBound ?? last)
    }
    return loud
  }
}

extension ArrangedSound.Seam {
  /// How long a play's end and the next play's start fade to remove a click, in seconds.
  private static let (fadeOutDuration, fadeInDuration) = (0.005, 0.0015)
  /// How much of the sound on either side of the seam is searched for other steps, in seconds.
  private static let neighbourhood = 0.005
  /// A step smaller than −60 dBFS, as a fraction of full scale, is inaudible.
  private static let inaudibleStep = 0.001
  /// A step is heard as a click if it is more than this many times as large as every step near it.
  private static let clickFactor = 2.0
  /// Read at most this many samples per side: a header may claim thousands of channels at millions of Hz.
  private static let sampleLimit = 1 << 20

  /// Plans what happens between two plays.
  ///
  /// Without a gap, the step from the last frame of a play to the first frame of the next is a click if, in any
  /// channel, it is above −60 dBFS and more than twice as large as every other step within 5 ms. Then the
  /// play's end fades if its last frame is above −60 dBFS, and the start fades if its first frame is. Noise isn't
  /// changed, and neither is a tone if a play contains a whole number of its periods.
  ///
  /// With a gap, the step from the last frame to silence is compared with the steps near the play's end, and the step
  /// from silence to the first frame with the steps near its start. An end fades if its step is a click.
  ///
  /// A fade takes at most a quarter of the play.
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
  /// Reads the given frames, one array per channel, 1 being full scale.
  fileprivate func planes(from firstFrame: Int, frameCount: Int) throws(SoundError) -> [[Double]] {
    var stream = FrameStream(try reading(frames(from: firstFrame)), of: self)
    return try stream.read(frameCount)
  }
}
