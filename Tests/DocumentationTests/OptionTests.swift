import CommandSupport
import Testing

@testable import afconvert
@testable import afinfo

/// The man page, the help, the table of options and the parser of a drop-in command agree about its
/// options.
@Suite struct OptionTests {
  @Test(arguments: DocumentedCommand.all)
  func theManPageNamesEveryOption(command: DocumentedCommand) throws {
    let items = try Repository.text(of: "Sources/\(command.name)/\(command.name).1").lines
      .filter { $0.hasPrefix(".It Fl ") }
    let page = items.flatMap { item in
      item.matches(of: /Fl |, (?=[-a-z])/).map { match in
        "-" + item[match.range.upperBound...].prefix { $0 != " " }
      }
    }
    #expect(Set(page) == command.spellings)
  }

  @Test(arguments: DocumentedCommand.all)
  func theHelpNamesEveryOption(command: DocumentedCommand) {
    let help = command.help.matches(of: /\{([^{}]*)\}/).map(\.output.1)
    let options = help.filter { $0.hasPrefix(" -") }
      .flatMap { $0.split(separator: " ").map(String.init) }.filter { $0 != "|" }
    #expect(Set(options) == command.spellings)
    #expect(options.count == Set(options).count)
  }

  /// Only `afconvert` has enough options that the library's pages have a table of them.
  @Test func theTableNamesEveryOption() throws {
    let rows = try Repository.text(of: "Sources/AlertSound/AlertSound.docc/AfconvertOptions.md")
      .lines
      .filter { $0.hasPrefix("| `-") }
    let options = rows.flatMap { row in
      row.dropFirst().prefix { $0 != "|" }.matches(of: /`(-[^`]*)`/).map { String($0.output.1) }
    }
    #expect(Set(options) == DocumentedCommand.convert.spellings)
    #expect(options.count == Set(options).count)
  }

  @Test(arguments: DocumentedCommand.all)
  func everySpellingIsAccepted(command: DocumentedCommand) {
    for spelling in command.spellings {
      #expect(command.understands(spelling), "\(spelling)")
    }
  }

  @Test(arguments: DocumentedCommand.all)
  func helpFits100Columns(command: DocumentedCommand) {
    #expect(command.help.lines.allSatisfy { $0.count <= 100 })
  }
}

/// A drop-in command's options, taken from its code.
struct DocumentedCommand: Sendable, CustomTestStringConvertible {
  let name: String
  /// The spellings of all options, such as `-d` and `--data`.
  let spellings: Set<String>
  let help: String
  /// Whether the parser accepts a spelling as an option.
  let understands: @Sendable (String) -> Bool

  var testDescription: String { name }

  static let convert = DocumentedCommand(
    name: "afconvert",
    spellings: Set(afconvert.Arguments.grammar.options.flatMap(\.spellings)),
    help: afconvert.Arguments.grammar.usage,
    understands: {
      afconvert.Arguments.grammar.option(spelled: $0)?.spellings.contains($0) ?? false
    })

  static let info = DocumentedCommand(
    name: "afinfo", spellings: Set(afinfo.Arguments.grammar.options.flatMap(\.spellings)),
    help: afinfo.Arguments.grammar.usage,
    understands: { afinfo.Arguments.grammar.option(spelled: $0)?.spellings.contains($0) ?? false })

  static let all = [convert, info]
}
