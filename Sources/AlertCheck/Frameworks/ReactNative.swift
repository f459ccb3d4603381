/// Packages for React Native. ``Xcode`` and ``Gradle`` read the native projects in `ios` and `android`.
enum ReactNative: Framework {
  private static let objects: Set<SourceLanguage> = [.json, .javaScript]
  private static let anyPackage = Set(NotificationPackage.allCases)

  static let apis =
    [
      // react-native-callkeep passes this option to CallKit. Some files import the package from the project's own copy.
      SoundAPI(
        [.javaScript], .value("ringtoneSound"), .iOS, for: .callkit,
        with: ["RNCallKeep", "react-native-callkeep"]),
      SoundAPI(
        [.javaScript], .method("setSound", on: "Channel"), .android, as: "Channel.setSound",
        in: [.firebase]),
      // On Android, the channel's sound counts.
      SoundAPI(
        [.javaScript], .method("setSound", on: "Notification"), .iOS, as: "Notification.setSound",
        in: [.firebase]),
      SoundAPI(
        [.javaScript], .value("sound", .anywhereIn(["postLocalNotification"])), .iOS, in: [.wix]),
      SoundAPI([.javaScript], .value("soundFile"), .android, in: [.wix]),
      SoundAPI(
        [.javaScript], .value("sound", .anywhereIn(["addNotificationRequest"])), .iOS, in: [.ios]),
      SoundAPI(
        [.javaScript],
        .value(
          "soundName", .anywhereIn(["presentLocalNotification", "scheduleLocalNotification"])),
        .iOS, in: [.ios]),
    ]
    + ["sound", "soundName"].flatMap { key in
      [
        SoundAPI(
          objects, .value(key[...], .anywhereIn(SoundAPI.channelFunctions)), .android,
          as: "the channel's \(key)", in: anyPackage),
        SoundAPI(
          objects, .value(key[...], .somewhereUnder("android")), .android,
          as: "the channel's \(key)", in: anyPackage, onAndroid: .channelDecides),
        SoundAPI(
          objects, .value(key[...], .somewhereUnder("ios")), .iOS, as: "ios.\(key)",
          in: anyPackage),
        SoundAPI(
          objects, .value(key[...]), .iOS, .android, as: key, in: [.pushNotification],
          onAndroid: .channelDecides),
      ]
    }
}
