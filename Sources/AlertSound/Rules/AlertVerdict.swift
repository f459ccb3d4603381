/// What a system will do with an alert sound, and why.
public struct AlertVerdict: Hashable, Sendable {
  /// What happens.
  public enum Outcome: Hashable, Sendable {
    /// The sound is played.
    case playsCustomSound
    /// The default sound is played instead, for these reasons.
    case fallsBackToDefault([AlertFinding])
  }

  /// Why the default sound is played instead, if it is.
  public private(set) var reasons: [AlertFinding] = []
  /// What is worth knowing and changes nothing.
  public private(set) var advisories: [AlertFinding] = []

  /// Creates a verdict from what was found; each finding's rule says which it is.
  public init(_ findings: some Sequence<AlertFinding> = []) {
    add(findings)
  }

  /// Takes more findings into account.
  public mutating func add(_ findings: some Sequence<AlertFinding>) {
    for finding in findings {
      if finding.rule.decides { reasons.append(finding) } else { advisories.append(finding) }
    }
  }

  /// What happens.
  public var outcome: Outcome {
    reasons.isEmpty ? .playsCustomSound : .fallsBackToDefault(reasons)
  }

  /// Whether the sound itself is played.
  public var playsCustomSound: Bool { reasons.isEmpty }
}
