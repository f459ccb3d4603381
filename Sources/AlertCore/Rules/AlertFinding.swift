public import SoundFormat

/// A fact about a sound that breaks a rule.
public enum AlertFinding: Hashable, Sendable {
  /// It is longer than the limit.
  case tooLong(seconds: Double, limit: Double)
  /// It is exactly as long as the limit.
  case atLimit(seconds: Double)
  /// Its headers don't state its length.
  case unknownLength
  /// Its codec isn't on Apple's list.
  case unplayableCodec(FourCharCode)
  /// Its codec isn't on Apple's list, but shipping apps use it in CAF files.
  case undocumentedCodec(FourCharCode)
  /// Its file format isn't on Apple's list.
  case unplayableContainer(ForeignFormat)
  /// Its file format isn't on Apple's list, but shipping apps use it.
  case undocumentedContainer(ForeignFormat)
  /// It has more channels than IMA4 allows.
  case undecodableChannels(Int)
  /// It can't be opened or is incomplete, for this reason.
  case unreadable(String)
  /// It contains no frames.
  case noFrames
  /// It is in the folder of one language. The value is the folder's name.
  case localized(String)
  /// It is in a folder of the bundle. The value is the folder's path, which is empty for a file at
  /// the top of the bundle, outside its resources.
  case inFolder(String)
  /// It is in another bundle inside the bundle. The value is the inner bundle's path.
  case inInnerBundle(String)
  /// It is in an extension of the app. The value is the extension's path.
  case inExtension(String)
  /// It is in another app inside the app, such as an App Clip. The value is the inner app's path.
  case inInnerApp(String)
  /// It is in a watch app. The value is that app's path.
  case onWatch(String)
  /// It is a link to this target outside the bundle.
  case linkOutside(String)

  /// It is longer than a temporary banner stays, in seconds.
  case longerThanBanner(seconds: Double, banner: Double)
  /// Its extension doesn't match its content.
  case misleadingExtension(String, content: Container)
  /// It has more than the usual number of channels.
  case manyChannels(Int)
  /// It has a high sample rate, in Hz.
  case highSampleRate(Double)
  /// Its samples are 64-bit floats.
  case doubleFloats
  /// It is a WAVE file with an extensible header.
  case extensibleHeader
  /// Its highest peak is low, in dB below full scale.
  case quiet(peakInDecibels: Double)
  /// Its loudness, in LUFS, differs from that of the other sounds.
  case unusualLoudness(loudness: Double, usual: Double)
  /// It is quieter than other sounds of the app, and its true peak keeps it from their loudness. Both in LUFS.
  case loudnessUnderPeak(loudness: Double, usual: Double)
  /// It has no loudness, so it can't be compared with that of other sounds of the app.
  case noLoudness
  /// It contains only silence.
  case silent
  /// It begins with silence, in seconds.
  case silentBeginning(seconds: Double)
  /// Its first frame is this far from zero, 1 being full scale.
  case beginsOnClick(level: Double)
  /// Its last frame is this far from zero, 1 being full scale.
  case endsOnClick(level: Double)
  /// Its audio takes this many bytes.
  case large(byteCount: Int)
  /// Other sounds have the same base name. The value lists their names.
  case sharedName([String])

  // Findings for other places that name a sound: ``SoundUse``.

  /// It is longer than a system sound may be.
  case systemSoundTooLong(seconds: Double, limit: Double)
  /// Its codec isn't one of system sounds.
  case systemSoundCodec(FourCharCode)
  /// Its file format isn't one of system sounds.
  case systemSoundContainer(ForeignFormat)
  /// Its codec isn't one of notifications, and Apple states none for its use.
  case unstatedCodec(FourCharCode)
  /// Its file format isn't one of notifications, and Apple states none for its use.
  case unstatedContainer(ForeignFormat)
  /// It is longer than a notification's sound may be, and Apple states no length for its use.
  case unstatedLength(seconds: Double, limit: Double)
  /// It is a ringtone that is longer than a notification's sound may be.
  case longRingtone(seconds: Double, limit: Double)
  /// It is for a watch.
  case forWatch

