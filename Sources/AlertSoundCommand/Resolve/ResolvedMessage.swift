import AlertSound
import CommandSupport

/// What each platform plays for one notification, or for a name.
struct ResolvedMessage {
  /// The payload; nil for a name.
  let payload: NotificationPayload?
  /// What plays on iOS; nil if the message has no part for it.
  let ios: SoundResolution?
  /// What plays on Android; nil if the message has no part for it.
  let android: AndroidSoundResolution?
  /// Whether the iOS app was given, so that its result counts.
  let countsIOS: Bool
  /// Whether the Android app's resources were given, so that its result counts.
  let countsAndroid: Bool
  /// Warnings about what iOS gets.
  let notes: [String]

  /// Whether a platform whose app was given plays another sound than requested, or that can't be found out.
  var isFailure: Bool { iosFailure || androidFailure }

  /// Whether iOS fails.
  var iosFailure: Bool {
    countsIOS && (misplacedSound(on: .iOS) != nil || ios?.isFailure ?? false)
  }

  /// Whether Android fails.
  var androidFailure: Bool {
    countsAndroid && (misplacedSound(on: .android) != nil || android?.isFailure ?? false)
  }

  /// The sound that a platform doesn't play because it is in a wrong place of the payload; nil if there is none.
  func misplacedSound(on platform: SoundReference.Platform) -> MisplacedSound? {
    payload?.misplaced.first { $0.platform == platform }
  }

  /// The exit status.
  var exitStatus: ExitStatus {
    var statuses: [ExitStatus] = []
    if let ios, iosFailure { statuses.append(ios.exitStatus) }
    if let android, androidFailure {
      if case .unknown(_, _, let isSystemFailure) = android.outcome, isSystemFailure {
        statuses.append(.systemFailure)
      } else {
        statuses.append(.failure)
      }
    }
    return statuses.max() ?? .success
  }

  /// What is known about the payload and about what Android plays.
  var claims: [GradedClaim] { (payload?.notes ?? []) + (android?.claims ?? []) }

  /// Returns the results for people.
  ///
  /// - Parameter heading: What the payload is; nil for a name, which has no Android part.
  func lines(heading: String?) -> [String] {
    let iosLines = ios.map { $0.lines(notes: notes, misplacedSound(on: .iOS)) } ?? []
    guard let heading else { return iosLines }
    var lines = [heading]
    if ios == nil, android == nil {
      lines.append(VerdictLine.first("silent", "it has only data, which the app itself handles"))
    }
    if !iosLines.isEmpty { lines += ["iOS:"] + iosLines }
    if let android { lines += ["Android:"] + android.lines(misplacedSound(on: .android)) }
    return lines
  }
}

extension MisplacedSound {
  /// What is wrong, and what to do.
  var sentence: String { "\(place) has no effect; put the name into \(expectedPlace)" }
}

extension NotificationPayload {
  /// The form in words, and why it was chosen if there is a doubt.
  var description: String { kind.name + (reading.map { " (\($0))" } ?? "") }
}
