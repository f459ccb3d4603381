/// The sounds that a notification from a server asks each platform to play.
///
/// ```swift
/// let payload = try JSONDecoder().decode(NotificationPayload.self, from: data)
/// let resolution = try SoundSearch(bundle: "Demo.ipa").resolve(payload)
/// print(resolution.isFailure, resolution.ios?.reason ?? "")
/// ```
///
/// The keys decide the ``Kind``. Unknown keys are ignored. A value of the wrong type causes a `DecodingError`, whose
/// coding path leads to the value.
public struct NotificationPayload: Equatable, Sendable {
  /// The form of a notification.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A payload for Apple's servers: a dictionary with the key `aps`.
    case apns
    /// Only the value of `aps`.
    case aps
    /// Firebase Cloud Messaging, HTTP v1: a dictionary with the key `message`, or only the value of `message`.
    case fcm = "fcm-v1"
    /// Expo's push service.
    case expo
    case oneSignal = "onesignal"
    case airship

    /// The form's name in reports.
    package var name: String {
      switch self {
      case .apns: "an APNs payload"
      case .aps: "the aps dictionary of an APNs payload"
      case .fcm: "a message of FCM v1"
      case .expo: "a message for Expo"
      case .oneSignal: "a notification for OneSignal"
      case .airship: "a push for Airship"
      }
    }
  }

  public let kind: Kind
  /// The reason for choosing this form, in words; nil if the keys leave no doubt.
  package let reading: String?
  /// The sound for iOS; nil if the notification has no part for iOS.
  public let ios: SoundRequest?
  /// The sound for Android; nil if the notification has no part for Android.
  package let android: SoundRequest?
  /// Unusual facts about the notification that don't depend on the app's files.
  package let notes: [GradedClaim]

  /// The size limit of Apple's servers for a notification, in bytes.
  package static let byteLimit = 4096

  /// The description of the `DecodingError` for a dictionary of unknown form.
  package static let unknownForm = "this is no notification of a known form"

  /// The description of the `DecodingError` for a message of FCM's legacy API.
  ///
  /// Source: Firebase, "Migrate from legacy FCM APIs to HTTP v1".
  package static let legacyForm =
    "this is a message of FCM's legacy API, which Firebase has shut down; use FCM v1"
}

extension NotificationPayload: Decodable {
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: PayloadKey.self)
    guard let (kind, reading) = PayloadForm.recognized(in: keys) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: PayloadForm.isLegacy(keys) ? Self.legacyForm : Self.unknownForm))
    }
    self.kind = kind
    self.reading = reading
    var notes: [GradedClaim] = []
    var (ios, android): (SoundRequest?, SoundRequest?)
    switch kind {
    case .apns:
      ios = try keys.dictionary("aps").soundRequest()
      if keys.hasSoundForCode { notes.append(.soundIsForCode) }
    case .aps: ios = try keys.soundRequest()
    case .fcm:
      let message = keys.contains("message") ? try keys.dictionary("message") : keys
      (ios, android) = try message.fcmRequests(&notes)
    case .expo:
      ios = try keys.plainSoundRequest()
      android = SoundRequest(name: nil, onAndroid: kind, channel: try keys.text("channelId"))
      if ios?.sound != .silence { notes.append(.expoSoundIsForIOS) }
    case .oneSignal: (ios, android) = try keys.oneSignalRequests()
    case .airship: (ios, android) = try keys.airshipRequests()
    }
    // A platform ignores a misplaced sound. If the notification has no other part for that platform, request silence.
    for misplaced in MisplacedSound.all(in: keys, of: kind) {
      switch misplaced.platform {
      case .iOS:
        ios = ios ?? SoundRequest(.silence)
        ios?.misplaced = misplaced
      case .android:
        android = android ?? SoundRequest(name: nil, onAndroid: kind)
        android?.misplaced = misplaced
      }
    }
    (self.ios, self.android) = (ios, android)
    self.notes = notes
  }
}

