internal import SoundFormat

extension SoundSource {
  /// Returns the source with the input layout and the padding of the target. Throws if the source can't be converted.
  func checked(for target: ConversionTarget) throws(SoundError) -> SoundSource {
    try checkTruncation()
    if let layout = target.inputLayout {
      guard layout.channelCount == format.channelCount else {
        throw SoundError(
          .matchingInputLayout, file,
          .unsupported(
            "the layout \(layout.name) doesn't fit the sound's"
              + " \(counted(format.channelCount, "channel"))"),
          advice: "choose a layout that fits")
      }
    }
    // Don't reject a frame count of 0 that isn't exact: the length of an imported sound may be unknown.
    if target.firstFrame > 0, target.firstFrame >= frameCount, frameCount > 0 || statesExactLength {
      throw SoundError(
        .reading, file,
        .unsupported(
          "the sound has \(counted(frameCount, "frame")), so \(target.firstFrame) can't be skipped"),
        advice: .skipFewerFrames)
    }
    return replacing(
      structure: structure(with: target.primingOverride), statedLayout: target.inputLayout)
  }

  /// Rejects a truncated file, if the policy doesn't accept such files.
  func checkTruncation() throws(SoundError) {
    guard let truncation, !policy.acceptsTruncatedFiles else { return }
    throw SoundError(
      .openingInput, file, .sound(.truncated, reason: truncation), advice: .acceptTruncation)
  }

  /// Rejects a sound that this library parses but doesn't decode.
  func checkDecoder(in step: SoundError.Step) throws(SoundError) {
    guard let sound = soundFile, !sound.isDecodable else { return }
    throw SoundError(
      step, file, .unsupported("the sound is coded as '\(sound.format.dataFormat.formatID)'"))
  }

  /// Returns the structure with the override's numbers of priming and padding frames. Nil if the override is empty, or
  /// if the packets aren't compressed: only compressed packets have such frames.
  private func structure(with override: PrimingOverride) -> NativeSound? {
    guard override != PrimingOverride(), var sound = soundFile,
      sound.format.framesPerPacket > 1
    else { return nil }
    let decoded = sound.decodedFrameCount
    let priming = min(
      override.primingFrameCount ?? sound.packetTable?.primingFrameCount ?? 0, decoded)
    // Clamp the file's number at 0, because a damaged table may state a negative number.
    let remainder = min(
      override.remainderFrameCount ?? max(0, sound.packetTable?.remainderFrameCount ?? 0),
      decoded - priming)
    sound.packetTable = PacketTable(
      validFrameCount: decoded - priming - remainder, primingFrameCount: priming,
      remainderFrameCount: remainder)
    return NativeSound(file: sound)
  }
}

extension ConversionTarget {
  package func channelCount(of source: SoundSource) -> Int {
    switch channels {
    case .unchanged: source.format.channelCount
    case .count(let count), .mixed(let count): count
    case .map(let sources): sources.count
    }
  }

  /// Returns the output's layout, derived from the source; nil if the layout is unknown or isn't to be stated.
  func keptLayout(of source: SoundSource) -> ChannelLayout? {
    guard let layout = source.layout, hasApplesWAVEHeader || channelCount(of: source) > 2 else {
      return nil
    }
    return switch channels {
    case .unchanged: layout
    case .mixed(1): .mono
    case .mixed(2): .stereo
    case .count(let count), .mixed(let count): count == source.format.channelCount ? layout : nil
    case .map: nil
    }
  }
}

extension Conversion {
  /// Returns what happens to the channels.
  static func routing(
    from source: SoundSource, to target: ConversionTarget
  ) throws(SoundError) -> FramePipeline.Routing {
    let sourceChannelCount = source.format.channelCount
    switch target.channels {
    case .unchanged: return .unchanged
    case .count(sourceChannelCount), .mixed(sourceChannelCount): return .unchanged
    // Mix down to one or two channels only, because no standard covers more. If more are wanted, keep the first
    // channels. A table of gains for more channels could be huge, because a header can state 65,535 channels.
    case .mixed(let count) where count < sourceChannelCount && count <= 2:
      return .mix(
        .down(from: source.layout, sourceChannelCount: sourceChannelCount, to: count))
    case .count(let count), .mixed(let count):
      return .map(.changing(sourceChannelCount, to: count))
    case .map(let sources):
      guard sources.allSatisfy({ 0..<sourceChannelCount ~= $0 ?? 0 }) else {
        throw SoundError(
          .choosingCodec, source.file,
          .unsupported("the channel map names a channel the sound doesn't have"),
          advice: "its channels are 0 to \(sourceChannelCount - 1)")
      }
      let map = ChannelMap(sources, sourceChannelCount: sourceChannelCount)
      return map.isIdentity ? .unchanged : .map(map)
    }
  }

