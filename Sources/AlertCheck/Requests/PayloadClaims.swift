/// What is known of Firebase Cloud Messaging.
enum FCMClaims {
  /// The code that shows a notification on Android.
  static let code =
    "https://github.com/firebase/firebase-android-sdk, CommonNotificationBuilder.java"

  static let otherChannel = GradedClaim(
    "if no channel is named, or the app hasn't created it, FCM uses the one that the manifest names,"
      + " or else its own", .documented, "Firebase, AndroidNotification, channel_id")

  static let commonSound = GradedClaim(
    "FCM v1 has no notification.sound: name it in apns.payload.aps.sound and"
      + " android.notification.sound", .documented,
    "Firebase, REST Resource: projects.messages, Notification")

  static let legacyIsShutDown = GradedClaim(
    "Firebase began to shut down this API in July 2024; use FCM v1", .documented,
    "Firebase, Migrate from legacy FCM APIs to HTTP v1")
}

/// What is known of Expo's push service.
enum ExpoClaims {
  private static let page =
    "Expo, Send notifications with Expo's Push API, Message request format,"
    + " https://docs.expo.dev/push-notifications/sending-notifications"

  static let soundIsForIOS = GradedClaim(
    "Expo passes sound to iOS only; on Android, the channel decides", .documented, page)

  static let otherChannel = GradedClaim(
    "without a channel, Expo uses one named Default, which it creates; for a channel that the app"
      + " hasn't created, nothing is shown", .documented, page)
}

/// What is known of OneSignal.
enum OneSignalClaims {
  static let needsChannel = GradedClaim(
    "OneSignal's android_sound has no effect from Android 8 on: name a channel", .documented,
    reference)

  static let reference =
    "OneSignal, Create notification, android_sound,"
    + " https://documentation.onesignal.com/reference/create-notification"
  static let page =
    "OneSignal, Notification sounds, https://documentation.onesignal.com/docs/notification-sounds"
}
