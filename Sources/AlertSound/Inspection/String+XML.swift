extension String {
  /// The text as it may stand in an element or an attribute of an XML document.
  ///
  /// Most control characters stand nowhere in XML 1.0, escaped or not; they become U+FFFD. Line ends
  /// and tabs are escaped, so that a reader gets them back as they were and a text stays on its line.
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
