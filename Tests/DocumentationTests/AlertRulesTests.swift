import AlertCheck
import Testing

/// The pages about the rules list exactly the code's rules.
@Suite struct AlertRulesTests {
  private static let sounds = "AlertSound/AlertSound.docc/WhatIOSPlays"
  private static let projects = "AlertCheck/AlertCheck.docc/CheckingProjects"

  private static func rows(under heading: String, of article: String) throws -> [String] {
    let page = try Repository.text(of: "Sources/\(article).md")
    let section = page.lines.drop { $0 != "### \(heading)" }.dropFirst()
    return section.prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("| `") }.map(String.init)
  }

  @Test(
    arguments: [
      ("Rules whose breach means the default sound", .default, false),
      ("Rules whose breach makes a sound undocumented", .undocumented, false),
      ("Rules that advise", .plays, false), ("Errors", .default, true),
      ("Warnings", .undocumented, true), ("Notes", .plays, true),
    ] as [(String, AlertVerdict.Outcome, Bool)])
  func thePagesListEveryRule(
    heading: String, outcome: AlertVerdict.Outcome, concernsProjects: Bool
  ) throws {
    let rules = AlertRule.all.filter {
      $0.outcome == outcome && AlertRule.ofProjects.contains($0) == concernsProjects
    }
    #expect(!rules.isEmpty)
    let page = concernsProjects ? Self.projects : Self.sounds
    #expect(try Self.rows(under: heading, of: page) == rules.map(Self.row))
  }

  private static func row(_ rule: AlertRule) -> String {
    "| `\(rule.name)` | \(rule.statement) | \(rule.grade.name) |"
  }

  /// The page has two tables: the sounds that each use accepts, and other facts.
  @Test func thePageListsEveryUse() throws {
    let rows = try Self.rows(under: "Other places that name a sound", of: Self.sounds)
    for use in SoundUse.allCases {
      #expect(rows.contains { $0.hasPrefix("| `\(use.rawValue)` |") }, "\(use)")
      for remark in use.remarks { #expect(rows.contains(Self.row(use, remark.text, remark))) }
    }
  }

  private static func row(_ use: SoundUse, _ what: String, _ claim: GradedClaim) -> String {
    "| `\(use.rawValue)` | \(what) | \(claim.grade.name) | \(claim.source) |"
  }
}
