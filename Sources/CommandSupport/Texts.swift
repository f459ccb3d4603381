internal import AlertSound
internal import Platform
internal import SoundFormat

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

  /// Percent-encodes `%`, line breaks and the given characters, and escapes other control characters.
  func escaped(_ special: String) -> String {
    let special = Set((special + "%\r\n").unicodeScalars)
    return replacingScalars { scalar, _ in
      special.contains(scalar) ? "%" + scalar.value.hexadecimal(digitCount: 2).uppercased() : nil
    }.onOneLine
  }

  /// The text as code in a line or a table's cell of Markdown. In code, GitHub links no names.
  package var markdownCode: String { "<code>\(markdownText)</code>" }

  /// The text, escaped for a line or a table's cell of Markdown. An entity is never markup, unlike the character that
  /// it stands for.
  package var markdownText: String {
    var text = ""
    for scalar in onOneLine.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", ",", "-", "/", "'", "\"", "%", "=", "+", "(", ")",
        ";", "?":
        text.unicodeScalars.append(scalar)
      // Keep a full stop here. After a `w`, the last case escapes the full stop, so that `www.` begins no link.
      case "." where text.last != "w" && text.last != "W": text += "."
      // GitHub looks for addresses and mentions after it has replaced entities. Put a comment between `@` and the name.
      case "@": text += "&#64;<!-- -->"
      default: text += scalar.isASCII ? "&#\(scalar.value);" : String(scalar)
      }
    }
    return text
  }
}

extension Double {
  /// Returns the number with a fixed count of decimals, like C's `%.*f`.
  package func text(decimals: Int) -> String {
    let sign = sign == .minus ? "-" : ""
    guard isFinite else { return sign + (isNaN ? "nan" : "inf") }
    return sign + decimalText(magnitude, decimals: decimals, keepsZeros: true)
  }

  /// The number as a signal-to-noise ratio in decibels: `exact` for infinity, `nothing` for minus infinity.
  package var ratioText: String {
    isFinite ? text(decimals: 1) + " dB" : self > 0 ? "exact" : "nothing"
  }
}
