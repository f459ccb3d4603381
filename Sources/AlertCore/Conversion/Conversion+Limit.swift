internal import SoundFormat

extension Conversion {
  /// If the headers already show that the sound is too long, rejects or omits the sound, as the limit's policy says.
  mutating func applyLimit() throws(SoundError) {
    guard let limit else { return }
    if source.statesExactLength { try checkHasFrames() }
    if isCertainlyTooLong {
      let limited = try limited(from: statedLength)
      if limited.isOmitted { outcome = limited.outcome }
    } else if limit.policy == .default, limit.defaultSound != nil {
      // If the replacement can't be converted as asked, fail now, not at the first sound that is too long.
      _ = try replacement()
    }
  }

  private var isTooLong: Bool { limit?.isExceeded(by: header.playedDuration) ?? false }

  private var isCertainlyTooLong: Bool { source.statesExactLength && isTooLong }

  /// The output's length according to the headers.
  private var statedLength: AlertLength {
    let seconds = header.playedDuration
    return source.statesExactLength ? .exactly(seconds: seconds) : .about(seconds: seconds)
  }

  /// Rejects a sound without frames, because iOS would play the default sound instead. The policy `warn` is for files
  /// that aren't alerts, so it allows such a sound.
  private func checkHasFrames() throws(SoundError) {
    guard let limit, limit.policy != .warn, header.frameCount == 0 else { return }
    throw SoundError(
      .checkingLength, source.file, .sound(.empty, reason: "it contains no audio"),
      advice: "export it again")
  }

  /// If the limit needs the sound's length and the headers don't state the length, decodes the sound. Returns the
  /// conversion to perform, with a known outcome.
  package func decided(monitor: Monitor) throws(SoundError) -> Conversion {
    guard outcome == nil else { return self }
    guard let limit, limit.policy != .warn else { return with(.converted) }
    return try decided(decoding: !source.statesExactLength, keepingFrames: true, monitor)
  }

  /// Returns the facts that are known without encoding. Throws the errors that the sound would cause in the conversion.
  package func rehearse(monitor: Monitor = Monitor()) throws(SoundError) -> ConversionFacts {
    let isReplacedOrRefused = limit.map { [.default, .omit, .fail].contains($0.policy) } ?? false
    // Decode only if decoding can find the length or damage, and if the sound will be used.
    let conversion = try decided(
      decoding: source.structure.lengthStatement != .exactWithoutDecoding
        && (!isCertainlyTooLong || !isReplacedOrRefused),
      keepingFrames: false, monitor)
    if !conversion.isOmitted, conversion.source.statesExactLength {
      try conversion.check(conversion.header)
    }
    return conversion.facts
  }

  private func decided(
    decoding: Bool, keepingFrames: Bool, _ monitor: Monitor
  ) throws(SoundError) -> Conversion {
    var (conversion, excess) = (self, isTooLong ? statedLength : nil)
    if decoding { (conversion, excess) = try measured(keepingFrames: keepingFrames, monitor) }
    if let excess { return try conversion.limited(from: excess) }
    try conversion.checkHasFrames()
    return conversion.with(.converted)
  }

  /// Rejects an output that would exceed a limit of the source's policy.
  func check(_ output: SoundHeader) throws(SoundError) {
    try source.doing(.creatingOutput, source.policy.check(output: output, to: target))
  }

  /// Decodes the sound to its end, or until it is certainly too long. Returns the conversion with the frames decoded so
  /// far. If the sound is too long, also returns its length.
  private func measured(
    keepingFrames: Bool, _ monitor: Monitor
  ) throws(SoundError) -> (Conversion, excess: AlertLength?) {
    let seconds = limit.flatMap { $0.policy == .warn ? nil : $0.seconds }
    let first = target.firstFrame
    let end = first.addingClamped(seconds.map(sourceFrameCount) ?? .max)
    let part = try DecodedPart(
      of: source, keeping: keepingFrames ? first..<end : first..<first, from: first, until: end,
      Monitor(isCancelled: monitor.cancels))
    var conversion = self
    conversion.header = actualHeader(sourceFrameCount: part.endFrame - first)
    if keepingFrames {
      conversion.source = source.replacing(
        structure: DecodedSound(part.frames, of: source.structure, part: part))
    }
    if part.isWhole {
      let length = AlertLength.exactly(seconds: conversion.header.playedDuration)
      return (conversion, conversion.isTooLong ? length : nil)
    }
    let isStated = source.structure.lengthStatement != .unknown && isTooLong
    return (conversion, isStated ? statedLength : .atLeast(seconds: seconds ?? 0))
  }

  /// Returns the conversion to perform for a sound that is too long. The outcome of the conversion is known.
  private func limited(from length: AlertLength) throws(SoundError) -> Conversion {
    switch limit?.policy {
    case nil, .warn: return with(.convertedTooLong(seconds: length.seconds))
    case .omit: return with(.omitted(from: length))
    case .trim: return try trimmed(from: length)
    case .default: return try replacement().with(.replacedByDefault(from: length))
    case .fail: throw excess(length, advice: .shorten)
    }
  }

  /// Whether it is already certain that the sound is omitted.
  package var isOmitted: Bool { outcome?.isOmitted ?? false }