  /// Rejects a conversion whose decoder, resampler or encoder is missing.
  static func checkCodecs(
    of source: SoundSource, _ format: StreamFormat, _ target: ConversionTarget
  ) throws(SoundError) {
    if target.dataFormat == nil { return try checkCopying(of: source, format, target) }
    try source.checkDecoder(in: .openingInput)
    let request = ResamplingRequest(
      sourceRate: source.format.sampleRate, rate: format.sampleRate,
      channelCount: format.channelCount, method: target.resamplingMethod)
    do throws(SoundFileError) {
      if request.rate != request.sourceRate { try source.host.check(request) }
    } catch {
      throw SoundError(
        .choosingCodec, nil, error, advice: remedy(for: request, error.code, on: source.host))
    }
    do throws(SoundFileError) {
      _ = try FrameEncoder(for: format)
    } catch {
      let remedy = remedy(forEncoding: format.dataFormat)
      if case .other = format.dataFormat {
        throw SoundError(.choosingCodec, nil, .impossible(error.description), advice: remedy)
      }
      throw SoundError(.choosingCodec, nil, error, advice: remedy)
    }
  }

  /// Rejects numbers that are out of range.
  static func checkNumbers(in target: ConversionTarget) throws(SoundError) {
    func check(_ isInRange: Bool, _ reason: @autoclosure () -> String) throws(SoundError) {
      guard isInRange else { throw SoundError(.choosingCodec, nil, .impossible(reason())) }
    }
    let quality = target.ima4Quality
    try check(0...127 ~= quality, "the quality is \(quality), not from 0 to 127")
    if let limit = target.frameLimit {
      let fade = target.fadeOutFrameCount
      try check(limit >= 1 && fade >= 0, "\(limit) frames can't have a fade of \(fade)")
    }
    func checkLevel(
      _ value: Double, of name: String, in range: ClosedRange<Double>, _ unit: String
    ) throws(SoundError) {
      let bounds = [range.lowerBound, range.upperBound].map { decimalText($0, decimals: 1) }
      try check(
        range.contains(value),
        "the \(name) is \(decimalText(value, decimals: 3)) \(unit), not from \(bounds[0]) to \(bounds[1])"
      )
    }
    if let levels = target.levels {
      if let loudness = levels.loudness {
        try checkLevel(loudness, of: "loudness", in: LevelTarget.loudnessRange, "LUFS")
      }
      try checkLevel(levels.truePeak, of: "true peak", in: LevelTarget.truePeakRange, "dBTP")
    }
    let override = target.primingOverride
    try check(
      override.primingFrameCount ?? 0 >= 0 && override.remainderFrameCount ?? 0 >= 0,
      "a number of padding frames is negative")
    switch target.channels {
    case .unchanged: break
    case .count(let count), .mixed(let count):
      try check(1...32_767 ~= count, "a sound has 1 to 32767 channels, not \(count)")
    case .map(let sources): try check(!sources.isEmpty, "the channel map is empty")
    }
    let first = target.firstFrame
    try check(first >= 0, "the first frame is \(first), less than 0")
  }

  /// Rejects copying packets if the target would change them.
  private static func checkCopying(
    of source: SoundSource, _ format: StreamFormat, _ target: ConversionTarget
  ) throws(SoundError) {
    let isRouted =
      if case .unchanged = try routing(from: source, to: target) { false } else { true }
    let isOther = if case .other = source.format.dataFormat { true } else { false }
    let reason: String
    if isOther || source.soundFile == nil {
      reason = "the packets of '\(source.format.dataFormat.formatID)' can't be copied"
    } else if target.firstFrame > 0 || target.dither != nil || isRouted
      || format.sampleRate != source.format.sampleRate
    {
      reason = "copied packets keep their sample rate, channels, bit depth and beginning"
    } else if target.primingOverride == PrimingOverride(), let sound = source.soundFile,
      sound.leftOutFrameCount > 0, sound.format.framesPerPacket > 1
    {
      reason = "copied packets would play more than the packet table counts"
    } else if let limit = target.frameLimit, source.frameCount > limit {
      reason = "copied packets can't be cut to \(limit) of \(counted(source.frameCount, "frame"))"
    } else {
      return
    }
    throw SoundError(.choosingCodec, source.file, .unsupported(reason), advice: .chooseDataFormat)
  }

