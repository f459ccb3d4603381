/// A sound in a place of a payload where its platform doesn't look for it.
public struct MisplacedSound: Hashable, Sendable {
  /// The platform.
  public let platform: SoundReference.Platform
  /// The keys that lead to the sound, from the outermost: `aps.alert.sound`.
  public let place: String
  /// The keys where the platform looks, which lead to nothing: `aps.sound`.
  public let expectedPlace: String
}

extension MisplacedSound {
  /// Finds the sounds that a notification has only in a wrong place: at most one for each platform.
  ///
  /// What apps themselves read is no wrong place: the `data` of FCM and Expo, and any key beside an `aps` that makes
  /// the app, or its extension, run.
  static func all(
    in keys: KeyedDecodingContainer<PayloadKey>, of kind: NotificationPayload.Kind
  ) -> [MisplacedSound] {
    places(in: keys, of: kind).compactMap { platform, expected, others in
      guard !keys.hasValue(at: expected),
        let place = others.first(where: { $0 != expected && keys.hasValue(at: $0) })
      else { return nil }
      return MisplacedSound(platform: platform, place: place, expectedPlace: expected)
    }
  }

  private typealias Places = (
    platform: SoundReference.Platform, expected: String, others: [String]
  )

  private static func places(
    in keys: KeyedDecodingContainer<PayloadKey>, of kind: NotificationPayload.Kind
  ) -> [Places] {
    switch kind {
    case .apns:
      guard let aps = try? keys.dictionary("aps") else { return [] }
      let expected = aps.isForLiveActivity ? "aps.alert.sound" : "aps.sound"
      let beside = aps.runsCode ? [] : ["sound"]
      return [(.iOS, expected, ["aps.sound", "aps.alert.sound"] + beside)]
    case .aps:
      let expected = keys.isForLiveActivity ? "alert.sound" : "sound"
      return [(.iOS, expected, ["sound", "alert.sound"])]
    case .fcm:
      let message = keys.contains("message") ? "message." : ""
      func places(_ platform: SoundReference.Platform, _ places: [String]) -> Places {
        let places = (places + ["notification.sound", "sound"]).map { message + $0 }
        return (platform, places[0], places)
      }
      return [
        places(
          .iOS,
          [
            "apns.payload.aps.sound", "apns.payload.aps.alert.sound", "apns.aps.sound",
            "apns.sound",
          ]), places(.android, ["android.notification.sound", "android.sound"]),
      ]
    case .fcmLegacy:
      return SoundReference.Platform.allCases.map { ($0, "notification.sound", ["sound"]) }
    case .expo: return [(.iOS, "sound", ["notification.sound"])]
    case .oneSignal:
      return [(.iOS, "ios_sound", ["sound"]), (.android, "android_sound", ["sound"])]
    }
  }
}

extension KeyedDecodingContainer<PayloadKey> {
  /// Whether this is an `aps` dictionary that makes the app or its extension run.
  ///
  /// Source: Apple, "Generating a remote notification".
  fileprivate var runsCode: Bool { contains("content-available") || contains("mutable-content") }

  /// Whether there is a value other than null.
  ///
  /// - Parameter place: The keys that lead to it, joined by dots.
  fileprivate func hasValue(at place: String) -> Bool {
    var keys = self
    var names = place.split(separator: ".").map { PayloadKey(stringValue: String($0)) }
    let last = names.removeLast()
    for name in names {
      guard let inner = try? keys.dictionary(name) else { return false }
      keys = inner
    }
    return (try? keys.has(last)) ?? false
  }
}
