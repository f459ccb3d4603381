import AlertSound
import ArgumentParser
import CommandSupport
import SystemPackage

/// What a command was asked for, on standard output.
enum Results {
  /// Prints lines.
  ///
  /// - Throws: `ExitCode.failure`, once that has been said, where they can't be written: a build that
  ///   keeps a report on a full disk must not be green.
  static func show(_ lines: [String]) throws {
    guard !lines.isEmpty else { return }
    do throws(Errno) {
      try StandardOutput.write(lines: lines)
    } catch {
      let failure = ConversionError(wrapping: error, .writing, "standard output")
      printError(Diagnostic(failure).line())
      throw ExitCode.failure
    }
  }
}
