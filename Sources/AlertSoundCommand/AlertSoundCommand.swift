import AlertSound
import ArgumentParser
import CommandSupport

/// The command `alertsound`: it reads options, calls the library and prints.
struct AlertSoundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alertsound",
    abstract:
      "Make, inspect and check the alert sounds of apps.",
    discussion: "'alertsound afconvert' and 'alertsound afinfo' run the commands of these names.",
    version: Toolkit.version,
    subcommands: [
      ConvertCommand.self,
      MergeCommand.self,
      InfoCommand.self,
      CompareCommand.self,
      PreviewCommand.self,
      CheckCommand.self,
      ResolveCommand.self,
      DefaultSoundCommand.self,
    ])
}
