/// The words, texts and signs of a file with code.
///
/// They suffice to recognise a call, a label and a text. A quote that isn't closed ends with its line.
struct SourceTokens {
  struct Token: Hashable {
    enum Kind: Hashable {
      /// A name, a keyword or a number.
      case word
      /// A text without computed parts.
      case text
      /// A text with computed parts.
      case computedText
      /// One character of any other kind.
      case sign
    }

    let kind: Kind
    let line: Int32
    /// Where it begins: for a text, the first byte in the quotes.
    let start: Int32
    /// Where it ends: for a text, the closing quote.
    let end: Int32
  }

  private(set) var tokens: [Token] = []
  let language: SourceLanguage
  private let bytes: [UInt8]
  private var offset = 0
  private var line: Int32 = 1
  /// How many braces are open in the computed part of each template that is being read.
  private var openBraces: [Int] = []

  /// Reads a file.
  ///
  /// - Parameter bytes: The file, of at most 2 GiB.
  init(of bytes: [UInt8], in language: SourceLanguage) {
    self.bytes = bytes
    self.language = language
    tokens.reserveCapacity(bytes.count / 8)
    while offset < bytes.count { readToken() }
  }

  func isSign(_ character: Unicode.Scalar, at index: Int) -> Bool {
    guard tokens.indices.contains(index), tokens[index].kind == .sign else { return false }
    return bytes[Int(tokens[index].start)] == UInt8(ascii: character)
  }

  /// In bytes: longer than any name of a function or a file. Longer tokens never become strings.
  ///
  /// Comparing strings takes very long if they have long runs of combining characters.
  private static let lengthLimit = 1024

  /// The word at an index; nil if the token isn't a word, or is longer than any name.
  func word(at index: Int) -> Substring? {
    guard tokens.indices.contains(index), tokens[index].kind == .word,
      tokens[index].end - tokens[index].start <= Self.lengthLimit
    else { return nil }
    return Substring(decoding: contents(of: tokens[index]), as: UTF8.self)
  }

