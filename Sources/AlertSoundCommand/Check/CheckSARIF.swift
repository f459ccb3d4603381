import AlertCheck
import CommandSupport
import SoundFormat
import SystemPackage

extension CheckReport {
  /// The problems in SARIF 2.1.0, the format of code scanning.
  ///
  /// Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
  var sarif: JSON {
    let rules = AlertRule.all
    let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.name, $0) })
    let results: [JSON] = problems.map { problem in
      let other = problem.isNote ? 1 : 0
      return [
        "ruleId": (problem.rule?.name ?? otherRules[other].id).json,
        "ruleIndex": (problem.rule.flatMap { indices[$0.name] } ?? rules.count + other).json,
        "level": problem.diagnostic.severity.rawValue.json,
        "message": text(problem.diagnostic.message),
        "locations": [problem.diagnostic.location].compactMap(\.self).json,
      ]
    }
    return [
      "version": "2.1.0",
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "runs": .list([
        [
          "tool": [
            "driver": [
              "name": "alertsound",
              "semanticVersion": Toolkit.version.json,
              "rules": (rules.map(\.sarif) + otherRules.map(\.sarif)).json,
            ]
          ],
          "columnKind": "utf16CodeUnits",
          "results": results.json,
        ]
      ]),
    ]
  }
}

/// For each rule for problems without an `AlertRule`, first errors, then notes: the identifier, and the rule in SARIF.
private let otherRules: [(id: String, sarif: JSON)] = [
  ("unreadable-file", "A file or a folder can be read.", "error"),
  ("note", "Archives and projects have nothing unusual.", "note"),
].map { id, statement, level in
  (id, rule(id, statement, help: statement, level: level, grade: .judgement))
}

private func rule(
  _ id: String, _ statement: String, help: String, level: String, grade: AlertRule.Grade
) -> JSON {
  [
    "id": id.json,
    "shortDescription": text(statement),
    "help": text(help),
    "defaultConfiguration": ["level": level.json],
    "properties": ["grade": grade.rawValue.json],
  ]
}

private func text(_ text: String) -> JSON { ["text": text.json] }

extension AlertRule {
  fileprivate var sarif: JSON {
    rule(
      name, "A sound is \(statement).", help: explanation.joined(separator: "\n"),
      level: outcome.severity.rawValue, grade: grade)
  }
}

extension Diagnostic {
  fileprivate var location: JSON? {
    guard let path else { return nil }
    return [
      "physicalLocation": [
        "artifactLocation": ["uri": path.uriReference.json],
        "region": lineNumber.map { ["startLine": $0.json] },
      ]
    ]
  }
}

extension FilePath {
  /// The path as a URI; relative to the checkout for a file in the checkout. Source: RFC 3986, 3.3 and 4.2.
  fileprivate var uriReference: String {
    let inside = insideCheckout
    let text = (inside ?? absolute).bytes.percentEncoded
    return inside == nil ? "file://" + text : text
  }
}

extension Sequence<UInt8> {
  /// The bytes as text for the path of a URI, with percent escapes. Source: RFC 3986, 2.1 and 3.3.
  fileprivate var percentEncoded: String {
    reduce(into: "") { text, byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~/+@".contains(character) {
        text.append(character)
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
