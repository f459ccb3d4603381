internal import AlertSound
internal import Platform
internal import SoundFormat

extension String {
  /// Percent-encodes `%`, line breaks and the given characters, and escapes other control characters.
  func escaped(_ special: String) -> String {
    let special = Set((special + "%\r\n").unicodeScalars)
    return replacingScalars { scalar, _ in
      special.contains(scalar) ? "%" + scalar.value.hexadecimal(digitCount: 2).uppercased() : nil
    }.onOneLine
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
