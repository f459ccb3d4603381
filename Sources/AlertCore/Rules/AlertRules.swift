public import SoundFormat

/// The limits and formats that a verdict on an alert sound is based on.
///
/// ```swift
/// let verdict = AlertRules.iOS.verdict(on: sound, named: "ring.caf")
/// let alarm = AlertRules(for: .alarmkit).verdict(on: sound, named: "ring.caf")
/// ```
public struct AlertRules: Equatable, Sendable {
  /// What the sound is for.
  public let use: SoundUse
  /// The length, in seconds, that a sound must stay under. A system sound may be exactly this long.
  public var lengthLimit = 30.0
  /// The containers that are played.
  package var containers: Set<Container> = Set(listedContainers + [.aifc])
  /// The codecs that are played.
  package var formatIDs: Set<FourCharCode> = Set(
    [LinearPCM.formatID] + listedCodecs.map { $0.formatID })
  /// The codecs that Apple doesn't list, but that shipping apps use in CAF or MPEG-4 files.
  private var undocumentedFormatIDs: Set<FourCharCode> = ["aac ", "aacl", "alac"]

  /// How long a temporary banner stays, in seconds.
  package var bannerLength = 5.0
  /// More channels than this cause an advisory.
  package var usualChannelCount = 2
  /// A sample rate above this, in Hz, causes an advisory. So does a rate below 1,000 Hz.
  package var usualSampleRate = 48_000.0
  /// More bytes of audio than this cause an advisory.
  package var usualByteCount = 1_000_000
  /// A highest peak below this, in dBFS, causes an advisory.
  package var usualPeakInDecibels = -20.0
  /// The loudness that all sounds should have; nil allows any loudness.
  package var usualLoudness: UsualLoudness?
  /// Leading silence longer than this, in seconds, causes an advisory.
  package var usualLeadingSilence = 0.1
  /// A first or last frame farther than this from zero, 1 being full scale, causes an advisory.
  package var usualEndLevel = SoundLevels.clickLevel

  /// The rules of iOS for notifications.
  public static let iOS = AlertRules()

  /// Creates the rules for a use of a sound.
  ///
  /// - Parameter use: What the sound is for.
  public init(for use: SoundUse = .notification) {
    self.use = use
    switch use {
    case .notification, .critical: break
    case .systemSound:
      // Accept only Apple's list for AudioServicesPlaySystemSound(_:). The list for UNNotificationSound is longer.
      formatIDs = [LinearPCM.formatID, Codec.ima4.formatID]
      undocumentedFormatIDs = []
      bannerLength = .infinity
    // Set no banner length: sounds that end with a banner were observed only in notifications of iOS.
    case .ringtone, .callkit, .alarmkit, .liveActivity, .watch: bannerLength = .infinity
    case .macos:
      bannerLength = .infinity
      // Don't advise on channels and rates: a Mac may have more loudspeakers than a phone, and higher rates.
      usualChannelCount = .max
      usualSampleRate = .infinity
    }
  }

  /// Creates the rules for a use, with the given length limit in seconds.
  package init(for use: SoundUse, lengthLimit: Double) {
    self.init(for: use)
    self.lengthLimit = lengthLimit
  }
}

extension AlertRules {
  /// The containers in Apple's list. Source: Apple, UNNotificationSound.
  private static let listedContainers: [Container] = [.aiff, .wave, .caf]
  /// The codecs in Apple's list, apart from linear PCM.
  private static let listedCodecs: [Codec] = [.ima4, .muLaw, .aLaw]

  /// Returns Apple's list of files in words: `aiff, wav and caf`.
  static func listedFiles(_ conjunction: String) -> String {
    listed(listedContainers.map { $0.pathExtensions[0] }, conjunction)
  }

  /// Returns Apple's list of data formats in words: `linear PCM, IMA4, µ-law and A-law`.
  static func listedDataFormats(_ conjunction: String) -> String {
    listed(["linear PCM"] + listedCodecs.map { $0.name }, conjunction)
  }

  /// The data formats to convert to: `ima4, ulaw, alaw or linear PCM`.
  static let outputDataFormats = listed(
    listedCodecs.map { "\($0.formatID)" } + ["linear PCM"], "or")

