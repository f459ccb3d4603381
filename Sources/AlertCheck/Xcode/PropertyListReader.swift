internal import SoundFormat

/// Reads an old-style property list, such as Xcode's `project.pbxproj`, value by value.
///
/// The reader keeps no values: the caller reads the values it needs and skips the others. Values may be nested up to
/// ``depthLimit`` deep.
///
/// Source: Apple, "Old-Style ASCII Property Lists". Xcode's files also have comments.
struct PropertyListReader {
  private let bytes: [UInt8]
  private(set) var offset = 0
  private var depth = 0

  /// The longest non-ASCII text that is read as it is, in bytes. In longer ones, `?` stands for each byte that isn't ASCII.
  /// Names and paths are shorter.
  ///
  /// The limit is there because comparing strings with long runs of combining characters takes very long. ASCII texts
  /// of any length are read, because scripts are long.
  private static let lengthLimit = 1024

  /// The deepest nesting that is read. Project files nest values only about five deep.
  static let depthLimit = 64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// Reads a dictionary.
  ///
  /// - Parameter onEntry: Called with each key. The closure must read or skip the key's value.
  mutating func readDictionary(
    _ onEntry: (inout PropertyListReader, _ key: String) throws(SoundFileError) -> Void
  ) throws(SoundFileError) {
    try open("{", "a dictionary")
    while try !closes("}") {
      let key = try readText()
      try skipBlank()
      guard take("=") else { throw malformed("'=' is missing after '\(key)'") }
      try onEntry(&self, key)
      try skipBlank()
      // Require a semicolon after each entry but the last, because some writers leave out the last semicolon.
      if !take(";"), peek != UInt8(ascii: "}") { throw malformed("';' is missing") }
    }
    depth -= 1
  }

  /// Reads an array.
  ///
  /// - Parameter onValue: Called before each value. The closure must read or skip the value.
  mutating func readArray(
    _ onValue: (inout PropertyListReader) throws(SoundFileError) -> Void
  ) throws(SoundFileError) {
    try open("(", "an array")
    while try !closes(")") {
      try onValue(&self)
      try skipBlank()
      if !take(","), peek != UInt8(ascii: ")") { throw malformed("',' is missing") }
    }
    depth -= 1
  }

  mutating func readText() throws(SoundFileError) -> String {
    try skipBlank()
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try readQuoted()
    case nil: throw malformed("the file ends too early")
    default:
      let start = offset
      while offset < bytes.count, Self.isPlain(bytes[offset]) { offset += 1 }
      guard offset > start else { throw malformed("a text is missing") }
      let text = bytes[start..<offset]
      return String(decoding: Self.limited(text), as: UTF8.self)
    }
  }

  /// Reads an array of texts, or a single text as an array. Skips other values.
  mutating func readTexts() throws(SoundFileError) -> [String] {
    try skipBlank()
    guard peek == UInt8(ascii: "(") else {
      return isText ? [try readText()] : try skipAndReturn([])
    }
    var texts: [String] = []
    try readArray { reader throws(SoundFileError) in
      try reader.skipBlank()
      if reader.isText {
        texts.append(try reader.readText())
      } else {
        try reader.skipValue()
      }
    }
    return texts
  }

  /// Reads a text. If the value isn't a text, skips the value and returns an empty text.
  mutating func readTextIfAny() throws(SoundFileError) -> String {
    try skipBlank()
    return isText ? try readText() : try skipAndReturn("")
  }

  mutating func skipValue() throws(SoundFileError) {
    try skipBlank()
    switch peek {
    case UInt8(ascii: "{"):
      try readDictionary { reader, _ throws(SoundFileError) in try reader.skipValue() }
    case UInt8(ascii: "("):
      try readArray { reader throws(SoundFileError) in try reader.skipValue() }
    case UInt8(ascii: "<"):
      while let byte = peek, byte != UInt8(ascii: ">") { _ = take(byte) }
      guard peek != nil else { throw malformed("'>' is missing") }
      offset += 1
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted()
    default: _ = try readText()
    }
  }

  var isDictionary: Bool { peek == UInt8(ascii: "{") }

  mutating func skipBlank() throws(SoundFileError) {
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
}

extension PropertyListReader {
  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }
  private var next: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

  private var isText: Bool {
    peek.map { Self.isPlain($0) || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") } ?? false
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isWordPart || "./:-+@".utf8.contains(byte)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset += 1
    return true
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool { take(UInt8(ascii: character)) }

  private mutating func open(
    _ character: Unicode.Scalar, _ name: String
  ) throws(SoundFileError) {
    try skipBlank()
    guard take(character) else { throw malformed("\(name) is missing") }
    depth += 1
    guard depth <= Self.depthLimit else {
      throw malformed("values are nested more than \(Self.depthLimit) deep")
    }
  }

  private mutating func closes(_ character: Unicode.Scalar) throws(SoundFileError) -> Bool {
    try skipBlank()
    guard peek != nil else { throw malformed("'\(character)' is missing") }
    return take(character)
  }

  private mutating func skipAndReturn<Value>(_ value: Value) throws(SoundFileError) -> Value {
    try skipValue()
    return value
  }

  private mutating func skipQuoted() throws(SoundFileError) {
    let quote = bytes[offset]
    offset += 1
    while let byte = peek, byte != quote { offset += byte == UInt8(ascii: "\\") ? 2 : 1 }
    guard peek != nil else { throw malformed("a quote isn't closed") }
    offset += 1
  }

  private mutating func readQuoted() throws(SoundFileError) -> String {
    let start = offset + 1
    try skipQuoted()
    let quoted = Self.limited(bytes[start..<offset - 1])
    return quoted.contains(UInt8(ascii: "\\"))
      ? Self.unescaped(quoted) : String(decoding: quoted, as: UTF8.self)
  }

  private static func limited(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.count <= lengthLimit ? text : text.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }[...]
  }

  /// Decodes C's escapes, octal numbers such as `\101`, and `\U` followed by four hexadecimal digits.
  ///
  /// Source: Apple's CFOldStylePList.c.
  private static func unescaped(_ quoted: ArraySlice<UInt8>) -> String {
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
      case UInt8(ascii: "U"):
        text += String(scalar(4, radix: 16) { _ in true } ?? "\u{FFFD}").utf8
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        index -= 1
        let octal = UInt8(ascii: "0")...UInt8(ascii: "7")
        text += String(scalar(3, radix: 8, where: octal.contains) ?? "\u{FFFD}").utf8
      default: text.append(escape)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  func malformed(_ reason: String) -> SoundFileError {
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
