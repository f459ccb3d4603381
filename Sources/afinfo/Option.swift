/// An option of Apple's `afinfo`, or one that this toolkit adds. The added ones have no short form.
///
/// Source: the help of macOS 10.9, and shell completions made from newer ones.
enum Option: String, CaseIterable {
  case brief, real, info, xml, warnings
  case chunk = "c"
  case property = "u"
  case leaks, help
  // The toolkit's own.
  case noImport = "no-import"
  case allowTruncated = "allow-truncated"
  case maxBytes = "max-bytes"
  case maxSeconds = "max-seconds"
  case version

  /// Finds the option that an argument spells.
  ///
  /// After two dashes the whole name must match. After one, Apple's tool looks only at the next letter.
  init?(argument: String) {
    let option =
      argument.hasPrefix("--")
      ? Self.allCases.first { $0.longName == String(argument.dropFirst(2)) }
      : argument.dropFirst().first.flatMap { Self.byLetter[$0] }
    guard let option else { return nil }
    self = option
  }

  private static let byLetter: [Character: Option] = [
    "b": .brief, "r": .real, "i": .info, "x": .xml, "c": .chunk, "u": .property, "h": .help,
  ]

  /// The name after two dashes; nil for options that have only a short form.
  private var longName: String? {
    switch self {
    case .chunk, .property: nil
    default: rawValue
    }
  }

  /// How messages spell the option: `-b | --brief`.
  var spelling: String {
    let letter = Self.byLetter.first { $0.value == self }?.key
    guard let longName else { return "-\(rawValue)" }
    return (letter.map { "-\($0) | " } ?? "") + "--\(longName)"
  }

  /// Whether an argument follows the option.
  var takesValue: Bool { [.chunk, .property, .maxBytes, .maxSeconds].contains(self) }
}
