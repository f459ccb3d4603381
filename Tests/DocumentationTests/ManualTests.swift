import ArgumentParser
import Foundation
import Testing

@testable import AlertSoundCommand

/// The man page of `alertsound` contains the help of its commands. `make manual` updates it.
@Suite struct ManualTests {
  private static let path = "Sources/AlertSoundCommand/alertsound.1"
  private static let start = ".\\\" The help of the commands, as 'make manual' writes it.\n"
  private static let end = ".\\\" End of the help.\n"

  @Test func thePageHasTheHelp() throws {
    let page = try Repository.text(of: Self.path)
    let parts = page.components(separatedBy: Self.start)
    try #require(parts.count == 2)
    let tail = try #require(parts[1].range(of: Self.end)).lowerBound
    let expected = try parts[0] + Self.start + Self.sections() + parts[1][tail...]
    if ProcessInfo.processInfo.environment["MANUAL"] == "write" {
      try Data(expected.utf8).write(
        to: Repository.root.appending(path: Self.path))
    } else {
      #expect(page == expected, "run 'make manual'")
    }
  }

  /// ArgumentParser also refuses duplicate names when a command starts, but only in a debug build.
  @Test func noTwoOptionsOfACommandHaveOneName() throws {
    for command in try Self.commands() {
      let names = (command.arguments ?? []).flatMap { $0.names ?? [] }.map {
        "\($0.kind) \($0.name)"
      }
      #expect(names.count == Set(names).count, "\(command.commandName)")
    }
  }

  /// An options file can tell values from inputs, and paths from other values.
  @Test func optionsWithValuesAreKnown() throws {
    let convert = try #require(try Self.commands().first { $0.commandName == "convert" })
    func names(of arguments: [Help.Argument]) -> Set<String> {
      Set(
        arguments.flatMap { $0.names ?? [] }.map { ($0.kind == "short" ? "-" : "--") + $0.name })
    }
    let options = (convert.arguments ?? []).filter { $0.kind == "option" }
    #expect(OptionWord.valueOptions == names(of: options))
    #expect(
      OptionWord.pathOptions == names(of: options.filter { $0.completionKind?.file != nil }))
  }

  /// The fields that these tests need from ArgumentParser's JSON for documentation tools.
  private struct Help: Decodable {
    struct Command: Decodable {
      let commandName, abstract: String
      let discussion: String?
      let subcommands: [Command]?
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      struct Name: Decodable { let kind, name: String }

      struct Completion: Decodable { let list, file: [String: [String]]? }

      let kind: String
      let names: [Name]?
      let completionKind: Completion?
      let valueName, abstract, discussion, defaultValue: String?
      let allValues: [String]?
    }

    let command: Command
  }

  private static func commands() throws -> [Help.Command] {
    let help = try JSONDecoder().decode(
      Help.self, from: Data(AlertSoundCommand._dumpHelp().utf8))
    return (help.command.subcommands ?? []).filter { $0.commandName != "help" }
  }

  private static func sections() throws -> String {
    var told: [String: String] = [:]
    return try commands().map { command in
      var lines = [".Ss \(command.commandName)"] + sentences(command.abstract)
      for paragraph in (command.discussion ?? "").components(separatedBy: "\n\n") {
        lines +=
          paragraph.hasPrefix(" ")
          ? [".Bd -literal -offset indent"]
            + paragraph.split(separator: "\n").map { String($0.drop { $0 == " " }) } + [".Ed"]
          : [".Pp"] + sentences(paragraph)
      }
      lines.append(".Bl -tag -width Ds")
      var repeated: [String: [String]] = [:]
      for argument in command.arguments ?? [] where argument.kind != "positional" {
        let names = names(of: argument)
        guard !names.isEmpty else { continue }
        let text = text(of: argument)
        let key = names + "\n" + text.joined(separator: "\n")
        if let earlier = told[key] {
          repeated[earlier, default: []].append(names)
        } else {
          told[key] = command.commandName
          lines += [".It \(names)"] + text
        }
      }
      lines.append(".El")
      for (earlier, items) in repeated.sorted(by: { $0.key < $1.key }) {
        lines += [".Pp", "As in", ".Cm \(earlier) :"]
        lines += items.dropLast().map { ".\($0) ," } + items.suffix(1).map { ".\($0) ." }
      }
      return (lines + [""]).joined(separator: "\n")
    }.joined()
  }

  /// An option's names in mdoc, such as `Fl o , Fl -output Ar path`. Empty for `--help` and
  /// `--version`, which every command has.
  private static func names(of argument: Help.Argument) -> String {
    let names = (argument.names ?? []).map { ($0.kind == "long" ? "-" : "") + $0.name }
    guard !names.contains("-help"), !names.contains("-version") else { return "" }
    let value = argument.kind == "option" ? " Ar " + (argument.valueName ?? "value") : ""
    return names.map { "Fl \($0)" }.joined(separator: " , ") + value
  }

  private static func text(of argument: Help.Argument) -> [String] {
    var text = sentences(
      [argument.abstract, argument.discussion].compactMap(\.self).joined(separator: " "))
    let isListed = argument.abstract?.contains("; help lists ") == true
    let hidden = isListed ? argument.completionKind?.list?["values"] : nil
    let values = (argument.allValues ?? hidden ?? []).joined(separator: ", ")
    if !values.isEmpty, argument.abstract?.contains(values) != true {
      text += sentences("One of: \(values).")
    }
    if let value = argument.defaultValue { text += sentences("The default is \(value).") }
    return text
  }

  /// A paragraph in mdoc, with each sentence on a line.
  private static func sentences(_ text: String) -> [String] {
    text.replacing("\n", with: " ").replacing("\\", with: "\\e")
      .replacing(/([.:]) (?=[A-Z-])/) { "\($0.output.1)\n" }
      .components(separatedBy: "\n").filter { !$0.isEmpty }
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }
  }
}
