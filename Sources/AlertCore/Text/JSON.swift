/// A JSON value to be written (RFC 8259). Embedded Swift has no `Encoder`.
package indirect enum JSON: Sendable {
  case text(String)
  /// A number, a truth value or null.
  case literal(String)
  case list([JSON])
  case object([(name: String, value: JSON)])

  package static let null = JSON.literal("null")

  /// The value on one line, with members in the given order.
  package var line: [UInt8] { bytes(indent: nil) }

  /// The value with a line for each element. Members are sorted by name, so that reports can be compared line by line.
  /// Foundation's encoder uses the same format.
  package var lines: [UInt8] { bytes(indent: 0) }

  private func bytes(indent: Int?) -> [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, indent)
    return bytes
  }

  /// Returns an object with the members of this object and of another object.
  package func adding(_ other: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let more) = other else { return self }
    return .object(members + more)
  }

  /// - Parameter indent: How many arrays and objects the value is in; nil for one line.
  private func write(to bytes: inout [UInt8], _ indent: Int?) {
    switch self {
    case .text(let text): Self.write(text, to: &bytes)
    case .literal(let literal): bytes += literal.utf8
    case .list(let elements):
      Self.enclose("[", "]", elements, to: &bytes, indent) { $1.write(to: &$0, $2) }
    case .object(let members):
      let sorted =
        indent == nil
        ? members : members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      Self.enclose("{", "}", sorted, to: &bytes, indent) { bytes, member, indent in
        Self.write(member.name, to: &bytes)
        bytes += (indent == nil ? ":" : " : ").utf8
        member.value.write(to: &bytes, indent)
      }
    }
  }

  private static func enclose<Element>(
    _ opening: String, _ closing: String, _ elements: [Element], to bytes: inout [UInt8],
    _ indent: Int?, write: (inout [UInt8], Element, Int?) -> Void
  ) {
    func breakLine(_ indent: Int?) {
      guard let indent else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes += repeatElement(UInt8(ascii: " "), count: 2 * indent)
    }
    bytes += opening.utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine(indent.map { $0 + 1 })
      write(&bytes, element, indent.map { $0 + 1 })
    }
    if elements.isEmpty { breakLine(indent.map { _ in 0 }) }
    breakLine(indent)
    bytes += closing.utf8
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    // A terminal or a build server may show the object, so escape what is unsafe.
    let escaped = text.replacingScalars { scalar, isUnsafe in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: isUnsafe ? scalar.jsonEscape : nil
      }
    }
    bytes += "\"\(escaped)\"".utf8
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  package init(stringLiteral text: String) { self = .text(text) }

  /// Creates an object. Members whose value is nil are left out.
  package init(dictionaryLiteral members: (String, JSON?)...) {
    self = .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}

extension String {
  package var json: JSON { .text(self) }
}

extension FixedWidthInteger {
  package var json: JSON { .literal(String(self)) }
}

extension Bool {
  package var json: JSON { .literal(self ? "true" : "false") }
}

extension Double {
  /// The shortest text that reads back as the same number; nil for infinity and NaN, which JSON lacks.
  package var json: JSON? {
    guard isFinite else { return nil }
    let text = "\(self)"
    return .literal(text.utf8.suffix(2).elementsEqual(".0".utf8) ? String(text.dropLast(2)) : text)
  }

  /// Returns the number, rounded to `decimals` decimals; nil for infinity and NaN.
  package func json(decimals: Int) -> JSON? {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return ((self * scale).rounded() / scale).json
  }
}

extension [JSON] {
  package var json: JSON { .list(self) }
}
