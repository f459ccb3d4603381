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
  // Don't round values of 10¹² and more: at that size, a Double hardly holds thousandths.
  let isExact = seconds.magnitude < 1e12
  return decimalText(
    isExact ? (seconds * 1000 + 1e-6).rounded(.down) / 1000 : seconds, decimals: 3) + " s"
}

extension String {
  /// Returns the text, padded on the right with blanks to a width in characters.
  package func rightPadded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Returns the text. If it has more than `count` characters, truncates it and ends it with an ellipsis.
  package func shortened(to count: Int) -> String {
    self.count <= count ? self : prefix(count - 1) + "…"
  }
}
