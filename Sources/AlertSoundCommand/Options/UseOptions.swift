import AlertSound
import ArgumentParser

/// The option for what sounds are for.
struct UseOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "What the sounds are for. Formats, lengths and the places that are searched differ.",
      valueName: "use"))
  var use = SoundUse.notification

  /// The rules for the use.
  ///
  /// - Parameter limit: The length limit.
  func rules(limit: SecondsArgument) -> AlertRules {
    var rules = AlertRules(for: use)
    rules.lengthLimit = limit.seconds
    return rules
  }
}

extension SoundUse {
  /// What reports call a sound that isn't played as requested: a system sound has no default.
  var fallbackWord: String {
    self == .systemSound ? "fails" : AlertVerdict.Outcome.default.rawValue
  }
}

/// Shows claims at the end of a report.
enum ClaimLines {
  /// Returns lines for claims, each once; none if there are no claims.
  static func lines(_ claims: [GradedClaim]) -> [String] {
    var seen: Set<GradedClaim> = []
    let distinct = claims.filter { seen.insert($0).inserted }
    guard !distinct.isEmpty else { return [] }
    return ["worth knowing:"]
      + distinct.map { "  \($0.text) (\($0.grade.name): \($0.source))" }
  }
}

/// A claim in a JSON report.
struct ClaimJSON: Encodable {
  let text: String
  let grade: String
  let source: String

  init(_ claim: GradedClaim) {
    text = claim.text
    grade = claim.grade.rawValue
    source = claim.source
  }
}
