internal import SoundFormat

extension SoundSource {
  /// Returns the sound as arranged, and what was done.
  ///
  /// If the arrangement changes nothing, returns this source, whose packets can be copied. A changed sound keeps its
  /// texts, and the exact samples of all frames that don't fade.
  ///
  /// The sound is decoded into memory, up to the span's end.
  ///
  /// - Parameters:
  ///   - arrangement: What to do.
  ///   - monitor: Follows the progress, and can cancel the decoding.
  /// - Throws: `SoundError` if a number is out of range, the span begins after the sound's end, there is no decoder or
  ///   the sound can't be read.
  package func arranged(
    by arrangement: Arrangement, monitor: Monitor = Monitor()
  ) throws(SoundError) -> (source: SoundSource, change: ArrangementChange) {
    try arrangement.check()
    var change = ArrangementChange()
    guard !arrangement.isEmpty else { return (self, change) }
    try checkTruncation()
    try checkDecoder(in: .choosingCodec)
    let (play, warnings) = try trimmed(by: arrangement, &change, monitor)
    guard play.frameCount > 0 else { return (self, change) }
    let frames = try repeated(play, by: arrangement.repetition, &change)
    guard !change.isUnchanged else { return (self, change) }
    return (
      replacing(
        structure: DecodedSound(frames, of: structure), warnings: self.warnings.merging(warnings)),
      change
    )
  }

  /// The number of frames that can certainly be decoded; nil if only decoding tells. A truncated file might have fewer
  /// frames than its headers state.
  private var certainFrameCount: Int? {
    let mayEndEarly =
      policy.acceptsTruncatedFiles && structure.lengthStatement != .exactWithoutDecoding
    return mayEndEarly ? nil : exactFrameCount()
  }

  /// How much silence is kept before and after the sound, in seconds. The kept silence fades.
  private static let (leadDuration, tailDuration) = (0.005, 0.015)

  /// Applies the span, trims silence and adds fades.
  ///
  /// - Returns: One play of the sound, and the findings of decoding.
  private func trimmed(
    by arrangement: Arrangement, _ change: inout ArrangementChange, _ monitor: Monitor
  ) throws(SoundError) -> (FadingPlay, [AlertFinding]) {
    let rate = format.sampleRate
    func frames(_ seconds: Double) -> Int { Int(saturating: (seconds * rate).rounded()) }
    let start = frames(arrangement.span?.start ?? 0)
    let end = arrangement.span?.end.map(frames)
    if let end, start >= end {
      throw spanError("no frame is between the part's start and its end", advice: "end it later")
    }
    let certain = certainFrameCount
    let part = try DecodedPart(
      of: self, keeping: start..<(end ?? .max), from: certain.map { min(start, $0) } ?? 0,
      until: end ?? .max, monitor)
    let frameCount = certain ?? (part.isWhole ? part.endFrame : max(part.endFrame, self.frameCount))
    guard start < frameCount || start == 0 else {
      throw spanError(
        "the part starts at \(secondsText(Double(start) / rate)), but the sound is"
          + " \(secondsText(Double(frameCount) / rate)) long", advice: "start it earlier")
    }
    var range = start..<start + part.frames.sampleCount / format.channelCount
    var fades: [Fade] = []
    if let threshold = arrangement.silenceThreshold.map(Double.exactAmplitude), !range.isEmpty {
      (range, fades) = withoutSilence(
        range, part.loudFrames(reaching: threshold, channelCount: format.channelCount), &change)
    }
    change.trimmedAtStart = Double(range.lowerBound) / rate
    change.trimmedAtEnd = Double(frameCount - range.upperBound) / rate
    let (fadeIn, fadeOut) = (
      min(frames(arrangement.fadeInOfEachPlay), range.count),
      min(frames(arrangement.fadeOutOfEachPlay), range.count)
    )
    (change.fadeIn, change.fadeOut) = (Double(fadeIn) / rate, Double(fadeOut) / rate)
    if fadeIn > 0 { fades.append(Fade(edge: .start, frameCount: fadeIn)) }
    if fadeOut > 0 { fades.append(Fade(edge: .end, frameCount: fadeOut)) }
    let channelCount = format.channelCount
    let samples = { (frame: Int) in (frame - start) * channelCount }
    let frames = part.frames.samples(in: samples(range.lowerBound)..<samples(range.upperBound))
    let play = FadingPlay(frames: frames, fades: fades, channelCount: channelCount)
    return (play, part.warnings)
  }

  private func spanError(_ reason: String, advice: Remedy) -> SoundError {
    SoundError(.reading, file, .unsupported(reason), advice: advice)
  }

