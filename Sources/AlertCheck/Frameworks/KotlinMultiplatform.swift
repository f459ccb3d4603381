/// Kotlin Multiplatform. ``Xcode`` and ``Gradle`` read the native projects.
enum KotlinMultiplatform: Framework {
  static let apis: [SoundAPI] =
    [
      SoundAPI(
        [.kotlin], .value("ringtoneSound"), .iOS, as: "CXProviderConfiguration.ringtoneSound",
        for: .callkit, with: ["CXProviderConfiguration"]),
      // KMPNotifier.
      SoundAPI(
        [.swift, .kotlin], .value("notificationSoundName"), .iOS,
        with: ["NotificationPlatformConfiguration", "Ios"]),
    ]
    + Xcode.functions.map { name, use in
      SoundAPI(
        [.kotlin], .call(name, on: "UNNotificationSound"), .iOS, as: "UNNotificationSound.\(name)",
        for: use)
    }
}
