package import AlertSound
package import SoundFormat

/// The reason why a command line is invalid.
package struct CommandLineError: Error {
  /// What is wrong, on one line: control characters of the command line are escaped.
  package let message: String

  package init(message: String) {
    self.message = message.onOneLine
  }
}

/// The value of an option or of an environment variable.
package struct NamedValue: Sendable {
  /// What messages call it: the option's spellings or the variable's name.
  package let name: String
  package let word: CommandArgument

  package init(name: String, word: CommandArgument) {
    self.name = name
    self.word = word
  }

  package var text: String { word.text }

  /// The value as the code of a codec, a container, a chunk or a property.
  package func code() throws(CommandLineError) -> FourCharCode {
    guard let code = FourCharCode(typed: text) else {
      throw CommandLineError(message: "invalid 4-char-code argument for \(name): '\(text)'")
    }
    return code
  }

  /// Parses a number as C's `scanf("%d")` does, ignoring anything after the digits.
  package func integer(in range: ClosedRange<Int>) throws(CommandLineError) -> Int {
    let digits = text.drop { $0 == " " }
    let sign = digits.prefix { "+-".contains($0) }.prefix(1)
    let magnitude = digits.dropFirst(sign.count).prefix { $0.isNumber && $0.isASCII }
    guard let number = Int(sign + magnitude) else {
      throw CommandLineError(message: "invalid integer argument for \(name): '\(text)'")
    }
    guard range.contains(number) else {
      let limit =
        range.upperBound == .max
        ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
      throw CommandLineError(message: "\(name) takes \(limit), not \(text)")
    }
    return number
  }

  /// Returns the value if it is one of some words.
  package func choice(of words: [String]) throws(CommandLineError) -> String {
    guard words.contains(text) else { throw refusal(taking: words.joined(separator: ", ")) }
    return text
  }

  /// The value as a policy for sounds that are too long.
  package func overLimitPolicy() throws(CommandLineError) -> OverLimitPolicy {
    guard let policy = OverLimitPolicy(rawValue: text) else {
      throw refusal(taking: OverLimitPolicy.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return policy
  }

  /// The value as the name of a decoder.
  package func importDecoder() throws(CommandLineError) -> ImportDecoder {
    guard let decoder = ImportDecoder(rawValue: text) else {
      throw refusal(taking: ImportDecoder.names)
    }
    return decoder
  }

  /// The value as a number of seconds above 0.
  package func seconds() throws(CommandLineError) -> Double {
    guard let seconds = NumberText.seconds(text) else {
      throw refusal(taking: "seconds, such as 30")
    }
    return seconds
  }

  /// The value as a number of bytes above 0.
  package func byteCount() throws(CommandLineError) -> Int {
    guard let byteCount = NumberText.byteCount(text) else {
      throw refusal(taking: "bytes, such as 1000000")
    }
    return byteCount
  }

  private func refusal(taking values: String) -> CommandLineError {
    CommandLineError(message: "\(name) takes \(values), not '\(text)'")
  }
}

/// Parses numbers of a command line that must be above 0. Swift's own parsers also accept infinity, signs
/// and hexadecimal digits.
package enum NumberText {
  /// Parses a number of seconds: digits with at most one decimal point.
  package static func seconds(_ text: String) -> Double? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let seconds = Double(text),
      seconds > 0, seconds.isFinite
    else { return nil }
    return seconds
  }

  /// Parses a length that may be 0: digits with at most one decimal point.
  package static func duration(_ text: String) -> Double? {
    text.isEmpty || text.contains(where: { $0 != "0" && $0 != "." })
      ? seconds(text) : Double(text)
  }

  /// Parses a level in decibels: a sign or none, and digits with at most one decimal point.
  package static func decibels(_ text: String) -> Double? {
    // U+2212 is how texts set a minus sign, from which people copy.
    let isNegative = text.hasPrefix("-") || text.hasPrefix("\u{2212}")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let magnitude = duration(String(digits)) else { return nil }
    return isNegative && magnitude > 0 ? -magnitude : magnitude
  }

  /// Parses a number of bytes: digits only.
  package static func byteCount(_ text: String) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let byteCount = Int(text), byteCount > 0
    else { return nil }
    return byteCount
  }
}

extension InputPolicy {
  /// Lowers the limit of bytes; a limit that is already smaller stays.
  package mutating func lowerByteLimit(to byteCount: Int) {
    byteLimit = min(byteLimit ?? .max, byteCount)
  }

  /// Lowers the limit of seconds; a limit that is already smaller stays.
  package mutating func lowerDurationLimit(to seconds: Double) {
    durationLimit = min(durationLimit ?? .infinity, seconds)
  }
}