  /// Returns the verdict on a sound whose headers were read.
  ///
  /// - Parameters:
  ///   - sound: The sound's structure.
  ///   - name: The file's name. Its extension is checked against the content; nil skips that check.
  ///   - levels: The levels measured by decoding the sound; nil skips the rules that need them.
  public func verdict(
    on sound: SoundFile, named name: String? = nil, levels: SoundLevels? = nil
  ) -> AlertVerdict {
    guard use != .watch else { return AlertVerdict([.forWatch], for: use) }
    let findings = reasons(in: sound) + advisories(on: sound, named: name)
    let isConvertible = sound.isDecodable || sound.isImported
    var verdict = AlertVerdict(
      findings.map { isConvertible ? $0 : $0.withoutConversion }
        .map { sound.format.dataFormat == .ima4 ? $0.onIMA4 : $0 }
        + (levels.map { self.advisories(on: $0) + sound.excess(ofPeak: $0.peak) } ?? []), for: use)
    let isUnknown = levels == nil && sound.hasUncountedFrames
    note(isUnknown ? nil : sound.duration, on: &verdict)
    return verdict
  }

  /// Returns the verdict on an open sound.
  ///
  /// - Parameters:
  ///   - source: The sound. The extension of its path is checked against the content.
  ///   - levels: The levels measured by decoding the sound; nil skips the rules that need them.
  public func verdict(on source: SoundSource, levels: SoundLevels? = nil) -> AlertVerdict {
    if let sound = source.soundFile {
      return verdict(on: sound, named: source.file?.name, levels: levels)
    }
    let frameCount = levels?.frameCount ?? source.structure.frameCount
    let seconds = Double(frameCount) / source.format.sampleRate
    let isKnown = levels != nil || source.statesExactLength
    guard use != .watch else { return AlertVerdict([.forWatch], for: use) }
    var verdict = AlertVerdict(for: use)
    do throws(SoundFileError) {
      verdict = self.verdict(on: try SoundFile(in: source.bytes))
      verdict.limitToEnsure = isKnown ? nil : lengthLimit
    } catch {
      // Judge even a file of an unknown format as a sound, because an external decoder can read the file.
      verdict = self.verdict(
        on: error.foreignFormat ?? .other("in \(source.structure.details.typeName)"),
        duration: isKnown ? seconds : nil)
      verdict.add(source.warnings.filter { $0.rule == .unread }.map { .ignoredRest($0.fact) })
    }
    if let finding = finding(onLength: seconds),
      !(verdict.reasons + verdict.advisories).contains(where: { $0.rule == finding.rule })
    {
      verdict.add([finding])
    }
    verdict.add(levels.map { advisories(on: $0) } ?? [])
    return verdict
  }

  /// Returns the verdict on a file that couldn't be read as a sound.
  package func verdict(on error: SoundFileError) -> AlertVerdict {
    guard error.code == .unrecognized else {
      return AlertVerdict([.unreadable(error.description)], for: use)
    }
    guard let format = error.foreignFormat else {
      return AlertVerdict([.unreadable(error.reason)], for: use)
    }
    return verdict(on: format, duration: nil)
  }

  /// Returns the verdict on a file that this library doesn't read.
  ///
  /// - Parameter duration: The sound's length in seconds; nil if unknown.
  func verdict(on format: ForeignFormat, duration: Double?) -> AlertVerdict {
    guard use != .watch || !format.isSound else { return AlertVerdict([.forWatch], for: use) }
    guard format.isConvertible, format.isImported else {
      return AlertVerdict([finding(on: format).withoutConversion], for: use)
    }
    var verdict = AlertVerdict([finding(on: format)], for: use)
    verdict.add([duration.flatMap(finding(onLength:))].compactMap { $0 })
    note(duration, on: &verdict)
    return verdict
  }

  /// Records in the verdict whether the sound's length is unknown.
  private func note(_ duration: Double?, on verdict: inout AlertVerdict) {
    verdict.limitToEnsure = duration == nil ? lengthLimit : nil
    // Add this finding only if it isn't documented what plays. With the outcome `default`, the length doesn't matter.
    if duration == nil, verdict.outcome == .undocumented { verdict.add([.unknownLength]) }
  }

  /// Returns the finding on a file whose container isn't in Apple's list.
  func finding(on format: ForeignFormat) -> AlertFinding {
    if format.isSound {
      switch use {
      case .systemSound: return .systemSoundContainer(format)
      case .callkit, .alarmkit, .liveActivity:
        // Call a protected codec unplayable: only the player of the shop that sold the sound can decode the sound.
        if case .mpeg4(let codec) = format, codec.isProtected { break }
        return .unstatedContainer(format)
      case .notification, .critical, .ringtone, .watch, .macos: break
      }
    }
    if case .mpeg4(let codec) = format, undocumentedFormatIDs.contains(codec) {
      return .undocumentedContainer(format)
    }
    return .unplayableContainer(format)
  }

