import ArgumentParser
import CommandSupport

/// Why a command line can't be understood, or not be obeyed.
struct UsageError {
  private let error: any Error
  private let command: (any ParsableCommand.Type)?
  private let words: [CommandArgument]

  /// - Parameters:
  ///   - error: What was thrown.
  ///   - command: The subcommand, where the parser had found it and isn't at fault.
  ///   - words: The command line.
  init(
    _ error: any Error, of command: (any ParsableCommand.Type)?, in words: [CommandArgument]
  ) {
    self.error = error
    self.command = command
    self.words = words
  }

  /// Prints it: for people with the command's usage, for programs that read a log in a line.
  func tell(_ style: Diagnostic.Style) {
    if style == .plain {
      printError(ParserText.message(text))
      if let dashedNameRefusal { printError(dashedNameRefusal) }
      if let line = MissingOutput.correctedLine(words) { printError("Did you mean:\n  \(line)") }
    } else {
      var message = ParserText.message(AlertSoundCommand.message(for: error))
      if let dashedNameRefusal { message += "; " + dashedNameRefusal }
      if let line = MissingOutput.correctedLine(words) { message += "; did you mean: \(line)" }
      printError(Diagnostic(.error, nil, message).line(style))
    }
  }

  /// What to do about a dashed name, unless that is the error.
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
    // The parser knows no longer whose error it is.
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
  /// The form that a command line asks for, understood or not.
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
