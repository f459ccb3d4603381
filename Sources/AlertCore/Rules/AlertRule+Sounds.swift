/// The rules about a sound.
extension AlertRule {
  package static let ofSounds: [AlertRule] = [
    .length, .dataFormat, .container, .decodableChannels, .readable, .watch, .listedDataFormat,
    .listedContainer, .countedSound, .knownLength, .bannerLength, .pathExtension, .channelCount,
    .sampleRate, .sampleDepth, .plainHeader, .level, .loudness, .leadingSilence, .click, .size,
    .ownSound, .systemSoundFormat, .systemSoundLength, .statedFormat, .statedLength, .callLength,
  ]

  private static let notificationSound =
    "Apple, UNNotificationSound, https://developer.apple.com/documentation/usernotifications/unnotificationsound"
  package static let initNamed = "Apple, UNNotificationSound.init(named:)"
  static let systemSound =
    "Apple, AudioServicesPlaySystemSound(_:),"
    + " https://developer.apple.com/documentation/audiotoolbox/audioservicesplaysystemsound(_:)"

  package static let length = Self(
    "length", .default, .documented, "shorter than the limit, which is 30 seconds",
    notificationSound
      + ": \"less than 30 seconds\" in one place, \"longer than 30 seconds\" falls back in another")
  package static let dataFormat = Self(
    "data-format", .default, .documented, AlertRules.listedDataFormats("or"),
    notificationSound + ": a list; it doesn't say what is played for other formats",
    isEffectKnown: false)
  package static let container = Self(
    "container", .default, .documented, "in an \(AlertRules.listedFiles("or")) file",
    notificationSound + ": a list; it doesn't say what is played for other files",
    isEffectKnown: false)
  package static let decodableChannels = Self(
    "decodable-channels", .default, .observedOnce, "one or two channels of IMA4",
    "Apple, AudioCodecSDK, ACAppleIMA4Decoder.cpp, a sample: \"only supports up to 2 channels\"")
  package static let readable = Self(
    "readable", .default, .observedOnce, "a complete, readable file",
    "https://github.com/rafaelsetragni/awesome_notifications/issues/394: a malformed aiff isn't played;"
      + " https://github.com/karip/toisto-aiff-test-suite: which files AudioToolbox of macOS 14.4 refuses"
  )
  package static let watch = Self(
    "watch", .default, .documented, "in an app for a phone, a tablet or a Mac",
    initNamed + ": not available on watchOS")
  package static let listedDataFormat = Self(
    "listed-data-format", .undocumented, .widelyObserved,
    "not AAC or Apple Lossless in a caf file, which Apple doesn't list and shipping apps use",
    "the sounds of https://github.com/Finb/Bark and of"
      + " https://github.com/JohanDegraeve/xdripswift, among others; AAC-LD only in"
      + " https://github.com/CareDailyAI/caredaily-cocoa")
  package static let listedContainer = Self(
    "listed-container", .undocumented, .observedOnce,
    "not an m4a of AAC-LC or Apple Lossless, which Apple doesn't list and shipping apps use",
    "https://github.com/TelegramMessenger/Telegram-iOS names \"0.m4a\" in UNNotificationSound")
  package static let countedSound = Self(
    "counted-sound", .undocumented, .judgement, "counted by its header to its end",
    "FFmpeg and SoX play what the header counts; nobody is known to have tried iOS")
  package static let knownLength = Self(
    "known-length", .plays, .judgement, "of a length stated in its headers, and alone in its file")
  package static let bannerLength = Self(
    "banner-length", .plays, .widelyObserved,
    "short enough for a temporary banner, which disappears after about five seconds",
    "https://github.com/invertase/notifee/issues/436 and others")
  package static let pathExtension = Self(
    "extension", .plays, .observedOnce,
    "named after its content; iOS checks the content, macOS and other tools the extension",
    "https://github.com/home-assistant/iOS/pull/861")
  package static let channelCount = Self("channel-count", .plays, .judgement, "mono or stereo")
  package static let sampleRate = Self(
    "sample-rate", .plays, .judgement, "at least 1 kHz, and at most 48 kHz, which phones play")
  package static let sampleDepth = Self(
    "sample-depth", .plays, .judgement, "of samples of at most 32 bits")
  package static let plainHeader = Self(
    "plain-header", .plays, .judgement,
    "with a usual header: no WAVE_FORMAT_EXTENSIBLE, fmt before data, version 1 of CAF")
  package static let level = Self(
    "level", .plays, .widelyObserved, "loud enough to be heard",
    "https://github.com/phonegap/phonegap-plugin-push/issues/1616,"
      + " https://github.com/nightscout/Trio/pull/1510")
  package static let loudness = Self(
    "loudness", .plays, .widelyObserved, "as loud as the app's other sounds",
    "https://github.com/nightscout/Trio/pull/1510, https://github.com/Finb/Bark: commit 986a7fd")
  package static let leadingSilence = Self(
    "leading-silence", .plays, .judgement, "audible from the beginning")
  package static let click = Self("click", .plays, .judgement, "near zero where it begins and ends")
  package static let size = Self(
    "size", .plays, .judgement, "small: apps are downloaded over the air")
  package static let ownSound = Self(
    "own-sound", .plays, .judgement,
    "a sound of your own, not the built-in chime for one that is too long")

  // Rules for other uses than notifications: see ``SoundUse``.
  package static let systemSoundFormat = Self(
    "system-sound-format", .default, .documented,
    "linear PCM or IMA4 in a caf, aif or wav file, as a system sound",
    systemSound, isEffectKnown: false)
  package static let systemSoundLength = Self(
    "system-sound-length", .default, .documented,
    "no longer than the limit, 30 seconds, as a system sound",
    systemSound, isEffectKnown: false)
  package static let statedFormat = Self(
    "stated-format", .undocumented, .judgement,
    "of a format of notifications, for an API for which Apple states none",
    "Apple, CXProviderConfiguration.ringtoneSound and AlertConfiguration.AlertSound.named(_:),"
      + " state no formats")
  package static let statedLength = Self(
    "stated-length", .undocumented, .judgement,
    "shorter than 30 seconds, for an API for which Apple states no length",
    "Apple, AlertConfiguration.AlertSound.named(_:), states no length")
  package static let callLength = Self(
    "call-length", .plays, .judgement,
    "shorter than 30 seconds, as a ringtone, for which Apple states no length",
    "Apple, CXProviderConfiguration.ringtoneSound, states no length")
}
