internal import SoundFormat

extension SoundSource {
  /// Returns the source with the layout and the padding that the target states. Throws if a conversion can't read it.
  func checked(for target: ConversionTarget) throws(SoundError) -> SoundSource {
    var source = self
    try checkTruncation()
    if let layout = target.inputLayout {
      guard layout.channelCount == format.channelCount else {
        throw SoundError(
          .matchingInputLayout, file,
          unsupported: "the layout \(layout.name) doesn't fit the sound's"
            + " \(counted(format.channelCount, "channel"))",
          remedy: .words("choose a layout that fits"))
      }
      source.statedLayout = layout
    }
    source.override(target.primingOverride)
    // Don't reject a frame count of 0 that isn't exact: the length of an imported sound may be unknown.
    if target.firstFrame > 0, target.firstFrame >= frameCount, frameCount > 0 || statesExactLength {
      throw SoundError(
        .reading, file,
        unsupported: "the sound has \(counted(frameCount, "frame")), so"
          + " \(target.firstFrame) can't be skipped",
        remedy: .skipFewerFrames)
    }
    return source
  }

  /// Rejects a truncated file unless the policy accepts it.
  func checkTruncation() throws(SoundError) {
    guard let truncation, !policy.acceptsTruncatedFiles else { return }
    throw SoundError(
      .openingInput, file, .sound(.truncated, reason: truncation), remedy: .acceptTruncation)
  }

  /// Rejects a sound that this library parsed but whose codec it doesn't decode.
  func checkDecoder(in step: SoundError.Step) throws(SoundError) {
    guard let sound = soundFile, !sound.isDecodable else { return }
    throw SoundError(
      step, file, unsupported: "the sound is coded as '\(sound.format.dataFormat.formatID)'")
  }

