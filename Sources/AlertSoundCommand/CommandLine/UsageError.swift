import AlertCheck
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// An error in a command line, found by the parser or by a command.
struct UsageError {
  private var error: any Error
  private let command: (any ParsableCommand.Type)?
  private let words: [CommandArgument]
  /// The command line with the `-o` that is missing; nil if no name for the output is evident.
  private var correctedLine: String?

  init(_ error: any Error, of command: (any ParsableCommand.Type)?, in words: [CommandArgument]) {
    self.error = error
    self.command = command ?? CommandName.command(of: words)
    self.words = words
    guard AlertSoundCommand.message(for: error).contains("'--output ") else { return }
    do {
      guard let line = try MissingOutput.corrected(words) else { return }
      _ = try CommandLineWords.parsed(line)
      correctedLine = (["alertsound"] + line.map(\.bytes.shellWord)).joined(separator: " ")
    } catch {
      // Report what an -o alone doesn't correct.
      self.error = error
    }
  }

  /// Prints the error. The plain style adds the command's usage; the other styles print one line.
  func tell(_ style: Diagnostic.Style) {
    if style == .plain {
      let text = words.map(\.text).filter { $0.onOneLine != $0 }
        .reduce(text) { $0.replacing($1, with: $1.onOneLine) }
      printError(text.split(separator: "\n").map { String($0).onOneLine }.joined(separator: "\n"))
      if let correctedLine { printError("Did you mean:\n  \(correctedLine)") }
    } else {
      var message = AlertSoundCommand.message(for: error)
      if let correctedLine { message += "; did you mean: \(correctedLine)" }
      printError(Diagnostic(.error, nil, message).line(style))
    }
  }

  private var text: String {
    guard let error = error as? ValidationError, let command else {
      return AlertSoundCommand.fullMessage(for: error)
    }
    // Add the command's usage here, because the parser no longer knows the command when it has parsed the line.
    let name = command.configuration.commandName ?? ""
    return """
      Error: \(error.message)
      Usage: \(AlertSoundCommand.usageString(for: command))
        See 'alertsound \(name) --help' for more information.
      """
  }
}

extension Diagnostic.Style {
  /// Returns the style that a command line asks for, even if the command line is invalid.
  static func asked(by words: [CommandArgument]) -> Diagnostic.Style {
    let styles = OptionWord.all(of: words.map(\.text).prefix { $0 != "--" })
      .filter { $0.option == "--diagnostics" }
      .compactMap { Diagnostic.Style(rawValue: String($0.value ?? "")) }
    return styles.last ?? .plain
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
    if words.first?.text == help, let extra = words.dropFirst(2).first?.text, !extra.hasPrefix("-")
    {
      throw ValidationError("help takes one command; leave out '\(extra.onOneLine)'")
    }
    guard let name = words.lazy.map(\.text).first(where: { $0 != help }), !name.hasPrefix("-"),
      !name.isEmpty, !all.contains(name)
    else { return }
    let nearest = all.first { $0.hasPrefix(name.lowercased().prefix(3)) }
    throw ValidationError(
      "there is no command '\(name.onOneLine)'; "
        + (nearest.map { "did you mean '\($0)'?" }
          ?? "the commands are \(all.joined(separator: ", "))"))
  }

  /// The subcommand that a command line names; nil if it names none.
  static func command(of words: [CommandArgument]) -> (any ParsableCommand.Type)? {
    AlertSoundCommand.configuration.subcommands.first {
      $0.configuration.commandName == words.first?.text
    }
  }
}

/// Options of other programs that people expect `convert` to have.
enum GuessedOption {
  /// Guesses, and what to do instead.
  private static let table = [
    ("--gain --level --lufs --norm --normalise --normalize --volume", "use --loudness -16"),
    ("--duration --end --length --start", "use --trim START:END, such as --trim 0.5:4"),
    ("--rate --sample-rate --samplerate", "name the rate with -d, such as -d ima4@22050"),
    ("--mono --stereo", "use -c 1 or -c 2"),
    ("--codec --format", "use -f for the container, and -d for the data format"),
    ("--fade", "use --fade-in and --fade-out"),
    ("--loop", "use --repeat SECONDS"),
    ("-n --dryrun --simulate", "use --dry-run"),
    ("--name --rename", "name the new file with -o"),
    ("--include --only", "name the sounds themselves, such as Sounds/*.wav"),
    ("-R --recursive", "leave it out, because folders are searched with all folders in them"),
    ("-y --overwrite --yes", "leave it out; only to replace an input, use --force"),
    ("--watch", "run the command after each change; it converts only what changed"),
  ]

