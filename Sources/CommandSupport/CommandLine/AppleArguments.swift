package import AlertSound
internal import SoundFormat

/// A parsed command line of one of Apple's tools.
package protocol AppleArguments: SendableMetatype {
  static var grammar: AppleGrammar<Self> { get }

  /// What to print instead of doing the work.
  var answer: Answer? { get set }
  /// How files are opened.
  var policy: InputPolicy { get set }

  /// Creates an empty command line.
  init()

  /// Completes the command line when all options are known.
  ///
  /// - Parameter files: The words that aren't options.
  mutating func complete(with files: [CommandArgument]) throws(CommandLineError)
}

/// What a command prints instead of doing its work.
package enum Answer: Sendable {
  case usage
  case text(String)
}

extension AppleArguments {
  /// Parses the words after the command's name: options and files in any order. An option that asks for an
  /// answer ends the command line.
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

  /// Runs the command.
  ///
  /// Asking for help exits with a usage error, as in Apple's tools. Scripts that probe for a tool rely on
  /// that.
  ///
  /// - Parameters:
  ///   - words: The words after the command's name.
  ///   - work: What the command does with a valid command line.
  package static func run(
    _ words: [CommandArgument], _ work: (Self) -> ExitStatus
  ) -> ExitStatus {
    StandardStreams.open()
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
      printError("\(error.message)\n\n\(grammar.synopsis)\n-h lists the options.")
      return .appleUsage
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
      help: "read \(Container.readNames("and")) only, with no other decoder: for untrusted files"
    ) { line, _ in line.policy.importsForeignFormats = false }
  }

  package static var importWith: Self {
    Self(
      "--import-with", "decoder",
      help: "of the other decoders, ask only this one: \(ImportDecoder.names)"
    ) { line, values throws(CommandLineError) in
      line.policy.importDecoder = try values[0].importDecoder()
    }
  }

  package static func allowTruncated(help: String) -> Self {
    Self("--allow-truncated", help: help) { line, _ in line.policy.acceptsTruncatedFiles = true }
  }

  package static func maxBytes(help: String) -> Self {
    Self("--max-bytes", "number_of_bytes", help: help) { line, values throws(CommandLineError) in
      line.policy.lowerByteLimit(to: try values[0].byteCount())
    }
  }

  package static func maxSeconds(help: String) -> Self {
    Self("--max-seconds", "seconds", help: help) { line, values throws(CommandLineError) in
      line.policy.lowerDurationLimit(to: try values[0].seconds())
    }
  }
}
