import ArgumentParser
import CommandSupport

/// The error of a command line that can't be parsed or carried out.
struct UsageError {
  private let error: any Error
  private let command: (any ParsableCommand.Type)?
  private let words: [CommandArgument]

  /// - Parameters:
  ///   - error: What was thrown.
  ///   - command: The subcommand, if parsing succeeded and running it threw the error.
  ///   - words: The command line.
  init(
    _ error: any Error, of command: (any ParsableCommand.Type)?, in words: [CommandArgument]
  ) {
    self.error = error
    self.command = command
    self.words = words
  }

  /// Prints the error: with the command's usage in the plain style, as one line in the others.
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

  /// Advice about a dashed name, unless that is the error itself.
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
    // After parsing, the parser no longer knows which command the error belongs to.
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
  /// Returns the style that a command line asks for, whether or not the line is valid.
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
