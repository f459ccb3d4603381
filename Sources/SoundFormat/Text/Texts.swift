/// Returns a number and the noun that it counts, with commas between thousands: `44,100 frames`.
package func grouped(_ count: Int, _ noun: String) -> String {
  groupedText(Double(count)) + " " + noun + (abs(count) == 1 ? "" : "s")
}

/// Returns a number with at most `decimals` decimals, and with commas between the thousands.
package func groupedText(_ value: Double, decimals: Int = 0) -> String {
  let text = decimalText(value, decimals: decimals)
  let whole = text.prefix { $0 != "." }
  guard whole.allSatisfy({ $0.isNumber || $0 == "-" }) else { return text }
  var grouped = ""
  for (index, digit) in whole.enumerated() {
    let rest = whole.count - index
    if index > 0, rest % 3 == 0, grouped != "-" { grouped += "," }
    grouped.append(digit)
  }
  return grouped + text.dropFirst(whole.count)
}

/// Formats seconds with up to three decimals, rounded down so that 29.9996 doesn't look like 30.
package func secondsText(_ seconds: Double) -> String {
  // Don't round larger values: at that size, a Double hardly holds thousandths.
  let isExact = seconds.magnitude < 1e12
  return decimalText(
    isExact ? (seconds * 1000 + 1e-6).rounded(.down) / 1000 : seconds, decimals: 3) + " s"
}

/// Formats a number with at most `decimals` decimals, or with exactly that many if zeros are kept.
///
/// Rounds the exact value, ties to even, as C's `%.*f` does. Multiplying by a power of ten before rounding would
/// occasionally give another digit. Numbers from 2⁶⁴ on are written with an exponent.
package func decimalText(_ value: Double, decimals: Int, keepsZeros: Bool = false) -> String {
  guard value.magnitude < 0x1p64 else { return "\(value)" }
  var whole = UInt64(value.magnitude)
  // Keep 64 bits of the fraction. Any lower bits are too low to matter for rounding.
  let fraction = UInt64((value.magnitude - Double(whole)) * 0x1p64)
  let scale = (0..<decimals).reduce(UInt64(1)) { scale, _ in scale * 10 }
  var (units, rest) = fraction.multipliedFullWidth(by: scale)
  let isLastOdd = (decimals > 0 ? units : whole) % 2 == 1
  if rest > 1 << 63 || rest == 1 << 63 && isLastOdd { units += 1 }
  if units == scale { (whole, units) = (whole + 1, 0) }
  let sign = value < 0 && (whole, units) != (0, 0) ? "-" : ""
  var digits = String(units).leftPadded(to: decimals, with: "0")[...]
  if !keepsZeros { while digits.last == "0" { digits.removeLast() } }
  return sign + String(whole) + (decimals == 0 || digits.isEmpty ? "" : "." + digits)
}

/// Formats a size with at most one decimal: `842 bytes`, `12.3 KB`, `4 MB`.
package func sizeText(_ byteCount: Int) -> String {
  let units: [(String, Int64)] = [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000)]
  guard let (unit, size) = units.first(where: { byteCount >= $0.1 }) else {
    return counted(byteCount, "byte")
  }
  let tenths = (Int64(byteCount) * 10 + size / 2) / size
  return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " \(unit)"
}

extension String {
  /// Pads the text on the left to a width, with blanks or another character.
  package func leftPadded(to width: Int, with character: Character = " ") -> String {
    String(repeating: character, count: max(0, width - count)) + self
  }

  /// Pads the text on the right to a width with blanks.
  package func rightPadded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text, escaped for an element or attribute of an XML document.
  ///
  /// XML 1.0 forbids most control characters, even escaped; they become U+FFFD. Line ends and tabs are
  /// escaped, so that a parser restores them and the text stays on one line.
  package var xmlText: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Returns a number and the noun that it counts: `1 channel`, `2 entries`.
///
/// - Parameter plural: The plural, if it isn't the singular with an s.
package func counted(
  _ count: some BinaryInteger, _ noun: String, plural: String? = nil
) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Returns a number, its noun and a predicate: `1 byte of audio is missing`, `2 are missing`.
///
/// - Parameter noun: The singular; nil if it is clear from the context.
package func counted(
  _ count: some BinaryInteger, _ noun: String? = nil, of whole: String? = nil,
  are predicate: String
) -> String {
  (noun.map { counted(count, $0) } ?? "\(count)") + (whole.map { " of \($0)" } ?? "")
    + (count == 1 ? " is " : " are ") + predicate
}

/// A list in words: `CAF, AIFF and WAVE`.
package func listed(_ items: [String], _ conjunction: String) -> String {
  guard let last = items.last, items.count > 1 else { return items.first ?? "" }
  return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}
