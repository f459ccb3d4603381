internal import SystemPackage

/// The words, string literals and signs in a source file, enough to recognise calls, labels and strings.
///
/// If a string isn't closed on its line, the rest of the line is skipped. Strings for several lines are an exception.
struct SourceTokens {
  struct Token: Equatable {
    enum Kind: Hashable {
      /// A name, a keyword or a number.
      case word
      /// A string literal without interpolation.
      case text
      /// A string literal with interpolation.
      case computedText
      /// Any other single character.
      case sign
    }

    let kind: Kind
    var isText: Bool { kind == .text || kind == .computedText }
    let line: Int32
    /// The offset of the first byte; for a string, after the opening quote.
    let start: Int32
    /// The offset after the last byte; for a string, the offset of the closing quote.
    let end: Int32
  }

  private(set) var tokens: [Token] = []
  let language: SourceLanguage
  private let bytes: [UInt8]
  private var offset = 0
  private var line: Int32 = 1
  /// For each template literal around the current offset, outermost first: the number of open braces in its `${…}`.
  private var openBraces: [Int] = []
  /// The last line with a slash that seemed to begin a regular expression, but didn't; see ``skipRegularExpression()``.
  private var lineOfSlash: Int32 = 0

  /// Reads a file's tokens.
  ///
  /// - Parameter bytes: The file, which must be smaller than 2 GiB.
  init(of bytes: [UInt8], in language: SourceLanguage) {
    self.bytes = bytes
    self.language = language
    tokens.reserveCapacity(bytes.count / 8)
    while offset < bytes.count { readToken() }
  }

  func contains(_ text: StaticString) -> Bool { bytes.contains(text) }

  func isSign(_ character: Unicode.Scalar, at index: Int) -> Bool { sign(at: index) == character }

  /// Returns the sign at an index; nil if the token isn't a sign.
  func sign(at index: Int) -> Unicode.Scalar? {
    guard tokens.indices.contains(index), tokens[index].kind == .sign else { return nil }
    return Unicode.Scalar(bytes[Int(tokens[index].start)])
  }

  func isFirstInLine(at index: Int) -> Bool {
    index == 0 || tokens[index].line != tokens[index - 1].line
  }

  /// Whether a token ends a value: the line ends after the token, or a separator or a closing bracket follows.
  func endsValue(at index: Int) -> Bool {
    index + 1 >= tokens.count || isFirstInLine(at: index + 1)
      || [";", ",", ")", "]", "}"].contains(sign(at: index + 1))
  }

  /// Returns the byte after a token: for a string, its closing quote, or the `$` of a template's next `${`.
  func byte(after index: Int) -> UInt8? {
    let end = Int(tokens[index].end)
    return end < bytes.count ? bytes[end] : nil
  }

  /// Returns the bytes of a token; nil if the token has another kind or is too long.
  private func contents(at index: Int, of kind: Token.Kind) -> ArraySlice<UInt8>? {
    guard tokens.indices.contains(index), tokens[index].kind == kind,
      tokens[index].end - tokens[index].start <= FilePath.lengthLimit
    else { return nil }
    return contents(of: tokens[index])
  }

  /// Returns the word at an index; nil if the token isn't a word or is too long.
  func word(at index: Int) -> Substring? {
    contents(at: index, of: .word).map { Substring(decoding: $0, as: UTF8.self) }
  }

  /// Returns the string at an index without its quotes; nil if the token isn't a string, has interpolation or is too
  /// long.
  func text(at index: Int) -> String? {
    guard let contents = contents(at: index, of: .text) else { return nil }
    return contents.contains(UInt8(ascii: "\\"))
      ? Self.unescaped(contents) : String(decoding: contents, as: UTF8.self)
  }

  func name(at index: Int) -> Substring? { word(at: index) ?? text(at: index)?[...] }

  /// Returns the source of the token at an index, cut at `limit` bytes. For a string, the quotes are left out.
  func source(at index: Int, limit: Int = .max) -> String {
    String(decoding: contents(of: tokens[index]).prefix(limit), as: UTF8.self)
  }

  func contents(of token: Token) -> ArraySlice<UInt8> {
    bytes[Int(token.start)..<Int(token.end)]
  }

