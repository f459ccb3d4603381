extension SoundUse {
  struct Row {
    let api: String
    let places: [SoundPlace]
    let search: GradedClaim
    let formats: GradedClaim
    let length: GradedClaim
    var remarks: [GradedClaim] = []
  }

  private static let notificationFormats = GradedClaim(
    "\(AlertRules.listedDataFormats("or")), in \(AlertRules.listedFiles("or"))", .documented,
    "Apple, UNNotificationSound")
  private static let notificationLength = GradedClaim(
    "under 30 s", .documented, "Apple, UNNotificationSound")
  private static let allPlaces =
    "the app's Library/Sounds, the app group's Library/Sounds, the main bundle"

  /// The claim about the formats of an API for which Apple states none.
  private static func noFormats(_ source: String) -> GradedClaim {
    GradedClaim(
      "none stated; those of notifications are the safe choice", .judgement,
      "\(source), names no format")
  }

  /// The claim about the length for an API for which Apple states none.
  private static func noLength(_ source: String) -> GradedClaim {
    GradedClaim(
      "none stated; under 30 s is the safe choice", .judgement, "\(source), names no length")
  }

  /// The row of an API to which `AlertConfiguration` passes the name.
  private static func alertConfiguration(_ api: String, _ remarks: [GradedClaim]) -> Row {
    let source = "Apple, AlertConfiguration.AlertSound.named(_:)"
    return Row(
      api: api, places: [.mainBundle, .librarySounds],
      search: GradedClaim("the main bundle or the app's Library/Sounds", .documented, source),
      formats: noFormats(source), length: noLength(source), remarks: remarks)
  }

  var row: Row {
    switch self {
    case .notification:
      Row(
        api: "UNNotificationSound(named:), aps.sound",
        places: [.librarySounds, .groupSounds, .mainBundle],
        search: GradedClaim(
          Self.allPlaces, .documented, "Apple, UNNotificationSound.init(named:)"),
        formats: Self.notificationFormats, length: Self.notificationLength)
    case .critical:
      Row(
        api: "UNNotificationSound.criticalSoundNamed(_:)", places: [.librarySounds, .mainBundle],
        search: GradedClaim(
          "the app's Library/Sounds, the main bundle", .documented,
          "Apple, UNNotificationSound.criticalSoundNamed(_:withAudioVolume:)"),
        formats: Self.notificationFormats, length: Self.notificationLength,
        remarks: [
          GradedClaim(
            "a critical alert needs an entitlement from Apple, and the user's consent", .documented,
            "Apple, Critical Alerts, the entitlement"
              + " com.apple.developer.usernotifications.critical-alerts")
        ])
    case .ringtone:
      Row(
        api: "UNNotificationSound.ringtoneSoundNamed(_:)",
        places: [.librarySounds, .groupSounds, .mainBundle],
        search: GradedClaim(Self.allPlaces, .documented, Self.ringtoneHeader),
        formats: Self.notificationFormats, length: Self.notificationLength,
        remarks: [
          GradedClaim(
            "the sound repeats for 30 s in total", .documented, Self.ringtoneHeader),
          GradedClaim(
            "a notification service extension must update the content with an INStartCallIntent;"
              + " use CallKit where it is available", .documented, Self.ringtoneHeader),
        ])
    case .callkit:
      Row(
        api: "CXProviderConfiguration.ringtoneSound, LiveCommunicationKit's ringtoneName",
        places: [.mainBundle],
        search: GradedClaim(
          "the main bundle", .documented,
          "Apple, CXProviderConfiguration.ringtoneSound: \"the sound resource in the app bundle\""),
        formats: Self.noFormats("Apple, CXProviderConfiguration.ringtoneSound"),
        length: Self.noLength("Apple, CXProviderConfiguration.ringtoneSound"),
        remarks: [
          GradedClaim(
            "a vendor's guide to CallKit allows caf, aiff, wav and m4a, under 30 s", .observedOnce,
            AlertRule.ringtoneGuide)
        ])
    case .alarmkit:
      Self.alertConfiguration(
        "AlarmKit: AlertConfiguration.AlertSound.named(_:)",
        [
          GradedClaim(
            "on iOS 26.0 to 26.3.1, the default sound silently replaced sounds in Library/Sounds",
            .observedOnce, "FB19779004, a report to Apple"),
          GradedClaim(
            "on iOS 26.5.2, both places worked, and a sound of 120 s was accepted; whether it plays"
              + " to its end wasn't measured", .observedOnce,
            "https://github.com/ShuKaiHu/RainyClock"),
          GradedClaim(
            "one app found its sounds only in Library/Sounds, and only with the extension in the name",
            .observedOnce, "https://github.com/oalejel/Athan-Utility/pull/15"),
          GradedClaim(
            "since these reports conflict, keep a copy at the top of the main bundle, and test on the"
              + " versions of iOS that you support", .judgement, "inferred from these reports"),
        ])
    case .liveActivity:
      Self.alertConfiguration(
        "Live Activities: AlertConfiguration.AlertSound.named(_:)",
        [
          GradedClaim(
            "a server names the sound in aps.alert.sound, not in aps.sound", .documented,
            "Apple, Starting and updating Live Activities with ActivityKit push notifications;"
              + " https://developer.apple.com/forums/thread/799195")
        ])
    case .systemSound:
      Row(
        api: "AudioServicesCreateSystemSoundID(_:_:)", places: [.mainBundle],
        search: GradedClaim(
          "any file URL", .documented, "Apple, AudioServicesCreateSystemSoundID(_:_:)"),
        formats: GradedClaim(
          "linear PCM or IMA4, in caf, aif or wav", .documented, AlertRule.systemSound),
        length: GradedClaim("30 s at most", .documented, AlertRule.systemSound))
    case .watch:
      Row(
        api: "UNNotificationSound on watchOS", places: [],
        search: GradedClaim(
          "nowhere: watchOS plays no sound by name", .documented,
          "Apple, UNNotificationSound.init(named:): not available on watchOS"),
        formats: GradedClaim(
          "none", .documented, "Apple, UNNotificationSound.init(named:): not available on watchOS"),
        length: GradedClaim(
          "none", .documented, "Apple, UNNotificationSound.init(named:): not available on watchOS"))
    case .macos:
      Row(
        api: "UNNotificationSound(named:) on macOS",
        places: [.librarySounds, .groupSounds, .mainBundle],
        search: GradedClaim(
          Self.allPlaces, .documented, "Apple, UNNotificationSound.init(named:)"),
        formats: Self.notificationFormats, length: Self.notificationLength,
        remarks: [
          GradedClaim(
            "macOS caches notification sounds by file name: give a changed sound a new name",
            .observedOnce, "https://github.com/dedene/zentty/pull/19")
        ])
    }
  }

  private static let ringtoneHeader = "Apple, UNNotificationSound.h, ringtoneSoundNamed:"
}
