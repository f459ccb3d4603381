package import AlertSound

/// The reason why a command line is invalid.
package struct CommandLineError: Error {
  /// What is wrong, on one line: control characters of the command line are escaped.
  package let message: String

  package init(message: String) {
    self.message = message.onOneLine
  }
}

extension InputPolicy {
  /// Applies the value of `--max-bytes`.
  ///
  /// - Parameter option: How the command spells it.
  package mutating func lowerByteLimit(
    to text: String, by option: String
  ) throws(CommandLineError) {
    guard let byteCount = NumberText.byteCount(text) else {
      throw CommandLineError(
        message: "\(option) takes bytes, such as 1000000, not '\(text)'")
    }
    lowerByteLimit(to: byteCount)
  }

  /// Applies the value of `--max-seconds`.
  ///
  /// - Parameter option: How the command spells it.
  package mutating func lowerDurationLimit(
    to text: String, by option: String
  ) throws(CommandLineError) {
    guard let seconds = NumberText.seconds(text) else {
      throw CommandLineError(
        message: "\(option) takes seconds, such as 30, not '\(text)'")
    }
    lowerDurationLimit(to: seconds)
  }

  /// Lowers the limit of bytes; a limit that is already smaller stays.
  package mutating func lowerByteLimit(to byteCount: Int) {
    byteLimit = min(byteLimit ?? .max, byteCount)
  }

  /// Lowers the limit of seconds; a limit that is already smaller stays.
  package mutating func lowerDurationLimit(to seconds: Double) {
    durationLimit = min(durationLimit ?? .infinity, seconds)
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

  /// Parses a number of bytes: digits only.
  package static func byteCount(_ text: String) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let byteCount = Int(text), byteCount > 0
    else { return nil }
    return byteCount
  }
}
