public import AlertCore

/// The rules about where a sound is in an app.
extension AlertRule {
  /// All rules that a check knows. Conversions warn about other rules, such as ``truncated``.
  public static let all = ofSounds + ofApps + ofProjects

  private static let ofApps: [AlertRule] = [
    .localization, .folder, .bundle, .link, .ownApp, .uniqueName,
  ]

  package static let localization = Self(
    "localization", .default, .observedOnce, "not a localised resource",
    "Apple, Local and Remote Notification Programming Guide of 2013: a nonlocalized resource of"
      + " the main bundle; the current page doesn't mention it",
    background: """
      A localised file is in a folder for each language (en.lproj) and not at the top of the app.
      """)
  package static let folder = Self(
    "folder", .default, .widelyObserved, "at the top of the bundle, not in a folder inside it",
    "https://github.com/nightscout/Trio/pull/1375,"
      + " https://github.com/ionic-team/capacitor-plugins/issues/1164 and others",
    background: """
      Xcode copies a group's files to the top of the app, but a folder reference (a blue folder) with its
      structure. A plain name is looked up at the top only.
      """)
  package static let bundle = Self(
    "bundle", .default, .documented,
    "in the main bundle, not in a framework, an extension or a resource bundle",
    initNamed + ": the main bundle of the current executable",
    background: """
      Resources of a framework, a Swift package, an extension or a Flutter app's assets are in bundles of their
      own. A notification's sound is looked up in the app's main bundle.
      """)
  package static let link = Self(
    "link", .default, .judgement, "a file inside the bundle",
    "inferred: a file outside the bundle isn't on the phone")
  package static let ownApp = Self(
    "own-app", .plays, .documented,
    "in the app itself, not in an app inside it, such as an App Clip",
    initNamed + ": the main bundle of the current executable")
  package static let uniqueName = Self(
    "unique-name", .plays, .observedOnce,
    "the only sound with its name; the name in a notification includes the extension",
    "https://github.com/home-assistant/iOS/issues/1010: macOS 10.15 looks without it")
}

/// The rules about a project: the sounds that code asks for, and where the build puts them.
extension AlertRule {
  package static let ofProjects: [AlertRule] = [
    .present, .membership, .nameExtension, .nameCase, .builtIn, .oneSource, .requested, .listed,
    .plainName, .repository, .leftOut, .androidPresent, .androidName, .androidUniqueName,
    .androidExtension, .androidAudio, .androidChannel, .androidChannelSound, .androidFormat,
    .androidKept, .androidAddress, .audible,
  ]

  private static let buildFails = "Android's build fails"
  private static let channels =
    "Android developers, Create and manage notification channels,"
    + " https://developer.android.com/develop/ui/views/notifications/channels"
  private static let channelDecides = "from Android 8 on, the channel's sound is played instead"
  private static let defaultOnAndroid = "Android plays its default sound, or none"

  package static let present = Self(
    "present", .default, .documented, "in the app's bundle under the name that the code asks for",
    initNamed + ": Library/Sounds of the app and of its group, then the main bundle",
    background: """
      A notification's sound is looked up by name, in Library/Sounds of the app and of its group and at the
      top of the main bundle. If nothing has the name, the default sound plays, and nothing is logged.
      """)
  package static let membership = Self(
    "membership", .default, .widelyObserved,
    "in the app's target; being in its folder on disk isn't enough",
    "https://github.com/MaikuB/flutter_local_notifications/issues/255,"
      + " https://github.com/expo/expo/issues/40954 and others",
    background: """
      A file in the project's folder is only copied into the app if it belongs to the app's target. Xcode asks
      for the target when a file is added. A script, a generator or a pull request that copies a file doesn't.
      Select the file in Xcode and look at Target Membership in the File inspector. In folders
      that Xcode 16 keeps in step with the disk, files belong to the target unless an exception excludes them.
      """)
  package static let nameExtension = Self(
    "name-extension", .default, .observedOnce, "asked for by its whole name, with the extension",
    "https://github.com/home-assistant/iOS/issues/1010: only macOS 10.15 looks without it",
    background: "The name in a notification is the whole name of the file: ring.caf, not ring.")
  package static let nameCase = Self(
    "name-case", .default, .documented, "asked for with the same capital and small letters",
    "Apple, File System Basics: iOS's file system is case-sensitive",
    background: """
      iOS's file system is case-sensitive, that of most Macs isn't. So a name that differs only by capital
      letters is found in the simulator and not on a phone.
      """)
  package static let builtIn = Self(
    "built-in", .undocumented, .judgement,
    "built into the app; what code puts into Library/Sounds can't be checked",
    "inferred: the code names Library/Sounds, so it may make the sound when it runs")
  package static let oneSource = Self(
    "one-source", .undocumented, .judgement, "the only file that the build copies to its place",
    "inferred from a message of Xcode's, \"Multiple commands produce\"; not tried")
  package static let requested = Self(
    "requested", .plays, .judgement, "asked for by name somewhere in the code")
  package static let listed = Self(
    "listed", .undocumented, .judgement,
    "on disk if the project lists it, unless the build makes it")
  package static let plainName = Self(
    "plain-name", .undocumented, .observedOnce, "asked for by a plain name, without folders",
    "the evidence is divided: https://github.com/katzer/cordova-plugin-local-notifications, README, and its"
      + " issues 63 and 1724 for paths; its issue 90 and"
      + " https://github.com/ionic-team/capacitor-plugins/issues/1164 against them")
  package static let repository = Self(
    "repository", .default, .judgement, "in the repository, if a target lists it",
    "inferred: other machines don't have a file in a person's own folder")
  package static let leftOut = Self(
    "left-out", .plays, .judgement, "in a target, if it is in the folder of an Xcode project")

