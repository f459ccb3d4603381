import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// A file with options for command lines that run repeatedly, such as a build tool's command lines.
///
/// White space separates words, except in double quotes. Lines that begin with # are comments. Paths are relative to
/// the file's folder.
struct OptionsFile {
  /// The option that names the file.
  static let option = "--options"

  private static let shownCharacterCount = 100
  /// The limit on an options file, in bytes. People write options files by hand, so real files are far smaller.
  private static let byteLimit = 1 << 16
  /// The largest number of options and values: the parser's time grows with the square of the number of words. Inputs
  /// don't count, because consecutive inputs are joined into one word.
  private static let wordLimit = 1000

  private let path: FilePath
  let words: [CommandArgument]

  init(_ path: FilePath) throws(SoundError) {
    self.path = path
    let text = try Self.text(of: path)
    var words: [String] = []
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
      if let option = word.option, let value = word.value, ReportFiles.options.contains(option),
        case let report = FilePath(OptionWord.path(value, beside: folder)),
        !ReportFiles.mayReplace(report, by: option)
      {
        throw Self.error(
          path, "\(option) would replace \(report), which isn't an earlier report",
          advice: "remove that file, or give \(option) on the command line")
      }
      switch word.name {
      case Self.option:
        throw Self.error(path, "an options file can't name another options file")
      case "--": throw Self.error(path, "'--' has no meaning in a file; write ./ before a name")
      default: return CommandArgument(word.text(beside: folder))
      }
    }
  }

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
      throw error.fault == .limit || error.errno == .isDirectory ? refusal : error
    }
    guard !bytes.contains(0), let text = String(validUTF8: bytes) else {
      throw refusal
    }
    return text
  }

  private static func error(
    _ path: FilePath, _ reason: String, advice: Remedy? = nil
  ) -> SoundError {
    SoundError(.openingInput, path, .sound(.malformed, reason: reason), advice: advice)
  }

  /// Returns the words of a line; nil if a quote isn't closed.
  private static func words(of line: Substring.UnicodeScalarView) -> [String]? {
    guard line.first(where: { !$0.properties.isWhitespace }) != "#" else { return [] }
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var isQuoted = false
    for scalar in line {
      if scalar == "\"" {
        isQuoted.toggle()
        word = word ?? "".unicodeScalars
      } else if scalar.properties.isWhitespace, !isQuoted {
        if let word { words.append(String(word)) }
        word = nil
      } else {
        word = (word ?? "".unicodeScalars) + CollectionOfOne(scalar)
      }
    }
    if let word { words.append(String(word)) }
    return isQuoted ? nil : words
  }

  private static let command = ConvertCommand.configuration.commandName ?? ""

  /// Whether a command line's command is `convert`, the only command that reads options files.
  static func isRead(by arguments: [CommandArgument]) -> Bool {
    arguments.first?.text == command
  }

  /// Inserts the words of each options file after the file's name. Options after the name then override the file.
  ///
  /// - Returns: The files, so that none is read again. A pipe can be read only once.
  /// - Throws: `SoundError` for the first file that can't be read.
  static func expand(_ arguments: inout [CommandArgument]) throws(SoundError) -> [OptionsFile] {
    guard isRead(by: arguments) else { return [] }
    var (words, files): ([CommandArgument], [OptionsFile]) = ([], [])
    for (argument, path) in zip(arguments, paths(namedBy: arguments)) {
      words.append(argument)
      if let path {
        let file = try OptionsFile(path)
        files.append(file)
        words += file.words
      }
    }
    arguments = words
    return files
  }

  /// Returns an error that names the first invalid options file; nil if all are valid.
  ///
  /// The parser's error doesn't name a file, because the parser gets the complete command line. So this function
  /// parses each file separately.
  static func fault(in files: [OptionsFile]) -> SoundError? {
    for file in files {
      // Add an input and an output, which the file may lack.
      let line = [CommandArgument(command)] + file.words
      let rest = ["-o", "output", "input"].map { CommandArgument($0) }
      do {
        _ = try CommandLineWords.parsed(line + rest)
      } catch {
        return Self.error(file.path, AlertSoundCommand.message(for: error))
      }
    }
    return nil
  }

  /// Returns, for each word of a command line, the path of the options file to insert after the word, or nil.
  private static func paths(namedBy arguments: [CommandArgument]) -> [FilePath?] {
    let none = arguments.map { _ -> FilePath? in nil }
    // Return early for most command lines, which have no options file: classifying words takes a while.
    guard arguments.contains(where: { $0.text.hasPrefix(option) }) else { return none }
    let end = arguments.firstIndex { $0.text == "--" } ?? arguments.endIndex
    let words = OptionWord.all(of: arguments[..<end].map(\.text))
    return words.map { $0.option == option ? $0.value.map { FilePath(String($0)) } : nil }
      + none[end...]
  }
}

/// A word of a command line or an options file of `convert`: an option, the value of an option, or an input.
struct OptionWord {
  private let text: String
  /// The option that the word names, or whose value the word is: `-o` for `-o`, for `-o=a.caf`, and for `a.caf` after
  /// `-o`. Nil for an input.
  let option: String?
  /// The option's value or the input; nil if the word is only an option.
  let value: Substring?

  /// Classifies each word as an option, the value of an option, or an input.
  static func all(of words: some Sequence<String>) -> [OptionWord] {
    var awaited: String?
    return words.map { text in
      let word = OptionWord(text, valueOf: awaited)
      let awaitsValue =
        word.value == nil && word.option.map(valueOptions.contains) ?? false
      awaited = awaitsValue ? word.option : nil
      return word
    }
  }

  private init(_ text: String, valueOf option: String?) {
    self.text = text
    guard option == nil, text.hasPrefix("-"), text.utf8.count > 1 else {
      (self.option, value) = (option, text[...])
      return
    }
    let name = text.prefix { $0 != "=" }
    self.option = String(name)
    value = name.endIndex < text.endIndex ? text[name.endIndex...].dropFirst() : nil
  }

  var isInput: Bool { option == nil }

  /// The option's name; nil for a value or an input.
  var name: String? { value?.startIndex == text.startIndex ? nil : option }

  /// Returns the word. If it has a relative path, puts a folder before the path. `-` isn't a path.
  func text(beside folder: FilePath) -> String {
    guard let value, option.map(Self.pathOptions.contains) ?? true else { return text }
    return text[..<value.startIndex] + Self.path(value, beside: folder)
  }

  static func path(_ path: Substring, beside folder: FilePath) -> String {
    folder.isEmpty || path.isEmpty || path.hasPrefix("/") || path == "-"
      ? String(path) : folder.string + "/" + path
  }
}

extension OptionWord {
  /// The options of `convert` whose value is a path.
  static let pathOptions: Set<String> = [
    "-o", "--output", "--android", "--default-sound", "--depfile", "--manifest", "--options",
  ]

  /// The options of `convert` that have a value.
  static let valueOptions: Set<String> = pathOptions.union([
    "-c", "--channels", "-d", "--data", "-f", "--file", "-q", "--quality", "-r", "--src-quality",
    "--android-format", "--diagnostics", "--exclude", "--fade-in", "--fade-out", "--for", "--gap",
    "--jobs", "--limit", "--loudness", "--max-bytes", "--max-seconds", "--over-limit", "--repeat",
    "--resampler", "--silence-threshold", "--trim", "--true-peak",
  ])
}
