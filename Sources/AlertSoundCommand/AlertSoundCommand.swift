import AlertSound
import ArgumentParser
import CommandSupport

/// The command `alertsound`: it reads options, calls the library and prints.
struct AlertSoundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alertsound",
    abstract:
      "Alert sounds for apps: make them, see what is in them and what iOS will do with them.",
    version: Toolkit.version,
    subcommands: [
      ConvertCommand.self,
      InfoCommand.self,
      CompareCommand.self,
      CheckCommand.self,
      ResolveCommand.self,
      DefaultSoundCommand.self,
    ])
}