  static func error(in words: [CommandArgument]) -> ValidationError? {
    guard OptionsFile.isRead(by: words) else { return nil }
    for word in words.map(\.text).prefix(while: { $0 != "--" }) {
      let name = word.prefix { $0 != "=" }
      guard let row = table.first(where: { $0.0.split(separator: " ").contains(name) }) else {
        continue
      }
      return ValidationError("Unknown option '\(name)'; \(row.1)")
    }
    return nil
  }
}

/// A word that begins with one dash and several letters. It is probably a file's name.
enum DashedName {
  /// Refuses dashed names, because the parser would read them as several one-letter options: it would find `-h` in
  /// `-oh.wav`, print help and succeed. `alertsound` has no options to combine in one word.
  static func check(_ words: [CommandArgument]) throws {
    let texts = words.map(\.text).prefix { $0 != "--" }
    guard !texts.contains("--help"), let text = texts.first(where: isDashed) else { return }
    throw ValidationError(
      "'\(text.onOneLine)' is not an option; if it is a file, write "
        + (Array("./".utf8) + text.utf8).shellWord)
  }

  /// Whether a word is a dashed name. `-16` is the value of an option, `-o=a` an option with its value, and `-help` a
  /// spelling that Apple's tools accept, too.
  private static func isDashed(_ text: String) -> Bool {
    let characters = text.dropFirst()
    guard text.first == "-", text != "-help", let first = characters.first else { return false }
    return !"-.0123456789".contains(first) && !["", "="].contains(characters.dropFirst().prefix(1))
  }
}

/// A command line of `convert` that has no `-o`.
enum MissingOutput {
  /// Returns the command line with an `-o`: before the last input if it can be the output, as in `afconvert`, or else
  /// with a new name after a single input. Nil if no new name is evident.
  ///
  /// - Throws: The parser's error if the command line has another mistake.
  static func corrected(_ words: [CommandArgument]) throws -> [CommandArgument]? {
    guard OptionsFile.isRead(by: words), !words.contains(where: { $0.text == "--" }) else {
      return nil
    }
    let line = words + [CommandArgument("-o"), CommandArgument("output")]
    guard let command = try CommandLineWords.parsed(line) as? ConvertCommand,
      let last = command.inputs.last?.paths.last
    else { return nil }
    if command.inputs.flatMap(\.paths).count > 1 {
      let places = words.indices.dropFirst().filter { words[$0].text == last.text }
      // An option's value may be the same word.
      let place = places.last { !words[$0 - 1].text.hasPrefix("-") } ?? places.last
      guard let place, isFree(last.path) else { return nil }
      return words[..<place] + [CommandArgument("-o")] + words[place...]
    }
    return output(for: last.path, of: command).map {
      words + [CommandArgument("-o"), CommandArgument(bytes: $0.bytes)]
    }
  }

  /// Returns a new name beside an input, for a folder if the input is one; nil if the input doesn't exist.
  private static func output(for input: FilePath, of command: ConvertCommand) -> FilePath? {
    guard input.lastComponent?.kind == .regular, let type = try? input.stat().type,
      type == .regular || type == .directory
    else { return nil }
    var bare = input
    if type == .regular { bare.extension = nil }
    let build = command.build
    if type == .directory || build.flatten || build.prune || !build.batch.exclude.isEmpty {
      let folder = FilePath(bytes: bare.bytes + "-alerts".utf8)
      return isFree(folder) ? folder : nil
    }
    let ending = "." + (command.options.format.container ?? .caf).pathExtensions[0]
    return [ending, "-alert" + ending].lazy.map { FilePath(bytes: bare.bytes + $0.utf8) }
      .first { (try? $0.stat(followTargetSymlink: false)) == nil }
  }

  /// Whether a sound or a folder of sounds can be written to a path without replacing a file.
  private static func isFree(_ path: FilePath) -> Bool {
    guard let status = try? path.stat() else { return true }
    return status.type == .directory
  }
}

/// The lists that are too long for the help.
enum LongList {
  /// Returns the list that `--explain help` or `--for help` asks for; nil if the command line asks for neither.
  static func lines(askedForBy words: [CommandArgument]) -> [String]? {
    let words = words.prefix { $0.text != "--" }
    let options = CommandName.command(of: Array(words)).map { ParserOption.all(of: $0) } ?? [:]
    for (option, value) in zip(words, words.dropFirst())
    where value.text == "help" && options[option.text] != nil {
      switch option.text {
      case "--explain":
        return AlertRule.allCases.map { $0.rawValue.rightPadded(to: 22) + $0.statement }
      case "--for": return SoundUse.allCases.map(\.rawValue)
      default: continue
      }
    }
    return nil
  }
}
