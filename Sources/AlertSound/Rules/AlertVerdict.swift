/// What a system will do with an alert sound, and why.
public struct AlertVerdict: Hashable, Sendable {
  /// What happens to a sound, the best first.
  public enum Outcome: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The sound is played.
    case plays
    /// The sound is outside what Apple documents, although shipping apps use such sounds: nothing
    /// proves that it is played, or that it isn't.
    case undocumented
    /// The sound counts as replaced by the system's default sound.
    case `default`

    public static func < (lhs: Outcome, rhs: Outcome) -> Bool { lhs.severity < rhs.severity }

    private var severity: Int {
      switch self {
      case .plays: 0
      case .undocumented: 1
      case .default: 2
      }
    }
  }

  /// Why the outcome isn't that the sound plays, the findings that decide first.
  public private(set) var reasons: [AlertFinding] = []
  /// What is worth knowing and changes nothing.
  public private(set) var advisories: [AlertFinding] = []
  /// Whether only decoding would tell how long the sound is, so that it may be too long.
  var isLengthUnknown = false
  /// The length that it must stay under, in seconds.
  var lengthLimit = AlertRules.iOS.lengthLimit

  /// Creates a verdict from what was found; each finding's rule says what breaking it leads to.
  public init(_ findings: some Sequence<AlertFinding> = []) {
    add(findings)
  }

  /// Takes more findings into account.
  public mutating func add(_ findings: some Sequence<AlertFinding>) {
    for finding in findings {
      switch finding.rule.outcome {
      case .plays: advisories.append(finding)
      case .undocumented: reasons.append(finding)
      case .default:
        let end = reasons.firstIndex { $0.rule.outcome < .default } ?? reasons.endIndex
        reasons.insert(finding, at: end)
      }
    }
  }

  /// What happens.
  public var outcome: Outcome { reasons.map(\.rule.outcome).max() ?? .plays }
}
