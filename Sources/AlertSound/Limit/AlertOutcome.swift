/// What became of a sound that was to be an alert.
///
/// Lengths are in seconds, of what the sound would play once converted.
public enum AlertOutcome: Hashable, Sendable {
  /// It is short enough and was converted.
  case converted
  /// It is too long and was converted whole.
  case convertedTooLong(seconds: Double)
  /// It was too long, and its beginning was converted.
  case trimmed(from: Double, to: Double)
  /// It was too long, and another sound was converted in its place: the built-in chime, or the one that
  /// the limit names.
  case replacedByDefault(from: Double)
  /// It was too long and wasn't converted.
  case omitted(from: Double)
}

extension AlertOutcome {
  /// What happened, in words that follow a file's name; nil where the sound is just what was asked for.
  ///
  /// - Parameter limit: The limit the sound was held to.
  public func fact(under limit: LengthLimit) -> String? {
    switch self {
    case .converted: nil
    case .convertedTooLong(let seconds): limit.fact(on: seconds)
    case .trimmed(let seconds, let kept):
      "\(limit.fact(on: seconds)), so only the first \(secondsText(kept)) are kept"
    case .replacedByDefault(let seconds):
      "\(limit.fact(on: seconds)), so \(limit.replacementName) is written in its place"
    case .omitted(let seconds): "\(limit.fact(on: seconds)), so it is not converted"
    }
  }

  /// A warning for a build's log: what happened, why, and what can be done; nil where the sound is just
  /// what was asked for.
  ///
  /// - Parameter limit: The limit the sound was held to.
  public func warning(under limit: LengthLimit) -> String? {
    guard let fact = fact(under: limit), let seconds = sourceSeconds else { return nil }
    let kept = secondsText(LengthLimit.trimmedDuration(under: limit.seconds))
    let advice: String? =
      switch self {
      case .converted, .trimmed: nil
      case .convertedTooLong: "--over-limit trim shortens it"
      case .replacedByDefault, .omitted:
        "--over-limit trim keeps the first \(kept) of the sound instead"
      }
    return [fact, limit.reason(on: seconds), advice].compactMap(\.self).joined(separator: "; ")
  }

  /// How long the sound would play, were it converted whole; nil for one that isn't too long.
  public var sourceSeconds: Double? {
    switch self {
    case .converted: nil
    case .convertedTooLong(let seconds), .trimmed(let seconds, _),
      .replacedByDefault(let seconds), .omitted(let seconds):
      seconds
    }
  }
}
