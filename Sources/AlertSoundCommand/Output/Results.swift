import AlertCheck
import ArgumentParser
import CommandSupport
import SoundFormat

// Import only FoundationEssentials on Linux, so that programs start faster. Apple's systems don't have that module.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Prints a command's results on standard output.
enum Results {
  /// Prints lines.
  ///
  /// - Throws: `ExitCode` after printing an error, if the lines can't be written. A build must not succeed if its
  ///   report is lost on a full disk.
  static func show(_ lines: [String]) throws {
    guard lines.isEmpty || StandardOutput.show(lines.joined(separator: "\n")) else {
      throw ExitCode(.systemFailure)
    }
  }

  static func show(_ report: JSON) throws { try show([report.text]) }
}

extension ExitCode {
  /// Creates an error that makes the parser end the command with an exit status.
  init(_ status: ExitStatus) {
    self.init(status.rawValue)
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrence.
  var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension [GradedClaim] {
  /// A heading and a line for each different claim, for the end of a report; no lines if there are no claims.
  var lines: [String] {
    isEmpty
      ? []
      : ["worth knowing:"] + distinct.map { "  \($0.text) (\($0.grade.name): \($0.source))" }
  }
}

/// Decodes JSON in UTF-8.
func decoded<Value: Decodable>(_ type: Value.Type, fromJSON bytes: [UInt8]) throws -> Value {
  try JSONDecoder().decode(type, from: Data(bytes))
}

extension JSON {
  /// Creates a string with bytes in base64, which needs no escapes.
  init(base64 bytes: [UInt8]) {
    self = .literal("\"\(Data(bytes).base64EncodedString())\"")
  }

  var text: String { String(decoding: lines, as: UTF8.self) }
}

/// The day in UTC, such as `2026-01-31`.
///
/// `SOURCE_DATE_EPOCH` replaces the clock, for outputs that are the same every day. Source:
/// https://reproducible-builds.org/specs/source-date-epoch/.
var currentDay: String {
  let stated = CommandArgument(environment: "SOURCE_DATE_EPOCH").flatMap { UInt32($0.text) }
  return (stated.map { Date(timeIntervalSince1970: Double($0)) } ?? Date.now)
    .formatted(.iso8601.year().month().day())
}
