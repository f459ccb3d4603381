internal import SystemPackage

/// A sound in a payload, under keys where the platform doesn't look for a sound.
package struct MisplacedSound: Equatable, Sendable {
  package let platform: CodeRequest.Platform
  /// The keys that lead to the sound, from the outermost: `aps.alert.sound`.
  package let place: String
  /// The keys where the platform looks for the sound, such as `aps.sound`. The payload has no value for these keys.
  package let expectedPlace: String

  /// What is wrong, and what to do about it.
  var sentence: String { "\(place) has no effect; put the name into \(expectedPlace)" }
}

extension MisplacedSound {
  /// Finds the sounds that a notification has only in a wrong place: at most one sound for each platform.
  ///
  /// A sound in the `data` of FCM or Expo counts as placed right: the app itself reads `data`.
  static func all(
    in keys: KeyedDecodingContainer<PayloadKey>, of kind: NotificationPayload.Kind
  ) -> [MisplacedSound] {
    places(in: keys, of: kind).compactMap { platform, expected, others in
      guard !keys.holds(at: expected, { keys, key in (try? keys.has(key)) ?? false }),
        let place = others.first(where: { $0 != expected && keys.hasSound(at: $0) })
      else { return nil }
      return MisplacedSound(platform: platform, place: place, expectedPlace: expected)
    }
  }

  private typealias Places = (platform: CodeRequest.Platform, expected: String, others: [String])

  private static func places(
    in keys: KeyedDecodingContainer<PayloadKey>, of kind: NotificationPayload.Kind
  ) -> [Places] {
    switch kind {
    case .apns: return [placesInAPNs(keys, "")]
    case .aps:
      let expected = keys.isForLiveActivity ? "alert.sound" : "sound"
      return [(.iOS, expected, ["sound", "alert.sound"])]
    case .fcm:
      let prefix = keys.contains("message") ? "message." : ""
      let message = (try? keys.dictionary(ifPresent: "message")) ?? keys
      let common = ["notification.sound", "sound"]
      let payload = try? message.dictionary("apns").dictionary("payload")
      let (_, expected, others) = placesInAPNs(payload, "apns.payload.")
      return [
        (.iOS, expected, others + ["apns.aps.sound", "apns.sound"] + common),
        (.android, "android.notification.sound", ["android.sound"] + common),
      ].map { ($0, prefix + $1, $2.map { prefix + $0 }) }
    case .expo: return [(.iOS, "sound", ["notification.sound"])]
    case .oneSignal:
      return [(.iOS, "ios_sound", ["sound"]), (.android, "android_sound", ["sound"])]
    case .airship:
      let common = ["notification.sound", "sound"]
      return [
        (.iOS, "notification.ios.sound", common), (.android, "notification.android.sound", common),
      ].filter { keys.isForAirshipDevices($0.0.rawValue) }
    }
  }

  /// Returns the right place for a sound in an APNs payload, and the wrong places to examine.
  ///
  /// - Parameter prefix: The keys that lead to the payload, each followed by a dot.
  private static func placesInAPNs(
    _ payload: KeyedDecodingContainer<PayloadKey>?, _ prefix: String
  ) -> Places {
    let aps = try? payload?.dictionary("aps")
    let expected = aps?.isForLiveActivity == true ? "aps.alert.sound" : "aps.sound"
    var others = ["aps.sound", "aps.alert.sound"]
    // Only the app's code reads a `sound` beside `aps`. If the payload runs no code of the app, report the sound: the
    // sender probably meant `aps.sound`.
    if aps?.runsCode != true, payload?.namesSound == true { others.append("sound") }
    return (.iOS, prefix + expected, others.map { prefix + $0 })
  }
}

extension KeyedDecodingContainer<PayloadKey> {
  /// Whether this `aps` dictionary makes the system run the app or its extension.
  ///
  /// Source: Apple, "Generating a remote notification".
  fileprivate var runsCode: Bool { contains("content-available") || contains("mutable-content") }

  /// Whether a payload for APNs makes the system run the app's code, and names a sound beside `aps` for that code.
  var hasSoundForCode: Bool { (try? dictionary("aps"))?.runsCode == true && namesSound }

  /// Whether the value of `sound` is `default`, or a file name with a sound's extension.
  fileprivate var namesSound: Bool {
    guard let name = try? text("sound") else { return false }
    return name == "default" || FilePath(name).isSound
  }

  /// Whether a place has a sound's name, or the dictionary of a critical alert.
  ///
  /// - Parameter place: The keys that lead to the value, joined by dots.
  fileprivate func hasSound(at place: String) -> Bool {
    holds(at: place) { keys, key in
      let name = try? keys.text(key)
      return name.map { !$0.isEmpty } ?? ((try? keys.dictionary(key)) != nil)
    }
  }

  /// Whether a condition holds for a place. For `aps.alert.sound`, the condition gets the dictionary `aps.alert` and
  /// the key `sound`. Returns false if there is no such dictionary.
  fileprivate func holds(at place: String, _ condition: (Self, PayloadKey) -> Bool) -> Bool {
    var keys = self
    var names = place.split(separator: ".").map { PayloadKey(stringValue: String($0)) }
    let last = names.removeLast()
    for name in names {
      guard let inner = try? keys.dictionary(name) else { return false }
      keys = inner
    }
    return condition(keys, last)
  }
}
