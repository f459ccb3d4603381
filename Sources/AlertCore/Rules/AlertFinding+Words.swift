internal import SoundFormat

extension AlertFinding {
  /// The fact in words, to follow the file's name and a colon.
  public var fact: String {
    switch self {
    case .tooLong(let seconds, let limit):
      "\(secondsText(seconds)) long; an alert must be shorter than \(secondsText(limit))"
    case .atLimit(let limit):
      limit == AlertRules.iOS.lengthLimit
        ? "exactly \(secondsText(limit)) long: undefined by Apple and treated as too long"
        : "exactly \(secondsText(limit)) long; an alert must be shorter than \(secondsText(limit))"
    case .unknownLength: "its length is unknown"
    case .unplayableCodec(let code):
      "coded as \(code.codecName), outside Apple's list of \(AlertRules.listedDataFormats("and"))"
    case .undocumentedCodec(let code):
      "coded as \(code.codecName) in a CAF file: outside Apple's list, although shipping apps use it"
    case .unplayableContainer(let format):
      format.isSound
        ? "this is \(format.name), outside Apple's list of \(AlertRules.listedFiles("and")) files"
        : "this is \(format.name), not an \(AlertRules.listedFiles("or")) file"
    case .undocumentedContainer(let format):
      "this is \(format.name): outside Apple's list, although shipping apps use it"
    case .undecodableChannels(let count): "IMA4 with \(count) channels; at most two can be decoded"
    case .unreadable(let reason): reason
    case .noFrames: "it contains no audio"
    case .localized(let folder): "a localised resource, in \(folder)"
    case .inFolder(""): "at the top of the bundle, outside Contents/Resources"
    case .inFolder(let path): "in the folder \(path), where a plain name isn't found"
    case .inInnerBundle(let path): "in \(path), which is a separate bundle"
    case .inExtension(let path):
      "in \(path), where only that extension's own notifications find it"
    case .inInnerApp(let path):
      "in \(path), a separate app, where only that app's own notifications find it"
    case .onWatch(let path): "in \(path), but watchOS doesn't play sounds by name"
    case .linkOutside(let target): "a link to a file outside the bundle, \(target)"
    case .longerThanBanner(let seconds, let banner):
      "\(secondsText(seconds)) long; a temporary banner disappears after about"
        + " \(secondsText(banner)), and the sound with it"
    case .misleadingExtension(let pathExtension, let container):
      pathExtension == container.name.lowercased()
        ? "the extension is .\(pathExtension), not .\(container.pathExtensions[0])"
        : "the extension is .\(pathExtension), the content is \(container.name)"
    case .manyChannels(let count): "it has \(count) channels; a phone plays one or two"
    case .highSampleRate(let rate):
      "its sample rate is \(decimalText(rate, decimals: 1)) Hz; a phone plays 48000 Hz at most"
    case .doubleFloats: "its samples are 64-bit floats, far beyond audible precision"
    case .extensibleHeader: "it has a WAVE_FORMAT_EXTENSIBLE header"
    case .quiet(let peak): "quiet: its highest peak is \(decimalText(peak, decimals: 1)) dBFS"
    case .unusualLoudness(let loudness, let usual), .loudnessUnderPeak(let loudness, let usual):
      "\(decimalText((loudness - usual).magnitude, decimals: 1)) LU"
        + " \(loudness < usual ? "quieter" : "louder") than \(decimalText(usual, decimals: 1)) LUFS:"
        + " \(decimalText(loudness, decimals: 1)) LUFS"
    case .noLoudness: "it has no loudness: never above -70 LUFS, or a rate below 3.7 kHz"
    case .silent: "it is silent"
    case .silentBeginning(let seconds): "it begins with \(secondsText(seconds)) of silence"
    case .beginsOnClick(let level): "it begins abruptly, at \(percentText(level)) of full scale"
    case .endsOnClick(let level): "it ends abruptly, at \(percentText(level)) of full scale"
    case .large(let byteCount):
      "its size is \(decimalText(Double(byteCount) / 1_000_000, decimals: 1)) MB"
    case .sharedName(let others): "it has the same name as \(others.joined(separator: ", "))"

    case .systemSoundTooLong(let seconds, let limit):
      "\(secondsText(seconds)) long; a system sound may last \(secondsText(limit)) at most"
    case .systemSoundCodec(let code):
      "coded as \(code.knownName); a system sound must be linear PCM or IMA4"
    case .systemSoundContainer(let format):
      "this is \(format.name); a system sound must be in a caf, aif or wav file"
    case .unstatedCodec(let code):
      "coded as \(code.knownName); Apple states no formats here, and notifications don't take this one"
    case .unstatedContainer(let format):
      "this is \(format.name); Apple states no formats here, and notifications don't take this one"
    case .unstatedLength(let seconds, let limit):
      "\(secondsText(seconds)) long; Apple states no limit here, and under \(secondsText(limit)) is safe"
    case .longRingtone(let seconds, let limit):
      "\(secondsText(seconds)) long; Apple states no limit for ringtones, and under"
        + " \(secondsText(limit)) is safe"
    case .forWatch: "watchOS doesn't play sounds by name"

    case .inNoBundle(let name): "no bundle of the project has a sound named \(name)"
    case .inNoTarget(let file): "\(file) is in no target, so the build leaves it out"
    case .inOtherTarget(let file, let target): "\(file) is only in the target \(target)"
    case .askedForWithoutExtension(let file):
      "the name lacks the extension; the file is \(file)"
    case .askedForInOtherCase(let file):
      "the name differs in capital and small letters; the file is \(file)"
    case .perhapsMadeByApp(let name, let code):
      "no bundle has a sound named \(name), but \(code) mentions Library/Sounds, so the app may make it"
    case .oneOfSeveral(let files):
      "the build copies several files to the same place: \(files.joined(separator: ", "))"
    case .unrequested: "no code asks for it by name"
    case .listedButMissing(let file): "the project lists \(file), which isn't there"
    case .askedForByPath(let file):
      "the name is a path, but iOS looks up only plain names; the file is \(file)"
    case .leftOut: "it is in no target, so the build leaves it out"
    case .notInRawResources(let name): "nothing in res/raw is named \(name)"
    case .invalidResourceName: "Android takes no such name for a resource"
    case .sharedResourceName(let files):
      "res/raw has several files of this name: \(files.joined(separator: ", "))"
    case .askedForWithExtension(let name):
      "the name has an extension, but the resource is named \(name)"
    case .unlistedOnAndroid(let format): "this is \(format), which isn't on Android's list"
    case .perhapsRemovedByBuild(let name):
      "the release build removes unused resources, and only a string names \(name)"
    }
  }

