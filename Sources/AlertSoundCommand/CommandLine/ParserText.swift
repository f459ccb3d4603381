import ArgumentParser
import CommandSupport

/// The words of a command line as the parser gets them: strings with a character for each byte.
///
/// The names of different files can be equal strings: repairing invalid UTF-8 makes them equal, and so do
/// accents in different Unicode normal forms. So each byte that isn't printable ASCII becomes a private-use
/// character, which equals no other.
enum ParserText {
  /// The character of the byte 0. The other bytes' characters follow it.
  private static let firstCharacter: UInt32 = 0xE000

  /// Follows a byte's character. The parser suggests options that differ in few characters from an unknown
  /// one, and shouldn't suggest `--mix` for `--ä`.
  private static let filler = "\u{E101}\u{E101}"

  /// Separates the inputs that are passed as one word.
  private static let separator = "\u{E100}"

  /// Returns the words for the parser, with consecutive inputs joined into one word.
  ///
  /// The parser's time grows with the square of the number of words it collects, and a build tool names a
  /// thousand sounds.
  static func words(of arguments: [CommandArgument]) -> [String] {
    let texts = arguments.map { text(of: $0.bytes) }
    let commands = [ConvertCommand.configuration, PreviewCommand.configuration]
    guard commands.contains(where: { $0.commandName == arguments.first?.text }) else {
      return texts
    }
    var words: [String] = []
    var endsInInput = false
    for (text, word) in zip(texts, OptionWord.all(of: arguments.map(\.bytes))) {
      let isInput = word.isInput && !text.isEmpty && !words.isEmpty
      if isInput, endsInInput {
        words[words.endIndex - 1] += separator + text
      } else {
        words.append(text)
      }
      endsInInput = isInput
    }
    return words
  }

  /// Returns the inputs in a word.
  static func inputs(in word: String) -> [String] {
    word.split(separator: separator).map(String.init)
  }

  private static func text(of bytes: [UInt8]) -> String {
    bytes.reduce(into: "") { text, byte in
      let isPlain = 0x20..<0x7F ~= byte
      let value = (isPlain ? 0 : firstCharacter) + UInt32(byte)
      text.unicodeScalars.append(Unicode.Scalar(value)!)
      if !isPlain { text += filler }
    }
  }

  /// Returns the bytes of one of the parser's words.
  static func bytes(of text: some StringProtocol) -> [UInt8] {
    text.unicodeScalars.filter { !filler.unicodeScalars.contains($0) }
      .map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// Turns a message of the parser into text for people; control characters are spelled out.
  static func message(_ text: String) -> String {
    var message = ""
    var rest = text[...]
    while !rest.isEmpty {
      let plain = rest.prefix { !isCoded($0) }
      let coded = rest[plain.endIndex...].prefix(while: isCoded)
      message += plain + String(decoding: bytes(of: coded), as: UTF8.self).onOneLine
      rest = rest[coded.endIndex...]
    }
    return message
  }

  private static func isCoded(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { firstCharacter...0xE101 ~= $0.value }
  }
}
