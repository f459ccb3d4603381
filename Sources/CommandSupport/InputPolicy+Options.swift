package import AlertSound

/// Why a command line can't be understood.
package struct CommandLineError: Error {
  /// What is wrong, on one line whatever the command line has in it.
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

  /// Allows no more bytes than this; a smaller limit that is set already stays.
  package mutating func lowerByteLimit(to byteCount: Int) {
    byteLimit = min(byteLimit ?? .max, byteCount)
  }

  /// Allows no more seconds than this; a smaller limit that is set already stays.
  package mutating func lowerDurationLimit(to seconds: Double) {
    durationLimit = min(durationLimit ?? .infinity, seconds)
  }
}

/// Numbers of a command line above 0. Swift's own grammar knows infinity, signs and hexadecimal, too.
package enum NumberText {
  /// A number of seconds: digits with at most one point.
  package static func seconds(_ text: String) -> Double? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let seconds = Double(text),
      seconds > 0, seconds.isFinite
    else { return nil }
    return seconds
  }

  /// A number of bytes: digits.
  package static func byteCount(_ text: String) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let byteCount = Int(text), byteCount > 0
    else { return nil }
    return byteCount
  }
}
