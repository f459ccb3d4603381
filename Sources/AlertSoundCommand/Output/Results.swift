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
}

extension BuildOptions {
  /// Prints a line for people: on standard error if the manifest goes to standard output.
  ///
  /// - Throws: `ExitCode` if it can't be printed.
  func show(_ line: String) throws {
    if showsManifest {
      printError(line)
    } else {
      try Results.show([line])
    }
  }
}

extension ExitCode {
  /// Creates the error that makes the parser end the command with a status.
  init(_ status: ExitStatus) {
    self.init(status.rawValue)
  }
}