struct PayloadKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

enum PayloadForm {
  typealias Keys = KeyedDecodingContainer<PayloadKey>

  /// Returns the form of a dictionary; nil if the form is unknown. If the keys would fit several forms, `reading` says
  /// why this form was chosen.
  static func recognized(in keys: Keys) -> (NotificationPayload.Kind, reading: String?)? {
    if keys.contains("aps") { return (.apns, nil) }
    if keys.contains("device_types") || keys.contains("audience") { return (.airship, nil) }
    if keys.isDictionary("message") { return (.fcm, nil) }
    if keys.isDictionary("apns") || keys.isDictionary("android") {
      return (.fcm, "the message of FCM v1 without the key message around it")
    }
    if oneSignalKeys.contains(where: { keys.contains($0) }) { return (.oneSignal, nil) }
    if isLegacy(keys) { return nil }
    if let kind = addressed(keys) { return kind }
    if keys.isDictionary("notification") {
      return (.fcm, "the message of FCM v1 without the key message around it")
    }
    if keys.contains("channelId"), !keys.contains("alert") {
      return (.expo, "it has channelId, but no recipient; read as a message for Expo")
    }
    if keys.contains("title") || keys.contains("body"), !keys.contains("alert") {
      return (.expo, "it has a title or a body, but no recipient; read as a message for Expo")
    }
    if apsKeys.contains(where: { keys.contains($0) }) {
      return (.aps, "it has keys of aps, but no aps around them")
    }
    return nil
  }

  /// Returns the form of a message that has the key `to`; nil if the key is missing, or if the message isn't for Expo.
  private static func addressed(_ keys: Keys) -> (NotificationPayload.Kind, reading: String?)? {
    guard keys.contains("to") else { return nil }
    let recipients =
      (try? keys.decode(String.self, forKey: "to")).map { [$0] }
      ?? (try? keys.decode([String].self, forKey: "to")) ?? []
    let isExpo = recipients.contains {
      $0.hasPrefix("ExponentPushToken[") || $0.hasPrefix("ExpoPushToken[")
    }
    if isExpo { return (.expo, nil) }
    return ["title", "body", "sound", "channelId"].contains { keys.contains($0) }
      ? (.expo, "the recipient isn't an Expo push token; read as a message for Expo") : nil
  }

  /// Whether a message that fits no other form has a recipient as in FCM's legacy API.
  static func isLegacy(_ keys: Keys) -> Bool {
    keys.contains("registration_ids") || keys.contains("to") && addressed(keys) == nil
  }

  private static let oneSignalKeys: [PayloadKey] = [
    "app_id", "ios_sound", "android_sound", "android_channel_id", "existing_android_channel_id",
    "included_segments", "include_aliases", "include_subscription_ids", "include_player_ids",
    "include_external_user_ids", "contents",
  ]

  /// Source: Apple, "Generating a remote notification".
  private static let apsKeys: [PayloadKey] = [
    "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
    "interruption-level", "relevance-score", "content-state",
  ]
}

extension KeyedDecodingContainer<PayloadKey> {
  fileprivate func isDictionary(_ key: PayloadKey) -> Bool { (try? dictionary(key)) != nil }

  func dictionary(_ key: PayloadKey) throws -> Self {
    try nestedContainer(keyedBy: PayloadKey.self, forKey: key)
  }

  /// Returns the dictionary that is a key's value; nil if the key has no value.
  func dictionary(ifPresent key: PayloadKey) throws -> Self? {
    try has(key) ? try dictionary(key) : nil
  }

  /// Whether a key has a value other than null.
  func has(_ key: PayloadKey) throws -> Bool { try contains(key) && !decodeNil(forKey: key) }

  func text(_ key: PayloadKey) throws -> String? {
    try value(key, "must be a string") { try? decode(String.self, forKey: key) }
  }

