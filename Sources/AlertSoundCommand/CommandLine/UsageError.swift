import AlertCheck
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// An error in a command line, found by the parser or by a command.
struct UsageError {
  let error: any Error
  let command: (any ParsableCommand.Type)?
  let words: [CommandArgument]

  /// Prints the error. The plain style adds the command's usage; the other styles print one line.
  func tell(_ style: Diagnostic.Style) {
    if style == .plain {
      let text = words.map(\.text).filter { $0.onOneLine != $0 }
        .reduce(text) { $0.replacing($1, with: $1.onOneLine) }
      printError(text.split(separator: "\n").map { String($0).onOneLine }.joined(separator: "\n"))
      if let dashedNameRefusal { printError(dashedNameRefusal) }
      if let correctedLine { printError("Did you mean:\n  \(correctedLine)") }
    } else {
      var message = AlertSoundCommand.message(for: error)
      if let dashedNameRefusal { message += "; " + dashedNameRefusal }
      if let correctedLine { message += "; did you mean: \(correctedLine)" }
      printError(Diagnostic(.error, nil, message).line(style))
    }
  }

  /// The command line with the `-o` that is missing; nil if another mistake comes first.
  private var correctedLine: String? {
    AlertSoundCommand.message(for: error).contains("'--output ")
      ? MissingOutput.correctedLine(words) : nil
  }

  /// Advice on a dashed name; nil if there is no such name, or if the error itself is this advice.
  private var dashedNameRefusal: String? {
    guard let refusal = DashedName(in: words)?.refusal,
      (error as? ValidationError)?.message != refusal
    else { return nil }
    return refusal
  }

  private var text: String {
    guard let error = error as? ValidationError, let command else {
      return AlertSoundCommand.fullMessage(for: error)
    }
    // Add the command's usage here, because the parser no longer knows the command when it has parsed the line.
    let names = [AlertSoundCommand.configuration, command.configuration].compactMap(\.commandName)
      .joined(separator: " ")
    return """
      Error: \(error.message)
      Usage: \(AlertSoundCommand.usageString(for: command))
        See '\(names) --help' for more information.
      """
  }
}

extension Diagnostic.Style {
  /// Returns the style that a command line asks for, even if the command line is invalid.
  static func asked(by words: [CommandArgument]) -> Diagnostic.Style {
    let option = "--diagnostics"
    var style = Diagnostic.Style.plain
    var previous = ""
    for word in words.lazy.map(\.text).prefix(while: { $0 != "--" }) {
      let value =
        previous == option
        ? word : word.hasPrefix(option + "=") ? String(word.dropFirst(option.count + 1)) : ""
      style = Diagnostic.Style(rawValue: value) ?? style
      previous = word
    }
    return style
  }
}

/// Checks the first word of a command line, which is the name of a subcommand.
enum CommandName {
  private static let help = "help"

  private static var all: [String] {
    AlertSoundCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
      + DropIn.allCases.map(\.rawValue) + [help]
  }

  /// Refuses an unknown subcommand with a helpful message. The parser would only call it an unexpected argument, and
  /// ignore it after `help`.
  static func check(_ words: [CommandArgument]) throws {
    var names = words.map(\.text)[...]
    if names.first == help {
      names.removeFirst()
      if let extra = names.dropFirst().first, !extra.hasPrefix("-") {
        throw ValidationError("help takes one command; leave out '\(extra.onOneLine)'")
      }
    }
    guard let name = names.first, !name.hasPrefix("-"), !name.isEmpty, !all.contains(name) else {
      return
    }
    let advice =
      nearest(to: name).map { "did you mean '\($0)'?" }
      ?? "the commands are \(all.joined(separator: ", "))"
    throw ValidationError("there is no command '\(name.onOneLine)'; \(advice)")
  }

  private static func nearest(to name: String) -> String? {
    // First try abbreviations such as `conv`, then typing errors such as `chek`.
    all.first { $0.hasPrefix(name.lowercased()) } ?? name.nearest(of: all)
  }
}

extension String {
  /// Returns the word that this word is a misspelling of; nil if there is none.
  fileprivate func nearest(of words: [String]) -> String? {
    // Skip longer words. They aren't typing errors, and computing edit distances takes time.
    guard count <= 32 else { return nil }
    let lowered = Array(lowercased().unicodeScalars)
    let distances = words.map { ($0, editDistance(lowered, Array($0.unicodeScalars))) }
    guard let (nearest, distance) = distances.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else {
      return nil
    }
    return distance <= max(1, count / 3) ? nearest : nil
  }
}

/// The first long option of a command line that the command doesn't have.
///
/// The parser may report something else first, and suggests whatever has a similar spelling: `--exclude` for
/// `--include`. A misspelling rarely changes the first letter, so only names with that letter are suggested.
struct UnknownOption {
  let command: any ParsableCommand.Type
  private let name: String
  private let suggestion: String?

