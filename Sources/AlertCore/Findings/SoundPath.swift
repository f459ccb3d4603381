/// The path of a file as bytes, which needn't be UTF-8. AlertCore names files but opens none.
package struct SoundPath: Equatable, Sendable {
  /// The path's bytes, without a terminating zero.
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The path as text, with replacement characters for what isn't UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path's last component as text; nil if there is none.
  package var name: String? {
    bytes.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The extension of the file's name, without the dot and in lower case; nil if there is none.
  package var pathExtension: String? {
    guard let name, let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return name[dot...].dropFirst().lowercased()
  }
}

extension SoundPath {
  private static let schemes: Set = ["file", "ftp", "gs", "http", "https", "s3"]

  /// The URL's scheme, without the colon; nil for a path that isn't a URL.
  private var scheme: Substring? {
    let text = text
    let scheme = text.prefix { $0 != ":" }
    let isURL =
      Self.schemes.contains(scheme.lowercased()) && text.dropFirst(scheme.count).hasPrefix(":/")
    return isURL ? scheme : nil
  }

  /// Whether this is a URL rather than the path of a file.
  package var isURL: Bool { scheme != nil }

  /// The path as it was typed. Restores a URL's slashes, which a system's path type may have merged.
  package var typedText: String {
    guard let scheme else { return text }
    let rest = text.dropFirst(scheme.count + 1).drop { $0 == "/" }
    // Write three slashes in a file URL, because it has no host.
    return String(scheme) + (scheme.lowercased() == "file" ? ":///" : "://") + rest
  }
}

extension SoundPath {
  /// The path as one word of a shell command line, always printable.
  ///
  /// The word starts with `./` if a command may take the path for an option, or `ffmpeg` may take it for a URL (`a:b`).
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
  /// Words that are unprintable or not UTF-8 become `$'…'`. All but the oldest shells support this form.
  package var shellWord: String {
    let text = String(decoding: self, as: UTF8.self)
    if let first, first != UInt8(ascii: "="), allSatisfy({ $0.isPlainInShell }) { return text }
    let isPrintable =
      text.utf8.elementsEqual(self) && text.onOneLine == text
    guard isPrintable else {
      return "$'" + map { $0.escapedInShell }.joined() + "'"
    }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#) + "'"
  }
}

extension UInt8 {
  /// Whether every shell takes the character literally inside a word. At the start of a word, zsh expands `=`.
  fileprivate var isPlainInShell: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_./+,@%:=-".utf8.contains(self)
    }
  }

  /// The byte as it is written between `$'` and `'`.
  fileprivate var escapedInShell: String {
    switch self {
    case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(self))
    case UInt8(ascii: ":"), UInt8(ascii: "["), ..<0x20, 0x7F...:
      // Always write three octal digits, because a digit may follow.
      "\\" + String(Int(self) + 0o1000, radix: 8).dropFirst()
    default: String(UnicodeScalar(self))
    }
  }
}

extension Unicode.Scalar {
  /// Whether a report must escape the character. Terminals interpret ASCII and C1 controls. Line separators break a
  /// line. Changes of the text's direction can make a name look like another name. Tag characters are invisible.
  package var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Whether .NET, in which GitHub's runner is written, takes the character for a blank. Unprintable characters are
  /// left out.
  fileprivate var isBlank: Bool {
    switch value {
    case 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  package var jsonEscape: String {
    utf16.map { "\\u" + UInt32($0).hexadecimal(digitCount: 4) }.joined()
  }

  fileprivate var textEscape: String {
    value < 0x100
      ? "\\x" + value.hexadecimal(digitCount: 2) : "\\u{" + value.hexadecimal(digitCount: 4) + "}"
  }
}

extension String {
  /// The text with its unsafe characters escaped, so that a file name can't break a line, send escape sequences to a
  /// terminal, or give a command to a build server.
  package var onOneLine: String {
    replacingScalars { scalar, isUnsafe in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: isUnsafe ? scalar.textEscape : nil
      }
    }
  }

  /// Returns the text with each scalar replaced by the closure's result. If the result is nil, the scalar is kept.
  ///
  /// - Parameter replacement: Called with each scalar. `isUnsafe` says whether every report must escape the scalar: it
  ///   is unprintable, or belongs to a build server's command. GitHub looks for `::` after blanks and for `##[`
  ///   anywhere, Azure Pipelines for `##vso[`, TeamCity for `##teamcity[`. Source: GitHub's runner, `ActionCommand.cs`.
  package func replacingScalars(
    _ replacement: (_ scalar: Unicode.Scalar, _ isUnsafe: Bool) -> String?
  ) -> String {
    let scalars = unicodeScalars
    var text = ""
    var isWordStart = true
    var hashCount = 0
    for (index, scalar) in zip(scalars.indices, scalars) {
      let isCommand =
        scalar == "[" && hashCount > 1
        || scalar == ":" && isWordStart && scalars[index...].dropFirst().first == ":"
      if let replaced = replacement(scalar, isCommand || scalar.isUnprintable) {
        text += replaced
      } else {
        text.unicodeScalars.append(scalar)
      }
      isWordStart = scalar.isBlank
      let isLetter = 0x61...0x7A ~= scalar.value | 0x20
      if scalar == "#" { hashCount += 1 } else if hashCount < 2 || !isLetter { hashCount = 0 }
    }
    return text
  }
}

extension UInt32 {
  package func hexadecimal(digitCount: Int) -> String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Swift.max(0, digitCount - digits.count)) + digits
  }
}
