import CommandSupport

/// Escapes the words of a command line for the parser, which takes strings and compares them as strings.
///
/// The names of different files can be equal strings: repairing invalid UTF-8 makes them equal, and so do
/// accents in different Unicode normal forms. So each byte that isn't printable ASCII is escaped as a
/// control character, which people don't type, and two hexadecimal digits.
enum ParserText {
  /// SUB, the substitute character. Source: ECMA-48, 8.3.148.
  private static let sign: UInt8 = 0x1A

  /// Separates the inputs that are passed as one word. Source: ECMA-48, 8.3.155, unit separator.
  static let separator: UInt8 = 0x1F

  /// Returns the words for the parser: escaped, with consecutive inputs joined into one word.
  static func words(of arguments: [CommandArgument]) -> [String] {
    let texts = arguments.map { text(of: $0.bytes) }
    guard OptionsFile.isHeeded(by: arguments) else { return texts }
    var words: [String] = []
    var inputs: [String] = []
    func closeInputs() {
      if !inputs.isEmpty {
        words.append(inputs.joined(separator: String(Unicode.Scalar(separator))))
      }
      inputs = []
    }
    for (text, word) in zip(texts, OptionWord.all(of: arguments.map(\.bytes))) {
      if word.isInput, !text.isEmpty, !words.isEmpty {
        inputs.append(text)
      } else {
        closeInputs()
        words.append(text)
      }
    }
    closeInputs()
    return words
  }

  /// Escapes a word's bytes.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if 0x20..<0x7F ~= byte {
        text.append(byte)
      } else {
        text += [sign, hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 0xF)]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of an escaped word.
  static func bytes(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    forEachRun(of: text) { run, _ in bytes += run }
    return bytes
  }

  /// Unescapes a message of the parser for people; control characters are spelled out.
  static func message(_ text: String) -> String {
    var message = ""
    forEachRun(of: text) { run, isDisguised in
      let part = String(decoding: run, as: UTF8.self)
      message += isDisguised ? part.onOneLine : part
    }
    return message
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// Splits a text into runs of escaped bytes and runs of other bytes.
  private static func forEachRun(of text: String, _ body: ([UInt8], _ isDisguised: Bool) -> Void) {
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      var run: [UInt8] = []
      if let byte = disguisedByte(in: rest) {
        run.append(byte)
        rest.removeFirst(3)
        while let byte = disguisedByte(in: rest) {
          run.append(byte)
          rest.removeFirst(3)
        }
        body(run, true)
      } else {
        run.append(first)
        rest.removeFirst()
        while let byte = rest.first, byte != sign {
          run.append(byte)
          rest.removeFirst()
        }
        body(run, false)
      }
    }
  }

  private static func disguisedByte(in bytes: ArraySlice<UInt8>) -> UInt8? {
    guard bytes.count >= 3, bytes.first == sign else { return nil }
    let digits = bytes.dropFirst().prefix(2)
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