  /// The known consequence for a notification, in words; nil if there is none.
  public var consequence: String? { consequence(for: .notification) }

  /// Returns the known consequence in words; nil if there is none.
  ///
  /// - Parameter use: What the sound is for.
  public func consequence(for use: SoundUse) -> String? {
    if case .inExtension = self, use.isNotification {
      return "iOS plays the default sound for the app's own notifications"
    }
    if let consequence = consequenceOnAndroid { return consequence }
    switch rule.outcome {
    case .plays: return nil
    case .undocumented:
      return "what \(use.replacement?.system ?? "iOS") plays is undocumented"
    // A custom limit isn't Apple's limit.
    case .default where !exceedsApplesLimit: return nil
    case .default:
      // Apple lists the requirements of system sounds, not what becomes of others.
      guard let (system, sound) = use.replacement else {
        return "it may not play as a system sound"
      }
      // What is known of a sound's place was observed with notifications.
      let isSure =
        isSurelyReplaced && (use.isNotification || rule.grade == .documented)
      return isSure ? "\(system) plays \(sound) instead" : "\(system) may play \(sound) instead"
    }
  }

  /// The consequence on Android; nil for a finding that doesn't concern Android.
  private var consequenceOnAndroid: String? {
    switch rule {
    case .androidName, .androidUniqueName: "Android's build fails"
    case .androidPresent, .androidExtension, .androidKept:
      "Android plays its default sound, or none"
    case .androidFormat: "Android may not play it"
    default: nil
    }
  }

  /// Whether it is documented or widely observed that iOS plays the default sound instead.
  ///
  /// False if only the broken rule is documented, not its effect.
  package var isSurelyReplaced: Bool {
    switch rule {
    // Apple only lists the supported formats, and users report MP3s that play.
    case .dataFormat, .container: false
    // A system sound has no default.
    case .systemSoundFormat, .systemSoundLength: false
    default:
      rule.outcome == .default && exceedsApplesLimit
        && [.documented, .widelyObserved].contains(rule.grade)
    }
  }

  /// Whether the length exceeds Apple's own limit; true for findings that aren't about length.
  private var exceedsApplesLimit: Bool {
    switch self {
    case .tooLong(let seconds, _): seconds > AlertRules.iOS.lengthLimit
    case .systemSoundTooLong(let seconds, _): seconds > AlertRules.iOS.lengthLimit
    case .atLimit: false
    default: true
    }
  }

