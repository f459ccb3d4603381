import Testing

@testable import afconvert

/// The man page, the help, the table of options and the parser know the same options.
@Suite struct OptionTests {
  /// Every spelling with one meaning: `-d`, `--data` and so on.
  private static var spellings: Set<String> {
    let taken = Option.allCases.flatMap { option in
      option.spelling.split(separator: " ").map(String.init).filter { $0 != "|" }
    }
    return Set(taken + ["-hf"])
  }

  @Test func theManPageNamesEveryOption() throws {
    let items = try Repository.text(of: "Sources/afconvert/afconvert.1").lines
      .filter { $0.hasPrefix(".It Fl ") }
    let page = items.flatMap { item in
      item.matches(of: /Fl |, (?=[-a-z])/).map { match in
        "-" + item[match.range.upperBound...].prefix { $0 != " " }
      }
    }
    #expect(Set(page) == Self.spellings)
  }

  @Test func theHelpNamesEveryOption() {
    let help = Help.usage.matches(of: /\{([^{}]*)\}/).map(\.output.1)
    let options = help.filter { $0.hasPrefix(" -") }
      .flatMap { $0.split(separator: " ").map(String.init) }.filter { $0 != "|" }
    #expect(Set(options) == Self.spellings)
    #expect(options.count == Set(options).count)
  }

  @Test func theTableNamesEveryOption() throws {
    let rows = try Repository.text(of: "Sources/AlertSound/AlertSound.docc/AfconvertOptions.md")
      .lines
      .filter { $0.hasPrefix("| `-") }
    let options = rows.flatMap { row in
      row.dropFirst().prefix { $0 != "|" }.matches(of: /`(-[^`]*)`/).map { String($0.output.1) }
    }
    #expect(Set(options) == Self.spellings)
    #expect(options.count == Set(options).count)
  }

  @Test func everySpellingIsUnderstood() {
    for spelling in Self.spellings {
      #expect(Option(argument: spelling) != nil, "\(spelling)")
    }
  }

  @Test func helpFitsATerminalOfHundredColumns() {
    #expect(Help.usage.lines.allSatisfy { $0.count <= 100 })
  }
}
