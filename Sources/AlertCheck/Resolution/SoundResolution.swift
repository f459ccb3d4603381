public import SystemPackage

/// What a phone plays for a name, or for one platform's part of a notification, and why.
///
/// ``reason`` says what is wrong. Encoding uses the form of `alertsound resolve --json`.
public struct SoundResolution: Sendable {
  /// What is heard.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The requested sound.
    case plays
    /// Either the requested sound or the default sound. No document says which.
    case undocumented
    /// The default sound: as requested, or, as a failure, in place of the requested sound.
    case `default`
    /// Nothing: as requested, or, as a failure, because the sound is in a wrong place of the payload.
    case silence
    /// Android only: the channel's sound. The notification can't request a sound.
    case channel
    /// Android only: the app can't be built, because several files have the requested name.
    case conflict
    /// Unknown: the requested file can't be examined.
    case unknown
    /// Unknown: the app isn't given.
    case unsearched
  }

  public var platform: CodeRequest.Platform { request.androidService == nil ? .iOS : .android }
  /// The name that is asked for; nil for the default sound or silence.
  public var name: String? { request.name }
  /// What is heard. Android 8 and later play the channel's sound instead.
  public internal(set) var outcome = Outcome.unsearched
  /// The file that has the name; nil if there is none.
  public internal(set) var file: FilePath?
  /// Why the requested sound isn't heard, or may not be heard, and what to do; nil if no reason is known. In JSON, a
  /// reason that comes from the verdict is only in the verdict.
  public var reason: String? { fault ?? verdict?.reasons.first?.sentence }
  /// The ``reason``, if it doesn't come from the verdict; otherwise nil.
  package internal(set) var fault: String?
  /// Whether something else than the requested sound is heard, or the file can't be examined. False if the app isn't
  /// given. An undocumented outcome isn't a failure.
  public internal(set) var isFailure: Bool
  /// The places that iOS searches, in order. The search ends at the first place that has a file with the name.
  public internal(set) var places: [SearchedPlace] = []
  /// Files with similar names, the likeliest first; or, in a conflict, the files with the name. Otherwise empty.
  public internal(set) var suggestions: [NearbySound] = []
  /// Warnings about the request, in words.
  public package(set) var notes: [String] = []
  /// Claims that the outcome rests on, and claims about Android's channels, which may decide which sound is heard.
  package internal(set) var claims: [GradedClaim] = []
  /// The file that iOS finds, with its verdict.
  package internal(set) var sound: CheckedSound?
  /// What the file for Android is, in words; nil if Android lists the file's format.
  package internal(set) var format: String?
  /// Whether the outcome is unknown because of the system: see ``SoundError/Fault/system``.
  package internal(set) var isSystemFailure = false
  package let request: SoundRequest
  private let isSearched: Bool

  /// The verdict on the file; nil if there is none.
  public var verdict: AlertVerdict? { sound?.verdict }

  /// - Parameter isSearched: Whether the app is given.
  init(_ request: SoundRequest, isSearched: Bool) {
    (self.request, self.isSearched, notes) = (request, isSearched, request.notes)
    fault = request.misplaced?.sentence
    isFailure = isSearched && request.misplaced != nil
  }

  /// Sets an outcome that isn't the requested sound.
  mutating func fail(_ outcome: Outcome, _ reason: String?) {
    (self.outcome, fault, isFailure) = (outcome, reason, isSearched)
  }
}

/// What both platforms play for one notification.
///
/// Encoding uses the form of `alertsound resolve --json`.
public struct PayloadResolution: Sendable {
  /// The notification; nil if only a name is resolved.
  package let payload: NotificationPayload?
  /// What iOS plays; nil if the notification has no part for iOS.
  public package(set) var ios: SoundResolution?
  /// What Android plays; nil if the notification has no part for Android.
  public let android: SoundResolution?

  package init(
    _ payload: NotificationPayload?, ios: SoundResolution?, android: SoundResolution? = nil
  ) {
    (self.payload, self.ios, self.android) = (payload, ios, android)
  }

  /// Whether ``SoundResolution/isFailure`` is true for at least one platform.
  public var isFailure: Bool { [ios, android].contains { $0?.isFailure == true } }
}

/// A place where iOS looks for a sound.
public struct SearchedPlace: Hashable, Sendable {
  package let place: SoundPlace
  /// The folder; nil if the folder isn't given, and so wasn't searched.
  public let path: FilePath?
  public let isFound: Bool

  /// The place's name in reports: `library-sounds`, `group-sounds` or `main-bundle`.
  public var name: String { place.rawValue }
}

/// A suggestion for a name that wasn't found: a file with a similar name, or a file in another place.
public struct NearbySound: Hashable, Sendable {
  public let path: FilePath
  /// How the file's name differs from the requested name, in words.
  public let difference: String

  static let similar = "a similar name"
}
