import ArgumentParser
import CommandSupport

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

  /// Prints a line for people.
  ///
  /// - Parameter isOccupied: Whether the manifest goes to standard output. Standard error then gets the line.
  /// - Throws: `ExitCode` if it can't be printed.
  static func show(_ line: String, besidesManifest isOccupied: Bool) throws {
    if isOccupied {
      printError(line)
    } else {
      try show([line])
    }
  }
}

extension BuildOptions {
  /// Prints a line for people: on standard error if the manifest goes to standard output.
  ///
  /// - Throws: `ExitCode` if it can't be printed.
  func show(_ line: String) throws {
    try Results.show(line, besidesManifest: showsManifest)
  }
}

extension ExitCode {
  /// Creates the error that makes the parser end the command with a status.
  init(_ status: ExitStatus) {
    self.init(status.rawValue)
  }
}
