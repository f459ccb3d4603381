import AlertSound
import ArgumentParser
package import CommandSupport
import Platform
import SoundFormat

struct AlertSoundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alertsound",
    abstract:
      "Make, inspect and check the alert sounds of apps.",
    discussion: """
        alertsound convert ring.mp3 -o ring.caf
        alertsound check MyApp/Sounds

      'alertsound afconvert' and 'alertsound afinfo' run the commands of these names.
      """,
    version: Toolkit.version,
    subcommands: [
      ConvertCommand.self,
      InfoCommand.self,
      CompareCommand.self,
      PreviewCommand.self,
      CheckCommand.self,
      ResolveCommand.self,
      DefaultSoundCommand.self,
    ])
}

/// The commands that the program runs if its file name or its first argument is `afconvert` or `afinfo`.
package enum DropIn: String, CaseIterable {
  case afconvert, afinfo
}

package enum EntryPoint {
  package static func run(_ words: [CommandArgument]) -> ExitStatus {
    StandardStreams.open()
    Interruption.surviveFileSizeLimit()
    var words = words
    var kind: (any ParsableCommand.Type)?
    var optionsFiles: [OptionsFile] = []
    do {
      try CommandName.check(words)
      try CommandLineWords.checkEncoding(of: words)
      if let lines = LongList.lines(askedForBy: words) {
        try Results.show(lines)
        return .success
      }
      optionsFiles = try OptionsFile.expand(&words)
      var command = try CommandLineWords.parsed(words)
      kind = type(of: command)
      try command.run()
      return .success
    } catch let error as SoundError {
      Interruption.dieIfRequested()
      printError(Diagnostic(error).line(.asked(by: words)))
      return error.exitStatus
    } catch is CancellationError {
      Interruption.dieIfRequested()
      return .failure
    } catch {
      var error = error
      let code = AlertSoundCommand.exitCode(for: error)
      // Print the help, the version or the completion script that the user has asked for.
      if code == .success {
        let isShown = StandardOutput.show(AlertSoundCommand.fullMessage(for: error))
        return isShown ? .success : .systemFailure
      }
      if !(error is ExitCode) {
        if let fault = OptionsFile.fault(in: optionsFiles) {
          printError(Diagnostic(fault).line(.asked(by: words)))
          return .usage
        }
        if !(error is ValidationError), let guess = GuessedOption.error(error, in: words) {
          error = guess
        }
        tellUsageError(error, of: kind, in: words)
      }
      // Exit with the command's status. A code that isn't an `ExitStatus` comes from the parser and means `usage`.
      return ExitStatus(rawValue: code.rawValue) ?? .usage
    }
  }
}

/// Prepares the words of a command line for the parser.
enum CommandLineWords {
  /// Separates the inputs that are joined into one word. A null byte can't occur in a command line.
  private static let separator: Character = "\0"

  /// Refuses words that aren't UTF-8, because the parser takes strings.
  static func checkEncoding(of words: [CommandArgument]) throws {
    for word in words where String(validUTF8: word.bytes) == nil {
      throw ValidationError(
        "'\(word.text.onOneLine)' isn't valid UTF-8; name the folder that contains the file, or"
          + " rename it")
    }
  }

  static func parsed(_ words: [CommandArgument]) throws -> any ParsableCommand {
    try DashedName.check(words)
    return try AlertSoundCommand.parseAsRoot(joiningInputs(of: words))
  }

  /// For commands that take any number of inputs, joins consecutive inputs into one word.
  ///
  /// The parser's time grows with the square of the number of words, and a build tool may name a thousand sounds. The
  /// first word after an option stays separate, because it may be the option's value.
  static func joiningInputs(of words: [CommandArgument]) -> [String] {
    let texts = words.map(\.text)
    let commands = [
      ConvertCommand.configuration, PreviewCommand.configuration, CheckCommand.configuration,
      InfoCommand.configuration,
    ]
    guard let command = texts.first, commands.contains(where: { $0.commandName == command }) else {
      return texts
    }
    var joined = [command]
    var (isAfterInput, maySurelyJoin, optionsHaveEnded) = (false, false, false)
    for text in texts.dropFirst() {
      let isOption = !optionsHaveEnded && text.hasPrefix("-") && text != "-"
      let isInput = !isOption && !text.isEmpty && (isAfterInput || optionsHaveEnded)
      if isInput, maySurelyJoin {
        joined[joined.count - 1] += String(separator) + text
      } else {
        joined.append(text)
      }
      maySurelyJoin = isInput
      isAfterInput = !isOption
      if isOption, text == "--" { optionsHaveEnded = true }
    }
    return joined
  }

  static func inputs(in word: String) -> [String] {
    word.split(separator: separator).map(String.init)
  }
}
