import ArgumentParser
import CommandSupport

extension ExitCode {
  /// Creates the error that makes the parser end the command with a status.
  init(_ status: ExitStatus) {
    self.init(status.rawValue)
  }
}
