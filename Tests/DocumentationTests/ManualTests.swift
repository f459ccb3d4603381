import ArgumentParser
import Foundation
import Testing

@testable import AlertSoundCommand

/// The man page of `alertsound` has exactly the options that the subcommands have.
@Suite struct ManualTests {
  /// The part that matters here of what ArgumentParser prints for documentation tools.
  private struct Help: Decodable {
    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }

      let kind: String
      let names: [Name]?
    }

    let command: Command
  }

  private static func subcommands() throws -> [Help.Command] {
    let text = AlertSoundCommand._dumpHelp()
    let help = try JSONDecoder().decode(Help.self, from: Data(text.utf8))
    return (help.command.subcommands ?? []).filter { $0.commandName != "help" }
  }

  /// The man page's items by section.
  private static func items() throws -> [String: Set<String>] {
    var items: [String: Set<String>] = [:]
    var section = ""
    for line in try Repository.text(of: "Sources/AlertSoundCommand/alertsound.1").lines {
      if line.hasPrefix(".Ss ") { section = String(line.dropFirst(4)) }
      if line.hasPrefix(".Sh ") { section = "" }
      guard line.hasPrefix(".It Fl ") else { continue }
      for match in line.matches(of: /Fl ([^ ]+)/) {
        items[section, default: []].insert("-" + match.output.1)
      }
    }
    return items
  }

  @Test func everyOptionIsInItsCommandsSection() throws {
    let items = try Self.items()
    let commands = try Self.subcommands()
    #expect(commands.count >= 4)
    for command in commands {
      let options = (command.arguments ?? []).filter { $0.kind != "positional" }
        .flatMap { $0.names ?? [] }
        .map { ($0.kind == "long" ? "--" : "-") + $0.name }
      // Every command has these.
      let own = Set(options).subtracting(["--help", "-h", "--version"])
      #expect(items[command.commandName] ?? [] == own, "\(command.commandName)")
    }
    #expect(Set(items.keys) == Set(commands.map(\.commandName)))
  }
}
