package import SoundFormat

/// A prediction of what the system will do with an alert sound, with the reasons.
public struct AlertVerdict: Equatable, Sendable {
  /// What happens to the sound, ordered from best to worst.
  public enum Outcome: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The sound is played.
    case plays
    /// No document says whether the system plays the sound. Shipping apps may use such sounds.
    case undocumented
    /// The system is expected to play its default sound instead.
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

  /// The findings that make the outcome worse than `plays`. The findings with the worst outcome come first.
  public private(set) var reasons: [AlertFinding] = []
  /// The findings that don't affect the outcome.
  public private(set) var advisories: [AlertFinding] = []
  /// The length, in seconds, below which to trim a sound of unknown length; nil if the length is known.
  var limitToEnsure: Double?
  /// What the sound is for.
  package internal(set) var use = SoundUse.notification

  /// Creates a verdict on a sound for a use. The rules of the findings determine the outcome.
  public init(
    _ findings: some Sequence<AlertFinding> = [], for use: SoundUse = .notification
  ) {
    self.use = use
    add(findings)
  }

  /// Returns the known consequence of a finding, in words; nil if there is none.
  public func consequence(of finding: AlertFinding) -> String? { finding.consequence(for: use) }

  /// The container to convert to.
  package var container = Container.caf

  /// Replaces each finding, for example by the same finding with another remedy.
  package mutating func replaceFindings(by replacement: (AlertFinding) -> AlertFinding) {
    reasons = reasons.map(replacement)
    advisories = advisories.map(replacement)
  }

  package mutating func add(_ findings: some Sequence<AlertFinding>) {
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

  /// The worst outcome of all reasons; `plays` if there are none.
  public var outcome: Outcome { reasons.map { $0.rule.outcome }.max() ?? .plays }

  /// The remedies that one conversion applies; nil if there are none, or if the file can't be decoded.
  package var conversion: [Remedy]? {
    let remedies = (reasons + advisories).compactMap { $0.remedy }
    let conversions = remedies.filter { $0.isConversion }
    guard !conversions.isEmpty,
      !remedies.contains(where: { if case .replace = $0 { true } else { false } })
    else { return nil }
    return (limitToEnsure.map { [.trim(under: $0)] } ?? []) + conversions
  }
}
