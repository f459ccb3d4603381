import Testing

@testable import afconvert
@testable import afinfo

/// A drop-in command's options according to its own code.
struct DocumentedCommand: Sendable, CustomTestStringConvertible {
  let name: String
  /// Every spelling with one meaning: `-d`, `--data` and so on.
  let spellings: Set<String>
  let help: String
  /// Whether the parser accepts a spelling as an option.
  let understands: @Sendable (String) -> Bool

  var testDescription: String { name }

  static let convert = DocumentedCommand(
    name: "afconvert",
    spellings: separated(afconvert.Option.allCases.map(\.spelling)).union(["-hf"]),
    help: afconvert.Help.usage, understands: { afconvert.Option(argument: $0) != nil })

  static let info = DocumentedCommand(
    name: "afinfo", spellings: separated(afinfo.Option.allCases.map(\.spelling)),
    help: afinfo.Help.usage, understands: { afinfo.Option(argument: $0) != nil })

  static let all = [convert, info]

  /// Splits `-d | --data` into `-d` and `--data`.
  private static func separated(_ spellings: [String]) -> Set<String> {
    Set(spellings.flatMap { $0.split(separator: " ").map(String.init) }.filter { $0 != "|" })
  }
}
