import AlertSound
import CommandSupport
import SystemPackage

/// A check's findings as SARIF 2.1.0, the form that code scanning takes.
///
/// Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
struct CheckSARIF: Encodable {
  struct Text: Encodable {
    let text: String
  }

  struct Rule: Encodable {
    struct Configuration: Encodable {
      let level: String
    }

    struct Properties: Encodable {
      let grade: String
    }

    let id: String
    let shortDescription: Text
    let help: Text
    let defaultConfiguration: Configuration
    let properties: Properties
  }

  struct Driver: Encodable {
    let name: String
    let semanticVersion: String
    let rules: [Rule]
  }

  struct Tool: Encodable {
    let driver: Driver
  }

  struct Region: Encodable {
    let startLine: Int
  }

  struct Artifact: Encodable {
    let uri: String
  }

  struct PhysicalLocation: Encodable {
    let artifactLocation: Artifact
    let region: Region?
  }

  struct Location: Encodable {
    let physicalLocation: PhysicalLocation
  }

  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Text
    let locations: [Location]
  }

  struct Run: Encodable {
    let tool: Tool
    let columnKind = "utf16CodeUnits"
    let results: [Result]
  }

  enum CodingKeys: String, CodingKey {
    case version, runs
    case schema = "$schema"
  }

  let version = "2.1.0"
  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let runs: [Run]

  init(_ report: CheckReport) {
    let rules = AlertRule.allCases
    let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1, $0) })
    let results = report.problems.map { problem in
      Result(
        ruleId: problem.rule?.rawValue ?? (problem.isNote ? Rule.note : Rule.unreadable).id,
        ruleIndex: problem.rule.flatMap { indices[$0] } ?? rules.count + (problem.isNote ? 1 : 0),
        level: problem.diagnostic.severity.rawValue,
        message: Text(text: problem.diagnostic.message),
        locations: [Location(problem.diagnostic)].compactMap(\.self))
    }
    runs = [
      Run(
        tool: Tool(
          driver: Driver(
            name: "alertsound", semanticVersion: Toolkit.version,
            rules: rules.map(Rule.init) + [Rule.unreadable, Rule.note])),
        results: results)
    ]
  }
}

extension CheckSARIF.Rule {
  /// For what breaks no rule about sounds.
  static let unreadable = Self(
    "unreadable-file", "A file or a folder can be read.", level: "error")
  static let note = Self("note", "Archives and projects have nothing unusual.", level: "note")

  private init(_ id: String, _ text: String, level: String) {
    self.id = id
    shortDescription = CheckSARIF.Text(text: text)
    help = shortDescription
    defaultConfiguration = Configuration(level: level)
    properties = Properties(grade: AlertRule.Grade.judgement.rawValue)
  }

  init(_ rule: AlertRule) {
    id = rule.rawValue
    shortDescription = CheckSARIF.Text(text: "A sound is \(rule.statement).")
    help = CheckSARIF.Text(text: rule.explanation.joined(separator: "\n"))
    defaultConfiguration = Configuration(level: rule.outcome.severity.rawValue)
    properties = Properties(grade: rule.grade.rawValue)
  }
}

extension CheckSARIF.Location {
  init?(_ diagnostic: Diagnostic) {
    guard let path = diagnostic.path else { return nil }
    physicalLocation = CheckSARIF.PhysicalLocation(
      artifactLocation: CheckSARIF.Artifact(uri: path.uriReference),
      region: diagnostic.lineNumber.map { CheckSARIF.Region(startLine: $0) })
  }
}

extension FilePath {
  /// The path as a URI: relative to the checkout if it is in it. Source: RFC 3986, 3.3 and 4.2.
  fileprivate var uriReference: String {
    let inside = insideCheckout
    let text = (inside ?? absolute).bytes.map { byte -> String in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "+"),
        UInt8(ascii: "@"):
        String(UnicodeScalar(byte))
      default:
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
    return inside == nil ? "file://" + text : text
  }
}
