/// Capacitor. ``Xcode`` and ``Gradle`` read the native projects in `ios` and `android`.
enum Capacitor: Framework {
  private static let objects: Set<SourceLanguage> = [.json, .javaScript]

  static let apis =
    [
      // The configuration, which only Android uses.
      SoundAPI(
        objects, .value("sound", .under(["LocalNotifications"])), .android,
        as: "LocalNotifications.sound")
    ]
    + ["sound", "soundName"].map {
      // Source: Capacitor, "Local Notifications", `LocalNotificationSchema`.
      SoundAPI(
        objects, .value($0[...]), .iOS, .android, as: $0, in: [.capacitor],
        onAndroid: .channelDecides)
    }
}
