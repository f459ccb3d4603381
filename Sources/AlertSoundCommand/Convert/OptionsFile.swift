import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// Options in a file, for command lines that are written once and run repeatedly, such as a build tool's.
///
/// Words are separated by white space, except in double quotes. Lines that begin with # are comments. Paths
/// are relative to the file's folder.
struct OptionsFile {
  /// The option that names the file.
  static let option = "--options"

  /// The options of `convert` whose value is a path.
  static let pathOptions: Set = [
    "-o", "--output", "--default-sound", "--manifest", "--depfile", "--android",
  ]

  /// The other options of `convert` that have a value.
  static let valueOptions: Set = [
    "-d", "--data", "-f", "--file", "-c", "--channels", "-q", "--quality", "-r", "--src-quality",
    "--resampler", "--over-limit", "--limit", "--jobs", "--diagnostics", "--exclude", "--max-bytes",
    "--max-seconds", "--shard", "--import-with", "--for", "--android-format", "--loudness",
    "--true-peak", "--silence-threshold", "--trim", "--fade-in", "--fade-out", "--repeat", "--gap",
  ]

  /// Whether the next word is an option's value.
  static func takesValue(_ option: String) -> Bool {
    pathOptions.contains(option) || valueOptions.contains(option) || option == Self.option
  }

  /// In bytes, far more than anyone types.
  /// How much of a line an error shows.
  private static let shownCharacterCount = 100
  private static let byteLimit = 1 << 16
  /// The parser's time grows with the square of the number of words. Inputs don't count, since consecutive
  /// ones are passed as one word.
  private static let wordLimit = 1000

  let words: [CommandArgument]

  /// Reads the options.
  ///
  /// - Throws: `SoundError`.
  init(_ path: FilePath) throws(SoundError) {
    let text = try Self.text(of: path)
    var words: [[UInt8]] = []
    for line in text.unicodeScalars.split(whereSeparator: { Character($0).isNewline }) {
      guard let found = Self.words(of: line) else {
        throw Self.error(
          path,
          "missing closing quote in the line '\(String(line.prefix(Self.shownCharacterCount)))'")
      }
      words += found
    }
    let folder = path.removingLastComponent()
    let optionWords = OptionWord.all(of: words)
    guard optionWords.count(where: { !$0.isInput }) <= Self.wordLimit else {
      throw Self.error(path, "there are more than \(Self.wordLimit) options and values")
    }
    self.words = try optionWords.map { word throws(SoundError) in
      if let report = word.report(beside: folder), !report.mayReplaceItsFile {
        throw Self.error(
          path, "\(report.option) would replace \(report.path), which isn't an earlier report",
          advice: "remove that file, or give \(report.option) on the command line")
      }
      switch word.name {
      case Self.option:
        throw Self.error(path, "an options file can't name another options file")
      case "--": throw Self.error(path, "'--' has no meaning in a file; write ./ before a name")
      default: return CommandArgument(bytes: word.bytes(beside: folder))
      }
    }
  }

  /// Reads a file's text.
  private static func text(of path: FilePath) throws(SoundError) -> String {
    let refusal = error(path, "this is not a valid options file")
    let bytes: [UInt8]
    do throws(SoundError) {
      let file = try InputFile(path: path, waitingForPipes: true, byteLimit: byteLimit)
      do throws(SoundFileError) {
        bytes = try file.bytes(at: 0, count: file.byteCount)
      } catch {
        throw Self.error(path, error.reason)
      }
    } catch {
      throw error.isLimitExceeded || error.errno == .isDirectory ? refusal : error
    }
    guard !bytes.contains(0), let text = String(validUTF8: bytes) else {
      throw refusal
    }
    return text
  }

  private static func error(
    _ path: FilePath, _ reason: String, advice: String? = nil
  ) -> SoundError {
    SoundError(.openingInput, path, .sound(.malformed, reason: reason), advice: advice)
  }

  /// Returns the words of a line; nil if a quote isn't closed.
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

  /// Whether a command line's command is `convert`, the only one that reads options files.
  static func isRead(by arguments: [CommandArgument]) -> Bool {
    arguments.first?.text == ConvertCommand.configuration.commandName
  }

  /// Inserts the words of each options file after its name, so that later options override them.
  ///
  /// - Throws: `SoundError` of the first file that can't be read.
  static func expanding(
    _ arguments: [CommandArgument]
  ) throws(SoundError) -> [CommandArgument] {
    guard isRead(by: arguments) else { return arguments }
    var words: [CommandArgument] = []
    for (argument, path) in zip(arguments, paths(namedBy: arguments)) {
      words.append(argument)
      if let path { words += try OptionsFile(path).words }
    }
    return words
  }

  /// Returns the error of the first options file that the parser refuses by itself; nil if there is none.
  ///
  /// The parser sees the whole command line, so its error doesn't say which file is at fault.
  static func fault(inFilesOf arguments: [CommandArgument]) -> SoundError? {
    guard isRead(by: arguments), let name = arguments.first else { return nil }
    for path in paths(namedBy: arguments) {
      guard let path, let words = try? OptionsFile(path).words else { continue }
      // The file needn't name an input and an output, so add them.
      let rest = ["-o", "output", "input"].map { CommandArgument(bytes: Array($0.utf8)) }
      do {
        _ = try AlertSoundCommand.parseAsRoot(ParserText.words(of: [name] + words + rest))
      } catch {
        return Self.error(path, ParserText.message(AlertSoundCommand.message(for: error)))
      }
    }
    return nil
  }

  /// For each word, the options file to read after it, if any.
  private static func paths(namedBy arguments: [CommandArgument]) -> [FilePath?] {
    let end = arguments.firstIndex { $0.text == "--" } ?? arguments.endIndex
    let options = arguments[..<end]
    var paths: [FilePath?] = []
    var isNextName = false
    for (argument, word) in zip(options, OptionWord.all(of: options.map(\.bytes))) {
      let value = word.name == option ? word.value : nil
      paths.append(isNextName ? argument.path : value.map { CommandArgument(bytes: $0).path })
      isNextName = word.name == option && word.value == nil
    }
    return paths + arguments[end...].map { _ in nil }
  }
}
