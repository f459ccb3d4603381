import AlertCheck
import ArgumentParser
import CommandSupport
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
      if let line = MissingOutput.correctedLine(words) { printError("Did you mean:\n  \(line)") }
    } else {
      var message = AlertSoundCommand.message(for: error)
      if let dashedNameRefusal { message += "; " + dashedNameRefusal }
      if let line = MissingOutput.correctedLine(words) { message += "; did you mean: \(line)" }
      printError(Diagnostic(.error, nil, message).line(style))
    }
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
    // Skip longer names. They aren't typing errors, and computing edit distances takes time.
    guard name.count <= 32 else { return nil }
    let lowered = Array(name.lowercased().unicodeScalars)
    let distances = all.map { ($0, editDistance(lowered, Array($0.unicodeScalars))) }
    guard let (nearest, distance) = distances.min(by: { $0.1 < $1.1 }) else { return nil }
    // First try abbreviations such as `conv`, then typing errors such as `chek`.
    if let whole = all.first(where: { $0.hasPrefix(name.lowercased()) }) { return whole }
    return distance <= max(1, name.count / 3) ? nearest : nil
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

/// A command line of `convert` that has no `-o`, but ends with the output, as in `afconvert`.
enum MissingOutput {
  private static let options: Set = ["-o", "--output"]

  /// Returns the command line with `-o` before the last input; nil if there is an `-o`, or if the last input is an
  /// existing file, which the output would replace.
  static func correctedLine(_ words: [CommandArgument]) -> String? {
    guard OptionsFile.isRead(by: words), !words.contains(where: { $0.text == "--" }) else {
      return nil
    }
    let kinds = OptionWord.all(of: words.map(\.text))
    let inputs = kinds.indices.dropFirst().filter { kinds[$0].isInput }
    guard !kinds.contains(where: { $0.name.map(options.contains) ?? false }),
      inputs.count > 1, let last = inputs.last, isFree(words[last].path)
    else { return nil }
    var line = words.map(\.bytes.shellWord)
    line[last] = "-o " + line[last]
    return ([AlertSoundCommand.configuration.commandName ?? ""] + line).joined(separator: " ")
  }

  /// Whether a sound or a folder of sounds can be written to a path without replacing a file.
  private static func isFree(_ path: FilePath) -> Bool {
    guard let status = try? path.stat() else { return true }
    return status.type == .directory
  }
}
