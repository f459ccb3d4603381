import AlertSound
import ArgumentParser
import CommandSupport
import Platform
import SoundFormat

@main
enum EntryPoint {
  static func main() {
    StandardStreams.open()
    Interruption.surviveFileSizeLimit()
    var words = CommandArgument.all
    var kind: (any ParsableCommand.Type)?
    do {
      try CommandName.check(words)
      words = try OptionsFile.expanding(words)
      var command = try AlertSoundCommand.parseAsRoot(ParserText.words(of: words))
      kind = type(of: command)
      try command.run()
    } catch let error as SoundError {
      printError(Diagnostic(error).line(.asked(by: words)))
      terminate(with: error.exitStatus.rawValue)
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
        terminate(with: (isShown ? ExitStatus.success : .systemFailure).rawValue)
      }
      if !(error is ExitCode) {
        if let fault = OptionsFile.fault(inFilesOf: words) {
          printError(Diagnostic(fault).line(.asked(by: words)))
          terminate(with: code.rawValue)
        }
        UsageError(error, of: kind, in: words).tell(.asked(by: words))
      }
      terminate(with: code.rawValue)
    }
  }
}
