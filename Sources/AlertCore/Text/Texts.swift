internal import SoundFormat

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
  /// Pads the text on the right to a width with blanks.
  package func rightPadded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text, escaped for an element or attribute of an XML document.
  ///
  /// XML 1.0 forbids most control characters, even escaped; they become U+FFFD. Line ends and tabs are
  /// escaped, so that a parser restores them and the text stays on one line.
  package var xmlText: String {
    replacingScalars { scalar, isUnsafe in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        "\u{FFFD}"
      default: isUnsafe ? "&#\(scalar.value);" : nil
      }
    }
  }
}
