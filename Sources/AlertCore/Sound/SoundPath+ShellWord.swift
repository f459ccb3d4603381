extension SoundPath {
  /// The path as one word of a shell command line, always printable.
  ///
  /// No command mistakes it for an option, and ffmpeg doesn't take a path such as `a:b` for a URL
  /// with a protocol.
  package var shellWord: String {
    let isMistakable =
      bytes.first != UInt8(ascii: "/")
      && (bytes.first == UInt8(ascii: "-") || bytes.contains(UInt8(ascii: ":")))
    return isMistakable ? (Array("./".utf8) + bytes).shellWord : bytes.shellWord
  }
}

extension [UInt8] {
  /// The bytes as one word of a shell command line, always printable.
  ///
  /// Characters that can't be printed and bytes that aren't UTF-8 need a shell that supports `$'…'`. All but the
  /// oldest do.
  package var shellWord: String {
    let text = String(decoding: self, as: UTF8.self)
    // zsh expands a word that starts with an equals sign.
    if let first, first != UInt8(ascii: "="), allSatisfy({ $0.isPlainInShell }) { return text }
    let isPrintable =
      text.utf8.elementsEqual(self)
      && !text.unicodeScalars.contains { $0.isUnprintable }
    guard isPrintable else {
      return "$'" + map { $0.escapedInShell }.joined() + "'"
    }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#) + "'"
  }
}

extension UInt8 {
  /// Whether no shell treats the character specially inside a word. `=` is special at its start.
  fileprivate var isPlainInShell: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_./+,@%:=-".utf8.contains(self)
    }
  }

  /// The byte between `$'` and `'`.
  fileprivate var escapedInShell: String {
    switch self {
    case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(self))
    case 0x20..<0x7F: String(UnicodeScalar(self))
    default:
      // Always write three octal digits, because a digit may follow.
      "\\" + String(Int(self) + 0o1000, radix: 8).dropFirst()
    }
  }
}

extension Unicode.Scalar {
  /// Whether a report must not print this as it is: an ASCII control character, or one of the 32 C1 controls after it,
  /// which terminals interpret, too; a separator of lines; a character that changes the direction of text, which can
  /// make a name look like another one; or a tag, which isn't seen at all.
  package var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xE0000...0xE007F:
      true
    default: false
    }
  }
}
