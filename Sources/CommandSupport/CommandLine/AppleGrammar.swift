internal import AlertSound

/// The options of a command, from which its parser and its help are made.
package struct AppleGrammar<Line>: Sendable {
  /// Options under a heading of the help.
  package struct Section: Sendable {
    let heading: String
    /// Options that the help explains, each with lines of its own.
    let explained: [AppleOption<Line>]
    /// Options that the help only names, row by row.
    let named: [[AppleOption<Line>]]
    /// What the help says after the options, in lines.
    let remark: String

    /// Creates a section that explains each option.
    package init(_ heading: String, _ options: [AppleOption<Line>], remark: String = "") {
      self.heading = heading
      explained = options
      named = []
      self.remark = remark
    }

    /// Creates a section that only names the options, line by line.
    package init(_ heading: String, naming rows: [[AppleOption<Line>]]) {
      self.heading = heading
      explained = []
      named = rows
      remark = ""
    }

    var lines: [String] {
      var lines = [heading]
      for option in explained {
        lines.append("    " + option.usage)
        lines += option.help.map { "        " + $0 }
      }
      lines += named.map { "    " + $0.map(\.usage).joined(separator: "  ") }
      return lines + remark.split(separator: "\n").map { "    " + $0 }
    }
  }

  /// What follows a usage error: short enough that the error itself stays in sight.
  package let synopsis: String
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
  }

  /// All options, in the help's order.
  package var options: [AppleOption<Line>] { sections.flatMap { $0.explained + $0.named.joined() } }

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
    let isLong = word.hasPrefix("--")
    let length = word.utf8.count
    var nearest: AppleOption<Line>?
    var longest = 0
    func consider(_ option: AppleOption<Line>) {
      let match = option.matchLength(word)
      // After two dashes, the whole name must match.
      guard match > longest, !isLong || match == length else { return }
      (nearest, longest) = (option, match)
    }
    for section in sections {
      for option in section.explained { consider(option) }
      for row in section.named { for option in row { consider(option) } }
    }
    return nearest
  }

  /// The error for a word that begins with a dash and spells no option.
  func unknownOption(_ word: String) -> CommandLineError {
    let dashed = String(word.map { $0 == "_" ? "-" : $0 })
    let hint =
      option(spelled: dashed) == nil || dashed == word ? "" : " (did you mean \(dashed)?)"
    return CommandLineError(message: "unknown option: \(word)\(hint)")
  }
}
