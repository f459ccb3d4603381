import AlertCheck
import CommandSupport
import SoundFormat
import SystemPackage

extension CheckReport {
  /// The report in JUnit's XML, which build servers show as tests. There is a test for each sound, for each place in
  /// the code that asks for a sound, and for each error and note about a file.
  ///
  /// Source: the elements and attributes of Apache Ant's JUnit task, because there is no standard.
  var junit: [String] {
    var elements: [String] = []
    var (count, failedCount, skippedCount) = (0, 0, 0)
    func add(
      _ problems: [CheckProblem], _ group: String, _ name: String, _ file: FilePath?,
      line: Int? = nil, isSkipped: Bool = false
    ) {
      let diagnostics = problems.map(\.diagnostic)
      let failures = diagnostics.filter { $0.severity == .error }
        .map { "      <failure message=\"\($0.message.attribute)\" />" }
      let notes = diagnostics.filter { $0.severity != .error }.map(\.message.attribute)
      count += 1
      failedCount += failures.isEmpty ? 0 : 1
      skippedCount += isSkipped ? 1 : 0
      let place =
        (file.map { " file=\"\($0.string.attribute)\"" } ?? "")
        + (line.map { " line=\"\($0)\"" } ?? "")
      let opening = "    <testcase classname=\"\(group)\" name=\"\(name.attribute)\"\(place)"
      let contents =
        (isSkipped ? ["      <skipped />"] : []) + failures
        + (notes.isEmpty
          ? [] : ["      <system-out>\(notes.joined(separator: "\n"))</system-out>"])
      elements +=
        contents.isEmpty ? [opening + " />"] : [opening + ">"] + contents + ["    </testcase>"]
    }
    for request in requests {
      let problems = request.problems(isStrict: isStrict)
      for (index, place) in ([request.first] + request.others).enumerated() {
        let name = place.name ?? (request.isListing ? place.api : "a computed name")
        add(
          problems.isEmpty ? [] : [problems[index]], "requests",
          "\(place.platform.name): \(name) (\(place.path):\(place.line))",
          place.path, line: place.line, isSkipped: request.isUnknown && !isStrict)
      }
    }
    for advised in sounds {
      let path = advised.sound.path
      add(advised.problems(isStrict: isStrict), "sounds", path.string, path)
    }
    for failure in failures {
      add([CheckProblem(failure)], "files", failure.path?.string ?? "input", failure.path)
    }
    for (path, message) in notes {
      add([CheckProblem(noteOn: path, message, isStrict: isStrict)], "notes", path.string, path)
    }
    let counts =
      "tests=\"\(count)\" failures=\"\(failedCount)\" errors=\"0\" skipped=\"\(skippedCount)\""
    return [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>",
      "  <testsuite name=\"alertsound check\" \(counts)>",
    ] + elements + ["  </testsuite>", "</testsuites>"]
  }
}

extension String {
  /// The text on one line, with escapes for an XML attribute.
  fileprivate var attribute: String { onOneLine.xmlText }
}