  /// The text at an index, without its quotes; nil if the token isn't a text, is computed, or is longer than any
  /// name.
  func text(at index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].kind == .text,
      tokens[index].end - tokens[index].start <= Self.lengthLimit
    else { return nil }
    let contents = contents(of: tokens[index])
    return contents.contains(UInt8(ascii: "\\"))
      ? Self.unescaped(contents) : String(decoding: contents, as: UTF8.self)
  }

  func contents(of token: Token) -> ArraySlice<UInt8> {
    bytes[Int(token.start)..<Int(token.end)]
  }

  /// Removes the backslashes before quotes, slashes and backslashes. Other escapes, such as `\n`, stay: no sound's name
  /// has them.
  private static func unescaped(_ contents: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = contents
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let next = rest.first,
        [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "\\")]
          .contains(next)
      {
        rest.removeFirst()
        result.append(next)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension SourceTokens {
  private func byte(_ distance: Int) -> UInt8 {
    offset + distance < bytes.count ? bytes[offset + distance] : 0
  }

  private mutating func add(_ kind: Token.Kind, from start: Int, to end: Int, line: Int32) {
    tokens.append(Token(kind: kind, line: line, start: Int32(start), end: Int32(end)))
  }

  private mutating func readToken() {
    let first = bytes[offset]
    switch first {
    case 0x0A:
      line += 1
      offset += 1
    case 0...0x20: offset += 1
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/") && language.hasComments:
      while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*") && language.hasComments:
      skipComment()
    case UInt8(ascii: "/") where language == .javaScript && beginsExpression:
      skipRegularExpression()
    case UInt8(ascii: "\""): readText(quotedBy: first)
    case UInt8(ascii: "'"):
      if language.quotesTextOnce {
        readText(quotedBy: first)
      } else {
        skipCharacter()
      }
    case UInt8(ascii: "`") where language == .javaScript:
      offset += 1
      readTemplate()
    case UInt8(ascii: "}") where openBraces.last == 0:
      openBraces.removeLast()
      offset += 1
      readTemplate()
    case _ where first.isWordPart: readWord()
    default:
      if let count = openBraces.last {
        if first == UInt8(ascii: "{") { openBraces[openBraces.count - 1] = count + 1 }
        if first == UInt8(ascii: "}") { openBraces[openBraces.count - 1] = count - 1 }
      }
      add(.sign, from: offset, to: offset + 1, line: line)
      offset += 1
    }
  }

  private mutating func readWord() {
    let start = offset
    while offset < bytes.count, bytes[offset].isWordPart { offset += 1 }
    // Dart's r'…' has no escapes and no computed parts.
    if language == .dart, offset == start + 1, bytes[start] == UInt8(ascii: "r"),
      byte(0) == UInt8(ascii: "'") || byte(0) == UInt8(ascii: "\"")
    {
      readText(quotedBy: bytes[offset], isRaw: true)
      return
    }
    add(.word, from: start, to: offset, line: line)
  }

  /// Whether a slash here begins a regular expression. After a value, it divides.
  private var beginsExpression: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .text, .computedText: return false
    case .word:
      return contents(of: last).elementsEqual("return".utf8)
    case .sign:
      return ![UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "<")]
        .contains(bytes[Int(last.start)])
    }
  }

  /// Skips a regular expression. If it doesn't end in the line, only the slash is skipped.
  private mutating func skipRegularExpression() {
    var end = offset + 1
    var isInClass = false
    while end < bytes.count, bytes[end] != 0x0A {
      switch bytes[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        offset = end + 1
        return
      default: break
      }
      end += 1
    }
    offset += 1
  }

  private mutating func skipComment() {
    var depth = 1
    offset += 2
    while offset < bytes.count {
      if bytes[offset] == 0x0A { line += 1 }
      if language.nestsComments, bytes[offset] == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        offset += 2
      } else if bytes[offset] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        offset += 2
        if depth == 0 { return }
      } else {
        offset += 1
      }
    }
  }

  /// Skips one character in single quotes. Without the closing quote, only the first one is skipped.
  private mutating func skipCharacter() {
    let limit = min(bytes.count, offset + 12)
    var end = offset + 1
    while end < limit, bytes[end] != UInt8(ascii: "'"), bytes[end] != 0x0A {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    offset = end < limit && bytes[end] == UInt8(ascii: "'") ? end + 1 : offset + 1
  }

  private mutating func readText(quotedBy quote: UInt8, isRaw: Bool = false) {
    let isLong = language.quotesTextThrice && byte(1) == quote && byte(2) == quote
    // C# marks texts with computed parts before the quote.
    let isMarked = language == .cSharp && offset > 0 && bytes[offset - 1] == UInt8(ascii: "$")
    let firstLine = line
    offset += isLong ? 3 : 1
    let start = offset
    var isComputed = isMarked
    while offset < bytes.count {
      let current = bytes[offset]
      if current == quote, !isLong || (byte(1) == quote && byte(2) == quote) { break }
      if current == 0x0A {
        // The quote isn't one, or isn't closed.
        guard isLong else { return }
        line += 1
      }
      if current == UInt8(ascii: "\\"), !isRaw {
        if language == .swift, byte(1) == UInt8(ascii: "(") { isComputed = true }
        if byte(1) == 0x0A { line += 1 }
        offset += 2
        continue
      }
      if current == UInt8(ascii: "$"), !isRaw, language == .dart || language == .kotlin {
        isComputed = true
      }
      offset += 1
    }
    let end = min(offset, bytes.count)
    offset = min(end + (isLong ? 3 : 1), bytes.count)
    add(isComputed ? .computedText : .text, from: start, to: end, line: firstLine)
  }

  /// Reads a text between backquotes up to its end or its next computed part, which is code and may have templates in
  /// it.
  private mutating func readTemplate() {
    let firstLine = line
    let isContinued = offset > 0 && bytes[offset - 1] == UInt8(ascii: "}")
    let start = offset
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "`") {
      if bytes[offset] == 0x0A { line += 1 }
      if bytes[offset] == UInt8(ascii: "$"), byte(1) == UInt8(ascii: "{") {
        add(.computedText, from: start, to: offset, line: firstLine)
        offset += 2
        openBraces.append(0)
        return
      }
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(offset, bytes.count)
    offset = min(end + 1, bytes.count)
    add(isContinued ? .computedText : .text, from: start, to: end, line: firstLine)
  }
}

extension UInt8 {
  /// Whether the byte is a letter, a digit, `_`, `$`, or part of a character that isn't ASCII.
  var isWordPart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default: false
    }
  }
}

/// A language in which code names sounds.
enum SourceLanguage: Hashable, Sendable {
  case swift, objectiveC, dart, javaScript, kotlin, java, cSharp, json
  /// Gradle's build scripts, in Groovy or Kotlin, which name no sounds.
  case gradle

  init?(_ name: String, _ pathExtension: Substring) {
    switch pathExtension {
    case "swift": self = .swift
    case "m", "mm": self = .objectiveC
    case "dart": self = .dart
    case "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte": self = .javaScript
    case "kt": self = .kotlin
    case "java": self = .java
    case "cs": self = .cSharp
    case "json", "apns":
      // The files of package managers are long, and ask for no sounds.
      guard !["package-lock.json", "package.json", "composer.lock"].contains(name) else {
        return nil
      }
      self = .json
    default: return nil
    }
  }

  var nestsComments: Bool { [.swift, .kotlin, .dart].contains(self) }

  var hasComments: Bool { self != .json }

  var quotesTextOnce: Bool { [.dart, .javaScript, .gradle].contains(self) }

  var quotesTextThrice: Bool { [.swift, .dart, .kotlin, .java, .cSharp, .gradle].contains(self) }
}
