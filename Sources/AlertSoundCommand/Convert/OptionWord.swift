import AlertSound
import CommandSupport
import SystemPackage

/// A word of a command line or an options file, and its role.
struct OptionWord {
  private let bytes: [UInt8]
  /// The option that the word names or is the value of; nil for an input.
  private let option: String?
  /// The index of the first byte of the option's value or the input; nil if the word has neither.
  private let start: Int?

  /// Classifies words as options, their values and inputs.
  static func all(of words: [[UInt8]]) -> [OptionWord] {
    var awaited: String?
    return words.map { bytes in
      let word = OptionWord(bytes, valueOf: awaited)
      awaited = word.awaitsValue ? word.option : nil
      return word
    }
  }

  private init(_ bytes: [UInt8], valueOf option: String?) {
    self.bytes = bytes
    guard option == nil, bytes.first == UInt8(ascii: "-"), bytes.count > 1 else {
      (self.option, start) = (option, 0)
      return
    }
    let name = bytes.prefix { $0 != UInt8(ascii: "=") }
    self.option = String(decoding: name, as: UTF8.self)
    start = name.count < bytes.count ? name.count + 1 : nil
  }

  /// Whether the option's value is the next word.
  private var awaitsValue: Bool { start == nil && option.map(OptionsFile.takesValue) ?? false }

  /// Whether this is a sound or a folder to convert.
  var isInput: Bool { option == nil }

  /// The option's name; nil for a word that isn't one.
  var name: String? { start == 0 ? nil : option }

  /// The option's value if it is in the same word, after an equals sign.
  var value: [UInt8]? { name == nil ? nil : start.map { Array(bytes[$0...]) } }

  /// The report that the word names; nil if it names none.
  func report(beside folder: FilePath) -> NamedReport? {
    guard let kind = option.flatMap(NamedReport.Kind.init), let start else { return nil }
    let path = CommandArgument(bytes: Array(bytes(beside: folder).dropFirst(start))).path
    return NamedReport(kind: kind, path: path)
  }

  /// Returns the word with its path, if there is one, resolved against a folder; `-` isn't a path.
  func bytes(beside folder: FilePath) -> [UInt8] {
    guard let start, option.map(OptionsFile.pathOptions.contains) ?? true, !folder.isEmpty else {
      return bytes
    }
    let path = bytes[start...]
    guard let first = path.first, first != UInt8(ascii: "/"), path != [UInt8(ascii: "-")] else {
      return bytes
    }
    return bytes[..<start] + folder.bytes + "/".utf8 + path
  }
}
