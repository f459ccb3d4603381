internal import AlertSound

/// The options of a command, from which its parser and its help are made.
package struct AppleGrammar<Line>: Sendable {
  /// Options under a heading of the help.
  package struct Section: Sendable {
    let heading: String
    /// Options that the help shows on one line. An option with lines of its own is alone.
    let rows: [[AppleOption<Line>]]
    /// The lines after the options.
    let remark: [String]

    /// Creates a section that explains each option.
    package init(_ heading: String, _ options: [AppleOption<Line>], remark: String = "") {
      self.heading = heading
      rows = options.map { [$0] }
      self.remark = remark.split(separator: "\n").map(String.init)
    }

    /// Creates a section that only names the options, line by line.
    package init(_ heading: String, naming rows: [[AppleOption<Line>]]) {
      self.heading = heading
      self.rows = rows
      remark = []
    }

    var lines: [String] {
      var lines = [heading]
      for row in rows {
        lines.append("    " + row.map(\.usage).joined(separator: "  "))
        lines += row.flatMap(\.help).map { "        " + $0 }
      }
      return lines + remark.map { "    " + $0 }
    }
  }

  /// What follows a usage error: short enough that the error itself stays in sight.
  package let synopsis: String
  package let options: [AppleOption<Line>]
  private let title: String
  private let tool: String
  private let sections: [Section]

  /// - Parameters:
  ///   - title: What the command calls itself.
  ///   - tool: Apple's tool with its version.
  ///   - synopsis: How the command is called, in lines.
  package init(_ title: String, tool: String, synopsis: String, _ sections: [Section]) {
    self.title = title
    self.tool = tool
    self.synopsis = synopsis
    self.sections = sections
    options = sections.flatMap { $0.rows.joined() }
  }

  /// The synopsis and all options.
  package var usage: String {
    synopsis + sections.flatMap { [""] + $0.lines }.map { $0 + "\n" }.joined()
  }

  /// What `-h` prints.
  var help: String {
    """

        \(title)
        Version: \(Toolkit.version) of \(Toolkit.name), with the command line of Apple's \(tool)
        Specify -h (-help) for command options


    """ + usage
  }

  /// Finds the option that a word spells.
  ///
  /// After two dashes the whole name must match. After one, Apple's tools compare only as many letters as a
  /// short spelling has, mostly one, so that `-data` and `-file` work, too.
  package func option(spelled word: String) -> AppleOption<Line>? {
    if word.hasPrefix("--") { return options.first { $0.spellings.contains(word) } }
    let nearest = options.max { $0.shortMatchLength(word) < $1.shortMatchLength(word) }
    return nearest.flatMap { $0.shortMatchLength(word) > 0 ? $0 : nil }
  }

  /// The error for a word that begins with a dash and spells no option.
  func unknownOption(_ word: String) -> CommandLineError {
    let dashed = String(word.map { $0 == "_" ? "-" : $0 })
    let hint =
      option(spelled: dashed) == nil || dashed == word ? "" : " (did you mean \(dashed)?)"
    return CommandLineError(message: "unknown option: \(word)\(hint)")
  }
}
