import AlertSound
import CommandSupport

/// A word that begins with a dash but is longer than a one-letter option, so it is probably a file's name.
///
/// The parser reads such a word as several one-letter options: in `-oh.wav` it finds `-h`, prints help and
/// succeeds. No options here can be combined in one word.
struct DashedName {
  private let text: String

  /// The first one in a command line; nil if there is none.
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

  /// Whether it is the value of an option, such as a loudness of -16.
  private static func isNumber(_ characters: Substring) -> Bool {
    characters.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
    }
  }

  /// Apple's tools accept it, too.
  private static let help = "-help"

  /// Whether a separate word asks for help, the version or something else that the parser prints.
  static func isAnswerAskedFor(by words: [CommandArgument]) -> Bool {
    let options = [
      "--help", "--version", "--generate-completion-script", "--experimental-dump-help",
    ]
    return words.first?.text == "help"
      || words.lazy.map(\.text).prefix { $0 != "--" }.contains { text in
        ["-h", help].contains(text) || options.contains(where: text.hasPrefix)
      }
  }

  /// What is wrong, and what to do.
  var refusal: String {
    "'\(text.onOneLine)' is not an option; if it is a file, write "
      + (Array("./".utf8) + text.utf8).shellWord
  }
}
