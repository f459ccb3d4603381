import AlertCheck
import SystemPackage
import TestSupport

enum ProjectFixture {
  struct Problem: Hashable {
    let rule: String
    /// The message. For a faulty request, it is `path:line: fact; advice`.
    let text: String
  }

  /// Returns the problems that a check finds in a project.
  static func problems(in project: DemoProject) throws -> [Problem] {
    try findings(in: project).flatMap { finding -> [Problem] in
      switch finding {
      case .part, .extent, .partOfProject: []
      case .note(let path, let text): [Problem(rule: "note", text: "\(path): \(text)")]
      case .failure(let error): [Problem(rule: "failure", text: "\(error)")]
      case .request(let request):
        switch request.outcome {
        case _ where request.isFound, .proven: []
        case .unknown(let reason): [Problem(rule: "unknown", text: reason)]
        case .faulty(let fault):
          [
            Problem(
              rule: fault.rule.name,
              text: "\(request.first.path):\(request.first.line): \(fault.sentence)")
          ]
        }
      case .sound(let sound):
        (sound.verdict.map { $0.reasons + $0.advisories } ?? []).map {
          Problem(
            rule: $0.rule.name,
            text: "\(sound.path): \($0.fact); \($0.advice ?? "")")
        }
      }
    }
  }

  /// Returns the system, the name and the outcome of each request, such as `ios ring.caf plays`.
  static func requests(in project: DemoProject) throws -> [String] {
    try findings(in: project).compactMap { item in
      guard case .request(let request) = item else { return nil }
      let outcome =
        switch request.outcome {
        case .proven: "plays"
        case .unknown: "unknown"
        case .faulty(let fault): fault.rule.name
        }
      return "\(request.first.platform.rawValue) \(request.first.name ?? "?") \(outcome)"
    }
  }

  /// Returns all findings of a check of a project.
  static func findings(in project: DemoProject) throws -> [SoundCheck.Item] {
    let folder = try TemporaryDirectory()
    try project.write(into: folder)
    var findings: [SoundCheck.Item] = []
    SoundCheck().check(folder.filePath("demo")) { findings.append($0) }
    return findings
  }
}

extension TemporaryDirectory {
  func filePath(_ name: String) -> FilePath { FilePath(path(name)) }
}