  // Of projects. Paths are relative to the project's folder.

  /// No bundle of the project has a sound of this name.
  case inNoBundle(name: String)
  /// The sound asked for is this file, which is in no target.
  case inNoTarget(String)
  /// The sound asked for is this file, which is only in this target.
  case inOtherTarget(String, target: String)
  /// The name asked for lacks the extension of this file.
  case askedForWithoutExtension(file: String)
  /// The name asked for differs from this file's in capital and small letters.
  case askedForInOtherCase(file: String)
  /// No bundle has a sound of this name, but this code may make it when the app runs.
  case perhapsMadeByApp(name: String, code: String)
  /// The build copies these files to the same place.
  case oneOfSeveral([String])
  /// No code asks for it by name.
  case unrequested
  /// The project lists this file, which isn't there.
  case listedButMissing(String)
  /// The name asked for is a path, although this file is found by its plain name.
  case askedForByPath(file: String)
  /// It is in no target, and no code asks for it by name.
  case leftOut

  /// Nothing in `res/raw` has this name.
  case notInRawResources(name: String)
  /// Android's build refuses the file's name. This one is valid.
  case invalidResourceName(suggestion: String)
  /// These files in `res/raw` differ only by their extensions.
  case sharedResourceName([String])
  /// The name asked for has an extension, but the resource's name is this.
  case askedForWithExtension(name: String)
  /// Android doesn't list this format.
  case unlistedOnAndroid(format: String)
  /// The build removes unused resources, and only a string names this one.
  case perhapsRemovedByBuild(name: String)
}

extension AlertFinding {
  /// The rule that is broken.
  public var rule: AlertRule {
    switch self {
    case .tooLong, .atLimit: .length
    case .unknownLength: .knownLength
    case .unplayableCodec: .dataFormat
    case .undocumentedCodec: .listedDataFormat
    case .unplayableContainer: .container
    case .undocumentedContainer: .listedContainer
    case .undecodableChannels: .decodableChannels
    case .unreadable, .noFrames: .readable
    case .localized: .localization
    case .inFolder: .folder
    case .inInnerBundle, .inExtension: .bundle
    case .inInnerApp: .ownApp
    case .onWatch: .watch
    case .linkOutside: .link
    case .longerThanBanner: .bannerLength
    case .misleadingExtension: .pathExtension
    case .manyChannels: .channelCount
    case .highSampleRate: .sampleRate
    case .doubleFloats: .sampleDepth
    case .extensibleHeader: .plainHeader
    case .quiet, .silent: .level
    case .unusualLoudness, .loudnessUnderPeak, .noLoudness: .loudness
    case .silentBeginning: .leadingSilence
    case .beginsOnClick, .endsOnClick: .click
    case .large: .size
    case .sharedName: .uniqueName

    case .systemSoundTooLong: .systemSoundLength
    case .systemSoundCodec, .systemSoundContainer: .systemSoundFormat
    case .unstatedCodec, .unstatedContainer: .statedFormat
    case .unstatedLength: .statedLength
    case .longRingtone: .callLength
    case .forWatch: .watch

    case .inNoBundle: .present
    case .inNoTarget, .inOtherTarget: .membership
    case .askedForWithoutExtension: .nameExtension
    case .askedForInOtherCase: .nameCase
    case .perhapsMadeByApp: .builtIn
    case .oneOfSeveral: .oneSource
    case .unrequested: .requested
    case .listedButMissing: .listed
    case .askedForByPath: .plainName
    case .leftOut: .leftOut
    case .notInRawResources: .androidPresent
    case .invalidResourceName: .androidName
    case .sharedResourceName: .androidUniqueName
    case .askedForWithExtension: .androidExtension
    case .unlistedOnAndroid: .androidFormat
    case .perhapsRemovedByBuild: .androidKept
    }
  }
}
