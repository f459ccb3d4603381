/// Packages for React Native. ``Xcode`` and ``Gradle`` read the native projects in `ios` and `android`.
enum ReactNative: Framework {
  private static let objects: Set<SourceLanguage> = [.json, .javaScript]
  /// The packages that read `sound`. react-native-push-notification reads `soundName` instead.
  private static let others = Set(NotificationPackage.allCases).subtracting([.pushNotification])

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
    + [("sound", others), ("soundName", [.pushNotification])].flatMap { key, packages in
      [
        SoundAPI(
          objects, .value(key, .anywhereIn(SoundAPI.channelFunctions)), .android,
          as: "the channel's \(key)", in: packages),
        SoundAPI(
          objects, .value(key, .somewhereUnder("android")), .android,
          as: "the channel's \(key)", in: packages, onAndroid: .channelDecides),
        SoundAPI(
          objects, .value(key, .somewhereUnder("ios")), .iOS, as: "ios.\(key)", in: packages),
      ]
    } + [
      SoundAPI(
        objects, .value("soundName"), .iOS, .android, in: [.pushNotification],
        onAndroid: .channelDecides)
    ]
}
