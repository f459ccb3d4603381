import AlertCheck
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// Prints an error in a command line, found by the parser or by a command. The plain style adds the command's usage.
/// The other styles print one line.
func tellUsageError(
  _ error: any Error, of command: (any ParsableCommand.Type)?, in words: [CommandArgument]
) {
  let style = Diagnostic.Style.asked(by: words)
  guard style == .plain else {
    return printError(Diagnostic(.error, nil, AlertSoundCommand.message(for: error)).line(style))
  }
  var text = AlertSoundCommand.fullMessage(for: error)
  // Add the command's usage here: after parsing the line, the parser no longer knows the command.
  if let error = error as? ValidationError, let command = command ?? CommandName.command(of: words)
  {
    text = """
      Error: \(error.message)
      Usage: \(AlertSoundCommand.usageString(for: command))
        See 'alertsound \(command.configuration.commandName ?? "") --help' for more information.
      """
  }
  for word in words.map(\.text) where word.onOneLine != word {
    text.replace(word, with: word.onOneLine)
  }
  printError(text.split(separator: "\n").map { String($0).onOneLine }.joined(separator: "\n"))
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

  /// Refuses an unknown subcommand with a helpful message. The parser would only call the word an unexpected argument,
  /// and would ignore the word after `help`.
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

  /// Returns the subcommand that a command line names; nil if the first word isn't a subcommand.
  static func command(of words: [CommandArgument]) -> (any ParsableCommand.Type)? {
    AlertSoundCommand.configuration.subcommands.first {
      $0.configuration.commandName == words.first?.text
    }
  }
}

/// Options of other programs that people expect `convert` to have.
enum GuessedOption {
  /// For each group of guessed options, separated by spaces: what to do instead.
  private static let table = [
    ("--gain --level --lufs --norm --normalise --normalize --vol --volume", "use --loudness -16"),
    ("--duration --end --length --ss --start --to", "use --trim START:END, such as --trim 0.5:4"),
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

  /// Returns an error that says what to do instead; nil if the parser's message says enough.
  static func error(_ error: any Error, in words: [CommandArgument]) -> (any Error)? {
    guard OptionsFile.isRead(by: words) else { return nil }
    let message = AlertSoundCommand.message(for: error)
    if message.contains("'--output ") {
      do {
        _ = try CommandLineWords.parsed(words + ["-o", "output"].map { CommandArgument($0) })
      } catch let other where !AlertSoundCommand.message(for: other).contains("'--output ") {
        // Report the error that remains if `-o` is added.
        return Self.error(other, in: words) ?? other
      } catch {}
      return ValidationError("\(message); name the new file or a folder, such as -o alerts")
    }
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

  /// Returns whether a word is a dashed name. These words aren't dashed names: `-16`, the value of an option; `-o=a`,
  /// an option with its value; and `-help`, a spelling that Apple's tools accept, too.
  private static func isDashed(_ text: String) -> Bool {
    let characters = text.dropFirst()
    guard text.first == "-", text != "-help", let first = characters.first else { return false }
    return !"-.0123456789".contains(first) && !["", "="].contains(characters.dropFirst().prefix(1))
  }
}

/// The lists that are too long for the help.
enum LongList {
  /// Returns the list that `--explain help` or `--for help` asks for; nil if the command line asks for neither.
  static func lines(askedForBy words: [CommandArgument]) -> [String]? {
    let words = words.prefix { $0.text != "--" }.map(\.text)
    guard ["check", "convert", "preview", "resolve"].contains(words.first) else { return nil }
    for (option, value) in zip(words, words.dropFirst()) where value == "help" {
      switch option {
      case "--explain":
        return AlertRule.all.map { $0.name.rightPadded(to: 22) + $0.statement }
      case "--for": return SoundUse.allCases.map(\.rawValue)
      default: continue
      }
    }
    return nil
  }
}
