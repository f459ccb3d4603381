extension String {
  /// The text, escaped for an element or an attribute of an XML document.
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
