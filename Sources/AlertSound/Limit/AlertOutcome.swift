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
  /// It was too long, and the default sound was converted in its place.
  case replacedByDefault(from: Double)
  /// It was too long and wasn't converted.
  case omitted(from: Double)
}

extension AlertOutcome {
  /// What happened, in words that follow a file's name; nil where the sound is just what was asked for.
  public var fact: String? {
    switch self {
    case .converted: nil
    case .convertedTooLong(let seconds): "\(secondsText(seconds)) long"
    case .trimmed(let seconds, let kept):
      "\(secondsText(seconds)) long, so only the first \(secondsText(kept)) are kept"
    case .replacedByDefault(let seconds):
      "\(secondsText(seconds)) long, so the default sound takes its place"
    case .omitted(let seconds): "\(secondsText(seconds)) long, so it is not converted"
    }
  }

  /// A warning for whoever reads a build's log: what happened, why, and what can be done; nil where the
  /// sound is just what was asked for.
  ///
  /// - Parameter limit: The limit the sound was held to.
  public func warning(under limit: LengthLimit) -> String? {
    guard let fact else { return nil }
    let advice =
      if case .convertedTooLong = self { "; --over-limit trim shortens it" } else { "" }
    return "\(fact); \(limit.reason)\(advice)"
  }
}
