import AlertSound
import ArgumentParser
package import CommandSupport
import SoundFormat

/// The command `alertsound`: it reads options, calls the library and prints.
struct AlertSoundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alertsound",
    abstract:
      "Make, inspect and check the alert sounds of apps.",
    discussion: "'alertsound afconvert' and 'alertsound afinfo' run the commands of these names.",
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

/// The commands that the program becomes by its file name, or by its first word: `alertsound afconvert …` works where a
/// file can't have several names.
package enum DropIn: String, CaseIterable {
  case afconvert, afinfo
}

package enum EntryPoint {
  package static func run(_ words: [CommandArgument]) -> ExitStatus {
    StandardStreams.open()
    Interruption.surviveFileSizeLimit()
    var words = words
    var kind: (any ParsableCommand.Type)?
    do {
      try CommandName.check(words)
      try CommandLineWords.checkEncoding(of: words)
      words = try OptionsFile.expanding(words)
      var command = try AlertSoundCommand.parseAsRoot(CommandLineWords.joiningInputs(of: words))
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
      var (error, code) = (error, AlertSoundCommand.exitCode(for: error))
      if code == .success, let name = DashedName(in: words),
        !DashedName.isAnswerAskedFor(by: words)
      {
        error = ValidationError(name.refusal)
        kind = nil
        code = AlertSoundCommand.exitCode(for: error)
      }
      // Help, the version or a completion script was requested.
      if code == .success {
        let isShown = StandardOutput.show(AlertSoundCommand.fullMessage(for: error))
        return isShown ? .success : .systemFailure
      }
      if !(error is ExitCode) {
        if let fault = OptionsFile.fault(inFilesOf: words) {
          printError(Diagnostic(fault).line(.asked(by: words)))
          return .usage
        }
        UsageError(error: error, command: kind, words: words).tell(.asked(by: words))
      }
      // A code of the parser's own is `usage`. Any other is a command's status.
      return ExitStatus(rawValue: code.rawValue) ?? .usage
    }
  }
}

/// The words of a command line, before the parser sees them.
enum CommandLineWords {
  /// Separates inputs that are one word for the parser. No word of a command line contains it.
  private static let separator: Character = "\0"

  /// Refuses words that aren't UTF-8, since the parser takes strings.
  static func checkEncoding(of words: [CommandArgument]) throws {
    for word in words where String(validUTF8: word.bytes) == nil {
      throw ValidationError(
        "'\(word.text.onOneLine)' isn't valid UTF-8; name the folder that contains the file, or"
          + " rename it")
    }
  }

  /// Joins consecutive inputs of `convert` and `preview` into one word.
  ///
  /// The parser's time grows with the square of the number of words it collects, and a build tool names a
  /// thousand sounds. The first word after an option stays by itself: it may be the option's value.
  static func joiningInputs(of words: [CommandArgument]) -> [String] {
    let texts = words.map(\.text)
    let commands = [ConvertCommand.configuration, PreviewCommand.configuration]
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
