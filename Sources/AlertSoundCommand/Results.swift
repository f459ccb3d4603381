import ArgumentParser
import CommandSupport

/// What a command was asked for, on standard output.
enum Results {
  /// Prints lines.
  ///
  /// - Throws: `ExitCode.failure`, once that has been said, where they can't be written: a build that
  ///   keeps a report on a full disk must not be green.
  static func show(_ lines: [String]) throws {
    guard lines.isEmpty || StandardOutput.show(lines.joined(separator: "\n")) else {
      throw ExitCode.failure
    }
  }
}
