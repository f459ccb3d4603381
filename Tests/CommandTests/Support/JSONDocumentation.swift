import Foundation
import TestSupport
import Testing

/// The report of `alertsound check --json`.
struct CheckReport: Decodable {
  struct Finding: Decodable {
    let rule, outcome, grade: String
    let command: String?
  }
  struct Verdict: Decodable {
    let outcome: String
    let reasons, advisories: [Finding]
  }
  struct Sound: Decodable {
    let file: String
    let seconds: Double?
    let fileType, formatID: String?
    let verdict: Verdict?
  }
  struct Failure: Decodable {
    let file: String?
  }
  let schema: String
  let failed: Bool
  let sounds: [Sound]
  let failures: [Failure]
  let summary: [String: Int]
}

/// The table of a schema in JSONReports.md.
struct JSONDocumentation {
  private(set) var fields: Set<String> = []
  private var optional: Set<String> = []

  init(_ schema: String) throws {
    let page = packageRoot.appending(path: "Sources/AlertSound/AlertSound.docc/JSONReports.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "### \(schema)\n").dropFirst().first)
    for line in section.components(separatedBy: "\n### ")[0].split(separator: "\n") {
      let cells = line.components(separatedBy: " | ")
      guard line.hasPrefix("| `"), cells.count == 3 else { continue }
      let names = cells[0].matches(of: /`([^`]+)`/).map { String($0.output.1) }
      fields.formUnion(names)
      if cells[1].contains("absent") { optional.formUnion(names) }
    }
  }

  /// The fields that every object at a path must have.
  private func required(in parent: String) -> Set<String> {
    fields.subtracting(optional).filter {
      $0.split(separator: ".").dropLast().joined(separator: ".") == parent
    }
  }

  /// Expects that every printed field is documented, that every documented field is printed at least once,
  /// and that every object has all fields that are required at its path.
  func expectAgreement(with documents: [Any], sourceLocation: SourceLocation = #_sourceLocation) {
    var seen: Set<String> = []
    for document in documents { check(document, at: "", seen: &seen, sourceLocation) }
    #expect(seen.subtracting(fields) == [], sourceLocation: sourceLocation)
    #expect(fields.subtracting(seen) == [], sourceLocation: sourceLocation)
  }

  /// Collects the names of the fields in a value. An array's elements share its name.
  private func check(
    _ value: Any, at path: String, seen: inout Set<String>, _ sourceLocation: SourceLocation
  ) {
    if let list = value as? [Any] {
      for element in list { check(element, at: path, seen: &seen, sourceLocation) }
    } else if let object = value as? [String: Any] {
      let names = Set(object.keys.map { path.isEmpty ? $0 : "\(path).\($0)" })
      let missing = required(in: path).subtracting(names)
      #expect(missing.isEmpty, "\(path) has no \(missing)", sourceLocation: sourceLocation)
      seen.formUnion(names)
      for (key, element) in object {
        let name = path.isEmpty ? key : "\(path).\(key)"
        check(element, at: name, seen: &seen, sourceLocation)
      }
    }
  }
}
