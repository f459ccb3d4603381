/// Formats a number with at most `decimals` decimals, or with exactly `decimals` decimals if `keepsZeros` is true.
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

extension String {
  /// Returns the text, padded on the left with `character` to a length of `width` characters.
  package func leftPadded(to width: Int, with character: Character = " ") -> String {
    String(repeating: character, count: max(0, width - count)) + self
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

/// Returns a list in words: `CAF, AIFF and WAVE`.
package func listed(_ items: [String], _ conjunction: String) -> String {
  guard let last = items.last, items.count > 1 else { return items.first ?? "" }
  return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}
