import AlertCheck
import CommandSupport
import SoundFormat
import SystemPackage

/// A report in JUnit's XML, which build servers show as tests. There is a test for each sound, each place in the code
/// that asks for a sound, and each error and note about a file.
///
/// Source: the elements and attributes of Apache Ant's JUnit task, because there is no standard.
struct CheckJUnit {
  private let cases: [Case]

  fileprivate struct Case {
    let group: String
    let name: String
    let file: String?
    let line: Int?
    /// The errors that make the test fail; empty if it passes.
    let failures: [String]
    let notes: [String]
    /// Whether the outcome is unknown.
    var isSkipped = false
  }

  init(_ report: CheckReport) {
    var cases: [Case] = []
    func add(
      _ problems: [CheckProblem], _ group: String, _ name: String, _ file: FilePath?,
      line: Int? = nil, isSkipped: Bool = false
    ) {
      let problems = problems.map(\.diagnostic)
      cases.append(
        Case(
          group: group, name: name, file: file?.string, line: line,
          failures: problems.filter { $0.severity == .error }.map(\.message),
          notes: problems.filter { $0.severity != .error }.map(\.message), isSkipped: isSkipped))
    }
    for request in report.requests {
      let problems = request.problems(isStrict: report.isStrict)
      for (index, place) in ([request.first] + request.others).enumerated() {
        let name = place.name ?? (request.isListing ? place.api : "a computed name")
        add(
          problems.isEmpty ? [] : [problems[index]], "requests",
          "\(place.platform.name): \(name) (\(place.path):\(place.line))",
          place.path, line: place.line, isSkipped: request.isUnknown && !report.isStrict)
      }
    }
    for advised in report.sounds {
      let path = advised.sound.path
      add(advised.problems(isStrict: report.isStrict), "sounds", path.string, path)
    }
    for failure in report.failures {
      add([CheckProblem(failure)], "files", failure.path?.string ?? "input", failure.path)
    }
    for (path, message) in report.notes {
      add(
        [CheckProblem(noteOn: path, message, isStrict: report.isStrict)], "notes", path.string,
        path)
    }
    self.cases = cases
  }

  var lines: [String] {
    let failed = cases.count { !$0.failures.isEmpty }
    let skipped = cases.count(where: \.isSkipped)
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(failed)\" errors=\"0\" skipped=\"\(skipped)\""
    return [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>",
      "  <testsuite name=\"alertsound check\" \(counts)>",
    ] + cases.flatMap(\.element) + ["  </testsuite>", "</testsuites>"]
  }
}

extension CheckJUnit.Case {
  fileprivate var element: [String] {
    let place =
      (file.map { " file=\"\($0.attribute)\"" } ?? "") + (line.map { " line=\"\($0)\"" } ?? "")
    let opening = "    <testcase classname=\"\(group)\" name=\"\(name.attribute)\"\(place)"
    guard !failures.isEmpty || !notes.isEmpty || isSkipped else { return [opening + " />"] }
    return [opening + ">"] + (isSkipped ? ["      <skipped />"] : [])
      + failures.map { "      <failure message=\"\($0.attribute)\" />" }
      + (notes.isEmpty
        ? [] : ["      <system-out>\(notes.map(\.attribute).joined(separator: "\n"))</system-out>"])
      + ["    </testcase>"]
  }
}

extension String {
  /// The text on one line, with escapes for an XML attribute.
  fileprivate var attribute: String { onOneLine.xmlText }
}