  /// Returns the finding on a length in seconds; nil if the length is short enough.
  package func finding(onLength seconds: Double) -> AlertFinding? {
    guard use.includesLimit ? seconds > lengthLimit : seconds >= lengthLimit else { return nil }
    let limit = secondsText(lengthLimit)
    let (rule, demand): (AlertRule, String)
    switch use {
    case .systemSound:
      (rule, demand) = (.systemSoundLength, "a system sound may last \(limit) at most")
    case .alarmkit, .liveActivity:
      (rule, demand) = (
        .statedLength, "Apple states no limit for this use, and under \(limit) is safe"
      )
    case .callkit:
      (rule, demand) = (
        .callLength, "Apple states no limit for ringtones, and under \(limit) is safe"
      )
    case .watch: return nil
    case .notification, .critical, .ringtone, .macos:
      return seconds == lengthLimit
        ? .atLimit(seconds: seconds) : .tooLong(seconds: seconds, limit: lengthLimit)
    }
    return AlertFinding(
      rule, "\(secondsText(seconds)) long; \(demand)", .trim(under: lengthLimit),
      breaksApplesRule: seconds > AlertRules.iOS.lengthLimit)
  }

  private func reasons(in sound: SoundFile) -> [AlertFinding] {
    var reasons: [AlertFinding] = []
    let formatID = sound.format.dataFormat.formatID
    let foreignFormat: ForeignFormat? =
      switch sound.container.family {
      case .mpeg4: .mpeg4(codec: formatID)
      case .adts: formatID == "aac " ? .aac : .other("\(formatID.commonName ?? "AAC") audio")
      case .mp3: .mp3
      case .flac: .flac
      case .caf, .aiff, .wave: nil
      }
    // Assume that iOS looks for the container only at the file's beginning, and so finds none after a tag.
    let isAfterTag = sound.start > 0 && foreignFormat == nil
    if !containers.contains(sound.container) || isAfterTag {
      let name = sound.container.nameWithArticle + (isAfterTag ? " after an ID3 tag" : "")
      let finding = finding(on: foreignFormat ?? .other(name))
      reasons.append(foreignFormat == nil ? finding.advising(.toIMA4) : finding)
    }
    // Don't report a foreign format's codec as well: the format's name includes the codec.
    if !formatIDs.contains(formatID), foreignFormat == nil {
      reasons.append(finding(onCodec: formatID, in: sound.container))
    }
    if sound.format.dataFormat == .ima4, sound.format.channelCount > IMA4.maximumChannelCount {
      reasons.append(.undecodableChannels(sound.format.channelCount))
    }
    if let doubt = sound.appleDoubt { reasons.append(.doubtful(doubt)) }
    if sound.missingByteCount > 0 {
      reasons.append(.unreadable(sound.truncation))
    }
    // If `frameCount` and `decodedFrameCount` are 0, the packets' lengths are unknown, so the sound may have frames.
    if sound.audioBytes.isEmpty || (sound.frameCount == 0 && sound.decodedFrameCount > 0) {
      reasons.append(.noFrames)
    }
    if sound.hasUncountedSound, let rest = sound.ignoredRest {
      reasons.append(.uncountedSound(rest.message))
    }
    let longest = sound.longestDuration
    let finding =
      finding(onLength: sound.duration)
      ?? finding(onLength: longest).map { _ in .hidesLength(seconds: longest, limit: lengthLimit) }
    return reasons + [finding].compactMap { $0 }
  }

  /// Returns the finding on a codec that isn't in ``formatIDs``.
  private func finding(onCodec formatID: FourCharCode, in container: Container) -> AlertFinding {
    switch use {
    case .systemSound: .systemSoundCodec(formatID)
    case .callkit, .alarmkit, .liveActivity: .unstatedCodec(formatID)
    case .notification, .critical, .ringtone, .watch, .macos:
      container == .caf && undocumentedFormatIDs.contains(formatID)
        ? .undocumentedCodec(formatID) : .unplayableCodec(formatID)
    }
  }

