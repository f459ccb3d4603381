import ArgumentParser
import CommandSupport
import SystemPackage

/// A file or folder named on the command line.
struct PathArgument: ExpressibleByArgument {
  private let word: CommandArgument

  var path: FilePath { word.path }
  /// The file to read a sound from: `-` means standard input.
  var inputPath: FilePath { word.inputPath }
  /// The file to write a sound to: `-` means standard output.
  var outputPath: FilePath { word.outputPath }
  /// Whether the word can only mean a folder, by the slash at its end.
  var namesFolder: Bool { word.namesFolder }

  /// Takes a word of the command line byte for byte: the parser's text of a name that isn't UTF-8 has
  /// been mended.
  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    word = CommandArgument.all.first { $0.text == argument } ?? CommandArgument(argument)
  }

  static let defaultCompletionKind = CompletionKind.file()
}
