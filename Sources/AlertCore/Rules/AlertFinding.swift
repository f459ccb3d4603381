package import SoundFormat

/// A fact that breaks a rule, and what to do about it. The fact is about a sound, or about code that asks for a sound.
///
/// Each kind of finding has a static function or property. AlertCheck adds the findings about a sound's place in an app
/// and about requests.
public struct AlertFinding: Hashable, Sendable {
  /// The rule that is broken.
  public let rule: AlertRule
  /// The fact in words, to follow the file's name and a colon.
  public let fact: String
  /// What to do about the fact; nil if nothing sensible can be done.
  package let remedy: Remedy?
  /// What happens to a notification's sound; nil if the rule says it.
  private let ownConsequence: String?
  /// Whether the fact breaks Apple's own rule. False for a sound of exactly the limit, or over only a custom limit.
  private let breaksApplesRule: Bool
  /// How well it is known that the fact matters. The default is the rule's grade.
  package let grade: AlertRule.Grade

  package init(
    _ rule: AlertRule, _ fact: String, _ remedy: Remedy? = nil, consequence: String? = nil,
    breaksApplesRule: Bool = true, grade: AlertRule.Grade? = nil
  ) {
    self.rule = rule
    self.fact = fact
    self.remedy = remedy
    ownConsequence = consequence
    self.breaksApplesRule = breaksApplesRule
    self.grade = grade ?? rule.grade
  }

  /// Returns the finding with another remedy.
  package func advising(_ remedy: Remedy) -> Self {
    Self(
      rule, fact, remedy, consequence: ownConsequence, breaksApplesRule: breaksApplesRule,
      grade: grade)
  }

  /// The finding for a sound that this library can't decode: it advises to export the sound instead of converting it.
  package var withoutConversion: Self {
    if case .convert = remedy { advising(.export) } else { self }
  }

  /// The finding for a sound that is IMA4 already: it advises to convert the sound to a new CAF file.
  var onIMA4: Self {
    if case .convert = remedy { advising(.convert("convert it to a new CAF file")) } else { self }
  }

  /// The remedy in words that suit any program, without a full stop.
  public var advice: String? { remedy?.words }

  /// The fact and the advice: `31.2 s long; shorten it`.
  public var sentence: String { SoundError.sentence(fact, advice) }

  /// Returns what happens to the sound, in words; nil if it plays, or if Apple states no rule that it breaks.
  ///
  /// - Parameter use: What the sound is for.
  public func consequence(for use: SoundUse = .notification) -> String? {
    if let ownConsequence, use.isNotification { return ownConsequence }
    if let consequence = rule.consequence { return consequence }
    switch rule.outcome {
    case .plays: return nil
    case .undocumented:
      return "what \(use.replacement?.system ?? "iOS") plays is undocumented"
    case .default where !breaksApplesRule: return nil
    case .default:
      // Don't name a replacement: Apple states what a system sound must be, but not what plays otherwise.
      guard let (system, sound) = use.replacement else {
        return "it may not play as a system sound"
      }
      // For other uses, be sure only of documented rules. The rules about folders were observed with notifications.
      let isSure = isSurelyReplaced && (use.isNotification || grade == .documented)
      return isSure ? "\(system) plays \(sound) instead" : "\(system) may play \(sound) instead"
    }
  }

  /// Whether it is documented or widely observed that iOS plays the default sound instead.
  package var isSurelyReplaced: Bool {
    rule.outcome == .default && rule.isEffectKnown && breaksApplesRule
      && (grade == .documented || grade == .widelyObserved)
  }
}

/// Findings on a sound.
extension AlertFinding {
  package static func tooLong(seconds: Double, limit: Double) -> Self {
    Self(
      .length,
      "\(secondsText(seconds)) long; an alert must be shorter than \(secondsText(limit))",
      .trim(under: limit), breaksApplesRule: seconds > AlertRules.iOS.lengthLimit)
  }

  package static func atLimit(seconds limit: Double) -> Self {
    Self(
      .length,
      "exactly \(secondsText(limit)) long"
        + (limit == AlertRules.iOS.lengthLimit
          ? ": undefined by Apple and treated as too long"
          : "; an alert must be shorter than \(secondsText(limit))"),
      .trim(under: limit), breaksApplesRule: false)
  }

  /// - Parameter seconds: The length of all packets, including the frames that the packet table doesn't count.
  package static func hidesLength(seconds: Double, limit: Double) -> Self {
    Self(
      .length,
      "\(secondsText(seconds)) long, although its packet table counts less; an alert must be shorter"
        + " than \(secondsText(limit))",
      .trim(under: limit), breaksApplesRule: seconds > AlertRules.iOS.lengthLimit,
      grade: .judgement)
  }

  /// - Parameter rest: Describes the bytes that the header doesn't count and that may be sound.
  package static func uncountedSound(_ rest: String) -> Self {
    Self(.countedSound, rest, .words("export it again"))
  }

