import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat

/// Where the process begins.
@main
enum EntryPoint {
  static func main() async {
    StandardStreams.open()
    Interruption.surviveFileSizeLimit()
    Allocation.fitStacks()
    // Whatever is awaited needs threads, and would wait for them for ever.
    guard Threads.canBeStarted else {
      printError("error: too few threads can be started; raise the limits: ulimit -u, -d, -v")
      AlertSoundCommand.exit(withError: ExitCode.failure)
    }
    var words = CommandArgument.all
    var kind: (any ParsableCommand.Type)?
    do {
      words = try OptionsFile.expanding(words)
      var command = try await AlertSoundCommand.asyncParseAsRoot(ParserText.words(of: words))
      kind = type(of: command)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as ConversionError {
      printError(Diagnostic(error).line(.asked(by: words)))
      AlertSoundCommand.exit(withError: ExitCode.failure)
    } catch {
      let code = AlertSoundCommand.exitCode(for: error)
      // Help was asked for.
      if code == .success {
        let isShown = StandardOutput.show(AlertSoundCommand.fullMessage(for: error))
        terminate(with: (isShown ? ExitCode.success : .failure).rawValue)
      }
      if !(error is ExitCode) { UsageError(error, of: kind).tell(.asked(by: words)) }
      AlertSoundCommand.exit(withError: code)
    }
  }
}
