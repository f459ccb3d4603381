import AlertSound
import FoundationEssentials

/// A value as JSON whose keys stand in order.
func jsonText(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Prints a value as JSON.
func printJSON(_ value: some Encodable) throws {
  try Results.show([try jsonText(value)])
}

/// A verdict as programs read it.
struct VerdictJSON: Encodable {
  /// `custom` or `default`.
  let plays: String
  let reasons: [FindingJSON]
  let advisories: [FindingJSON]

  init(_ verdict: AlertVerdict) {
    plays = verdict.playsCustomSound ? "custom" : "default"
    reasons = verdict.reasons.map(FindingJSON.init)
    advisories = verdict.advisories.map(FindingJSON.init)
  }
}

/// A reason or an advisory as programs read it.
struct FindingJSON: Encodable {
  let rule: String
  let fact: String
  let advice: String?
  let source: String

  init(_ finding: AlertFinding) {
    rule = finding.rule.rawValue
    fact = finding.fact
    advice = finding.advice
    source = finding.rule.source
  }
}