  /// Returns `range` without the silence that is trimmed at its ends, and the fades of the silence that is kept.
  private func withoutSilence(
    _ range: Range<Int>, _ loud: ClosedRange<Int>?, _ change: inout ArrangementChange
  ) -> (Range<Int>, [Fade]) {
    guard let loud else {
      change.isSilent = true
      return (range, [])
    }
    let rate = format.sampleRate
    func kept(_ duration: Double) -> Int { Int(saturating: (duration * rate).rounded()) }
    let (lead, tail) = (kept(Self.leadDuration), kept(Self.tailDuration))
    var (start, end) = (range.lowerBound, range.upperBound)
    var fades: [Fade] = []
    // Don't trim silence that is only a little longer than the kept silence. If it were trimmed, the result would be
    // trimmed again after a change of its rate or codec.
    if loud.lowerBound - start > 2 * lead {
      start = loud.lowerBound - lead
      if lead > 0 { fades.append(Fade(edge: .start, frameCount: lead)) }
    }
    if end - 1 - loud.upperBound > 2 * tail {
      end = loud.upperBound + 1 + tail
      if tail > 0 { fades.append(Fade(edge: .end, frameCount: tail)) }
    }
    change.silenceTrimmedAtStart = Double(start - range.lowerBound) / rate
    change.silenceTrimmedAtEnd = Double(range.upperBound - end) / rate
    return (start..<end, fades)
  }

  /// Returns the frames of as many plays as the repetition's limits allow, or of one play if `repetition` is nil.
  private func repeated(
    _ play: FadingPlay, by repetition: Arrangement.Repetition?, _ change: inout ArrangementChange
  ) throws(SoundError) -> SampleBlock {
    guard let repetition else { return play.faded() }
    let (rate, channelCount) = (format.sampleRate, format.channelCount)
    let frameCount = play.frameCount
    let gap = Int(saturating: min(0x1p30, (repetition.gap * rate).rounded()))
    let limit = repetition.limit ?? repetition.seconds
    let playCount = min(
      Self.playCount(frameCount: frameCount, gapFrameCount: gap, below: limit, at: rate),
      repetition.limit == nil
        ? .max
        : Self.playCount(
          frameCount: frameCount, gapFrameCount: gap,
          upTo: (repetition.seconds * rate + 1e-6).rounded(.down)))
    guard playCount > 1 else { return play.faded() }
    let sampleCount =
      (Int64(playCount) * Int64(frameCount + gap) - Int64(gap)) * Int64(channelCount)
    let largest = Arrangement.Repetition.largestSampleCount
    guard sampleCount <= largest else {
      let fitting =
        (Double(largest) / Double(channelCount) / rate * 1000).rounded(.down) / 1000
      let fittingCount = Self.playCount(
        frameCount: frameCount, gapFrameCount: gap, below: fitting, at: rate)
      throw SoundError(
        .choosingCodec, file,
        .sound(
          .limitExceeded,
          reason: "repeated so often, it has \(groupedText(Double(sampleCount))) samples,"
            + " more than \(groupedText(Double(largest)))"),
        advice: fittingCount > 1
          ? "repeat it for at most \(secondsText(fitting))"
          : "convert it to fewer channels or a lower rate first")
    }
    let seam = Seam(between: play, sampleRate: rate, hasGap: gap > 0)
    change.playCount = playCount
    change.gap = Double(gap) / rate
    change.fadesBetweenPlays = !seam.fadeOut.isEmpty || !seam.fadeIn.isEmpty
    let middle = play.faded(seam.fadeIn + seam.fadeOut)
    let silence = play.frames.silence(sampleCount: gap * channelCount)
    var frames = play.faded(seam.fadeOut)
    for number in 1..<playCount {
      frames.append(silence)
      frames.append(number < playCount - 1 ? middle : play.faded(seam.fadeIn))
    }
    return frames
  }

  /// The lowest rate, in Hz, that a later conversion is expected to choose. At this rate, a packet lasts longest.
  private static let lowestUsualRate = 8000.0

  /// Returns how many plays of a sound together stay below `seconds`.
  ///
  /// Leaves room for 65 frames at 8 kHz (8.125 ms), because a conversion may lengthen the sound. A change of rate to 8
  /// kHz or more may add one frame. The last IMA4 packet has up to 64 frames of padding, which players of AIFC play.
  ///
  /// - Returns: The number of plays, 1 or more. All frames together fit an `Int` of 32 bits.
  static func playCount(
    frameCount: Int, gapFrameCount: Int, below seconds: Double, at rate: Double
  ) -> Int {
    let room = Double(IMA4.framesPerPacket + 1) / min(rate, lowestUsualRate)
    return playCount(
      frameCount: frameCount, gapFrameCount: gapFrameCount,
      upTo: ((seconds - room) * rate).rounded(.up) - 1)
  }

  /// Returns the largest count, 1 or more, with count · frames + (count − 1) · gap ≤ limit.
  private static func playCount(frameCount: Int, gapFrameCount: Int, upTo limit: Double) -> Int {
    let most = Int64(max(0, min(limit, Double(Int32.max))))
    let (frames, gap) = (Int64(frameCount), Int64(gapFrameCount))
    return max(1, Int((most + gap) / (frames + gap)))
  }
}

