extension AlertRule {
  struct Row {
    let outcome: AlertVerdict.Outcome
    let grade: Grade
    let statement: String
    let source: String

    init(
      _ outcome: AlertVerdict.Outcome, _ grade: Grade, _ statement: String, _ source: String
    ) {
      self.outcome = outcome
      self.grade = grade
      self.statement = statement
      self.source = source
    }
  }

  private static let notificationSound =
    "Apple, UNNotificationSound, https://developer.apple.com/documentation/usernotifications/unnotificationsound"
  private static let initNamed = "Apple, UNNotificationSound.init(named:)"
  private static let noSource = "no source: good practice"
  static let systemSound =
    "Apple, AudioServicesPlaySystemSound(_:),"
    + " https://developer.apple.com/documentation/audiotoolbox/audioservicesplaysystemsound(_:)"
  static let ringtoneGuide =
    "https://getstream.io/video/docs/react-native/incoming-calls/callkit-optional-setup"

  var row: Row {
    switch self {
    case .length:
      Row(
        .default, .documented, "shorter than the limit, which is 30 seconds",
        Self.notificationSound
          + ": \"less than 30 seconds\" in one place, \"longer than 30 seconds\" falls back in another"
      )
    case .dataFormat:
      Row(
        .default, .documented, AlertRules.listedDataFormats("or"),
        Self.notificationSound + ": a list; it doesn't say what is played for other formats")
    case .container:
      Row(
        .default, .documented, "in an \(AlertRules.listedFiles("or")) file",
        Self.notificationSound + ": a list; it doesn't say what is played for other files")
    case .decodableChannels:
      Row(
        .default, .observedOnce, "one or two channels of IMA4",
        "Apple, AudioCodecSDK, ACAppleIMA4Decoder.cpp, a sample: \"only supports up to 2 channels\""
      )
    case .readable:
      Row(
        .default, .observedOnce, "a complete, readable file",
        "https://github.com/rafaelsetragni/awesome_notifications/issues/394: a malformed aiff isn't played"
      )
    case .localization:
      Row(
        .default, .observedOnce, "not a localised resource",
        "Apple, Local and Remote Notification Programming Guide of 2013: a nonlocalized resource of"
          + " the main bundle; the current page doesn't mention it")
    case .folder:
      Row(
        .default, .widelyObserved, "at the top of the bundle, not in a folder inside it",
        "https://github.com/nightscout/Trio/pull/1375,"
          + " https://github.com/ionic-team/capacitor-plugins/issues/1164 and others")
    case .bundle:
      Row(
        .default, .documented,
        "in the main bundle, not in a framework, an extension or a resource bundle",
        Self.initNamed + ": the main bundle of the current executable")
    case .watch:
      Row(
        .default, .documented, "in an app for a phone, a tablet or a Mac",
        Self.initNamed + ": not available on watchOS")
    case .link:
      Row(
        .default, .judgement, "a file inside the bundle",
        "inferred: a file outside the bundle isn't on the phone")
    case .listedDataFormat:
      Row(
        .undocumented, .widelyObserved,
        "not AAC or Apple Lossless in a caf file, which Apple doesn't list and shipping apps use",
        "the sounds of https://github.com/Finb/Bark and of"
          + " https://github.com/JohanDegraeve/xdripswift, among others")
    case .listedContainer:
      Row(
        .undocumented, .observedOnce,
        "not an m4a of AAC or Apple Lossless, which Apple doesn't list and shipping apps use",
        "https://github.com/TelegramMessenger/Telegram-iOS names \"0.m4a\" in UNNotificationSound")
    case .knownLength:
      Row(.plays, .judgement, "of a length stated in its headers", Self.noSource)
    case .ownApp:
      Row(
        .plays, .documented, "in the app itself, not in an app inside it, such as an App Clip",
        Self.initNamed + ": the main bundle of the current executable")
    case .bannerLength:
      Row(
        .plays, .widelyObserved,
        "short enough for a temporary banner, which disappears after about five seconds",
        "https://github.com/invertase/notifee/issues/436 and others")
    case .pathExtension:
      Row(
        .plays, .observedOnce,
        "named after its content; iOS checks the content, macOS and other tools the extension",
        "https://github.com/home-assistant/iOS/pull/861")
    case .uniqueName:
      Row(
        .plays, .observedOnce,
        "the only sound with its name; the name in a notification includes the extension",
        "https://github.com/home-assistant/iOS/issues/1010: macOS 10.15 looks without it")
    case .level:
      Row(
        .plays, .widelyObserved, "loud enough to be heard",
        "https://github.com/phonegap/phonegap-plugin-push/issues/1616,"
          + " https://github.com/nightscout/Trio/pull/1510")
    case .channelCount: Row(.plays, .judgement, "mono or stereo", Self.noSource)
    case .sampleRate: Row(.plays, .judgement, "at most 48 kHz, which phones play", Self.noSource)
    case .sampleDepth: Row(.plays, .judgement, "of samples of at most 32 bits", Self.noSource)
    case .plainHeader:
      Row(.plays, .judgement, "without a WAVE_FORMAT_EXTENSIBLE header", Self.noSource)
    case .leadingSilence: Row(.plays, .judgement, "audible from the beginning", Self.noSource)
    case .click: Row(.plays, .judgement, "near zero where it begins and ends", Self.noSource)
    case .size: Row(.plays, .judgement, "small: apps are downloaded over the air", Self.noSource)

    case .systemSoundFormat:
      Row(
        .default, .documented, "linear PCM or IMA4 in a caf, aif or wav file, as a system sound",
        Self.systemSound)
    case .systemSoundLength:
      Row(
        .default, .documented, "no longer than the limit, 30 seconds, as a system sound",
        Self.systemSound)
    case .statedFormat:
      Row(
        .undocumented, .judgement,
        "of a format of notifications, for an API for which Apple states none",
        "Apple, CXProviderConfiguration.ringtoneSound and AlertConfiguration.AlertSound.named(_:),"
          + " state no formats")
    case .statedLength:
      Row(
        .undocumented, .judgement,
        "shorter than 30 seconds, for an API for which Apple states no length",
        "Apple, AlertConfiguration.AlertSound.named(_:), states no length")
    case .callLength:
      Row(
        .plays, .judgement,
        "shorter than 30 seconds, as a ringtone, for which Apple states no length",
        "Apple, CXProviderConfiguration.ringtoneSound, states no length")
    }
  }
}
