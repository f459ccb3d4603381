public import SystemPackage

/// What a project's code asks for, and what becomes of it.
public struct CheckedReference: Sendable {
  /// The first place that asks for it.
  public let reference: SoundReference
  /// The other places that ask for the same name on the same system.
  public let others: [SoundReference]
  /// What becomes of it.
  public let outcome: Outcome

  /// What becomes of a sound that code asks for.
  public enum Outcome: Sendable {
    /// The build puts this file where it is looked for. The file's own verdict is another finding of the check.
    case found(FilePath)
    /// It isn't found, or may not be, for this reason. The advice is what to do in this kind of project.
    case faulty(AlertFinding, advice: String)
    /// It can't be told, for this reason.
    case unknown(reason: String)
  }

  /// The finding; nil if the sound is found or its fate is unknown.
  public var finding: AlertFinding? {
    if case .faulty(let finding, _) = outcome { finding } else { nil }
  }

  /// Whether its fate can't be told.
  public var isUnknown: Bool {
    if case .unknown = outcome { true } else { false }
  }

  /// Whether the sound is sure to be missed.
  public var isFailure: Bool { finding?.rule.outcome == .default }
}