  package static var unknownLength: Self {
    Self(.knownLength, "its length is unknown", .words("make sure that it isn't too long"))
  }

  /// - Parameter rest: Describes what isn't read.
  package static func ignoredRest(_ rest: String) -> Self {
    Self(.knownLength, rest, .words("export it again"))
  }

  package static func unplayableCodec(_ code: FourCharCode) -> Self {
    Self(
      .dataFormat,
      "coded as \(code.codecName), outside Apple's list of \(AlertRules.listedDataFormats("and"))",
      .toIMA4)
  }

  package static func undocumentedCodec(_ code: FourCharCode) -> Self {
    Self(
      .listedDataFormat,
      "coded as \(code.codecName) in a CAF file: outside Apple's list, although shipping apps use it",
      .toIMA4, grade: code == "aacl" ? .observedOnce : nil)
  }

  package static func unplayableContainer(_ format: ForeignFormat) -> Self {
    Self(
      .container,
      format.isSound
        ? "this is \(format.name), outside Apple's list of \(AlertRules.listedFiles("and")) files"
        : "this is \(format.name), not an \(AlertRules.listedFiles("or")) file",
      format.remedy)
  }

  package static func undocumentedContainer(_ format: ForeignFormat) -> Self {
    Self(
      .listedContainer,
      "this is \(format.name): outside Apple's list, although shipping apps use it",
      format.remedy)
  }

  package static func undecodableChannels(_ count: Int) -> Self {
    Self(
      .decodableChannels, "IMA4 with \(count) channels; at most two can be decoded",
      .replace("mix it down to two channels"))
  }

  /// - Parameter reason: Why the file can't be opened, or is incomplete.
  package static func unreadable(_ reason: String) -> Self {
    Self(.readable, reason, .replace("export or copy it again"))
  }

  /// This library decodes the sound, but Apple's library isn't known to.
  package static func doubtful(_ doubt: SoundFile.AppleDoubt) -> Self {
    Self(
      .readable, doubt.reason, .toIMA4,
      grade: doubt.isObserved ? .observedOnce : .judgement)
  }

  package static var noFrames: Self {
    Self(.readable, "it contains no audio", .replace("export it again"))
  }

  package static var chime: Self {
    Self(
      .ownSound, "this is the built-in chime, which replaces a sound that is too long",
      .words("unless it is meant, shorten the sound and convert it again"))
  }

  package static func longerThanBanner(seconds: Double, banner: Double) -> Self {
    Self(
      .bannerLength,
      "\(secondsText(seconds)) long; a temporary banner disappears after about"
        + " \(secondsText(banner)), and the sound with it")
  }

  package static func misleadingExtension(
    _ pathExtension: String, content container: Container
  ) -> Self {
    let right = ".\(container.pathExtensions[0])"
    let fact =
      "the extension is .\(pathExtension), "
      + (pathExtension == container.name.lowercased()
        ? "not \(right)" : "the content is \(container.name)")
    // No other name makes iOS play a container outside Apple's list. The finding on the container has the advice.
    return Container.writable.contains(container)
      ? Self(
        .pathExtension, fact,
        .rename(right, "rename it to \(right), also in the project and in code"))
      : Self(.pathExtension, fact)
  }

  package static func manyChannels(_ count: Int) -> Self {
    Self(
      .channelCount, "it has \(count) channels; a phone plays one or two", .mixDown)
  }

  package static func unusualSampleRate(_ rate: Double) -> Self {
    Self(
      .sampleRate,
      "its sample rate is \(groupedText(rate, decimals: 1)) Hz; "
        + (rate < 1000
          ? "it isn't known whether so low a rate plays" : "a phone plays 48,000 Hz at most"),
      .resample(to: (rate / 48_000).rounded() * 48_000 == rate ? 48_000 : 44_100))
  }

  package static var doubleFloats: Self {
    Self(
      .sampleDepth, "its samples are 64-bit floats, far beyond audible precision",
      .convert("convert it to 16 bits, or to IMA4"))
  }

  package static var extensibleHeader: Self {
    Self(
      .plainHeader, "it has a WAVE_FORMAT_EXTENSIBLE header, which old programs don't read",
      .convert("convert it to a CAF file"))
  }

  /// - Parameter fact: What is unusual.
  package static func unusualHeader(_ fact: String) -> Self {
    Self(
      .plainHeader, fact + "; it isn't known whether such a file plays",
      .convert("convert it to a new CAF file"))
  }

  package static func large(byteCount: Int, of format: StreamFormat) -> Self {
    Self(
      .size, "its size is \(decimalText(Double(byteCount) / 1_000_000, decimals: 1)) MB",
      .words(
        "make it shorter" + (format.channelCount > 1 ? " or mono" : "")
          + (format.dataFormat == .ima4
            ? "" : ", or convert it to IMA4, a quarter the size of 16-bit linear PCM")))
  }

  package static func clips(peakInDecibels peak: Double) -> Self {
    Self(
      .level,
      "its highest peak is \(decimalText(peak, decimals: 1)) dB above full scale, so it clips",
      .limitPeaks)
  }

