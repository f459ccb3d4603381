/// The name by which code and payloads find a sound in `res/raw`: the file's name without the extension.
///
/// Sources: Android's `aapt2`, "File-based resource names must contain only lowercase a-z, 0-9, or underscore";
/// Android Studio's resource merger, `FileResourceNameValidator`. The merger refuses Java's reserved words, and names
/// that don't begin like a name in Java: each name becomes a field of the class `R.raw`.
package struct AndroidSoundName: Sendable, Comparable, CustomStringConvertible {
  /// The name, in ASCII.
  package let name: String

  /// Creates a name; nil if Android's build refuses it.
  package init?(_ name: String) {
    guard let first = name.utf8.first, Self.isLetter(first) || first == UInt8(ascii: "_"),
      name.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "_") }),
      !Self.reservedWords.contains(name)
    else { return nil }
    self.name = name
  }

  /// Creates the valid name that is nearest to `stem`, the name of a file without the extension.
  ///
  /// - Capital letters become small letters. An underscore separates a capital letter from a small letter or digit
  ///   before the capital letter: `RingTone2Low` becomes `ring_tone2_low`.
  /// - A run of other characters becomes one underscore inside the name, and is removed at the name's ends.
  /// - Letters of most European languages lose their accents.
  /// - A name that doesn't begin with a letter gets the prefix `sound_`. A reserved word gets the suffix `_sound`.
  package init(nearestTo stem: String) {
    var bytes: [UInt8] = []
    var endsInSmall = false
    for byte in Self.withoutAccents(stem) {
      let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      let small = isCapital ? byte | 0x20 : byte
      let isWordPart = Self.isLetter(small) || Self.isDigit(small)
      if !isWordPart || isCapital && endsInSmall, let last = bytes.last, last != UInt8(ascii: "_") {
        bytes.append(UInt8(ascii: "_"))
      }
      if isWordPart { bytes.append(small) }
      endsInSmall = isWordPart && !isCapital
    }
    if bytes.last == UInt8(ascii: "_") { bytes.removeLast() }
    let words = String(decoding: bytes, as: UTF8.self)
    let beginning = bytes.first.map(Self.isLetter) == true ? words : "sound_\(words)"
    let whole = words.isEmpty ? "sound" : beginning
    name = Self.reservedWords.contains(whole) ? "\(whole)_sound" : whole
  }

  /// Returns the text in ASCII. Letters lose their accents. Combining accents, as in the names of files on a Mac, are
  /// removed. Any other character outside ASCII becomes an underscore.
  private static func withoutAccents(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar -> [UInt8] in
      switch scalar.value {
      case 0..<0x80: return [UInt8(scalar.value)]
      case 0x300...0x36F: return []
      default:
        for letter in accentedLetters {
          if letter.small.unicodeScalars.contains(scalar) { return Array(letter.plain.utf8) }
          if letter.capital.unicodeScalars.contains(scalar) {
            return letter.plain.utf8.map { $0 & ~0x20 }
          }
        }
        return [UInt8(ascii: "_")]
      }
    }
  }

  /// Each row: the ASCII letters (`plain`), and the small and capital letters that become these ASCII letters.
  private static let accentedLetters: [(plain: String, small: String, capital: String)] = [
    ("a", "àáâãäåāăą", "ÀÁÂÃÄÅĀĂĄ"),
    ("ae", "æ", "Æ"),
    ("c", "çćĉċč", "ÇĆĈĊČ"),
    ("d", "ďđð", "ĎĐÐ"),
    ("e", "èéêëēĕėęě", "ÈÉÊËĒĔĖĘĚ"),
    ("g", "ĝğġģ", "ĜĞĠĢ"),
    ("h", "ĥħ", "ĤĦ"),
    ("i", "ìíîïĩīĭįı", "ÌÍÎÏĨĪĬĮİ"),
    ("j", "ĵ", "Ĵ"),
    ("k", "ķ", "Ķ"),
    ("l", "ĺļľŀł", "ĹĻĽĿŁ"),
    ("n", "ñńņňŉ", "ÑŃŅŇ"),
    ("o", "òóôõöøōŏő", "ÒÓÔÕÖØŌŎŐ"),
    ("oe", "œ", "Œ"),
    ("r", "ŕŗř", "ŔŖŘ"),
    ("s", "śŝşšș", "ŚŜŞŠȘ"),
    ("ss", "ß", "ẞ"),
    ("t", "ţťŧț", "ŢŤŦȚ"),
    ("th", "þ", "Þ"),
    ("u", "ùúûüũūŭůűų", "ÙÚÛÜŨŪŬŮŰŲ"),
    ("w", "ŵ", "Ŵ"),
    ("y", "ýÿŷ", "ÝŸŶ"),
    ("z", "źżž", "ŹŻŽ"),
  ]

  /// Returns the name of a resource: its file's name up to the first dot. Source: Android's `aapt2`, `Compile.cpp`.
  package static func resourceName(of fileName: String) -> String {
    String(fileName.prefix { $0 != "." })
  }

  package var description: String { name }

  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.name < rhs.name }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Java's reserved words and literals. Source: The Java Language Specification, SE 21, 3.9 and 3.10.
  private static let reservedWords: Set<String> = [
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const",
    "continue", "default", "do", "double", "else", "enum", "extends", "false", "final", "finally",
    "float", "for", "goto", "if", "implements", "import", "instanceof", "int", "interface", "long",
    "native", "new", "null", "package", "private", "protected", "public", "return", "short",
    "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "transient",
    "true", "try", "void", "volatile", "while", "_",
  ]
}
