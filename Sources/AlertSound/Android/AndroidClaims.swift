/// What is known of the sounds of Android's notifications. What is also a rule of projects is stated there.
enum AndroidClaims {
  static let channelDecides = GradedClaim(
    "from Android 8 on, the channel's sound is played instead: the app sets it when it creates the"
      + " channel, and can't change it afterwards", .documented,
    "Android developers, Create and manage notification channels,"
      + " https://developer.android.com/develop/ui/views/notifications/channels")

  static let unlistedFormat = claim(.androidFormat)
  static let refusedName = claim(.androidName)
  static let repeatedName = claim(.androidUniqueName)
  static let shrinking = claim(.androidKept)

  /// The claim that a rule makes. `check` has the same grade and source for it.
  private static func claim(_ rule: AlertRule) -> GradedClaim {
    GradedClaim("for Android, a sound should be \(rule.statement)", rule.grade, rule.source)
  }

  /// The claim that a name with an extension isn't found. How a service looks a name up is its own matter; the rule
  /// has the general case.
  static func hasExtension(_ service: NotificationPayload.Kind) -> GradedClaim {
    let claim = claim(.androidExtension)
    switch service {
    case .oneSignal: return GradedClaim(claim.text, .documented, OneSignalClaims.reference)
    case .fcm, .fcmLegacy:
      return GradedClaim(
        claim.text, claim.grade,
        "\(claim.source); \(FCMClaims.code), getSound;"
          + " https://github.com/arnesson/cordova-plugin-firebase/pull/526,"
          + " https://github.com/xamarin/GooglePlayServicesComponents/issues/186")
    case .apns, .aps, .expo: return claim
    }
  }

  /// The claim about what replaces a sound that isn't found.
  static func fallback(_ service: NotificationPayload.Kind) -> GradedClaim {
    let text = "for a name that it doesn't find, Android plays the default sound"
    return service == .oneSignal
      ? GradedClaim(text, .documented, OneSignalClaims.page)
      : GradedClaim(text, .observedOnce, "\(FCMClaims.code), getSound")
  }

  /// The claim about a notification that names no sound.
  static func silence(_ service: NotificationPayload.Kind) -> GradedClaim? {
    switch service {
    case .fcm, .fcmLegacy:
      GradedClaim(
        "up to Android 7.1, FCM plays no sound for a message that names none", .observedOnce,
        "\(FCMClaims.code), getSound")
    case .oneSignal:
      GradedClaim("nil is no sound", .documented, OneSignalClaims.reference)
    case .apns, .aps, .expo: nil
    }
  }

  /// The claim about a channel that isn't named, or that the app hasn't created.
  static func otherChannel(_ service: NotificationPayload.Kind) -> GradedClaim? {
    switch service {
    case .fcm, .fcmLegacy: FCMClaims.otherChannel
    case .expo: ExpoClaims.otherChannel
    case .oneSignal: OneSignalClaims.needsChannel
    case .apns, .aps: nil
    }
  }
}

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
