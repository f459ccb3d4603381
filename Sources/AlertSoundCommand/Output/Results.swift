import AlertCheck
import ArgumentParser
import CommandSupport
import SoundFormat

/// Prints a command's results on standard output.
enum Results {
  /// Prints lines.
  ///
  /// - Throws: `ExitCode`, after printing an error, if they can't be written: a build must not succeed if
  ///   its report was lost on a full disk.
  static func show(_ lines: [String]) throws {
    guard lines.isEmpty || StandardOutput.show(lines.joined(separator: "\n")) else {
      throw ExitCode(.systemFailure)
    }
  }

  static func show(_ report: JSON) throws { try show([report.text]) }
}

extension ExitCode {
  /// Creates the error that makes the parser end the command with a status.
  init(_ status: ExitStatus) {
    self.init(status.rawValue)
  }
}

extension Array where Element: Hashable {
  /// Each element once, in the order of the first occurrences.
  var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// Shows claims at the end of a report.
enum ClaimLines {
  /// Returns lines for claims, each once; none if there are no claims.
  static func lines(_ claims: [GradedClaim]) -> [String] {
    claims.isEmpty
      ? []
      : ["worth knowing:"]
        + claims.distinct.map { "  \($0.text) (\($0.grade.name): \($0.source))" }
  }
}
