internal import AlertSound
internal import Platform
internal import SoundFormat

extension String {
  /// The text with its unprintable characters escaped, so that a file name can't break a line or send escape
  /// sequences to a terminal.
  package var onOneLine: String {
    replacingScalars { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: scalar.isUnprintable ? scalar.textEscape : nil
      }
    }
  }

  /// Percent-encodes `%`, line breaks and the given characters, and escapes other control characters.
  func escaped(_ special: String) -> String {
    let special = Set((special + "%\r\n").unicodeScalars)
    return replacingScalars {
      special.contains($0) ? "%" + $0.value.hexadecimal(digitCount: 2).uppercased() : nil
    }.onOneLine
  }

  /// Replaces each scalar by the closure's result. If the result is nil, the scalar is kept.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let replaced = replacement(scalar) {
        text += replaced
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var textEscape: String {
    value < 0x100
      ? "\\x" + value.hexadecimal(digitCount: 2) : "\\u{" + value.hexadecimal(digitCount: 4) + "}"
  }

  var jsonEscape: String {
    utf16.map { "\\u" + UInt32($0).hexadecimal(digitCount: 4) }.joined()
  }
}

extension UInt32 {
  fileprivate func hexadecimal(digitCount: Int) -> String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Swift.max(0, digitCount - digits.count)) + digits
  }
}

extension Double {
  /// Returns the number with a fixed count of decimals, like C's `%.*f`.
  package func text(decimals: Int) -> String {
    let sign = sign == .minus ? "-" : ""
    guard isFinite else { return sign + (isNaN ? "nan" : "inf") }
    return sign + decimalText(magnitude, decimals: decimals, keepsZeros: true)
  }

  /// The number as a signal-to-noise ratio in decibels. Infinity is `exact`.
  package var ratioText: String {
    isFinite ? text(decimals: 1) + " dB" : self > 0 ? "exact" : "nothing"
  }
}
