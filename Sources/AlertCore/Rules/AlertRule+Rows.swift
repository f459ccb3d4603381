/// The facts about each rule.
extension AlertRule {
  struct Row {
    let outcome: AlertVerdict.Outcome
    let grade: Grade
    let statement, source: String
    let isEffectKnown: Bool
    let consequenceOnAndroid, background: String?

    init(
      _ outcome: AlertVerdict.Outcome, _ grade: Grade, _ statement: String, _ source: String,
      isEffectKnown: Bool = true, consequenceOnAndroid: String? = nil, background: String? = nil
    ) {
      (self.outcome, self.grade, self.statement, self.source) = (outcome, grade, statement, source)
      self.isEffectKnown = isEffectKnown
      (self.consequenceOnAndroid, self.background) = (consequenceOnAndroid, background)
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
  private static let buildFails = "Android's build fails"
  private static let channels =
    "Android developers, Create and manage notification channels,"
    + " https://developer.android.com/develop/ui/views/notifications/channels"
  private static let channelDecides = "from Android 8 on, the channel's sound is played instead"
  private static let defaultOnAndroid = "Android plays its default sound, or none"

  /// The facts about the rule. For an Android rule, the outcome `default` means that Android doesn't play the sound.
  @inline(never) var row: Row {
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
        Self.notificationSound + ": a list; it doesn't say what is played for other formats",
        isEffectKnown: false)
    case .container:
      Row(
        .default, .documented, "in an \(AlertRules.listedFiles("or")) file",
        Self.notificationSound + ": a list; it doesn't say what is played for other files",
        isEffectKnown: false)
    case .decodableChannels:
      Row(
        .default, .observedOnce, "one or two channels of IMA4",
        "Apple, AudioCodecSDK, ACAppleIMA4Decoder.cpp, a sample: \"only supports up to 2 channels\""
      )
    case .readable:
      Row(
        .default, .observedOnce, "a complete, readable file",
        "https://github.com/rafaelsetragni/awesome_notifications/issues/394: a malformed aiff isn't played;"
          + " https://github.com/karip/toisto-aiff-test-suite: which files AudioToolbox of macOS 14.4 refuses"
      )
    case .localization:
      Row(
        .default, .observedOnce, "not a localised resource",
        "Apple, Local and Remote Notification Programming Guide of 2013: a nonlocalized resource of"
          + " the main bundle; the current page doesn't mention it",
        background: """
          A localised file is in a folder for each language (en.lproj) and not at the top of the app.
          """)
    case .folder:
      Row(
        .default, .widelyObserved, "at the top of the bundle, not in a folder inside it",
        "https://github.com/nightscout/Trio/pull/1375,"
          + " https://github.com/ionic-team/capacitor-plugins/issues/1164 and others",
        background: """
          Xcode copies a group's files to the top of the app, but a folder reference (a blue folder) with its
          structure. A plain name is looked up at the top only.
          """)
    case .bundle:
      Row(
        .default, .documented,
        "in the main bundle, not in a framework, an extension or a resource bundle",
        Self.initNamed + ": the main bundle of the current executable",
        background: """
          Resources of a framework, a Swift package, an extension or a Flutter app's assets are in bundles of their
          own. A notification's sound is looked up in the app's main bundle.
          """)
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
          + " https://github.com/JohanDegraeve/xdripswift, among others; AAC-LD only in"
          + " https://github.com/CareDailyAI/caredaily-cocoa")
    case .listedContainer:
      Row(
        .undocumented, .observedOnce,
        "not an m4a of AAC-LC or Apple Lossless, which Apple doesn't list and shipping apps use",
        "https://github.com/TelegramMessenger/Telegram-iOS names \"0.m4a\" in UNNotificationSound")
    case .countedSound:
      Row(
        .undocumented, .judgement, "counted by its header to its end",
        "FFmpeg and SoX play what the header counts; nobody is known to have tried iOS")
    case .knownLength:
      Row(
        .plays, .judgement, "of a length stated in its headers, and alone in its file",
        Self.noSource)
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
    case .loudness:
      Row(
        .plays, .widelyObserved, "as loud as the app's other sounds",
        "https://github.com/nightscout/Trio/pull/1510, https://github.com/Finb/Bark: commit 986a7fd"
      )
    case .channelCount: Row(.plays, .judgement, "mono or stereo", Self.noSource)
    case .sampleRate:
      Row(
        .plays, .judgement, "at least 1 kHz, and at most 48 kHz, which phones play", Self.noSource)
    case .sampleDepth: Row(.plays, .judgement, "of samples of at most 32 bits", Self.noSource)
    case .plainHeader:
      Row(
        .plays, .judgement,
        "with a usual header: no WAVE_FORMAT_EXTENSIBLE, fmt before data, version 1 of CAF",
        Self.noSource)
    case .leadingSilence: Row(.plays, .judgement, "audible from the beginning", Self.noSource)
    case .click: Row(.plays, .judgement, "near zero where it begins and ends", Self.noSource)
    case .size: Row(.plays, .judgement, "small: apps are downloaded over the air", Self.noSource)
    case .ownSound:
      Row(
        .plays, .judgement, "a sound of your own, not the built-in chime for one that is too long",
        Self.noSource)

