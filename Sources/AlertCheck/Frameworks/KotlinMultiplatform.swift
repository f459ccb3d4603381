/// Kotlin Multiplatform. The native projects are Xcode's and Gradle's.
enum KotlinMultiplatform: Framework {
  static let apis = [
    // Kotlin/Native has the functions of Objective-C.
    SoundAPI(
      [.kotlin], .call("soundNamed", on: "UNNotificationSound"), .iOS,
      as: "UNNotificationSound.soundNamed"),
    SoundAPI(
      [.kotlin], .call("criticalSoundNamed", on: "UNNotificationSound"), .iOS,
      as: "UNNotificationSound.criticalSoundNamed", for: .critical),
    SoundAPI(
      [.kotlin], .call("ringtoneSoundNamed", on: "UNNotificationSound"), .iOS,
      as: "UNNotificationSound.ringtoneSoundNamed", for: .ringtone),
    SoundAPI(
      [.kotlin], .value("ringtoneSound"), .iOS, as: "CXProviderConfiguration.ringtoneSound",
      for: .callkit, with: ["CXProviderConfiguration"]),
    // KMPNotifier.
    SoundAPI(
      [.swift, .kotlin], .value("notificationSoundName"), .iOS,
      with: ["NotificationPlatformConfiguration", "Ios"]),
  ]
}
