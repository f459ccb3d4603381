internal import SystemPackage

/// The start tags of an XML file, with their attributes.
///
/// The values in `config.xml`, `.csproj` and Android's resources are in attributes, so this type reads nothing else.
/// Foundation's parser would add tens of megabytes to a static program. Only XML's five predefined entities and
/// character numbers are replaced, so hostile entities can't expand.
struct XMLTags: Sequence, IteratorProtocol {
  struct Tag {
    /// The name, including a prefix such as `android:`.
    var name: String
    var attributes: [String: String] = [:]
    var line: Int
    /// The elements that contain this element, the outermost first.
    var parents: [Tag] = []
    /// Whether the element ends with this tag, as in `<file />`.
    var isEmpty = false
  }

  /// The deepest nesting of elements. A deeper element ends the sequence.
  static let depthLimit = 64

  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var parents: [Tag] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Tag? {
    while let byte = peek {
      if byte != UInt8(ascii: "<") {
        advance()
      } else if skips("<!--") {
        skip(past: "-->")
      } else if skips("<![CDATA[") {
        skip(past: "]]>")
      } else if skips("</") {
        _ = parents.popLast()
        skip(past: ">")
      } else if skips("<?") || skips("<!") {
        skip(past: ">")
      } else {
        advance()
        var tag = Tag(name: word(), line: line, parents: parents)
        guard !tag.name.isEmpty else { continue }
        tag.isEmpty = readAttributes(of: &tag)
        if !tag.isEmpty {
          guard parents.count < Self.depthLimit else { return nil }
          parents.append(tag)
        }
        return tag
      }
    }
    return nil
  }

  /// Reads the attributes up to the end of the tag.
  ///
  /// - Returns: Whether the element ends with the tag.
  private mutating func readAttributes(of tag: inout Tag) -> Bool {
    while peek != nil {
      if skips("/>") { return true }
      if skips(">") { return false }
      let name = word()
      guard !name.isEmpty else {
        advance()
        continue
      }
      skipSpace()
      guard skips("=") else { continue }
      skipSpace()
      guard let quote = peek, "\"'".utf8.contains(quote) else { continue }
      advance()
      let start = offset
      while let byte = peek, byte != quote { advance() }
      guard peek != nil else { return true }
      let value = bytes[start..<offset]
      if value.count <= FilePath.lengthLimit || value.allSatisfy({ $0 < 0x80 }) {
        tag.attributes[name] = Self.text(value)
      }
      advance()
    }
    return true
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func advance() {
    guard offset < bytes.count else { return }
    if bytes[offset] == 0x0A { line += 1 }
    offset += 1
  }

  private mutating func skips(_ text: String) -> Bool {
    guard bytes[offset...].starts(with: text.utf8) else { return false }
    offset += text.utf8.count
    return true
  }

  private mutating func skip(past text: String) {
    while offset < bytes.count, !skips(text) { advance() }
  }

  private mutating func skipSpace() {
    while let byte = peek, byte <= 0x20 { advance() }
  }

  private mutating func word() -> String {
    let start = offset
    while let byte = peek, byte.isWordPart || ":-.".utf8.contains(byte) { offset += 1 }
    // Cut the name at 64 bytes. All names that matter are shorter.
    return String(decoding: bytes[start..<Swift.min(offset, start + 64)], as: UTF8.self)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var result = String(parts.removeFirst())
    for part in parts {
      guard let end = part.firstIndex(of: ";"), let scalar = entity(part[..<end]) else {
        result += "&" + part
        continue
      }
      result.unicodeScalars.append(scalar)
      result += part[end...].dropFirst()
    }
    return result
  }

  private static func entity(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    case _ where name.hasPrefix("#x"):
      UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: nil
    }
  }
}
