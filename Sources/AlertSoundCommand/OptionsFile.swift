import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// Options in a file, for command lines that are made once and run again: a build tool's plan.
///
/// Words are separated by white space; what stands in double quotes is one word, and a line that begins
/// with # is a remark. A path is one beside the file.
struct OptionsFile {
  /// How a command line names the file.
  static let option = "--options"

  /// The options whose value is a path that is read.
  private static let pathOptions: Set = ["--default-sound"]

  /// Far more than anybody types.
  private static let byteLimit = 1 << 16

  let words: [String]

  /// Reads the options.
  ///
  /// - Throws: `ConversionError`.
  init(_ path: FilePath) throws(ConversionError) {
    let file = try InputFile(path: path)
    let bytes: [UInt8]
    do throws(SoundFileError) {
      bytes = try file.bytes(at: 0, count: min(file.byteCount, Self.byteLimit))
    } catch {
      throw Self.error(path, error.reason)
    }
    guard file.byteCount <= Self.byteLimit, let text = String(validating: bytes, as: UTF8.self)
    else {
      throw Self.error(path, "this is no text of options")
    }
    var words = text.split(whereSeparator: \.isNewline)
      .filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }.flatMap(Self.words)
    for (place, word) in zip(words.indices.dropFirst(), words)
    where Self.pathOptions.contains(word) {
      words[place] = path.removingLastComponent().pushing(FilePath(words[place])).string
    }
    if words.contains(Self.option) {
      throw Self.error(path, "options in a file can't name another file of options")
    }
    self.words = words
  }

  private static func error(_ path: FilePath, _ reason: String) -> ConversionError {
    ConversionError(.openingInput, path, .sound(.malformed, reason: reason))
  }

  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index.isMultiple(of: 2) {
        words += part.split(whereSeparator: \.isWhitespace).flatMap(separated)
      } else {
        words.append(String(part))
      }
    }
    return words
  }

  /// `--file=WAVE` as `--file` and `WAVE`.
  private static func separated(_ word: Substring) -> [String] {
    guard word.hasPrefix("--") else { return [String(word)] }
    return word.split(separator: "=", maxSplits: 1).map(String.init)
  }

  /// A command line with the words of the files it names behind the names, so that what follows them
  /// overrules them.
  ///
  /// - Throws: `ConversionError` of the first file that can't be read.
  static func expanding(_ arguments: [CommandArgument]) throws(ConversionError) -> [String] {
    let end = arguments.firstIndex { $0.text == "--" } ?? arguments.endIndex
    var words: [String] = []
    for (place, argument) in arguments.enumerated() {
      words.append(argument.text)
      if 0 < place, place < end, arguments[place - 1].text == option {
        words += try OptionsFile(argument.path).words
      }
    }
    return words
  }
}