  /// The fact and the advice: `31.2 s long; shorten it`.
  public var sentence: String { SoundError.sentence(fact, advice) }

  /// The advice in words, without a full stop; nil if there is nothing sensible to say.
  ///
  /// ``AlertVerdict/advice(on:at:)`` also suggests a command.
  public var advice: String? {
    switch self {
    case .tooLong, .atLimit: "shorten it"
    case .unknownLength: "make sure that it isn't too long"
    case .unplayableCodec, .undocumentedCodec, .undocumentedContainer:
      "convert it to IMA4 in a CAF file"
    case .unplayableContainer(let format): Self.advice(on: format)
    case .undecodableChannels: "mix it down to two channels"
    case .unreadable: "export or copy it again"
    case .noFrames: "export it again"
    case .localized: "move it out of the .lproj folder, or copy it to Library/Sounds at run time"
    case .inFolder(""): "move it to Contents/Resources, or copy it to Library/Sounds at run time"
    case .inFolder: "move it to the top of the bundle, or copy it to Library/Sounds at run time"
    case .inInnerBundle, .inExtension:
      "add it to the app's own target, or copy it to Library/Sounds at run time"
    case .inInnerApp: "add it to the app's own target, too, if its notifications play it"
    case .onWatch: "add it to the iOS app, and leave it out of the watch's"
    case .linkOutside: "copy the file itself into the bundle"
    case .longerThanBanner: nil
    case .misleadingExtension(_, let container):
      "rename it to .\(container.pathExtensions[0]), also in the code"
    case .manyChannels: "mix it down to one or two"
    case .highSampleRate: "resample it to 44100 or 48000 Hz"
    case .doubleFloats: "convert it to 16 bits, or to IMA4"
    case .extensibleHeader: "convert it to a CAF file"
    case .quiet: "make it louder"
    case .unusualLoudness: "change its loudness"
    case .loudnessUnderPeak: "its peak allows no more; change the sound itself"
    case .noLoudness: nil
    case .silent: "export it again, unless silence is intended"
    case .silentBeginning: "trim the silence"
    case .beginsOnClick, .endsOnClick: "fade it in and out over a few milliseconds"
    case .large:
      "make it shorter or mono, or convert it to IMA4, a quarter the size of 16-bit linear PCM"
    case .sharedName: "keep one of them, or give each a different name"

    case .systemSoundTooLong, .unstatedLength, .longRingtone: "shorten it"
    case .systemSoundCodec, .unstatedCodec: "convert it to IMA4 in a CAF file"
    case .systemSoundContainer(let format), .unstatedContainer(let format): Self.advice(on: format)
    case .forWatch: "play the default sound there"

    case .inNoBundle: "add the sound to the app, or correct the name"
    case .inNoTarget: "add it to the app's target"
    case .inOtherTarget: "add it to the app's target, too"
    case .askedForWithoutExtension(let file), .askedForInOtherCase(let file):
      "ask for \(Self.name(of: file))"
    case .perhapsMadeByApp: "make sure that it does before it asks for the sound"
    case .oneOfSeveral: "keep one of them in the target"
    case .unrequested: "remove it if nothing else plays it"
    case .listedButMissing: "add the file, or make it before the build"
    case .askedForByPath(let file): "ask for \(Self.name(of: file))"
    case .leftOut: "add it to the app's target if a notification is to play it"
    case .notInRawResources: "add the sound to res/raw, or correct the name"
    case .invalidResourceName(let suggestion): "rename it to \(suggestion)"
    case .sharedResourceName: "keep one of them"
    case .askedForWithExtension(let name): "ask for \(name)"
    case .unlistedOnAndroid: "convert it to Ogg Vorbis, or to a WAVE of 16 bits"
    case .perhapsRemovedByBuild(let name):
      "keep it: add @raw/\(name) to tools:keep in res/raw/keep.xml"
    }
  }

  /// The last component of a path.
  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension AlertFinding {
  package static let adviceOnProtection = "it is copy-protected; use another sound"

  private static func advice(on format: ForeignFormat) -> String {
    switch format {
    case .gitLFSPointer: "fetch the sound itself: git lfs pull"
    case .webPage: "download the sound itself"
    case .zipArchive: "unpack it"
    case .mpeg4(let codec) where codec.isProtected: adviceOnProtection
    default: "convert it to IMA4 in a CAF file"
    }
  }
}

extension FourCharCode {
  /// The codec's name, also if this library decodes it.
  fileprivate var knownName: String { Codec(formatID: self)?.name ?? codecName }
}

private func percentText(_ level: Double) -> String {
  decimalText(level * 100, decimals: 1) + " %"
}
