package import AlertSound

extension InputPolicy {
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