  init?(in words: [CommandArgument]) {
    let command = AlertSoundCommand.configuration.subcommands.first {
      $0.configuration.commandName == words.first?.text
    }
    guard let command else { return nil }
    let names = ParserOption.all(of: command).keys.filter { $0.hasPrefix("--") }.sorted()
    let texts = words.lazy.map(\.text).prefix { $0 != "--" }
    guard
      let name = texts.filter({ $0.hasPrefix("--") }).map({ String($0.prefix { $0 != "=" }) })
        .first(where: { !names.contains($0) })
    else { return nil }
    self.command = command
    self.name = name
    suggestion = name.nearest(of: names.filter { $0.dropFirst(2).first == name.dropFirst(2).first })
  }

  var message: String {
    let advice =
      name == "--include"
      ? "; name the sounds themselves, such as Sounds/*.wav"
      : suggestion.map { ". Did you mean '\($0)'?" } ?? ""
    return "Unknown option '\(name)'\(advice)"
  }
}

/// A word that begins with one dash but is longer than a one-letter option. It is probably a file's name.
///
/// The parser reads such a word as several one-letter options. For example, it finds `-h` in `-oh.wav`, prints help
/// and succeeds. Because `alertsound` has no options to combine in one word, such words can be refused.
struct DashedName {
  private let text: String

  /// Finds the first dashed name in a command line; nil if there is none.
  init?(in words: [CommandArgument]) {
    let texts = words.lazy.map(\.text).prefix { $0 != "--" }
    guard let text = texts.first(where: Self.isDashed) else { return nil }
    self.text = text
  }

  private static func isDashed(_ text: String) -> Bool {
    let characters = text.dropFirst()
    return text.first == "-" && characters.count > 1 && characters.first != "-"
      && characters.dropFirst().first != "=" && text != help && !isNumber(characters)
  }

  /// Whether the characters after the dash are a number. Such a word is the value of an option, such as -16 LUFS.
  private static func isNumber(_ characters: Substring) -> Bool {
    characters.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
    }
  }

  /// A spelling of `--help` that Apple's tools also accept.
  private static let help = "-help"

  /// Whether a word such as `-h` or `--version` asks the parser to print something. `-oh.wav` doesn't count as `-h`.
  static func isAnswerAskedFor(by words: [CommandArgument]) -> Bool {
    let options = [
      "--help", "--version", "--generate-completion-script", "--experimental-dump-help",
    ]
    return words.first?.text == "help"
      || words.lazy.map(\.text).prefix { $0 != "--" }.contains { text in
        ["-h", help].contains(text) || options.contains(where: text.hasPrefix)
      }
  }

  var refusal: String {
    "'\(text.onOneLine)' is not an option; if it is a file, write "
      + (Array("./".utf8) + text.utf8).shellWord
  }
}

/// A command line of `convert` that has no `-o`.
enum MissingOutput {
  private static let options: Set = ["-o", "--output"]
  private static let folderOptions: Set = ["--exclude", "--flatten", "--prune"]

  /// Returns the command line with an `-o`: before the last input if it can be the output, as in `afconvert`, or else
  /// with a new name after a single input. Nil if there is an `-o`, or if no new name is evident.
  static func correctedLine(_ words: [CommandArgument]) -> String? {
    guard OptionsFile.isRead(by: words), !words.contains(where: { $0.text == "--" }) else {
      return nil
    }
    let kinds = OptionWord.all(of: words.map(\.text))
    let inputs = kinds.indices.dropFirst().filter { kinds[$0].isInput }
    let names = Set(kinds.compactMap(\.name))
    guard let last = inputs.last, names.isDisjoint(with: options) else { return nil }
    var line = words.map(\.bytes.shellWord)
    if inputs.count > 1 {
      guard isFree(words[last].path) else { return nil }
      line[last] = "-o " + line[last]
    } else {
      let type = kinds.last { ["-f", "--file"].contains($0.option) && $0.value != nil }?.value
      guard
        let output = output(
          for: words[last].path, in: try? type.map { try FormatWords.container(String($0)) },
          needsFolder: !names.isDisjoint(with: folderOptions))
      else { return nil }
      line += ["-o", SoundPath(output).shellWord]
    }
    return ([AlertSoundCommand.configuration.commandName ?? ""] + line).joined(separator: " ")
  }

  /// Returns a new name beside an input, for a folder if the input is one; nil if the input doesn't exist.
  private static func output(
    for input: FilePath, in container: Container?, needsFolder: Bool
  ) -> FilePath? {
    guard input.lastComponent?.kind == .regular, let type = try? input.stat().type,
      type == .regular || type == .directory
    else { return nil }
    var bare = input
    if type == .regular { bare.extension = nil }
    let isFolder = needsFolder || type == .directory
    let ending = "." + (container ?? .caf).pathExtensions[0]
    return (isFolder ? ["-alerts"] : [ending, "-alert" + ending]).lazy
      .map { FilePath(bytes: bare.bytes + $0.utf8) }
      .first { isFolder ? isFree($0) : (try? $0.stat(followTargetSymlink: false)) == nil }
  }

  /// Whether a sound or a folder of sounds can be written to a path without replacing a file.
  private static func isFree(_ path: FilePath) -> Bool {
    guard let status = try? path.stat() else { return true }
    return status.type == .directory
  }
}
