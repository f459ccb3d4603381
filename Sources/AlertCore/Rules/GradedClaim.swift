/// A statement, with how well it is known and where it comes from.
public struct GradedClaim: Hashable, Sendable {
  /// The statement, without a full stop.
  public let text: String
  /// How well it is known.
  public let grade: AlertRule.Grade
  /// The document that states it, or the report that observed it.
  public let source: String

  package init(_ text: String, _ grade: AlertRule.Grade, _ source: String) {
    self.text = text
    self.grade = grade
    self.source = source
  }
}
