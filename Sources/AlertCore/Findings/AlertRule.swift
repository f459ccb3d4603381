/// A rule about sounds. It gives advice, states what a conversion warns about, or decides whether a sound plays.
///
/// ``statement`` says what the rule requires. AlertCheck adds the rules for apps and projects.
public struct AlertRule: Equatable, Sendable {
  /// The rule's name in reports, such as `data-format`. No two rules have the same name.
  public let name: String
  /// The outcome of breaking the rule; `plays` for a rule that only advises.
  public let outcome: AlertVerdict.Outcome
  /// How well the rule is known.
  public let grade: Grade
  /// The requirement, as a phrase that follows "is".
  public let statement: String
  /// The document that states the rule, or the report that observed it.
  public let source: String
  /// Whether the effect of breaking the rule is as well known as the rule.
  let isEffectKnown: Bool
  /// What happens if the rule is broken; nil if that follows from the outcome and the sound's use.
  let consequence: String?
  /// Why sounds break the rule, and what happens then; nil if the rule needs no explanation.
  package let background: String?
  /// What to do about every breach; nil if that depends on the finding, or if nothing can be done.
  let remedy: Remedy?

  package init(
    _ name: String, _ outcome: AlertVerdict.Outcome, _ grade: Grade, _ statement: String,
    _ source: String = "no source: good practice", isEffectKnown: Bool = true,
    consequence: String? = nil, background: String? = nil, remedy: Remedy? = nil
  ) {
    (self.name, self.outcome, self.grade) = (name, outcome, grade)
    (self.statement, self.source) = (statement, source)
    (self.isEffectKnown, self.consequence) = (isEffectKnown, consequence)
    (self.background, self.remedy) = (background, remedy)
  }

  /// Creates a rule for the findings of a check in a test.
  public init(_ name: String, _ outcome: AlertVerdict.Outcome) {
    self.init(name, outcome, .judgement, "as the test says")
  }

  /// How well a rule is known.
  public enum Grade: String, Hashable, Sendable, CaseIterable {
    /// The platform's current documentation, Apple's or Android's, states the rule.
    case documented
    /// Several independent sources have observed the rule.
    case widelyObserved = "widely-observed"
    /// One source has observed the rule, or an old document states the rule.
    case observedOnce = "observed-once"
    /// This library's own judgement. No measurement is known.
    case judgement

    package var name: String {
      switch self {
      case .documented: "documented"
      case .widelyObserved: "widely observed"
      case .observedOnce: "observed once"
      case .judgement: "our judgement"
      }
    }
  }
}
