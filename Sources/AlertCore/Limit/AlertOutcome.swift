internal import SoundFormat

/// What became of a sound that was to be an alert.
///
/// Lengths are how long the sound would play once converted.
public enum AlertOutcome: Hashable, Sendable {
  /// It is short enough and was converted.
  case converted
  /// It is too long and was converted whole.
  case convertedTooLong(seconds: Double)
  /// It was too long, and its beginning was converted.
  case trimmed(from: AlertLength, to: Double)
  /// It was too long, and another sound was converted in its place: the built-in chime, or the limit's own
  /// default sound.
  case replacedByDefault(from: AlertLength)
  /// It was too long and wasn't converted.
  case omitted(from: AlertLength)
}

extension AlertOutcome {
  /// Whether another sound was converted in its place. What was done to that one says nothing about this one.
  package var isReplaced: Bool {
    if case .replacedByDefault = self { true } else { false }
  }

  /// Returns what happened, in words that follow a file's name; nil if the sound is just what was requested.
  ///
  /// - Parameter limit: The limit that applied to the sound.
  public func fact(under limit: LengthLimit) -> String? {
    switch self {
    case .converted: nil
    case .convertedTooLong(let seconds): limit.fact(on: .exactly(seconds: seconds))
    case .trimmed(let length, let kept):
      "\(limit.fact(on: length)), so only the first \(secondsText(kept)) are kept"
    case .replacedByDefault(let length):
      "\(limit.fact(on: length)), so \(limit.replacementName) is written in its place"
    case .omitted(let length): "\(limit.fact(on: length)), so it is not converted"
    }
  }

  /// Returns a warning for a build's log: what happened, why, and what can be done; nil if the sound is just
  /// what was requested.
  ///
  /// - Parameter limit: The limit that applied to the sound.
  public func warning(under limit: LengthLimit) -> String? {
    guard let fact = fact(under: limit), let length = sourceLength else { return nil }
    let kept = secondsText(LengthLimit.trimmedDuration(under: limit.seconds))
    let advice: String? =
      switch self {
      case .converted, .trimmed: nil
      case .convertedTooLong: "--over-limit trim shortens it"
      case .replacedByDefault, .omitted:
        "--over-limit trim keeps the first \(kept) of the sound instead"
      }
    return [fact, limit.reason(on: length), advice].compactMap { $0 }.joined(separator: "; ")
  }

  /// How long the sound would play if it were converted whole; nil for one that isn't too long.
  public var sourceLength: AlertLength? {
    switch self {
    case .converted: nil
    case .convertedTooLong(let seconds): .exactly(seconds: seconds)
    case .trimmed(let length, _), .replacedByDefault(let length), .omitted(let length): length
    }
  }
}

extension AlertOutcome {
  /// The outcome's name in the page for browsers.
  package var pageName: String {
    switch self {
    case .converted: "converted"
    case .convertedTooLong: "tooLong"
    case .trimmed: "trimmed"
    case .replacedByDefault: "replaced"
    case .omitted: "omitted"
    }
  }
}
