/// Returns a number and what it counts, with commas between thousands: `44,100 frames`.
package func grouped(_ count: Int, _ noun: String) -> String {
  groupedText(Double(count)) + " " + noun + (abs(count) == 1 ? "" : "s")
}

/// Returns a number with at most so many decimals, and with commas between the thousands.
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
  // Larger values aren't rounded: at that size, a Double hardly holds thousandths.
  let isExact = seconds.magnitude < 1e12
  return decimalText(
    isExact ? (seconds * 1000 + 1e-6).rounded(.down) / 1000 : seconds, decimals: 3) + " s"
}

/// Formats a number with at most this many decimals, without trailing zeros.
package func decimalText(_ value: Double, decimals: Int) -> String {
  guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Int64((value.magnitude * scale).rounded())
  let fraction = String(scaled % Int64(scale)).leftPadded(to: decimals, with: "0")
  let trimmed = fraction.reversed().drop { $0 == "0" }.reversed()
  let sign = value < 0 && scaled > 0 ? "-" : ""
  return sign + String(scaled / Int64(scale)) + (trimmed.isEmpty ? "" : "." + String(trimmed))
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
}
