import AlertSound
import ArgumentParser
import CommandSupport
import Platform
import SoundFormat
import SystemPackage

/// `alertsound default-sound`: writes the built-in chime.
struct DefaultSoundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "default-sound",
    abstract: "Write the built-in chime, which replaces sounds that are too long.",
    usage: "alertsound default-sound [<options>] --output <file>",
    discussion: """
        alertsound default-sound -o default.caf
        alertsound default-sound -o default.wav

      Two synthesised notes on metal bars, 1.3 s long, with the same bytes on every machine. Prints \
      nothing on success, and replaces an existing file. This is not the default sound of iOS.
      """)

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: CommandArgument

  @OptionGroup(title: "Format Options")
  var format: FormatOptions

  func validate() throws {
    _ = try format.container(forOutput: output.outputPath)
    if output.namesFolder { throw ValidationError("-o takes a file: add a file name to it.") }
  }

  func run() throws {
    Interruption.listen()
    let source = DefaultSound.source
    let target = try format.target(for: source, output: output.outputPath)
    do {
      _ = try AlertConverter(to: target).conversion(of: source).write(
        to: output.outputPath, monitor: .untilInterrupted)
    } catch {
      Interruption.dieIfRequested()
      printError(Diagnostic(.error, error.path ?? output.outputPath, error.commandSentence).line())
      throw ExitCode(error.exitStatus)
    }
  }
}
