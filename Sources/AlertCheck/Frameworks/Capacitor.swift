/// Capacitor. ``Xcode`` and ``Gradle`` read the native projects in `ios` and `android`.
enum Capacitor: Framework {
  private static let objects: Set<SourceLanguage> = [.json, .javaScript]

  static let apis =
    [
      // The configuration, which only Android uses.
      SoundAPI(
        objects, .value("sound", .under(["LocalNotifications"])), .android,
        as: "LocalNotifications.sound"),
      // Source: Capacitor, "Local Notifications", `LocalNotificationSchema`.
      SoundAPI(
        objects, .value("sound"), .iOS, .android, in: [.capacitor], onAndroid: .channelDecides),
    ]
}