  /// Replaces the numbers of priming and padding frames that the file states. Only compressed packets have such frames.
  private mutating func override(_ override: PrimingOverride) {
    guard override != PrimingOverride(), var sound = soundFile,
      sound.format.framesPerPacket > 1
    else { return }
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
    structure = NativeSound(file: sound)
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

  /// Returns the source's layout if it still describes the output's channels; otherwise nil.
  func keptLayout(of source: SoundSource) -> ChannelLayout? {
    guard let layout = source.layout, statesSmallLayouts || channelCount(of: source) > 2 else {
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
    // Mix down to one or two channels only, because no standard covers more. Otherwise, keep the first channels. A
    // table of gains for more channels could be huge, because a header can state 65,535 channels.
    case .mixed(let count) where count < sourceChannelCount && count <= 2:
      return .mix(
        .down(from: source.layout, sourceChannelCount: sourceChannelCount, to: count))
    case .count(let count), .mixed(let count):
      return .map(.changing(sourceChannelCount, to: count))
    case .map(let sources):
      guard sources.allSatisfy({ 0..<sourceChannelCount ~= $0 ?? 0 }) else {
        throw SoundError(
          .choosingCodec, source.file,
          unsupported: "the channel map names a channel the sound doesn't have",
          remedy: .words("its channels are 0 to \(sourceChannelCount - 1)"))
      }
      let map = ChannelMap(sources, sourceChannelCount: sourceChannelCount)
      return map.isIdentity ? .unchanged : .map(map)
    }
  }

  /// Rejects a conversion if a decoder, resampler or encoder for it is missing.
  static func checkCodecs(
    of source: SoundSource, _ format: StreamFormat, _ target: ConversionTarget
  ) throws(SoundError) {
    if target.dataFormat == nil { return try checkCopying(of: source, format, target) }
    try source.checkDecoder(in: .openingInput)
    let request = ResamplingRequest(
      sourceRate: source.format.sampleRate, rate: format.sampleRate,
      channelCount: format.channelCount, method: target.resamplingMethod)
    do throws(SoundFileError) {
      if request.rate != request.sourceRate { try source.host.resamplers.check(request) }
    } catch {
      throw SoundError(
        .choosingCodec, nil, error,
        remedy: error.code == .libraryMissing
          ? .words(adviceOnMissingLibrary(of: source.host)) : remedy(for: request))
    }
    do throws(SoundFileError) {
      _ = try FrameEncoder(for: format)
    } catch {
      let remedy = remedy(forEncoding: format.dataFormat)
      if case .other = format.dataFormat {
        throw SoundError(.choosingCodec, impossible: error.description, remedy: remedy)
      }
      throw SoundError(.choosingCodec, nil, error, remedy: remedy)
    }
  }

  /// Rejects numbers that are out of range.
  static func checkNumbers(in target: ConversionTarget) throws(SoundError) {
    let reason: String?
    switch target.channels {
    case .count(let count) where !(1...32_767 ~= count),
      .mixed(let count) where !(1...32_767 ~= count):
      reason = "a sound has 1 to 32767 channels, not \(count)"
    case .map(let sources) where sources.isEmpty: reason = "the channel map is empty"
    default:
      reason = target.firstFrame < 0 ? "the first frame is \(target.firstFrame), less than 0" : nil
    }
    guard 0...127 ~= target.ima4Quality else {
      throw SoundError(
        .choosingCodec,
        impossible: "the quality is \(target.ima4Quality), not from 0 to 127")
    }
    if let limit = target.frameLimit, limit < 1 || target.fadeOutFrameCount < 0 {
      throw SoundError(
        .choosingCodec,
        impossible: "\(limit) frames can't have a fade of \(target.fadeOutFrameCount)")
    }
    if let levels = target.levels { try check(levels) }
    let override = target.primingOverride
    let isNegative = [override.primingFrameCount, override.remainderFrameCount].contains {
      $0 ?? 0 < 0
    }
    if let reason = isNegative ? "a number of padding frames is negative" : reason {
      throw SoundError(.choosingCodec, impossible: reason)
    }
  }

  /// Rejects copying packets if the target would change them.
  private static func checkCopying(
    of source: SoundSource, _ format: StreamFormat, _ target: ConversionTarget
  ) throws(SoundError) {
    let isUnchanged =
      if case .unchanged = try routing(from: source, to: target) { true } else { false }
    let isOther = if case .other = source.format.dataFormat { true } else { false }
    let reason: String?
    if isOther || source.soundFile == nil {
      reason = "the packets of '\(source.format.dataFormat.formatID)' can't be copied"
    } else if target.firstFrame > 0 || target.dither != nil || !isUnchanged
      || format.sampleRate != source.format.sampleRate
    {
      reason = "copied packets keep their sample rate, channels, bit depth and beginning"
    } else if target.primingOverride == PrimingOverride(), let sound = source.soundFile,
      sound.leftOutFrameCount > 0,
      sound.format.framesPerPacket > 1
    {
      reason = "copied packets would play more than the packet table counts"
    } else if let limit = target.frameLimit, source.frameCount > limit {
      reason = "copied packets can't be cut to \(limit) of \(counted(source.frameCount, "frame"))"
    } else {
      reason = nil
    }
    if let reason {
      throw SoundError(
        .choosingCodec, source.file, unsupported: reason, remedy: .chooseDataFormat)
    }
  }

  /// Returns how to install the library, and suggests the built-in resampler, because it suits nearly everyone.
  private static func adviceOnMissingLibrary(of host: Host) -> String {
    (host.resamplers.installationAdvice.map { "\($0), or " } ?? "") + "use the built-in resampler"
  }

  private static func remedy(for request: ResamplingRequest) -> Remedy {
    guard RateChange.reaches(request.rate, from: request.sourceRate) else {
      return .words("choose a rate within 256 times the source's")
    }
    if case .libsamplerate = request.method { return .mixDown(orBuiltIn: true) }
    return .mixDown()
  }

  private static func remedy(forEncoding dataFormat: DataFormat) -> Remedy? {
    guard case .other(let codec) = dataFormat else {
      return dataFormat == .ima4 ? .mixDown() : nil
    }
    // Suggest LEI16 to people who write LE16, which the grammar reads as a codec's code.
    let code = "\(codec.formatID)"
    let prefix = code.prefix { !$0.isNumber }
    if let bitDepth = Int(code.dropFirst(prefix.count)), [16, 24, 32].contains(bitDepth),
      ["LE", "BE", ""].contains(prefix)
    {
      return .words("did you mean \(prefix)I\(bitDepth)?")
    }
    return .words("alert sounds play as \(AlertRules.outputDataFormats), such as LEI16")
  }

  /// Returns which data formats the container holds, and which containers hold the data format; nil if the two fit.
  static func advice(on header: SoundHeader) -> String? {
    let (container, dataFormat) = (header.container, header.format.dataFormat)
    guard !container.holds(dataFormat) else { return nil }
    let others = Container.writable.filter { $0.holds(dataFormat) }.map { "\($0.fileType)" }
    let formats = container.dataFormats.map { $0.description }.joined(separator: " ")
    return "\(container.fileType) holds \(formats)"
      + (others.isEmpty ? "" : ", and \(dataFormat) goes into \(others.joined(separator: ", "))")
  }

  /// Rejects levels that are out of range.
  static func check(_ levels: LevelTarget) throws(SoundError) {
    func check(
      _ value: Double, of name: String, in range: ClosedRange<Double>, _ unit: String
    ) throws(SoundError) {
      guard !range.contains(value) else { return }
      let bounds = [range.lowerBound, range.upperBound].map { decimalText($0, decimals: 1) }
      throw SoundError(
        .choosingCodec,
        impossible: "the \(name) is \(decimalText(value, decimals: 3)) \(unit), not from"
          + " \(bounds[0]) to \(bounds[1])")
    }
    if let loudness = levels.loudness {
      try check(loudness, of: "loudness", in: LevelTarget.loudnessRange, "LUFS")
    }
    try check(levels.truePeak, of: "true peak", in: LevelTarget.truePeakRange, "dBTP")
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
      unsupported:
        "loudness can't be measured at \(decimalText(format.sampleRate, decimals: 3)) Hz",
      remedy: .words("choose a rate of 4000 Hz or more"))
  }
}

extension ConversionTarget {
  /// Returns a target that copies the packets of an IMA4 sound if they already meet this target, because encoding them
  /// again would only add noise. Otherwise returns this target. If the target has levels, the sound is measured.
  package func keepingPackets(
    of source: SoundSource, limit: LengthLimit, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConversionTarget {
    guard dataFormat == .ima4, source.format.dataFormat == .ima4,
      channelCount(of: source) == source.format.channelCount,
      source.soundFile?.leftOutFrameCount == 0,
      sampleRate ?? source.format.sampleRate == source.format.sampleRate
    else { return self }
    if case .map = channels { return self }
    var copying = self
    copying.dataFormat = nil
    copying.dither = nil
    guard firstFrame == 0, limit.policy != .trim,
      let conversion = try? Conversion(of: source, to: copying)
    else { return self }
    // Don't measure a sound that is too long, because it won't be used: the limit replaces, omits or rejects it.
    if let levels, limit.policy == .warn || !limit.isExceeded(by: conversion.header.playedDuration) {
      let levelling = try Levelling(of: conversion, to: levels, monitor: monitor)
      guard levelling.complies else { return self }
      copying.keptLevels = levelling.unchanged
    }
    return copying
  }
}
