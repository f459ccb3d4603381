import Foundation

/// A program that is installed, and the processor time it has taken so far.
final class Program {
  private let url: URL
  /// In seconds.
  private(set) var processorTime = 0.0

  init?(_ name: String) {
    guard let url = Self.find(name) else { return nil }
    self.url = url
  }

  func run(_ arguments: [String]) throws {
    processorTime += try ChildProcess(url, arguments).run().cost.processor
  }

  /// Looks for a program in the folders of `PATH`.
  static func find(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Returns the word after a marker in a program's output, such as a version in a banner. Nil if the
  /// program isn't installed or doesn't print the marker.
  static func word(after marker: String, from name: String, _ arguments: [String]) -> String? {
    guard let program = find(name),
      let text = try? ChildProcess(program, arguments).outcome().text,
      let place = text.range(of: marker)
    else { return nil }
    return String(text[place.upperBound...].prefix { !$0.isWhitespace })
  }
}
