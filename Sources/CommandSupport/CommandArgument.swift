package import AlertSound
internal import Platform
package import SoundFormat
package import SystemPackage

/// An argument of the command line, or the value of an environment variable, with its exact bytes.
///
/// File names may contain any bytes, but `CommandLine.arguments` repairs invalid UTF-8.
package struct CommandArgument: Sendable {
  /// The argument as text, with replacement characters for invalid UTF-8.
  package let text: String
  package let bytes: [UInt8]
  /// The argument as a path. `FilePath` removes redundant slashes.
  package let path: FilePath

  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    path = FilePath(text)
  }

  /// Creates an argument from bytes. No byte may be 0.
  package init(bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
    self.bytes = bytes
    path = FilePath(bytes: bytes)
  }

  /// Creates the value of an environment variable; nil if the variable is empty or not set.
  package init?(environment name: String) {
    guard let value = ThisProcess.environment(name), !value.isEmpty else { return nil }
    self.init(bytes: value)
  }

  /// The file to read a sound from: `-` means standard input.
  package var inputPath: FilePath { text == "-" ? "/dev/stdin" : path }

  /// The file to write a sound to: `-` means standard output.
  package var outputPath: FilePath { text == "-" ? "/dev/stdout" : path }

  /// Whether the argument ends in a slash and so names a folder. `path` lacks the slash, because `FilePath` drops it.
  package var namesFolder: Bool { text.hasSuffix("/") }

  /// The command's name and its arguments. Ends the process if the system doesn't provide them.
  package static var all: [CommandArgument] {
    guard let words = ThisProcess.arguments else {
      printError(
        Diagnostic(
          .error, nil, "the arguments can't be read from /proc/self/cmdline; is /proc mounted?"
        ).line())
      terminate(with: ExitStatus.systemFailure.rawValue)
    }
    return words.map { CommandArgument(bytes: $0) }
  }
}

package struct CommandLineError: Error, CustomStringConvertible {
  /// The message, on one line. Control characters from the command line are escaped.
  package let description: String

  package init(message: String) {
    description = message.onOneLine
  }
}

/// The value of an option or of an environment variable.
package struct NamedValue: Sendable {
  /// The name in messages: the option's spellings or the variable's name.
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

  /// Parses a number like C's `scanf("%d")`, which ignores anything after the digits.
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

  package func overLimitPolicy() throws(CommandLineError) -> OverLimitPolicy {
    try value(
      taking: OverLimitPolicy.allCases.map(\.rawValue).joined(separator: ", "),
      OverLimitPolicy.init(rawValue:))
  }

  package func seconds() throws(CommandLineError) -> Double {
    try value(taking: "seconds, such as 30", NumberText.seconds)
  }

  /// Parses the value. `words` describe the values that the option takes, for the error.
  package func value<Value>(
    taking words: String, _ parse: (String) -> Value?
  ) throws(CommandLineError) -> Value {
    guard let value = parse(text) else {
      throw CommandLineError(message: "\(name) takes \(words), not '\(text)'")
    }
    return value
  }
}

/// Parses numbers on a command line. Swift's own parsers would also accept infinity, signs and hexadecimal digits.
package enum NumberText {
  /// Parses a number of seconds above 0: digits with at most one decimal point.
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

  /// Parses a level in decibels: an optional sign, and digits with at most one decimal point.
  package static func decibels(_ text: String) -> Double? {
    // Accept U+2212, the minus sign of typeset text, because people copy from such text.
    let isNegative = text.hasPrefix("-") || text.hasPrefix("\u{2212}")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let magnitude = duration(String(digits)) else { return nil }
    return isNegative && magnitude > 0 ? -magnitude : magnitude
  }

  package static func byteCount(_ text: String) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let byteCount = Int(text), byteCount > 0
    else { return nil }
    return byteCount
  }
}

extension InputPolicy {
  /// Lowers the byte limit to a value. If the limit is already lower, keeps it.
  package mutating func lowerByteLimit(to byteCount: Int) {
    byteLimit = min(byteLimit ?? .max, byteCount)
  }

  /// Lowers the duration limit to a value. If the limit is already lower, keeps it.
  package mutating func lowerDurationLimit(to seconds: Double) {
    durationLimit = min(durationLimit ?? .infinity, seconds)
  }
}
