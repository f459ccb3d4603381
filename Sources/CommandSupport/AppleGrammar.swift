package import AlertSound
internal import Platform
internal import SoundFormat

/// The options of a command. The parser and the help are made from this definition.
package struct AppleGrammar<Line>: Sendable {
  /// A section of the help: a heading, and options under it.
  package struct Section: Sendable {
    let heading: String
    /// Options that the help explains, each on lines of its own.
    let explained: [AppleOption<Line>]
    /// Options that the help only lists, row by row.
    let named: [[AppleOption<Line>]]
    /// The help's lines after the options.
    let remark: String

    package init(
      _ heading: String, _ explained: [AppleOption<Line>] = [],
      naming named: [[AppleOption<Line>]] = [], remark: String = ""
    ) {
      (self.heading, self.explained, self.named, self.remark) = (heading, explained, named, remark)
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

  /// The text after a usage error. It is short, so that the error stays visible.
  package let synopsis: String
  private let title: String
  /// The name and version of Apple's tool.
  private let tool: String
  private let sections: [Section]

  package init(_ title: String, tool: String, synopsis: String, _ sections: [Section]) {
    self.title = title
    self.tool = tool
    self.synopsis = synopsis
    self.sections = sections
  }

  package var options: [AppleOption<Line>] { sections.flatMap { $0.explained + $0.named.joined() } }

  package var usage: String {
    synopsis + sections.flatMap { [""] + $0.lines }.map { $0 + "\n" }.joined()
  }

  var help: String {
    """

        \(title)
        Version: \(Toolkit.version) of \(Toolkit.name), with the command line of Apple's \(tool)
        Specify -h (-help) for command options


    """ + usage
  }

  /// Finds the option with a spelling.
  ///
  /// After two dashes, the whole name must match. After one dash, Apple's tools compare only as many letters as the
  /// short spelling has, usually one. So Apple's tools also accept `-data` for `-d`, and `-file` for `-f`.
  package func option(spelled word: String) -> AppleOption<Line>? {
    let isLong = word.hasPrefix("--")
    let length = word.utf8.count
    var nearest: AppleOption<Line>?
    var longest = 0
    func consider(_ option: AppleOption<Line>) {
      let match = option.matchLength(word)
      guard match > longest, !isLong || match == length else { return }
      (nearest, longest) = (option, match)
    }
    for section in sections {
      for option in section.explained { consider(option) }
      for row in section.named { for option in row { consider(option) } }
    }
    return nearest
  }

  func unknownOption(_ word: String) -> CommandLineError {
    let hint = suggestion(for: word).map { " (did you mean \($0)?)" } ?? ""
    return CommandLineError(message: "unknown option: \(word)\(hint)")
  }

  /// For each option of other programs: the option of Apple's tools that does the same.
  private static var synonyms: [String: String] { ["--format": "-f", "--output": "-o"] }

  /// Returns the option that an unknown word probably means: the word with dashes for underscores, a synonym, or the
  /// long spelling that begins with the most letters of the word, at least three.
  private func suggestion(for word: String) -> String? {
    let dashed = String(word.map { $0 == "_" ? "-" : $0 })
    if let known = [dashed, Self.synonyms[word]].compactMap(\.self).first(
      where: { option(spelled: $0) != nil })
    {
      return known
    }
    let letters = dashed.hasPrefix("--") ? dashed.prefix { $0 != "=" } : ""
    var (nearest, length): (String?, Int) = (nil, 4)
    for spelling in options.flatMap(\.spellings) {
      let common = zip(spelling, letters).prefix { $0 == $1 }.count
      if common > length { (nearest, length) = (spelling, common) }
    }
    return nearest
  }
}

/// An option of a command with Apple's grammar: its spellings, its values, its effect and its help.
package struct AppleOption<Line>: Sendable {
  /// Applies the option's values to a command line.
  package typealias Effect = @Sendable (inout Line, [NamedValue]) throws(CommandLineError) -> Void

  /// The spellings as Apple's messages and help show them: `-c | --channels`.
  package let spelling: String
  /// The names of the values in the help. Each name stands for one argument after the option.
  let valueNames: [String]
  let effect: Effect
  /// Evaluated lazily, because hardly any command line needs the help.
  private let makeHelp: @Sendable () -> String

  package init(
    _ spelling: String, _ valueNames: String...,
    help: @escaping @autoclosure @Sendable () -> String = "",
    effect: @escaping Effect = { _, _ in }
  ) {
    self.spelling = spelling
    self.valueNames = valueNames
    self.effect = effect
    makeHelp = help
  }

  /// The option as the help shows it, such as `{ -c | --channels } number_of_channels`.
  var usage: String { (["{ \(spelling) }"] + valueNames).joined(separator: " ") }

  /// The help's lines; empty for an option that the help only lists.
  var help: [String] { makeHelp().split(separator: "\n").map(String.init) }

  package var spellings: [String] {
    spelling.split(separator: " ").filter { $0 != "|" }.map(String.init)
  }

  /// Returns the byte count of the longest spelling that is a prefix of a word; 0 if there is none. Options are ASCII.
  ///
  /// Parsing compares every argument with every option, so this function makes one pass without allocations.
  func matchLength(_ word: String) -> Int {
    var longest = 0
    var length = 0
    var rest = word.utf8[...]
    var isMatch = true
    for byte in spelling.utf8 {
      if byte == UInt8(ascii: " ") {
        if isMatch { longest = max(longest, length) }
        (length, rest, isMatch) = (0, word.utf8[...], true)
      } else {
        length += 1
        if isMatch { isMatch = rest.popFirst() == byte }
      }
    }
    return isMatch ? max(longest, length) : longest
  }
}

/// A parsed command line of one of Apple's tools.
package protocol AppleArguments: SendableMetatype {
  static var grammar: AppleGrammar<Self> { get }

  /// The text to print instead of doing the work; nil to do the work.
  var answer: Answer? { get set }
  var policy: InputPolicy { get set }

  init()

  /// Completes the command line after all options are parsed. `files` are the arguments that aren't options.
  mutating func complete(with files: [CommandArgument]) throws(CommandLineError)
}

/// The text that a command prints instead of doing its work.
package enum Answer: Sendable {
  case usage
  case text(String)
}

extension AppleArguments {
  /// Parses the words after the command's name: options and files in any order. Parsing ends at an option that
  /// only prints an answer.
  package init(parsing words: [CommandArgument]) throws(CommandLineError) {
    self.init()
    var files: [CommandArgument] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.text.hasPrefix("-"), word.text != "-" else {
        files.append(word)
        continue
      }
      if word.text == "--" {
        files += rest
        break
      }
      guard let option = Self.grammar.option(spelled: word.text) else {
        throw Self.grammar.unknownOption(word.text)
      }
      let values = rest.prefix(option.valueNames.count)
        .map { NamedValue(name: option.spelling, word: $0) }
      guard values.count == option.valueNames.count else {
        throw CommandLineError(message: "missing argument for \(option.spelling)")
      }
      rest.removeFirst(values.count)
      try option.effect(&self, values)
      if answer != nil { return }
    }
    try complete(with: files)
  }

  /// Parses the words after the command's name, and runs `work` if they are valid.
  ///
  /// After a request for help, the exit status is that of a usage error, as in Apple's tools. Scripts that check
  /// whether a tool exists rely on this status.
  package static func run(
    _ words: [CommandArgument], _ work: (Self) -> ExitStatus
  ) -> ExitStatus {
    StandardStreams.open()
    StandardStreams.silenceLibraries()
    Interruption.surviveFileSizeLimit()
    guard !words.isEmpty else {
      printError(grammar.help)
      return .appleUsage
    }
    do throws(CommandLineError) {
      let line = try Self(parsing: words)
      switch line.answer {
      case .usage:
        _ = StandardOutput.show(grammar.help)
        return .appleUsage
      case .text(let text): return StandardOutput.show(text) ? .success : .systemFailure
      case nil: return work(line)
      }
    } catch {
      printError("\(error)\n\n\(grammar.synopsis)\n-h lists the options.")
      return .appleUsage
    }
  }
}

extension AppleOption {
  /// An option that has no value and sets a property.
  package static func flag(
    _ spelling: String, _ property: any WritableKeyPath<Line, Bool> & Sendable,
    to value: Bool = true,
    help: String
  ) -> Self {
    Self(spelling, help: help) { line, _ in line[keyPath: property] = value }
  }

  /// An option with a number.
  package static func number(
    _ spelling: String, _ valueName: String, in range: ClosedRange<Int>,
    _ property: any WritableKeyPath<Line, Int?> & Sendable, help: String
  ) -> Self {
    Self(spelling, valueName, help: help) { line, values throws(CommandLineError) in
      line[keyPath: property] = try values[0].integer(in: range)
    }
  }
}

/// The options that both commands have.
extension AppleOption where Line: AppleArguments {
  package static var help: Self {
    Self("-h | --help", help: "print this") { line, _ in line.answer = .usage }
  }

  package static var version: Self {
    Self("--version", help: "print the version of this toolkit") { line, _ in
      line.answer = .text(Toolkit.version)
    }
  }

  package static var noImport: Self {
    Self(
      "--no-import",
      help: "don't use libsndfile, which reads other formats: for untrusted files"
    ) { line, _ in line.policy.imports = false }
  }

  package static func allowTruncated(help: String) -> Self {
    Self("--allow-truncated", help: help) { line, _ in line.policy.acceptsTruncatedFiles = true }
  }

  package static func maxBytes(help: String) -> Self {
    Self("--max-bytes", "number_of_bytes", help: help) { line, values throws(CommandLineError) in
      line.policy.lowerByteLimit(
        to: try values[0].value(
          taking: "bytes, such as 1000000", NumberText.byteCount))
    }
  }

  package static func maxSeconds(help: String) -> Self {
    Self("--max-seconds", "seconds", help: help) { line, values throws(CommandLineError) in
      line.policy.lowerDurationLimit(to: try values[0].seconds())
    }
  }
}
