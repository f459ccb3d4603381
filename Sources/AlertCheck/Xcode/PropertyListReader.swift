internal import SoundFormat
internal import SystemPackage

enum PropertyList {
  case text(String)
  case list([PropertyList])
  case dictionary([(key: String, value: PropertyList)])
  case data

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The texts of an array, or a single text.
  var texts: [String] {
    if case .list(let values) = self { values.compactMap(\.text) } else { text.map { [$0] } ?? [] }
  }

  /// The entries of a dictionary in the file's order; empty for other values.
  var entries: [(key: String, value: PropertyList)] {
    if case .dictionary(let entries) = self { entries } else { [] }
  }
}

/// Reads an old-style property list, such as Xcode's `project.pbxproj`. Values may be nested up to ``depthLimit`` deep.
///
/// Source: Apple, "Old-Style ASCII Property Lists". Xcode's files also have comments.
struct PropertyListReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  /// The deepest nesting that is read. Project files nest values only about five deep.
  private static let depthLimit = 64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  mutating func readValue() throws(SoundFileError) -> PropertyList {
    try skipBlank()
    switch peek {
    case UInt8(ascii: "{"):
      var entries: [(key: String, value: PropertyList)] = []
      try readDictionary { reader, key throws(SoundFileError) in
        entries.append((key, try reader.readValue()))
      }
      return .dictionary(entries)
    case UInt8(ascii: "("):
      var values: [PropertyList] = []
      try readItems("(", ")", separator: ",") { reader throws(SoundFileError) in
        values.append(try reader.readValue())
      }
      return .list(values)
    case UInt8(ascii: "<"):
      while let byte = peek, byte != UInt8(ascii: ">") { offset += 1 }
      guard take(">") else { throw malformed("'>' is missing") }
      return .data
    default: return .text(try readText())
    }
  }

  /// Reads a dictionary.
  ///
  /// - Parameter onEntry: Called with each key. The closure must read the key's value.
  mutating func readDictionary(
    _ onEntry: (inout PropertyListReader, _ key: String) throws(SoundFileError) -> Void
  ) throws(SoundFileError) {
    try skipBlank()
    try readItems("{", "}", separator: ";") { reader throws(SoundFileError) in
      let key = try reader.readText()
      try reader.skipBlank()
      guard reader.take("=") else { throw reader.malformed("'=' is missing after '\(key)'") }
      try onEntry(&reader, key)
    }
  }

  /// Reads a list or a dictionary, item by item. Some writers leave out the last separator.
  private mutating func readItems(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, separator: Unicode.Scalar,
    _ onItem: (inout PropertyListReader) throws(SoundFileError) -> Void
  ) throws(SoundFileError) {
    guard take(opening) else { throw malformed("'\(opening)' is missing") }
    depth += 1
    guard depth <= Self.depthLimit else {
      throw malformed("values are nested more than \(Self.depthLimit) deep")
    }
    try skipBlank()
    while !take(closing) {
      guard peek != nil else { throw malformed("'\(closing)' is missing") }
      try onItem(&self)
      try skipBlank()
      if !take(separator), peek != UInt8(ascii: closing) {
        throw malformed("'\(separator)' is missing")
      }
      try skipBlank()
    }
    depth -= 1
  }

  private mutating func readText() throws(SoundFileError) -> String {
    try skipBlank()
    guard let quote = peek else { throw malformed("the file ends too early") }
    let start = offset
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      while let byte = peek, byte.isWordPart || "./:-+@".utf8.contains(byte) { offset += 1 }
      guard offset > start else { throw malformed("a text is missing") }
      return Self.unescaped(bytes[start..<offset])
    }
    offset += 1
    while let byte = peek, byte != quote { offset += byte == UInt8(ascii: "\\") ? 2 : 1 }
    guard peek != nil else { throw malformed("a quote isn't closed") }
    offset += 1
    return Self.unescaped(bytes[start + 1..<offset - 1])
  }

  private mutating func skipBlank() throws(SoundFileError) {
    while let byte = peek {
      switch byte {
      case 0x09...0x0D, 0x20: offset += 1
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        offset += 2
        while let byte = peek, !(byte == UInt8(ascii: "*") && next == UInt8(ascii: "/")) {
          offset += 1
        }
        guard peek != nil else { throw malformed("a comment isn't closed") }
        offset += 2
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
        while let byte = peek, byte != 0x0A, byte != 0x0D { offset += 1 }
      default: return
      }
    }
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }
  private var next: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// Decodes C's escapes such as `\n`, octal numbers such as `\101`, and `\U` with four hexadecimal digits.
  ///
  /// In a text that is longer than a path, `?` stands for each byte that isn't ASCII. ASCII texts may have any length,
  /// because scripts are long. Source: Apple's CFOldStylePList.c.
  private static func unescaped(_ quoted: ArraySlice<UInt8>) -> String {
    let quoted =
      quoted.count <= FilePath.lengthLimit
      ? quoted : quoted.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }[...]
    guard quoted.contains(UInt8(ascii: "\\")) else {
      return String(decoding: quoted, as: UTF8.self)
    }
    var text: [UInt8] = []
    var index = quoted.startIndex
    /// Reads up to `count` digits of a number.
    func scalar(_ count: Int, radix: Int, where isDigit: (UInt8) -> Bool) -> Unicode.Scalar? {
      let digits = quoted[index...].prefix(count).prefix(while: isDigit)
      index += digits.count
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: radix)
      return value.flatMap(Unicode.Scalar.init)
    }
    while index < quoted.endIndex {
      let byte = quoted[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < quoted.endIndex else {
        text.append(byte)
        continue
      }
      let escape = quoted[index]
      index += 1
      switch escape {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "U"): text += String(scalar(4, radix: 16) { _ in true } ?? "\u{FFFD}").utf8
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        index -= 1
        let octal = UInt8(ascii: "0")...UInt8(ascii: "7")
        text += String(scalar(3, radix: 8, where: octal.contains) ?? "\u{FFFD}").utf8
      default: text.append(escape)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func malformed(_ reason: String) -> SoundFileError {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // The marks that Git leaves in a file whose versions it can't merge.
    let isConflict = ["<<<<<<<", "=======", ">>>>>>>"].contains {
      bytes[start...].starts(with: $0.utf8)
    }
    let line = 1 + before.count { $0 == 0x0A }
    return SoundFileError(
      .malformed, "line \(line): \(isConflict ? "a merge conflict isn't resolved" : reason)")
  }
}
