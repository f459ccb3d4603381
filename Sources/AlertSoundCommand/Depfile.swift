import AlertSound
import SystemPackage

/// What Make and Ninja read to know when to convert again.
///
/// Ninja wants the file that its rule makes: the manifest where one is written, else the named output,
/// else the records beside the outputs.
struct Depfile {
  private let target: FilePath
  private let dependencies: [FilePath]

  init(_ plan: ConversionPlan, manifest: FilePath?) {
    target = manifest ?? plan.namedOutput ?? plan.batch.recordsPath
    dependencies =
      plan.batch.items.map(\.input) + plan.searchedFolders
      + (plan.defaultSound.map { [$0] } ?? [])
  }

  /// The file's text.
  var text: String {
    ([Self.escaped(target) + ":"] + dependencies.map(Self.escaped)).joined(separator: " \\\n  ")
      + "\n"
  }

  /// Writes the file.
  func write(to path: FilePath) throws {
    try WholeFile.write(Array(text.utf8), to: path)
  }

  /// A name as Make reads it. Source: GNU Make's manual, "Rule Syntax"; what compilers write with `-MD`.
  /// A name with a newline can't be said.
  private static func escaped(_ path: FilePath) -> String {
    path.string.reduce(into: "") { text, character in
      switch character {
      case " ", "#", "\\": text += "\\\(character)"
      case "$": text += "$$"
      default: text.append(character)
      }
    }
  }
}