  // For an Android rule, the outcome `default` means that Android doesn't play the sound.
  package static let androidPresent = Self(
    "android-present", .default, .documented, "in res/raw under the name that the code asks for",
    "Firebase, AndroidNotification: \"Sound files must reside in /res/raw/\"",
    consequence: defaultOnAndroid,
    background: """
      From Android 8 on, the sound belongs to the notification's channel and can't be changed once the channel
      exists. After adding a missing sound, use a new channel, or install the app again.
      """)
  package static let androidName = Self(
    "android-name", .default, .widelyObserved, "named with a-z, 0-9 and _ only, and no digit first",
    "Android's aapt2: \"File-based resource names must contain only lowercase a-z, 0-9, or"
      + " underscore\", https://github.com/OneSignal/OneSignal-Android-SDK/issues/586",
    consequence: buildFails)
  package static let androidUniqueName = Self(
    "android-unique-name", .default, .widelyObserved, "the only file of its base name in res/raw",
    "Android's resource merger: \"Duplicate resources\","
      + " https://github.com/phonegap/phonegap-plugin-barcodescanner/issues/102,"
      + " https://github.com/MartinHY/PathDraw/issues/1",
    consequence: buildFails)
  package static let androidExtension = Self(
    "android-extension", .default, .widelyObserved,
    "asked for without the extension, which isn't part of a resource's name",
    "https://github.com/MaikuB/flutter_local_notifications, README, \"Custom notification"
      + " sounds\"", consequence: defaultOnAndroid,
    background: """
      Code names a resource without an extension: ring for res/raw/ring.ogg. Some packages remove an extension,
      others don't.
      """)
  package static let androidAudio = Self(
    "android-audio", .default, .documented,
    "in res/raw as audio, not as a pointer, a page or an empty file",
    "Android developers, Supported media formats,"
      + " https://developer.android.com/media/platform/supported-formats",
    consequence: defaultOnAndroid,
    background: """
      A checkout without Git LFS has a small text in place of each sound. A failed download leaves a web page or an
      empty file under the sound's name. The build copies any file into the app.
      """)
  package static let androidChannel = Self(
    "android-channel", .default, .documented,
    "the sound of its notification's channel, which decides from Android 8 on",
    channels, consequence: channelDecides,
    background: """
      The app sets a channel's sound when it creates the channel, and can't change it afterwards. Creating the
      channel again changes nothing, so a new sound needs a channel with a new id.
      """)
  package static let androidChannelSound = Self(
    "android-channel-sound", .undocumented, .documented,
    "the only sound of its notification's channel", channels, consequence: channelDecides)
  // The outcome is `undocumented`, because a device may play formats that aren't on Android's list.
  package static let androidFormat = Self(
    "android-format", .undocumented, .documented,
    "in a format that Android lists; a device may play more",
    "Android developers, Supported media formats,"
      + " https://developer.android.com/media/platform/supported-formats",
    consequence: "Android may not play it")
  package static let androidKept = Self(
    "android-kept", .undocumented, .widelyObserved,
    "kept by tools:keep or used as R.raw in code, if the build removes unused resources",
    "https://github.com/MaikuB/flutter_local_notifications/issues/2646,"
      + " https://github.com/ionic-team/capacitor-plugins/issues/2191",
    consequence: defaultOnAndroid,
    background: """
      A release build with shrinkResources removes resources that no code refers to. It sees R.raw.ring, but not
      a name in Dart, JavaScript or a payload. Flutter's release builds shrink resources by default. A file
      res/raw/keep.xml with tools:keep="@raw/ring" keeps the sound. If code looks up resources by computed names, the
      build keeps the resources whose names begin like a string in the code, so the others may be lost.
      """)
  package static let androidAddress = Self(
    "android-address", .undocumented, .judgement,
    "named in the address of a channel's sound, not numbered",
    "inferred: Android keeps a channel's address, and each build numbers the resources itself",
    consequence: "after an update, the channel may play its default sound, or none")
  package static let audible = Self(
    "audible", .default, .documented,
    "not silenced by its own request or by its channel's importance",
    "Android developers, NotificationManager.IMPORTANCE_LOW; flutter_local_notifications, playSound",
    consequence: "no sound is heard",
    background: """
      A channel whose importance is below default makes no sound, whatever sound it has. A phone keeps a channel as the
      app first created it, so a corrected channel needs a new id.
      """)
}