  private func with(_ outcome: AlertOutcome) -> Conversion {
    var conversion = self
    conversion.outcome = outcome
    return conversion
  }

  /// Returns the error for a sound that is too long.
  package func excess(
    _ length: AlertLength, _ reason: String? = nil, advice: Remedy
  ) -> SoundError {
    SoundError(
      .checkingLength, source.file,
      .sound(
        .tooLong,
        reason: SoundError.sentence(words(for: length), reason ?? limit?.reason(on: length))),
      advice: advice)
  }

  /// For an output that replaces its own input: rejects an outcome that would destroy the original sound.
  package func checkKeepsOriginal(_ outcome: AlertOutcome) throws(SoundError) {
    switch outcome {
    case .converted, .convertedTooLong, .trimmed: return
    case .replacedByDefault(let length), .omitted(let length):
      throw excess(
        length, "converting it in place would destroy the original", advice: .chooseOtherFolder)
    }
  }

  /// Returns how long the sound is, in words. The words mention padding if only padding makes the sound too long.
  private func words(for length: AlertLength) -> String {
    guard let limit else { return "\(length) long" }
    let own = Double(header.frameCount) / header.format.sampleRate
    guard header.playedFrameCount > header.frameCount, own < limit.seconds else {
      return limit.fact(on: length)
    }
    return
      "\(secondsText(own)) long, and \(length) with the padding of its last packet,"
      + " which \(header.container.fileType) files can't tell from sound"
  }

  /// The maximum number of the fade's samples in memory: a header may claim thousands of channels at millions of Hz.
  private static let fadeOutSampleLimit = 1 << 20

  /// Returns a conversion of only the sound's beginning. The encoded result stays below the limit.
  private func trimmed(from length: AlertLength) throws(SoundError) -> Conversion {
    guard target.dataFormat != nil else {
      throw excess(length, "copied packets can't be trimmed", advice: .chooseDataFormat)
    }
    let header = trimmedHeader
    guard header.frameCount > 0 else {
      throw excess(
        length, "even one packet at this sample rate is too long", advice: .chooseHigherRate)
    }
    var target = target
    target.frameLimit = header.frameCount
    target.fadeOutFrameCount = min(
      Int((LengthLimit.fadeOutDuration * header.format.sampleRate).rounded()),
      Self.fadeOutSampleLimit / header.format.channelCount)
    return try withinLimit(of: source, to: target)
      .with(.trimmed(from: length, to: header.playedDuration))
  }

  /// The header of the trimmed sound; with 0 frames if even one frame would play too long.
  private var trimmedHeader: SoundHeader {
    var header = header
    guard let limit else { return header }
    (header.copiedPacketCount, header.fillFrameCount) = (nil, nil)
    let duration = LengthLimit.trimmedDuration(under: limit.seconds)
    // Add a millionth of a frame, because rounding errors may put the product just below a whole number of frames.
    header.frameCount = Int(saturating: min(duration * header.format.sampleRate + 1e-6, 0x1p53))
    while header.frameCount > 0, limit.isExceeded(by: header.playedDuration) {
      // Drop the last packet, because its padding is also played. Drop one frame of the packet before it, too, because
      // IMA4 adds a packet of padding after a full last packet.
      let framesPerPacket = header.format.framesPerPacket
      header.frameCount = header.frameCount / framesPerPacket * framesPerPacket - 1
    }
    return header
  }

  /// Returns the conversion of the default sound, which replaces a sound that is too long.
  private func replacement() throws(SoundError) -> Conversion {
    let sound = limit?.defaultSound ?? DefaultSound.source(on: source.host)
    var policy = sound.policy
    policy.byteLimit = source.policy.byteLimit
    policy.durationLimit = source.policy.durationLimit
    let chime = sound.replacing(policy: policy)
    let replacement = try withinLimit(of: chime, to: targetOfReplacement(from: chime))
    if chime.statesExactLength {
      try limit?.check(replacementDuration: replacement.header.playedDuration)
    }
    return replacement
  }

  /// Returns the target for the replacement. Leaves out the settings that only suit the original sound, because the
  /// replacement's channels, length and format may differ.
  func targetOfReplacement(from source: SoundSource) -> ConversionTarget {
    var target = target
    // If packets were to be copied, convert the replacement to the original sound's data format.
    target.dataFormat = target.dataFormat ?? header.format.dataFormat
    target.inputLayout = nil
    target.firstFrame = 0
    target.frameLimit = nil
    target.fadeOutFrameCount = 0
    target.primingOverride = PrimingOverride()
    target.keptLevels = nil
    if case .map(let sources) = target.channels { target.channels = .count(sources.count) }
    if let layout = target.outputLayout, layout.channelCount != target.channelCount(of: source) {
      target.outputLayout = nil
    }
    return target
  }

  /// Plans a conversion with this conversion's limit, without checking whether the output is short enough.
  private func withinLimit(
    of source: SoundSource, to target: ConversionTarget
  ) throws(SoundError) -> Conversion {
    var conversion = try Conversion(of: source, to: target)
    conversion.limit = limit
    (conversion.arrangement, conversion.warnings) = (arrangement, warnings)
    return conversion
  }
}
