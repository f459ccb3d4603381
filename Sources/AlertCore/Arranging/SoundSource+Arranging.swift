internal import SoundFormat

extension SoundSource {
  /// Returns the sound as arranged, and what was done.
  ///
  /// If there is nothing to do, the source is unchanged, so its packets can be copied. Otherwise, frames that don't
  /// fade keep their exact samples. Texts are kept.
  ///
  /// The sound is decoded first if silence must be found, or if the headers don't state the exact length.
  ///
  /// - Parameters:
  ///   - arrangement: What to do.
  ///   - monitor: Follows the progress of decoding, and can cancel it.
  /// - Throws: `SoundError` if a number is out of range, the span begins after the sound's end, there is no decoder or
  ///   the sound can't be read.
  public func arranged(
    by arrangement: Arrangement, monitor: Monitor = Monitor()
  ) throws(SoundError) -> (source: SoundSource, change: ArrangementChange) {
    try arrangement.check()
    var change = ArrangementChange()
    guard !arrangement.isEmpty else { return (self, change) }
    try checkTruncation()
    try checkDecoder(in: .choosingCodec)
    let (whole, range, fades, warnings) = try trimmed(by: arrangement, &change, monitor)
    guard !range.isEmpty else { return (self, change) }
    var arranged = ArrangedSound(structure, range, fades: fades)
    if let repetition = arrangement.repetition {
      arranged = try repeated(arranged, by: repetition, &change)
    }
    guard range != 0..<whole || !fades.isEmpty || arranged.playCount > 1 else {
      return (self, change)
    }
    var source = replacingStructure(by: arranged)
    // Keep what decoding has found, because reading only the range might not find it again.
    source.warnings = source.warnings.merging(warnings)
    return (source, change)
  }

  /// Returns the source with another structure, which then gives the frames. The source keeps its file.
  func replacingStructure(by structure: any SoundStructure) -> SoundSource {
    var source = self
    source.structure = structure
    source.beginning = nil
    return source
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
  /// - Returns: The number of frames before trimming, the range of frames that is played, its fades, and what decoding
  ///   has found.
  private func trimmed(
    by arrangement: Arrangement, _ change: inout ArrangementChange, _ monitor: Monitor
  ) throws(SoundError) -> (
    whole: Int, range: Range<Int>, fades: [Fade], warnings: [SoundWarning]
  ) {
    let rate = format.sampleRate
    func frames(_ seconds: Double) -> Int { Int(saturating: (seconds * rate).rounded()) }
    let start = frames(arrangement.span?.start ?? 0)
    let end = arrangement.span?.end.map(frames)
    if let end, start >= end {
      throw spanError("no frame is between the part's start and its end", advice: "end it later")
    }
    var whole = certainFrameCount
    var found: SilenceFinder?
    let threshold = arrangement.silenceThreshold.map { Double.exactAmplitude(ofDecibels: $0) }
    if whole == nil || threshold != nil && start < whole ?? .max {
      found = try SilenceFinder(
        in: self, start..<min(end ?? .max, whole ?? .max), threshold: threshold,
        statedFrameCount: whole, monitor)
      whole = found?.frameCount
    }
    let frameCount = whole ?? 0
    guard start < frameCount || start == 0 else {
      throw spanError(
        "the part starts at \(secondsText(arrangement.span?.start ?? 0)), but the sound is"
          + " \(secondsText(Double(frameCount) / rate)) long", advice: "start it earlier")
    }
    var range = start..<min(end ?? .max, frameCount)
    var fades: [Fade] = []
    if threshold != nil, !range.isEmpty {
      (range, fades) = withoutSilence(range, found?.loud, &change)
    }
    change.trimmedAtStart = Double(range.lowerBound) / rate
    change.trimmedAtEnd = Double(frameCount - range.upperBound) / rate
    let (fadeIn, fadeOut) = (
      min(frames(arrangement.fadeInDuration), range.count),
      min(frames(arrangement.fadeOutDuration), range.count)
    )
    (change.fadeIn, change.fadeOut) = (Double(fadeIn) / rate, Double(fadeOut) / rate)
    if fadeIn > 0 { fades.append(Fade(edge: .start, frameCount: fadeIn)) }
    if fadeOut > 0 { fades.append(Fade(edge: .end, frameCount: fadeOut)) }
    return (frameCount, range, fades, found?.warnings ?? [])
  }

  private func spanError(_ reason: String, advice: String) -> SoundError {
    SoundError(.reading, file, unsupported: reason, remedy: .words(advice))
  }

  /// Returns a range without silence at its ends, and the fades of the silence that is kept.
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
    // Don't trim silence that is only a little longer than the kept silence. Otherwise, a trimmed sound would be
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

  /// Repeats a play as often as fits.
  private func repeated(
    _ play: ArrangedSound, by repetition: Arrangement.Repetition, _ change: inout ArrangementChange
  ) throws(SoundError) -> ArrangedSound {
    let rate = format.sampleRate
    let gap = Int(saturating: min(0x1p30, (repetition.gap * rate).rounded()))
    let limit = repetition.limit ?? repetition.seconds
    let playCount = min(
      Self.playCount(frameCount: play.range.count, gapFrameCount: gap, below: limit, at: rate),
      repetition.limit == nil
        ? .max
        : Self.playCount(
          frameCount: play.range.count, gapFrameCount: gap,
          upTo: (repetition.seconds * rate + 1e-6).rounded(.down)))
    guard playCount > 1 else { return play }
    let sampleCount =
      (Int64(playCount) * Int64(play.range.count + gap) - Int64(gap)) * Int64(format.channelCount)
    let largest = Arrangement.Repetition.largestSampleCount
    guard sampleCount <= largest else {
      let fitting =
        (Double(largest) / Double(format.channelCount) / rate * 1000)
        .rounded(.down) / 1000
      let fittingCount = Self.playCount(
        frameCount: play.range.count, gapFrameCount: gap, below: fitting, at: rate)
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
    let seam = try ArrangedSound.Seam(between: play, in: self, gapFrameCount: gap)
    change.playCount = playCount
    change.gap = Double(gap) / rate
    change.fadesBetweenPlays = seam.fadeInFrameCount > 0 || seam.fadeOutFrameCount > 0
    return ArrangedSound(
      structure, play.range, fades: play.fades, playCount: playCount, seam: seam)
  }

  /// The lowest usual rate, in Hz. A packet lasts longest at this rate.
  private static let lowestUsualRate = 8000.0

  /// Returns how often a sound can be played so that it stays below a length.
  ///
  /// Leaves room for 65 frames at 8 kHz (8.125 ms), because a conversion may lengthen the sound. A change of rate to 8
  /// kHz or more may add one frame. The last IMA4 packet has up to 64 frames of padding, which are played in AIFC.
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

extension Double {
  /// Returns the amplitude of a level of 0 dBFS or less. It is exact for multiples of 20 dB, so that a sample at the
  /// threshold isn't silence.
  fileprivate static func exactAmplitude(ofDecibels decibels: Double) -> Double {
    var (rest, divisor) = (decibels, 1.0)
    while rest <= -20 { (rest, divisor) = (rest + 20, divisor * 10) }
    return amplitude(ofDecibels: rest) / divisor
  }
}
