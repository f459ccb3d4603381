/// The table of the APIs.
extension SoundAPI {
  private static let apple: Set<SourceLanguage> = [.swift, .objectiveC]
  private static let objects: Set<SourceLanguage> = [.json, .javaScript]
  private static let payloads: Set<SourceLanguage> = [.json, .javaScript, .python, .php, .cSharp]
  private static let anyPackage = Set(NotificationPackage.allCases)

  /// The JavaScript functions that create a notification channel on Android.
  static let channelFunctions: Set<Substring> = [
    "createChannel", "createChannels", "setNotificationChannelAsync", "createNotificationChannel",
    "setNotificationChannel",
  ]

  /// All APIs. If several APIs fit a place in the code, the first counts.
  static let all: [SoundAPI] =
    [
      SoundAPI(
        [.swift], .call("UNNotificationSoundName"), .iOS),
      // Only the initializer with the label `named` takes a name.
      SoundAPI(
        [.swift], .call("UNNotificationSound", label: "named"), .iOS,
        as: "UNNotificationSound(named:)"),
      SoundAPI(
        [.swift], .call("criticalSoundNamed"), .iOS,
        as: "UNNotificationSound.criticalSoundNamed(_:)", for: .critical),
      SoundAPI(
        [.swift], .call("ringtoneSoundNamed"), .iOS,
        as: "UNNotificationSound.ringtoneSoundNamed(_:)", for: .ringtone),
      SoundAPI(
        [.objectiveC], .message("soundNamed"), .iOS, as: "+[UNNotificationSound soundNamed:]"),
      SoundAPI(
        [.objectiveC], .message("criticalSoundNamed"), .iOS,
        as: "+[UNNotificationSound criticalSoundNamed:]", for: .critical),
      SoundAPI(
        [.objectiveC], .message("ringtoneSoundNamed"), .iOS,
        as: "+[UNNotificationSound ringtoneSoundNamed:]", for: .ringtone),
      // iOS 4 to 10. Other types also have a property `soundName`, so the file must contain `UILocalNotification`.
      SoundAPI(
        apple, .value("soundName"), .iOS, as: "UILocalNotification.soundName",
        with: ["UILocalNotification"], taking: .path),
      SoundAPI(
        apple, .value("ringtoneSound"), .iOS, as: "CXProviderConfiguration.ringtoneSound",
        for: .callkit),
      // react-native-callkeep passes this option to CallKit. Some files import the package from the project's own copy.
      SoundAPI(
        [.javaScript], .value("ringtoneSound"), .iOS, for: .callkit,
        with: ["RNCallKeep", "react-native-callkeep"]),
      // A function that Xcode's migration to Swift 4.2 added.
      SoundAPI(
        [.swift], .call("convertToUNNotificationSoundName"), .iOS, as: "UNNotificationSoundName"),
      // KMPNotifier.
      SoundAPI(
        [.swift, .kotlin], .value("notificationSoundName"), .iOS,
        with: ["NotificationPlatformConfiguration", "Ios"]),

      SoundAPI(
        [.cSharp], .call("GetSound", on: "UNNotificationSound"), .iOS,
        as: "UNNotificationSound.GetSound"),
      SoundAPI(
        [.cSharp], .call("GetCriticalSound", on: "UNNotificationSound"), .iOS,
        as: "UNNotificationSound.GetCriticalSound", for: .critical),

      SoundAPI(
        [.dart], .call("RawResourceAndroidNotificationSound"), .android, takesFileName: false),
      SoundAPI([.dart], .value("soundSource"), .iOS, .android, taking: .awesome),
      SoundAPI([.dart], .value("customSound"), .iOS, .android, taking: .awesome),
      // flutter_callkit_incoming.
      SoundAPI(
        [.dart], .value("ringtonePath", .directlyIn(["IOSParams", "ios"])), .iOS,
        as: "IOSParams.ringtonePath", for: .callkit),
      SoundAPI(
        [.dart], .value("ringtonePath", .directlyIn(["AndroidParams", "android"])), .android,
        as: "AndroidParams.ringtonePath", takesFileName: false),
      SoundAPI(
        [.dart],
        .value(
          "soundPath",
          .directlyIn(["scheduleOneShotAlarm", "setCountdownAlarm", "scheduleRecurrentAlarm"])),
        .iOS, as: "flutter_alarmkit's soundPath", for: .alarmkit, taking: .flutterAsset),
    ]
    + ["DarwinNotificationDetails", "IOSNotificationDetails", "MacOSNotificationDetails"].map {
      SoundAPI([.dart], .value("sound", .directlyIn([$0[...]])), .iOS, as: $0)
    }
    + [
      SoundAPI(
        [.kotlin, .java, .dart], .address, .android, takesFileName: false),

      SoundAPI(payloads, .value("ios_sound"), .iOS),
      SoundAPI(
        payloads, .value("android_sound"), .android, takesFileName: false),
      // Capacitor's configuration, which only Android uses.
      SoundAPI(
        objects, .value("sound", .under(["LocalNotifications"])), .android,
        as: "LocalNotifications.sound"),
      SoundAPI(payloads, .value("sound", .under(["aps"])), .iOS, as: "aps.sound"),
      SoundAPI(payloads, .value("name", .under(["aps", "sound"])), .iOS, as: "aps.sound.name"),
      SoundAPI(
        payloads, .value("sound", .under(["android", "notification"])), .android,
        as: "android.notification.sound", takesFileName: false),
      // FCM's legacy API. On Android, the channel's sound counts.
      SoundAPI(
        payloads, .value("sound", .under(["notification"])), .iOS, as: "notification.sound",
        with: ["registration_ids", "messaging", "sendToDevice"]),
      SoundAPI([.python], .value("sound", .directlyIn(["Aps"])), .iOS, as: "Aps.sound"),
      SoundAPI(
        [.python], .value("name", .directlyIn(["CriticalSound"])), .iOS, as: "CriticalSound.name",
        for: .critical),
      SoundAPI(
        [.python], .value("sound", .directlyIn(["AndroidNotification"])), .android,
        as: "AndroidNotification.sound", takesFileName: false),
      SoundAPI(
        [.python], .value("sound", .directlyIn(["PushMessage"])), .iOS, as: "PushMessage.sound"),
      SoundAPI([.php], .method("setSound", on: "ExpoMessage"), .iOS, as: "ExpoMessage.setSound"),
      SoundAPI([.javaScript], .value("sound"), .iOS, in: [.expoServer]),

      SoundAPI(
        [.javaScript], .method("setSound", on: "Channel"), .android, as: "Channel.setSound",
        in: [.firebase]),
      // On Android, the channel's sound counts.
      SoundAPI(
        [.javaScript], .method("setSound", on: "Notification"), .iOS, as: "Notification.setSound",
        in: [.firebase]),
      SoundAPI(
        [.javaScript], .value("sound", .anywhereIn(["local.schedule", "local.update"])), .iOS,
        .android, taking: .cordova),
      SoundAPI(
        [.javaScript], .value("sound", .anywhereIn(["schedule", "update"])), .iOS, .android,
        in: [.ionic, .awesomeCordova], taking: .cordova),
      SoundAPI(
        [.javaScript], .value("sound", .anywhereIn(["schedule"])), .iOS, .android,
        takesFileName: false, in: [.nativeScript, .oldNativeScript]),
      SoundAPI(
        [.javaScript], .value("sound", .anywhereIn(["postLocalNotification"])), .iOS,
        in: [.wix]),
      SoundAPI([.javaScript], .value("soundFile"), .android, in: [.wix]),
      SoundAPI(
        [.javaScript], .value("sound", .anywhereIn(["addNotificationRequest"])), .iOS,
        in: [.ios]),
      SoundAPI(
        [.javaScript],
        .value(
          "soundName", .anywhereIn(["presentLocalNotification", "scheduleLocalNotification"])),
        .iOS, in: [.ios]),
    ]
    + ["sound", "soundName"].flatMap { key in
      [
        SoundAPI(
          objects, .value(key[...], .anywhereIn(channelFunctions)), .android,
          as: "the channel's \(key)", in: anyPackage),
        SoundAPI(
          objects, .value(key[...], .somewhereUnder("android")), .android,
          as: "the channel's \(key)", in: anyPackage),
        SoundAPI(
          objects, .value(key[...], .somewhereUnder("ios")), .iOS, as: "ios.\(key)",
          in: anyPackage),
        // The content's sound is for iOS. On Android, the channel's sound counts.
        SoundAPI(
          objects, .value(key[...], .somewhereUnder("content")), .iOS, as: "content.sound",
          in: [.expo]),
        SoundAPI(
          objects, .value(key[...]), .iOS, .android, as: key, in: [.pushNotification, .capacitor]),
      ]
    }
}
