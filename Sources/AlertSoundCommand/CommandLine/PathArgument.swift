import ArgumentParser
import CommandSupport
import SystemPackage

/// A file or folder named on the command line, byte for byte.
struct PathArgument: ExpressibleByArgument {
  private let word: CommandArgument

  var path: FilePath { word.path }
  /// The file to read a sound from: `-` means standard input.
  var inputPath: FilePath { word.inputPath }
  /// The file to write a sound to: `-` means standard output.
  var outputPath: FilePath { word.outputPath }
  /// Whether the word ends in a slash, so it can only name a folder.
  var namesFolder: Bool { word.namesFolder }

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    word = CommandArgument(bytes: ParserText.bytes(of: argument))
  }

  static let defaultCompletionKind = CompletionKind.file()
}

/// Consecutive files and folders of the command line, which the parser gets as one word.
///
/// The parser's time grows with the square of the number of words it collects, and a build tool names a
/// thousand sounds.
struct PathsArgument: ExpressibleByArgument {
  let paths: [PathArgument]

  init?(argument: String) {
    let words = argument.utf8.split(separator: ParserText.separator)
    paths = words.compactMap { PathArgument(argument: String(Substring($0))) }
    if paths.isEmpty { return nil }
  }

  static let defaultCompletionKind = CompletionKind.file()
}