  fileprivate func number(_ key: PayloadKey) throws -> Double? {
    try value(key, "must be a number") {
      // Reject a Boolean first, because a decoder may accept true as a number.
      (try? decode(Bool.self, forKey: key)) == nil ? try? decode(Double.self, forKey: key) : nil
    }
  }

  /// Reads a Boolean: JSON's `true` or `false`, or 1 or 0, as in Apple's documents.
  fileprivate func truth(_ key: PayloadKey) throws -> Bool? {
    try value(key, "must be 1 or 0") {
      if let truth = try? decode(Bool.self, forKey: key) { return truth }
      let number = try? decode(Double.self, forKey: key)
      return number == 1 ? true : number == 0 ? false : nil
    }
  }

  private func value<Value>(
    _ key: PayloadKey, _ demand: String, _ decode: () -> Value?
  ) throws -> Value? {
    guard try has(key) else { return nil }
    guard let value = decode() else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: demand)
    }
    return value
  }
}

extension KeyedDecodingContainer<PayloadKey> {
  var isForLiveActivity: Bool { contains("content-state") || contains("event") }

  /// Returns the sound that an `aps` dictionary asks iOS to play.
  ///
  /// In an update of a Live Activity, the sound is in `alert`. Sources: Apple, "Generating a remote notification" and
  /// "Starting and updating Live Activities with ActivityKit push notifications".
  func soundRequest() throws -> SoundRequest {
    if isForLiveActivity {
      var request = SoundRequest(.silence)
      if let alert = try? dictionary("alert") { request = try alert.plainSoundRequest() }
      request.use = .liveActivity
      return request
    }
    var request = try plainSoundRequest()
    request.isPassive = try text("interruption-level") == "passive"
    return request
  }

  /// Returns the sound for iOS under the key `sound`. The value is a name, or a dictionary for critical alerts.
  func plainSoundRequest() throws -> SoundRequest {
    guard try has("sound") else { return SoundRequest(.silence) }
    if let name = try? decode(String.self, forKey: "sound") { return SoundRequest(name: name) }
    guard let sound = try? dictionary("sound") else {
      throw DecodingError.dataCorruptedError(
        forKey: "sound", in: self,
        debugDescription: "must be a name, or a dictionary with critical, name and volume")
    }
    // Assume the default sound for a dictionary without a name. Apple doesn't say what plays.
    var request = SoundRequest(name: try sound.text("name") ?? "default")
    request.isCritical = try sound.truth("critical") ?? false
    request.volume = try sound.number("volume")
    return request
  }

  /// Returns the sounds in the value of FCM v1's `message`.
  ///
  /// Source: Firebase, "REST Resource: projects.messages". The Admin SDKs spell `channel_id` as `channelId`.
  func fcmRequests(
    _ notes: inout [GradedClaim]
  ) throws -> (ios: SoundRequest?, android: SoundRequest?) {
    let notification = try dictionary(ifPresent: "notification")
    if notification?.contains("sound") ?? false { notes.append(.fcmHasNoCommonSound) }
    let payload = try dictionary(ifPresent: "apns")?.dictionary(ifPresent: "payload")
    if payload?.hasSoundForCode ?? false { notes.append(.soundIsForCode) }
    let ios: SoundRequest? =
      if let aps = try payload?.dictionary(ifPresent: "aps") {
        try aps.soundRequest()
      } else {
        notification == nil ? nil : SoundRequest(.silence)
      }
    let own = try dictionary(ifPresent: "android")?.dictionary(ifPresent: "notification")
    guard own != nil || notification != nil else { return (ios, nil) }
    let channel = try own?.text("channel_id") ?? own?.text("channelId")
    var android = SoundRequest(name: try own?.text("sound"), onAndroid: .fcm, channel: channel)
    if android.sound == .silence,
      try own?.truth("default_sound") ?? own?.truth("defaultSound") ?? false
    {
      android.sound = .defaultSound
    }
    return (ios, android)
  }