    case .systemSoundFormat:
      Row(
        .default, .documented, "linear PCM or IMA4 in a caf, aif or wav file, as a system sound",
        Self.systemSound, isEffectKnown: false)
    case .systemSoundLength:
      Row(
        .default, .documented, "no longer than the limit, 30 seconds, as a system sound",
        Self.systemSound, isEffectKnown: false)
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

    case .present:
      Row(
        .default, .documented, "in the app's bundle under the name that the code asks for",
        Self.initNamed + ": Library/Sounds of the app and of its group, then the main bundle",
        background: """
          A notification's sound is looked up by name, in Library/Sounds of the app and of its group and at the
          top of the main bundle. If nothing has the name, the default sound plays, and nothing is logged.
          """)
    case .membership:
      Row(
        .default, .widelyObserved, "in the app's target; being in its folder on disk isn't enough",
        "https://github.com/MaikuB/flutter_local_notifications/issues/255,"
          + " https://github.com/expo/expo/issues/40954 and others",
        background: """
          A file in the project's folder is only copied into the app if it belongs to the app's target. Xcode asks
          for the target when a file is added. A script, a generator or a pull request that copies a file doesn't.
          Select the file in Xcode and look at Target Membership in the File inspector. In folders
          that Xcode 16 keeps in step with the disk, files belong to the target unless an exception excludes them.
          """)
    case .nameExtension:
      Row(
        .default, .observedOnce, "asked for by its whole name, with the extension",
        "https://github.com/home-assistant/iOS/issues/1010: only macOS 10.15 looks without it",
        background: "The name in a notification is the whole name of the file: ring.caf, not ring.")
    case .nameCase:
      Row(
        .default, .documented, "asked for with the same capital and small letters",
        "Apple, File System Basics: iOS's file system is case-sensitive",
        background: """
          iOS's file system is case-sensitive, that of most Macs isn't. So a name that differs only by capital
          letters is found in the simulator and not on a phone.
          """)
    case .builtIn:
      Row(
        .undocumented, .judgement,
        "built into the app; what code puts into Library/Sounds can't be checked",
        "inferred: the code names Library/Sounds, so it may make the sound when it runs")
    case .oneSource:
      Row(
        .undocumented, .judgement, "the only file that the build copies to its place",
        "inferred from a message of Xcode's, \"Multiple commands produce\"; not tried")
    case .requested:
      Row(.plays, .judgement, "asked for by name somewhere in the code", Self.noSource)
    case .listed:
      Row(
        .undocumented, .judgement, "on disk if the project lists it, unless the build makes it",
        Self.noSource)
    case .plainName:
      Row(
        .undocumented, .observedOnce, "asked for by a plain name, without folders",
        "the evidence is divided: https://github.com/katzer/cordova-plugin-local-notifications, README, and its"
          + " issues 63 and 1724 for paths; its issue 90 and"
          + " https://github.com/ionic-team/capacitor-plugins/issues/1164 against them")
    case .repository:
      Row(
        .default, .judgement, "in the repository, if a target lists it",
        "inferred: other machines don't have a file in a person's own folder")
    case .leftOut:
      Row(
        .plays, .judgement, "in a target, if it is in the folder of an Xcode project",
        Self.noSource)
    case .androidPresent:
      Row(
        .default, .documented, "in res/raw under the name that the code asks for",
        "Firebase, AndroidNotification: \"Sound files must reside in /res/raw/\"",
        consequenceOnAndroid: Self.defaultOnAndroid,
        background: """
          From Android 8 on, the sound belongs to the notification's channel and can't be changed once the channel
          exists. After adding a missing sound, use a new channel, or install the app again.
          """)
    case .androidName:
      Row(
        .default, .widelyObserved, "named with a-z, 0-9 and _ only, and a letter first",
        "Android's aapt2: \"File-based resource names must contain only lowercase a-z, 0-9, or"
          + " underscore\", https://github.com/OneSignal/OneSignal-Android-SDK/issues/586",
        consequenceOnAndroid: Self.buildFails)
    case .androidUniqueName:
      Row(
        .default, .widelyObserved, "the only file of its base name in res/raw",
        "Android's resource merger: \"Duplicate resources\","
          + " https://github.com/phonegap/phonegap-plugin-barcodescanner/issues/102,"
          + " https://github.com/MartinHY/PathDraw/issues/1",
        consequenceOnAndroid: Self.buildFails)
    case .androidExtension:
      Row(
        .default, .widelyObserved,
        "asked for without the extension, which isn't part of a resource's name",
        "https://github.com/MaikuB/flutter_local_notifications, README, \"Custom notification"
          + " sounds\"", consequenceOnAndroid: Self.defaultOnAndroid,
        background: """
          Code names a resource without an extension: ring for res/raw/ring.ogg. Some packages remove an extension,
          others don't.
          """)
    case .androidAudio:
      Row(
        .default, .documented, "in res/raw as audio, not as a pointer, a page or an empty file",
        "Android developers, Supported media formats,"
          + " https://developer.android.com/media/platform/supported-formats",
        consequenceOnAndroid: Self.defaultOnAndroid,
        background: """
          A checkout without Git LFS has a small text in place of each sound. A failed download leaves a web page or an
          empty file under the sound's name. The build copies any file into the app.
          """)
    case .androidChannel:
      Row(
        .default, .documented,
        "the sound of its notification's channel, which decides from Android 8 on",
        Self.channels, consequenceOnAndroid: Self.channelDecides,
        background: """
          The app sets a channel's sound when it creates the channel, and can't change it afterwards. Creating the
          channel again changes nothing, so a new sound needs a channel with a new id.
          """)
    case .androidChannelSound:
      Row(
        .undocumented, .documented, "the only sound of its notification's channel",
        Self.channels, consequenceOnAndroid: Self.channelDecides)
    case .androidFormat:
      // Say `undocumented`: Android lists formats, but doesn't say whether a device plays others.
      Row(
        .undocumented, .documented, "in a format that Android lists; a device may play more",
        "Android developers, Supported media formats,"
          + " https://developer.android.com/media/platform/supported-formats",
        consequenceOnAndroid: "Android may not play it")
    case .androidKept:
      Row(
        .undocumented, .widelyObserved,
        "kept by tools:keep or used as R.raw in code, if the build removes unused resources",
        "https://github.com/MaikuB/flutter_local_notifications/issues/2646,"
          + " https://github.com/ionic-team/capacitor-plugins/issues/2191",
        consequenceOnAndroid: Self.defaultOnAndroid,
        background: """
          A release build with shrinkResources removes resources that no code refers to. It sees R.raw.ring, but not
          a name in Dart, JavaScript or a payload. Flutter's release builds shrink resources by default. A file
          res/raw/keep.xml with tools:keep="@raw/ring" keeps the sound. If code looks up resources by computed names, the
          build keeps the resources whose names begin like a string in the code, so the others may be lost.
          """)
    case .androidAddress:
      Row(
        .undocumented, .judgement,
        "named in the address of a channel's sound, not numbered",
        "inferred: Android keeps a channel's address, and each build numbers the resources itself",
        consequenceOnAndroid: "after an update, the channel may play its default sound, or none")
    }
  }
}
