import AlertSound
import Testing

/// The page about the rules lists exactly the rules in the code.
@Suite struct AlertRulesTests {
  private static func rows(
    under heading: String, of name: String = "WhatIOSPlays"
  ) throws -> [String] {
    let page = try Repository.text(of: "Sources/AlertSound/AlertSound.docc/\(name).md")
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
    #expect(try Self.rows(under: heading, of: "CheckingProjects") == rules.map(Self.row))
  }

  private static func row(_ rule: AlertRule) -> String {
    "| `\(rule.rawValue)` | \(rule.statement) | \(rule.grade.name) |"
  }

  /// Three tables: what each use takes, how well that is known, and what else is.
  @Test func thePageListsEveryUse() throws {
    let uses = SoundUse.allCases
    let table = uses.map {
      "| `\($0.rawValue)` | \($0.api) | \($0.search.text) | \($0.formats.text) | \($0.length.text) |"
    }
    let sources = uses.flatMap { use in
      [("places", use.search), ("formats", use.formats), ("length", use.length)].map {
        Self.row(use, $0, $1)
      }
    }
    let remarks = uses.flatMap { use in use.remarks.map { Self.row(use, $0.text, $0) } }
    #expect(try Self.rows(under: "Other places that name a sound") == table + sources + remarks)
  }

  private static func row(_ use: SoundUse, _ what: String, _ claim: GradedClaim) -> String {
    "| `\(use.rawValue)` | \(what) | \(claim.grade.name) | \(claim.source) |"
  }
}