extension DecodedPart {
  /// Returns the range from the first to the last frame that reaches a level in any channel; nil if there is none.
  fileprivate func loudFrames(
    reaching level: Double, channelCount: Int
  ) -> ClosedRange<Int>? {
    var loud: ClosedRange<Int>?
    var planes = ChannelPlanes(channelCount: channelCount)
    // Convert few frames at a time, because doubles take much memory.
    let step = 8192 * channelCount
    for start in stride(from: 0, to: frames.sampleCount, by: step) {
      planes.fill(from: frames.samples(in: start..<start + step))
      let offset = firstFrame + start / channelCount
      for samples in planes.channels {
        guard let first = samples.firstIndex(where: { $0.magnitude >= level }),
          let last = samples.lastIndex(where: { $0.magnitude >= level })
        else { continue }
        let (start, end) = (offset + first, offset + last)
        loud = min(start, loud?.lowerBound ?? start)...max(end, loud?.upperBound ?? end)
      }
    }
    return loud
  }
}

/// One play of a sound that plays once or several times.
private struct FadingPlay {
  /// The frames, without the fades.
  let frames: SampleBlock
  /// The fades of each play.
  let fades: [Fade]
  let channelCount: Int

  var frameCount: Int { frames.sampleCount / channelCount }

  /// Returns the frames with `fades`, and with further fades of this play only.
  func faded(_ others: [Fade] = []) -> SampleBlock {
    frames.fading(fades + others, channelCount: channelCount)
  }
}

/// What happens between two plays.
private struct Seam {
  /// The fades at the end of the play before the seam, and at the start of the play after the seam. Empty for no fade.
  let (fadeOut, fadeIn): ([Fade], [Fade])

  /// How long a play's end and the next play's start fade to remove a click, in seconds.
  private static let (fadeOutDuration, fadeInDuration) = (0.005, 0.0015)
  /// How far from the seam a step counts as nearby, in seconds.
  private static let neighbourhood = 0.005
  /// The largest inaudible step, as a fraction of full scale: −60 dBFS.
  private static let inaudibleStep = 0.001
  /// A step is heard as a click if it is more than `clickFactor` times as large as every step nearby.
  private static let clickFactor = 2.0
  /// The maximum number of samples to read per side: a header may claim thousands of channels at millions of Hz.
  private static let sampleLimit = 1 << 20

  /// Plans what happens between two plays.
  ///
  /// Without a gap, there is one step, from the last frame of a play to the first frame of the next. The step is a
  /// click if, in any channel, it is above −60 dBFS and more than twice as large as every other step within 5 ms. To
  /// remove a click, the play's end fades if the last frame is above −60 dBFS, and the start fades if the first frame
  /// is above −60 dBFS. Noise isn't changed. A tone isn't changed if a play contains a whole number of periods.
  ///
  /// With a gap, the step from the last frame to silence is compared with the steps near the play's end. If this step
  /// is a click, the end fades. The start fades if the step from silence to the first frame is a click.
  ///
  /// A fade takes at most a quarter of the play.
  init(between play: FadingPlay, sampleRate rate: Double, hasGap: Bool) {
    let (frames, frameCount) = (play.faded(), play.frameCount)
    let count = min(
      frameCount, max(1, Self.sampleLimit / play.channelCount),
      Int(saturating: Self.neighbourhood * rate) + 1)
    var planes = ChannelPlanes(channelCount: play.channelCount)
    planes.fill(from: frames.samples(in: 0..<count * play.channelCount))
    let start = planes.channels
    planes.fill(
      from: frames.samples(in: (frameCount - count) * play.channelCount..<frames.sampleCount))
    let end = planes.channels
    var (fadesOut, fadesIn) = (false, false)
    for (start, end) in zip(start, end) where !start.isEmpty && !end.isEmpty {
      let (first, last) = (start[0], end[end.count - 1])
      let (startStep, endStep) = (Self.largestStep(start), Self.largestStep(end))
      func isClick(_ step: Double, beside own: Double) -> Bool {
        step.magnitude > max(Self.inaudibleStep, Self.clickFactor * own)
      }
      if hasGap {
        fadesOut = fadesOut || isClick(last, beside: endStep)
        fadesIn = fadesIn || isClick(first, beside: startStep)
      } else if isClick(first - last, beside: max(startStep, endStep)) {
        fadesOut = fadesOut || last.magnitude > Self.inaudibleStep
        fadesIn = fadesIn || first.magnitude > Self.inaudibleStep
      }
    }
    func fade(_ edge: Fade.Edge, _ duration: Double) -> [Fade] {
      let count = min(Int(saturating: (duration * rate).rounded()), frameCount / 4)
      return count > 0 ? [Fade(edge: edge, frameCount: count)] : []
    }
    fadeOut = fadesOut ? fade(.end, Self.fadeOutDuration) : []
    fadeIn = fadesIn ? fade(.start, Self.fadeInDuration) : []
  }

  private static func largestStep(_ samples: [Double]) -> Double {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, ($1.1 - $1.0).magnitude) }
  }
}

extension Double {
  /// Returns the amplitude of a level of at most 0 dBFS. The amplitudes of multiples of 20 dB are exact, so that a
  /// sample at the threshold isn't silence.
  fileprivate static func exactAmplitude(_ decibels: Double) -> Double {
    var (rest, divisor) = (decibels, 1.0)
    while rest <= -20 { (rest, divisor) = (rest + 20, divisor * 10) }
    return amplitude(ofDecibels: rest) / divisor
  }
}
