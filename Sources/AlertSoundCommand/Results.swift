import ArgumentParser
import CommandSupport

/// What a command was asked for, on standard output.
enum Results {
  /// Prints lines.
  ///
  /// - Throws: `ExitCode` after printing an error where they can't be written: a build that keeps a report
  ///   on a full disk must not be green.
  static func show(_ lines: [String]) throws {
    guard lines.isEmpty || StandardOutput.show(lines.joined(separator: "\n")) else {
      throw ExitCode(.systemFailure)
    }
  }
}

extension BuildOptions {
  /// Prints a line for people: on standard error where standard output is the manifest's.
  ///
  /// - Throws: `ExitCode` where it can't be printed.
  func show(_ line: String) throws {
    if showsManifest {
      printError(line)
    } else {
      try Results.show([line])
    }
  }
}