  /// Removes the backslashes before quotes, slashes, backslashes and dollar signs. Other escapes, such as `\n`, stay,
  /// because no sound's name has them.
  private static func unescaped(_ contents: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = contents
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let next = rest.first, "\"'/\\$".utf8.contains(next) {
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
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/") && language.hasComments,
      UInt8(ascii: "#") where language.hasHashComments:
      while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*") && language.hasComments: skipComment()
    case UInt8(ascii: "/") where language == .javaScript && beginsExpression:
      skipRegularExpression()
    case UInt8(ascii: "\""): readText(quotedBy: first)
    case UInt8(ascii: "'") where language.quotesTextOnce: readText(quotedBy: first)
    case UInt8(ascii: "'"): skipCharacter()
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
    // Read Dart's r'…' as a raw string, which has no escapes and no interpolation.
    if language == .dart, offset == start + 1, bytes[start] == UInt8(ascii: "r"),
      byte(0) == UInt8(ascii: "'") || byte(0) == UInt8(ascii: "\"")
    {
      readText(quotedBy: bytes[offset], isRaw: true)
      return
    }
    add(.word, from: start, to: offset, line: line)
  }

  /// Whether a slash at the current offset begins a regular expression. After a value, a slash divides.
  private var beginsExpression: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .text, .computedText: return false
    case .word: return contents(of: last).elementsEqual("return".utf8)
    case .sign: return !")]}<".utf8.contains(bytes[Int(last.start)])
    }
  }

  /// Skips a regular expression. If no end is on the line, skips only the slash, and then doesn't search for the ends
  /// of later slashes on the line: for a line of many slashes, these searches would take quadratic time.
  private mutating func skipRegularExpression() {
    var end = offset + 1
    var isInClass = false
    while lineOfSlash != line, end < bytes.count, bytes[end] != 0x0A {
      switch bytes[end] {
      case UInt8(ascii: "\\") where end + 1 < bytes.count && bytes[end + 1] != 0x0A: end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        offset = end + 1
        return
      default: break
      }
      end += 1
    }
    lineOfSlash = line
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

  /// Skips a character literal. If the closing quote is missing, skips only the opening quote.
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
    // C# and Python mark strings with interpolation by a character before the quote.
    let mark: UInt8? =
      language == .cSharp ? UInt8(ascii: "$") : language == .python ? UInt8(ascii: "f") : nil
    let isMarked = offset > 0 && bytes[offset - 1] == mark
    let firstLine = line
    offset += isLong ? 3 : 1
    let start = offset
    var isComputed = isMarked
    while offset < bytes.count {
      let current = bytes[offset]
      if current == quote, !isLong || (byte(1) == quote && byte(2) == quote) { break }
      if current == 0x0A {
        // Skip the line after the quote: the string isn't closed on its line, or the quote is an apostrophe.
        guard isLong else { return }
        line += 1
      }
      if current == UInt8(ascii: "\\"), !isRaw {
        if language == .swift, byte(1) == UInt8(ascii: "(") { isComputed = true }
        if byte(1) == 0x0A { line += 1 }
        offset += 2
        continue
      }
      if current == UInt8(ascii: "$"), !isRaw,
        language == .dart || language == .kotlin || language == .php && quote == UInt8(ascii: "\"")
      {
        isComputed = true
      }
      offset += 1
    }
    let end = min(offset, bytes.count)
    offset = min(end + (isLong ? 3 : 1), bytes.count)
    add(isComputed ? .computedText : .text, from: start, to: end, line: firstLine)
  }

  /// Reads a template literal up to its end or its next `${`. Code follows `${`, and may contain further templates.
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

extension SourceTokens {
  /// Whether a colon ends the label of a `switch`, such as `case 1:` or `default:`.
  func isLabel(endingAt colon: Int) -> Bool {
    for index in (max(0, colon - 32)..<colon).reversed() {
      if let word = word(at: index), word == "case" || word == "default" { return true }
      if ["{", "}", ";"].contains(sign(at: index)) || isFirstInLine(at: index) { return false }
    }
    return false
  }

  func isOpening(at index: Int) -> Bool { ["{", "[", "("].contains(sign(at: index)) }

  func isClosing(at index: Int) -> Bool { ["}", "]", ")"].contains(sign(at: index)) }

  /// Returns the indices of the first token of each element in a comma-separated list, and of the closing bracket.
  ///
  /// - Parameters:
  ///   - open: The index of the list's opening bracket.
  ///   - limit: The most tokens to look at.
  func elements(in open: Int, atMost limit: Int = .max) -> (starts: [Int], end: Int) {
    var starts: [Int] = []
    var (depth, isStart) = (1, true)
    for index in tokens.indices.dropFirst(open + 1).prefix(limit) {
      if isClosing(at: index) { depth -= 1 }
      guard depth > 0 else { return (starts, index) }
      if depth == 1 {
        let isComma = isSign(",", at: index)
        if isStart, !isComma { starts.append(index) }
        isStart = isComma
      }
      if isOpening(at: index) { depth += 1 }
    }
    return (starts, tokens.count)
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

/// A language of source files that may name sounds.
enum SourceLanguage: Hashable, Sendable {
  case swift, objectiveC, dart, javaScript, kotlin, java, cSharp, json, python, php
  /// Gradle's build scripts in Groovy or Kotlin. They name no sounds, but say whether the build removes resources.
  case gradle
  /// Any other language. Its strings may be names of sounds.
  case other

  init?(_ name: String, _ pathExtension: Substring) {
    switch pathExtension {
    case "swift": self = .swift
    case "m", "mm": self = .objectiveC
    case "dart": self = .dart
    case "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte": self = .javaScript
    case "kt": self = .kotlin
    case "java": self = .java
    case "cs": self = .cSharp
    case "py": self = .python
    case "php": self = .php
    case "go", "rb", "rs", "html", "ex", "exs", "scala", "sql": self = .other
    case "json", "apns":
      // Skip the files of package managers, which are long and name no sounds.
      guard !["package-lock.json", "package.json", "composer.lock"].contains(name) else {
        return nil
      }
      self = .json
    default: return nil
    }
  }

  var nestsComments: Bool { [.swift, .kotlin, .dart].contains(self) }

  var hasComments: Bool { self != .json && self != .python }

  var hasHashComments: Bool { self == .python || self == .php }

  var quotesTextOnce: Bool { [.dart, .javaScript, .gradle, .python, .php, .other].contains(self) }

  var quotesTextThrice: Bool {
    [.swift, .dart, .kotlin, .java, .cSharp, .gradle, .python].contains(self)
  }
}
