import ArgumentParser
import CommandSupport
import SystemPackage

/// A file or folder named on the command line.
struct PathArgument: ExpressibleByArgument {
  let path: FilePath
  /// Whether the word can only mean a folder, by the slash at its end.
  let namesFolder: Bool

  /// Takes a word of the command line byte for byte: the parser's text of a name that isn't UTF-8 has
  /// been mended.
  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    namesFolder = argument.hasSuffix("/")
    path = CommandArgument.all.first { $0.text == argument }?.path ?? FilePath(argument)
  }

  static let defaultCompletionKind = CompletionKind.file()
}
