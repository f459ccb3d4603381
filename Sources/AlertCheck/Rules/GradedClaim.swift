package import AlertCore

/// A statement, with how well it is known and where it comes from.
package struct GradedClaim: Hashable, Sendable {
  /// The statement, without a full stop.
  package let text: String
  package let grade: AlertRule.Grade
  /// The document that states the claim, or the report that observed it.
  package let source: String

  package init(_ text: String, _ grade: AlertRule.Grade, _ source: String) {
    self.text = text
    self.grade = grade
    self.source = source
  }
}

extension GradedClaim {
  package var json: JSON {
    ["text": text.json, "grade": grade.rawValue.json, "source": source.json]
  }
}

extension SoundUse {
  /// What is worth knowing about the use besides its rules. Remarks don't affect a verdict.
  package var remarks: [GradedClaim] {
    switch self {
    case .critical:
      [
        GradedClaim(
          "a critical alert needs an entitlement from Apple, and the user's consent", .documented,
          "Apple, Critical Alerts, the entitlement"
            + " com.apple.developer.usernotifications.critical-alerts")
      ]
    case .ringtone:
      [
        GradedClaim(
          "the sound repeats for 30 s in total", .documented, Self.ringtoneHeader),
        GradedClaim(
          "a notification service extension must update the content with an INStartCallIntent;"
            + " use CallKit where it is available", .documented, Self.ringtoneHeader),
      ]
    case .callkit:
      [
        GradedClaim(
          "a vendor's guide to CallKit allows caf, aiff, wav and m4a, under 30 s", .observedOnce,
          "https://getstream.io/video/docs/react-native/incoming-calls/callkit-optional-setup")
      ]
    case .alarmkit:
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
      ]
    case .liveActivity:
      [
        GradedClaim(
          "a server names the sound in aps.alert.sound, not in aps.sound", .documented,
          "Apple, Starting and updating Live Activities with ActivityKit push notifications;"
            + " https://developer.apple.com/forums/thread/799195")
      ]
    case .macos:
      [
        GradedClaim(
          "macOS caches notification sounds by file name: give a changed sound a new name",
          .observedOnce, "https://github.com/dedene/zentty/pull/19")
      ]
    case .notification, .systemSound, .watch: []
    }
  }

  private static let ringtoneHeader = "Apple, UNNotificationSound.h, ringtoneSoundNamed:"
}
