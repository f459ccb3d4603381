/// What a notification from a server asks each platform to play.
///
/// ```swift
/// let payload = try JSONDecoder().decode(NotificationPayload.self, from: data)
/// if let request = payload.ios { print(payload.kind, request.sound) }
/// ```
///
/// The service is recognized by the keys: ``Kind``. Other keys are ignored. A value of the wrong type causes a
/// `DecodingError` whose coding path says where.
public struct NotificationPayload: Hashable, Sendable {
  /// The form of a notification.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// What Apple's servers take: a dictionary with `aps`.
    case apns
    /// The value of `aps` alone.
    case aps
    /// Firebase Cloud Messaging, HTTP v1: `message`, or its value alone.
    case fcm = "fcm-v1"
    /// The legacy API of Firebase Cloud Messaging.
    case fcmLegacy = "fcm-legacy"
    /// Expo's push service.
    case expo
    /// OneSignal.
    case oneSignal = "onesignal"

    /// The form in words: `an APNs payload`.
    public var name: String {
      switch self {
      case .apns: "an APNs payload"
      case .aps: "the aps dictionary of an APNs payload"
      case .fcm: "a message of FCM v1"
      case .fcmLegacy: "a message of FCM's legacy API"
      case .expo: "a message for Expo"
      case .oneSignal: "a notification for OneSignal"
      }
    }
  }

  /// The form.
  public let kind: Kind
  /// Why this form was chosen, in words; nil if the keys leave no doubt.
  public let reading: String?
  /// What it asks iOS to play; nil if it has no part for iOS.
  public let ios: SoundRequest?
  /// What it asks Android to play; nil if it has no part for Android.
  public let android: AndroidSoundRequest?
  /// The sounds that nothing plays, because they are in a wrong place; at most one for each platform.
  public let misplaced: [MisplacedSound]
  /// What is unusual about it, regardless of the files.
  public let notes: [GradedClaim]

  /// The most bytes that Apple's servers accept for a notification.
  public static let byteLimit = 4096

  /// What a `DecodingError` says about a dictionary of no known form.
  package static let unknownForm = "this is no notification of a known form"
}

extension NotificationPayload: Decodable {
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: PayloadKey.self)
    guard let (kind, reading) = PayloadForm.recognized(in: keys) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: Self.unknownForm))
    }
    self.kind = kind
    self.reading = reading
    misplaced = MisplacedSound.all(in: keys, of: kind)
    var notes: [GradedClaim] = []
    var (ios, android): (SoundRequest?, AndroidSoundRequest?)
    switch kind {
    case .apns: ios = try keys.dictionary("aps").soundRequest()
    case .aps: ios = try keys.soundRequest()
    case .fcm:
      let message = keys.contains("message") ? try keys.dictionary("message") : keys
      (ios, android) = try message.fcmRequests(&notes)
    case .fcmLegacy:
      (ios, android) = try keys.legacyFCMRequests()
      notes.append(FCMClaims.legacyIsShutDown)
    case .expo:
      ios = try keys.plainSoundRequest()
      android = AndroidSoundRequest(
        .unspecified, channel: try keys.text("channelId"), service: kind)
      if ios?.sound != .silence { notes.append(ExpoClaims.soundIsForIOS) }
    case .oneSignal: (ios, android) = try keys.oneSignalRequests()
    }
    // A misplaced sound may be all that the message has for a platform.
    for misplaced in misplaced {
      switch misplaced.platform {
      case .iOS: ios = ios ?? SoundRequest(.silence)
      case .android: android = android ?? AndroidSoundRequest(.silence, service: kind)
      }
    }
    (self.ios, self.android) = (ios, android)
    self.notes = notes
  }
}

/// A key of a payload.
struct PayloadKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
