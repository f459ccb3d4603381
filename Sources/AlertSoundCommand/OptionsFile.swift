import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// Options in a file, for command lines that are made once and run again: a build tool's plan.
///
/// Words are separated by white space, but for what stands in double quotes, and a line that begins with
/// # is a remark. A path is one beside the file.
struct OptionsFile {
  /// How a command line names the file.
  static let option = "--options"

  /// The options of `convert` whose value is a path.
  static let pathOptions: Set = ["-o", "--output", "--default-sound", "--manifest", "--depfile"]

  /// Its other options that have a value.
  static let valueOptions: Set = [
    "-d", "--data", "-f", "--file", "-c", "--channels", "-q", "--quality", "-r", "--src-quality",
    "--over-limit", "--limit", "--jobs", "--diagnostics", "--exclude", "--max-bytes",
    "--max-seconds",
  ]

  /// Far more than anybody types.
  private static let byteLimit = 1 << 16

  let words: [CommandArgument]

  /// Reads the options.
  ///
  /// - Throws: `ConversionError`.
  init(_ path: FilePath) throws(ConversionError) {
    let file = try InputFile(path: path, waitingForPipes: true)
    let bytes: [UInt8]
    do throws(SoundFileError) {
      bytes = try file.bytes(at: 0, count: min(file.byteCount, Self.byteLimit))
    } catch {
      throw Self.error(path, error.reason)
    }
    guard file.byteCount <= Self.byteLimit, !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw Self.error(path, "this is no text of options")
    }
    var words: [[UInt8]] = []
    for line in text.unicodeScalars.split(whereSeparator: { Character($0).isNewline }) {
      guard let found = Self.words(of: line) else {
        throw Self.error(path, "a quote isn't closed in the line '\(String(line))'")
      }
      words += found
    }
    let folder = path.removingLastComponent()
    self.words = try OptionWord.all(of: words).map { word throws(ConversionError) in
      switch word.name {
      case Self.option:
        throw Self.error(path, "options in a file can't name another file of options")
      case "--": throw Self.error(path, "'--' has no meaning in a file; write ./ before a name")
      default: return CommandArgument(bytes: word.bytes(beside: folder))
      }
    }
  }

  private static func error(_ path: FilePath, _ reason: String) -> ConversionError {
    ConversionError(.openingInput, path, .sound(.malformed, reason: reason))
  }

  /// The words of a line; nil where a quote isn't closed.
  private static func words(of line: Substring.UnicodeScalarView) -> [[UInt8]]? {
    guard line.first(where: { !$0.properties.isWhitespace }) != "#" else { return [] }
    var words: [[UInt8]] = []
    var word: [UInt8]?
    var isQuoted = false
    for scalar in line {
      if scalar == "\"" {
        isQuoted.toggle()
        word = word ?? []
      } else if scalar.properties.isWhitespace, !isQuoted {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? []) + UTF8.encode(scalar)!
      }
    }
    if let word { words.append(word) }
    return isQuoted ? nil : words
  }

  /// Whether a command line is one of `convert`.
  static func isHeeded(by arguments: [CommandArgument]) -> Bool {
    arguments.first?.text == ConvertCommand.configuration.commandName
  }

  /// A command line with the words of the files it names behind the names, so that what follows them
  /// overrules them.
  ///
  /// - Throws: `ConversionError` of the first file that can't be read.
  static func expanding(
    _ arguments: [CommandArgument]
  ) throws(ConversionError) -> [CommandArgument] {
    guard isHeeded(by: arguments) else { return arguments }
    let end = arguments.firstIndex { $0.text == "--" } ?? arguments.endIndex
    let options = arguments[..<end]
    var words: [CommandArgument] = []
    var isNextName = false
    for (argument, word) in zip(options, OptionWord.all(of: options.map(\.bytes))) {
      words.append(argument)
      if isNextName { words += try OptionsFile(argument.path).words }
      isNextName = word.name == option && word.value == nil
      if word.name == option, let value = word.value {
        words += try OptionsFile(CommandArgument(bytes: value).path).words
      }
    }
    return words + arguments[end...]
  }
}
