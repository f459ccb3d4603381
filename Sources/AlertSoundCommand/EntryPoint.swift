import AlertSound
import ArgumentParser
import CommandSupport

/// Where the process begins.
@main
enum EntryPoint {
  static func main() async {
    StandardStreams.open()
    do {
      let words = try OptionsFile.expanding(CommandArgument.all)
      await AlertSoundCommand.main(words)
    } catch {
      printError(Diagnostic(error).line())
      AlertSoundCommand.exit(withError: ExitCode.failure)
    }
  }
}
