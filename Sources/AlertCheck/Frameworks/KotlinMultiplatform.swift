/// Kotlin Multiplatform. The native projects are Xcode's and Gradle's.
enum KotlinMultiplatform: Framework {
  static let apis = [
    // KMPNotifier.
    SoundAPI(
      [.swift, .kotlin], .value("notificationSoundName"), .iOS,
      with: ["NotificationPlatformConfiguration", "Ios"])
  ]
}