  private func advisories(on sound: SoundFile, named name: String?) -> [AlertFinding] {
    var advisories: [AlertFinding] = []
    let format = sound.format
    if sound.duration > bannerLength, sound.longestDuration < lengthLimit {
      advisories.append(.longerThanBanner(seconds: sound.duration, banner: bannerLength))
    }
    advisories += sound.unread.dropLast(sound.hasUncountedSound ? 1 : 0).map {
      .ignoredRest($0.message)
    }
    if let finding = name.flatMap(sound.misleadingExtension) { advisories.append(finding) }
    if format.channelCount > usualChannelCount {
      advisories.append(.manyChannels(format.channelCount))
    }
    if format.sampleRate > usualSampleRate || format.sampleRate < 1000 {
      advisories.append(.unusualSampleRate(format.sampleRate))
    }
    if format.dataFormat.pcmEncoding?.sampleType == .float64 { advisories.append(.doubleFloats) }
    if sound.hasExtensibleHeader { advisories.append(.extensibleHeader) }
    if let fact = sound.unusualHeader { advisories.append(.unusualHeader(fact)) }
    if sound.audioByteCount > usualByteCount {
      advisories.append(.large(byteCount: sound.audioByteCount, of: format))
    }
    return advisories
  }

  func advisories(on levels: SoundLevels) -> [AlertFinding] {
    guard levels.peak > 0 else { return levels.frameCount > 0 ? [.silent] : [] }
    var advisories: [AlertFinding] = []
    if levels.peakInDecibels < usualPeakInDecibels {
      advisories.append(.quiet(peakInDecibels: levels.peakInDecibels))
    }
    if let usual = usualLoudness {
      advisories += [finding(onLoudnessOf: levels, besides: usual)].compactMap { $0 }
    }
    // Don't advise to trim a sound that never reaches the threshold: it is all silence, so nothing would be left.
    if levels.leadingSilence > usualLeadingSilence,
      levels.peakInDecibels >= SoundLevels.silenceThreshold
    {
      advisories.append(.silentBeginning(seconds: levels.leadingSilence))
    }
    if levels.firstLevel > usualEndLevel { advisories.append(.beginsOnClick) }
    if levels.lastLevel > usualEndLevel { advisories.append(.endsOnClick) }
    return advisories
  }

  private func finding(
    onLoudnessOf levels: SoundLevels, besides usual: UsualLoudness
  ) -> AlertFinding? {
    guard let loudness = levels.loudness else { return .noLoudness }
    guard (loudness - usual.loudness).magnitude > usual.tolerance else { return nil }
    let largest = LevelTarget.largestLoudness(of: levels)
    return largest < usual.loudness - usual.tolerance
      ? .loudnessUnderPeak(loudness: loudness, usual: usual.loudness)
      : .unusualLoudness(loudness: loudness, usual: usual.loudness)
  }
}

/// The loudness that all sounds of an app should have.
package struct UsualLoudness: Equatable, Sendable {
  /// Integrated, in LUFS.
  package var loudness: Double
  /// How far a sound's own loudness may be from `loudness`, in LU.
  package var tolerance: Double

  package init(_ loudness: Double, tolerance: Double) {
    self.loudness = loudness
    self.tolerance = tolerance
  }
}

extension SoundFile {
  /// Returns a finding if a peak, 1 being full scale, exceeds full scale by more than the data format's tolerance.
  package func excess(ofPeak peak: Double) -> [AlertFinding] {
    let peak = peak.decibels
    return peak > format.dataFormat.sampleType.peakTolerance ? [.clips(peakInDecibels: peak)] : []
  }

  /// Returns a finding if the file name's extension isn't one of the container's extensions.
  func misleadingExtension(in name: String) -> AlertFinding? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let pathExtension = name[dot...].dropFirst().lowercased()
    return container.pathExtensions.contains(pathExtension)
      ? nil : .misleadingExtension(pathExtension, content: container)
  }

  /// The length in seconds, including the frames that a CAF file's packet table leaves out.
  fileprivate var longestDuration: Double {
    duration + Double(hiddenFrameCount) / format.sampleRate
  }

  /// Whether this is a WAVE file whose `fmt ` chunk is a `WAVEFORMATEXTENSIBLE`, which has 40 bytes. False for `.other`
  /// codecs: they add fields of their own, so the length proves nothing. MS ADPCM's `fmt ` chunk has 50 bytes.
  fileprivate var hasExtensibleHeader: Bool {
    guard container.family == .wave else { return false }
    if case .other = format.dataFormat { return false }
    return chunks.contains { $0.identifier == "fmt " && $0.byteCount == 40 }
  }
}
