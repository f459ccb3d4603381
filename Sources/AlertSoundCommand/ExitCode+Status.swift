import ArgumentParser
import CommandSupport

extension ExitCode {
  /// What the parser is thrown to end the command with a status.
  init(_ status: ExitStatus) {
    self.init(status.rawValue)
  }
}
