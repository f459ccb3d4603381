import AlertSound

/// Prints a value as JSON.
func printJSON(_ value: some Encodable) throws {
  try Results.show([try jsonText(value)])
}

/// A verdict in a JSON report.
struct VerdictJSON: Encodable {
  /// `plays`, `undocumented` or `default`.
  let outcome: String
  let reasons: [FindingJSON]
  let advisories: [FindingJSON]

  /// - Parameter advice: What to do about a finding.
  init(_ verdict: AlertVerdict, advice: (AlertFinding) -> AlertAdvice?) {
    outcome = verdict.outcome.rawValue
    reasons = verdict.reasons.map { FindingJSON($0, advice($0)) }
    advisories = verdict.advisories.map { FindingJSON($0, advice($0)) }
  }

  init?(_ sound: CheckedSound) {
    guard let verdict = sound.verdict else { return nil }
    self.init(verdict, advice: sound.advice)
  }

  init(_ inspection: SoundInspection) {
    self.init(inspection.verdict) { inspection.verdict.advice(on: $0, at: inspection.path) }
  }
}

/// A reason or an advisory in a JSON report.
struct FindingJSON: Encodable {
  let rule: String
  let outcome: String
  let grade: String
  let fact: String
  let advice: String?
  let command: String?
  let source: String

  init(_ finding: AlertFinding, _ advice: AlertAdvice?) {
    self.init(finding, advice: advice?.words, command: advice?.command)
  }

  init(_ finding: AlertFinding, advice: String?, command: String? = nil) {
    rule = finding.rule.rawValue
    outcome = finding.rule.outcome.rawValue
    grade = finding.rule.grade.rawValue
    fact = finding.fact
    self.advice = advice
    self.command = command
    source = finding.rule.source
  }
}
