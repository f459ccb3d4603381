import CommandSupport
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
    spellings: Set(afconvert.Arguments.grammar.options.flatMap(\.spellings)),
    help: afconvert.Arguments.grammar.usage,
    understands: {
      afconvert.Arguments.grammar.option(spelled: $0)?.spellings.contains($0) ?? false
    })

  static let info = DocumentedCommand(
    name: "afinfo", spellings: Set(afinfo.Arguments.grammar.options.flatMap(\.spellings)),
    help: afinfo.Arguments.grammar.usage,
    understands: { afinfo.Arguments.grammar.option(spelled: $0)?.spellings.contains($0) ?? false })

  static let all = [convert, info]
}
