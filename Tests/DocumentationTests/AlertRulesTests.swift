import AlertSound
import Testing

/// The page about the rules lists exactly the rules in the code.
@Suite struct AlertRulesTests {
  private static func rows(
    under heading: String, of article: String = "AlertSound/AlertSound.docc/WhatIOSPlays"
  ) throws -> [String] {
    let page = try Repository.text(of: "Sources/\(article).md")
    let section = page.lines.drop { $0 != "### \(heading)" }.dropFirst()
    return section.prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("| `") }.map(String.init)
  }

  @Test(
    arguments: [
      ("Rules whose breach means the default sound", .default),
      ("Rules whose breach makes a sound undocumented", .undocumented),
      ("Rules that advise", .plays),
    ] as [(String, AlertVerdict.Outcome)])
  func thePageListsEveryRule(heading: String, outcome: AlertVerdict.Outcome) throws {
    let rules = AlertRule.allCases.filter { $0.outcome == outcome && !$0.concernsProjects }
    #expect(!rules.isEmpty)
    #expect(try Self.rows(under: heading) == rules.map(Self.row))
  }

  @Test(
    arguments: [("Errors", .default), ("Warnings", .undocumented), ("Notes", .plays)]
      as [(String, AlertVerdict.Outcome)])
  func theProjectsPageListsEveryRule(heading: String, outcome: AlertVerdict.Outcome) throws {
    let rules = AlertRule.allCases.filter { $0.outcome == outcome && $0.concernsProjects }
    #expect(
      try Self.rows(under: heading, of: "AlertCheck/AlertCheck.docc/CheckingProjects")
        == rules.map(Self.row))
  }

  private static func row(_ rule: AlertRule) -> String {
    "| `\(rule.rawValue)` | \(rule.statement) | \(rule.grade.name) |"
  }

  /// Two tables: what each use takes, and what else is known.
  @Test func thePageListsEveryUse() throws {
    let rows = try Self.rows(under: "Other places that name a sound")
    for use in SoundUse.allCases {
      #expect(rows.contains { $0.hasPrefix("| `\(use.rawValue)` |") }, "\(use)")
      for remark in use.remarks { #expect(rows.contains(Self.row(use, remark.text, remark))) }
    }
  }

  private static func row(_ use: SoundUse, _ what: String, _ claim: GradedClaim) -> String {
    "| `\(use.rawValue)` | \(what) | \(claim.grade.name) | \(claim.source) |"
  }
}
