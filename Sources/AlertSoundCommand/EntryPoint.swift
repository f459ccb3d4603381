import AlertSound
import ArgumentParser
package import CommandSupport
import SoundFormat

package enum EntryPoint {
  /// Does what the words after the command's name say.
  package static func run(_ words: [CommandArgument]) -> ExitStatus {
    StandardStreams.open()
    Interruption.surviveFileSizeLimit()
    var words = words
    var kind: (any ParsableCommand.Type)?
    do {
      try CommandName.check(words)
      words = try OptionsFile.expanding(words)
      var command = try AlertSoundCommand.parseAsRoot(ParserText.words(of: words))
      kind = type(of: command)
      try command.run()
      return .success
    } catch let error as SoundError {
      printError(Diagnostic(error).line(.asked(by: words)))
      return error.exitStatus
    } catch {
      var (error, code) = (error, AlertSoundCommand.exitCode(for: error))
      if code == .success, let name = DashedName(in: words),
        !DashedName.isAnswerAskedFor(by: words)
      {
        error = ValidationError(name.refusal)
        kind = nil
        code = AlertSoundCommand.exitCode(for: error)
      }
      // Help, the version or a completion script was requested.
      if code == .success {
        let isShown = StandardOutput.show(AlertSoundCommand.fullMessage(for: error))
        return isShown ? .success : .systemFailure
      }
      if !(error is ExitCode) {
        if let fault = OptionsFile.fault(inFilesOf: words) {
          printError(Diagnostic(fault).line(.asked(by: words)))
          return .usage
        }
        UsageError(error, of: kind, in: words).tell(.asked(by: words))
      }
      // The parser's own code is that of `usage`; a command's is one of these.
      return ExitStatus(rawValue: code.rawValue) ?? .usage
    }
  }
}