  /// Returns the sounds in a notification for OneSignal. The name `nil` means silence.
  ///
  /// Source: OneSignal, "Notification sounds", https://documentation.onesignal.com/docs/notification-sounds.
  func oneSignalRequests() throws -> (ios: SoundRequest?, android: SoundRequest?) {
    func name(_ key: PayloadKey) throws -> String? { try text(key) ?? "default" }
    var ios = try name("ios_sound").map { SoundRequest(name: $0 == "nil" ? "" : $0) }
    ios?.isPassive = try text("ios_interruption_level") == "passive"
    let android = try name("android_sound")
    let channel = try text("existing_android_channel_id") ?? text("android_channel_id")
    return (
      ios,
      SoundRequest(name: android == "nil" ? nil : android, onAndroid: .oneSignal, channel: channel)
    )
  }
}

extension KeyedDecodingContainer<PayloadKey> {
  /// Returns the sounds in a push for Airship.
  ///
  /// Sources: Airship, "Push object" and "Platform overrides",
  /// https://docs.airship.com/developer/rest-api/ua/schemas/platform-overrides.
  func airshipRequests() throws -> (ios: SoundRequest?, android: SoundRequest?) {
    guard let notification = try dictionary(ifPresent: "notification") else { return (nil, nil) }
    let ios = try notification.dictionary(ifPresent: "ios")?.plainSoundRequest()
    let android = try notification.dictionary(ifPresent: "android")
    return (
      isForAirshipDevices("ios") ? ios ?? SoundRequest(.silence) : nil,
      isForAirshipDevices("android")
        ? SoundRequest(
          name: try android?.text("sound"), onAndroid: .airship,
          channel: try android?.text("notification_channel")) : nil
    )
  }

  func isForAirshipDevices(_ type: String) -> Bool {
    // The value `all`, which isn't a list, means all devices.
    (try? decode([String].self, forKey: "device_types"))?.contains(type) ?? true
  }
}

/// Claims about the services that deliver notifications.
extension GradedClaim {
  static let soundIsForCode = Self(
    "the sound beside aps is for the app's code only: the system plays only one in aps",
    .documented, "Apple, Generating a remote notification")
  static let fcmHasNoCommonSound = Self(
    "FCM v1 has no notification.sound: name it in apns.payload.aps.sound and"
      + " android.notification.sound", .documented,
    "Firebase, REST Resource: projects.messages, Notification")
  static let expoSoundIsForIOS = Self(
    "Expo passes sound to iOS only; on Android, the channel decides", .documented, expoPage)

  /// Returns the claim about a notification that names no channel, or a channel that the app hasn't created.
  static func otherChannel(_ service: NotificationPayload.Kind) -> Self? {
    switch service {
    case .fcm:
      Self(
        "if no channel is named, or the app hasn't created it, FCM uses the one that the manifest names,"
          + " or else its own", .documented, "Firebase, AndroidNotification, channel_id")
    case .expo:
      Self(
        "without a channel, Expo uses one named Default, which it creates; for a channel that the app"
          + " hasn't created, nothing is shown", .documented, expoPage)
    case .oneSignal:
      Self(
        "OneSignal's android_sound has no effect from Android 8 on: name a channel", .documented,
        oneSignalReference)
    case .apns, .aps, .airship: nil
    }
  }

  /// The source for claims about FCM's code that shows a notification on Android.
  static let fcmCode =
    "https://github.com/firebase/firebase-android-sdk, CommonNotificationBuilder.java, getSound"
  private static let expoPage =
    "Expo, Send notifications with Expo's Push API, Message request format,"
    + " https://docs.expo.dev/push-notifications/sending-notifications"
  static let oneSignalReference =
    "OneSignal, Create notification, android_sound,"
    + " https://documentation.onesignal.com/reference/create-notification"
}
