package import SoundFormat

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

  /// - Parameter rest: Describes the part of the file that isn't read.
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

  /// This library decodes the sound, but it isn't known whether Apple's library decodes it.
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
    // A new name doesn't help a container outside Apple's list. The finding on the container says what to do.
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
  ///   - usual: The loudness that all sounds should have, in LUFS.
  package static func unusualLoudness(loudness: Double, usual: Double) -> Self {
    Self(
      .loudness, difference(loudness, usual), .changeLoudness(to: usual))
  }

  /// The sound is quieter than `usual`. At the loudness `usual`, the sound's true peak would be too high.
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

/// Findings on a sound for other uses than notifications.
extension AlertFinding {
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