  /// Returns what to do instead of a change of rate that isn't possible.
  private static func remedy(
    for request: ResamplingRequest, _ code: SoundFileError.Code, on host: Host
  ) -> Remedy {
    if code == .libraryMissing {
      // Suggest the built-in resampler, because it suits nearly everyone.
      let installation = host.installationAdvice().map { "\($0), or " } ?? ""
      return .words(installation + "use the built-in resampler")
    }
    guard RateChange.reaches(request.rate, from: request.sourceRate) else {
      return .words("choose a rate within 256 times the source's")
    }
    if case .libsamplerate = request.method { return .useFewerChannels(orBuiltIn: true) }
    return .useFewerChannels()
  }

  private static func remedy(forEncoding dataFormat: DataFormat) -> Remedy? {
    guard case .other(let codec) = dataFormat else {
      return dataFormat == .ima4 ? .useFewerChannels() : nil
    }
    // Suggest LEI16 to people who write LE16, which the grammar reads as a codec's code.
    let code = "\(codec.formatID)"
    let prefix = code.prefix { !$0.isNumber }
    let bitDepth = code.dropFirst(prefix.count)
    if ["16", "24", "32"].contains(bitDepth), ["LE", "BE"].contains(prefix) {
      return .words("did you mean \(prefix)I\(bitDepth)?")
    }
    return .words("alert sounds play as \(AlertRules.outputDataFormats), such as LEI16")
  }

  /// Returns the container's data formats, and the data format's containers; nil if the container holds the format.
  static func advice(on header: SoundHeader) -> Remedy? {
    let (container, dataFormat) = (header.container, header.format.dataFormat)
    guard !container.holds(dataFormat) else { return nil }
    let others = Container.writable.filter { $0.holds(dataFormat) }.map { "\($0.fileType)" }
    let formats = container.dataFormats.map { $0.description }.joined(separator: " ")
    let places =
      others.isEmpty ? "" : ", and \(dataFormat) goes into \(others.joined(separator: ", "))"
    return "\(container.fileType) holds \(formats)\(places)"
  }

  /// Rejects a loudness for an output whose loudness can't be measured.
  static func checkLoudness(
    of source: SoundSource, _ format: StreamFormat, _ target: ConversionTarget
  ) throws(SoundError) {
    guard target.levels?.loudness != nil, KWeighting(sampleRate: format.sampleRate) == nil else {
      return
    }
    throw SoundError(
      .choosingCodec, source.file,
      .unsupported(
        "loudness can't be measured at \(decimalText(format.sampleRate, decimals: 3)) Hz"),
      advice: "choose a rate of 4000 Hz or more")
  }
}

extension ConversionTarget {
  /// If the packets of an IMA4 sound already meet this target, returns a target that copies the packets: encoding again
  /// would only add noise. In all other cases, returns this target. Measures the sound if this target has levels.
  package func keepingPackets(
    of source: SoundSource, limit: LengthLimit, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConversionTarget {
    guard dataFormat == .ima4, source.format.dataFormat == .ima4,
      channelCount(of: source) == source.format.channelCount,
      source.soundFile?.leftOutFrameCount == 0,
      sampleRate ?? source.format.sampleRate == source.format.sampleRate
    else { return self }
    if case .map = channels { return self }
    // Don't copy packets if the sound must lose frames to end with a whole packet: packets can't be cut.
    if let wholePacketLimit,
      let count = source.format.wholePacketFrameCount(source.frameCount, below: wholePacketLimit),
      count < source.frameCount
    {
      return self
    }
    var copying = self
    copying.dataFormat = nil
    copying.dither = nil
    guard firstFrame == 0, let conversion = try? Conversion(of: source, to: copying) else {
      return self
    }
    let isTooLong = limit.isExceeded(by: conversion.header.playedDuration)
    if isTooLong, limit.policy == .trim { return self }
    // Don't measure a sound that the limit replaces, omits or rejects.
    if let levels, limit.policy == .warn || !isTooLong {
      let levelling = try Levelling(of: conversion, to: levels, monitor: monitor)
      guard levelling.complies else { return self }
      copying.keptLevels = levelling.unchanged
    }
    return copying
  }
}
