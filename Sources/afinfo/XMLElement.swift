/// An element of an XML document, with a text or with elements in it.
struct XMLElement {
  private enum Content {
    case text(String)
    case elements([XMLElement])
  }

  private let name: String
  private let attribute: (name: String, value: String)?
  private let content: Content

  init(_ name: String, _ text: String, _ attribute: (String, String)? = nil) {
    self.name = name
    self.attribute = attribute
    content = .text(text)
  }

  init(_ name: String, _ elements: [XMLElement], _ attribute: (String, String)? = nil) {
    self.name = name
    self.attribute = attribute
    content = .elements(elements)
  }

  /// The element as lines; an element with a text is one.
  func lines(indent: Int) -> [String] {
    let blanks = String(repeating: "  ", count: indent)
    let start = blanks + "<" + name + (attribute.map { " \($0)=\"\($1.xml)\"" } ?? "") + ">"
    switch content {
    case .text(let text): return [start + text.xml + "</\(name)>"]
    case .elements(let elements):
      guard !elements.isEmpty else { return [start + "</\(name)>"] }
      return [start] + elements.flatMap { $0.lines(indent: indent + 1) } + [blanks + "</\(name)>"]
    }
  }
}

extension String {
  /// The text as it may stand in an element or an attribute.
  ///
  /// Most control characters stand nowhere in XML 1.0, escaped or not; they become U+FFFD. Line ends
  /// and tabs are escaped, so that a reader gets them back as they were and a text stays on its line.
  fileprivate var xml: String {
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
