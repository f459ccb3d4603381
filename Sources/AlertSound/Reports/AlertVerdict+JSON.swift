extension AlertVerdict: Encodable {
  public func encode(to encoder: any Encoder) throws { try json().encode(to: encoder) }

  /// Returns the verdict for a JSON report.
  ///
  /// - Parameter outcome: The outcome's name in the report; nil for its own.
  package func json(
    outcome: String? = nil, advice: AlertFinding.Advice = AlertFinding.ownAdvice
  ) -> JSON {
    func json(_ finding: AlertFinding) -> JSON {
      let (words, command) = advice(finding)
      return finding.json(advice: words, command: command)
    }
    return [
      "outcome": (outcome ?? self.outcome.rawValue).json,
      "reasons": reasons.map(json).json,
      "advisories": advisories.map(json).json,
    ]
  }
}

extension AlertFinding: Encodable {
  /// Returns the advice on a finding for a report, and a command line for it.
  package typealias Advice = (AlertFinding) -> (words: String?, command: String?)

  package static func ownAdvice(on finding: AlertFinding) -> (words: String?, command: String?) {
    (finding.advice, nil)
  }

  public func encode(to encoder: any Encoder) throws {
    try json(advice: advice).encode(to: encoder)
  }

  package func json(advice: String?, command: String? = nil) -> JSON {
    [
      "rule": rule.name.json,
      "outcome": rule.outcome.rawValue.json,
      "grade": grade.rawValue.json,
      "fact": fact.json,
      "advice": advice?.json,
      "command": command?.json,
      "source": rule.source.json,
    ]
  }
}