  /// - Parameter fact: Which packets are damaged, or which samples are infinite, huge or not numbers.
  package static func flawed(_ fact: String) -> Self {
    Self(.level, fact, .words("export it again"))
  }

  package static func quiet(peakInDecibels peak: Double) -> Self {
    Self(
      .level, "quiet: its highest peak is \(decimalText(peak, decimals: 1)) dBFS", .makeLouder)
  }

  package static var silent: Self {
    Self(.level, "it is silent", .words("export it again, unless silence is intended"))
  }

  /// - Parameters:
  ///   - loudness: The sound's loudness, in LUFS.
  ///   - usual: The loudness of the other sounds, in LUFS.
  package static func unusualLoudness(loudness: Double, usual: Double) -> Self {
    Self(
      .loudness, difference(loudness, usual), .changeLoudness(to: usual))
  }

  /// The sound is quieter than the others. Raising it to their loudness would raise its true peak too far.
  package static func loudnessUnderPeak(loudness: Double, usual: Double) -> Self {
    Self(
      .loudness, difference(loudness, usual),
      .words("its peak allows no more; change the sound itself"))
  }

  package static var noLoudness: Self {
    Self(.loudness, "it has no loudness: never above -70 LUFS, or a rate below 3.7 kHz")
  }

  package static func silentBeginning(seconds: Double) -> Self {
    Self(
      .leadingSilence, "it begins with \(secondsText(seconds)) of silence", .trimSilence)
  }

  package static var beginsOnClick: Self {
    Self(.click, "it begins abruptly, with a click", .fadeIn)
  }

  package static var endsOnClick: Self {
    Self(.click, "it ends abruptly, with a click", .fadeOut)
  }

  private static func difference(_ loudness: Double, _ usual: Double) -> String {
    "\(decimalText((loudness - usual).magnitude, decimals: 1)) LU"
      + " \(loudness < usual ? "quieter" : "louder") than \(decimalText(usual, decimals: 1)) LUFS:"
      + " \(decimalText(loudness, decimals: 1)) LUFS"
  }
}

/// Findings on a sound for a use other than notifications.
extension AlertFinding {
  package static func systemSoundTooLong(seconds: Double, limit: Double) -> Self {
    Self(
      .systemSoundLength,
      "\(secondsText(seconds)) long; a system sound may last \(secondsText(limit)) at most",
      .trim(under: limit), breaksApplesRule: seconds > AlertRules.iOS.lengthLimit)
  }

  package static func systemSoundCodec(_ code: FourCharCode) -> Self {
    Self(
      .systemSoundFormat,
      "coded as \(code.knownName); a system sound must be linear PCM or IMA4", .toIMA4)
  }

  package static func systemSoundContainer(_ format: ForeignFormat) -> Self {
    Self(
      .systemSoundFormat,
      "this is \(format.name); a system sound must be in a caf, aif or wav file",
      format.remedy)
  }

  package static func unstatedCodec(_ code: FourCharCode) -> Self {
    Self(
      .statedFormat, "coded as \(code.knownName); \(unstatedFormats)", .toIMA4)
  }

  package static func unstatedContainer(_ format: ForeignFormat) -> Self {
    Self(
      .statedFormat, "this is \(format.name); \(unstatedFormats)", format.remedy)
  }

  private static let unstatedFormats =
    "Apple states no formats for this use, and notifications don't take this format"

  package static func unstatedLength(seconds: Double, limit: Double) -> Self {
    Self(
      .statedLength,
      "\(secondsText(seconds)) long; Apple states no limit for this use, and under"
        + " \(secondsText(limit)) is safe", .trim(under: limit))
  }

  package static func longRingtone(seconds: Double, limit: Double) -> Self {
    Self(
      .callLength,
      "\(secondsText(seconds)) long; Apple states no limit for ringtones, and under"
        + " \(secondsText(limit)) is safe", .trim(under: limit))
  }

  package static var forWatch: Self {
    Self(.watch, "watchOS doesn't play sounds by name", .words("play the default sound there"))
  }
}

extension Remedy {
  package static let toIMA4 = Self.convert("convert it to IMA4 in a CAF file")
  package static let export = Self.replace("export the sound as \(Container.exportNames)")
}

extension ForeignFormat {
  package static let adviceOnProtection = "it is copy-protected; use another sound"

  /// How to get an alert sound from the file.
  package var remedy: Remedy {
    switch self {
    case .gitLFSPointer: .replace("fetch the sound itself: git lfs pull")
    case .webPage: .replace("download the sound itself")
    case .zipArchive: .replace("unpack it")
    case .mpeg4(let codec) where codec.isProtected: .replace(Self.adviceOnProtection)
    default: isConvertible ? .toIMA4 : .export
    }
  }
}

extension FourCharCode {
  /// The codec's name, whether or not this library decodes the codec.
  fileprivate var knownName: String { Codec(formatID: self)?.name ?? codecName }
}
