import AlertSound
import SoundFormat

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

  /// Returns the element as lines; an element with a text takes one line.
  func lines(indent: Int) -> [String] {
    let blanks = String(repeating: "  ", count: indent)
    let start = blanks + "<" + name + (attribute.map { " \($0)=\"\($1.xmlText)\"" } ?? "") + ">"
    switch content {
    case .text(let text): return [start + text.xmlText + "</\(name)>"]
    case .elements(let elements):
      guard !elements.isEmpty else { return [start + "</\(name)>"] }
      return [start] + elements.flatMap { $0.lines(indent: indent + 1) } + [blanks + "</\(name)>"]
    }
  }
}
