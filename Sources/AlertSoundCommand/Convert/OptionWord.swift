import AlertSound
import CommandSupport
import SystemPackage

/// A word of a command line or an options file, and its role.
struct OptionWord {
  /// The option's name; nil for a word that isn't one.
  let name: String?
  /// Whether this is a sound or a folder to convert.
  let isInput: Bool
  private let bytes: [UInt8]
  /// The option whose value is in this word.
  private let optionOfValue: String?
  /// The index of the path's first byte in the word, if there is a path.
  private let pathStart: Int?

  /// Classifies words as options, their values and inputs.
  static func all(of words: [[UInt8]]) -> [OptionWord] {
    var previous: OptionWord?
    return words.map { bytes in
      let word =
        if let name = previous?.nameOfMissingValue {
          OptionWord(valueOf: name, bytes)
        } else {
          OptionWord(bytes)
        }
      previous = word
      return word
    }
  }

  private init(valueOf option: String, _ bytes: [UInt8]) {
    name = nil
    isInput = false
    optionOfValue = option
    self.bytes = bytes
    pathStart = OptionsFile.pathOptions.contains(option) ? 0 : nil
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isInput = bytes.first != UInt8(ascii: "-") || bytes.count == 1
    guard !isInput else {
      (name, optionOfValue, pathStart) = (nil, nil, 0)
      return
    }
    let nameBytes = bytes.prefix { $0 != UInt8(ascii: "=") }
    let name = String(decoding: nameBytes, as: UTF8.self)
    self.name = name
    let hasPath = nameBytes.count < bytes.count && OptionsFile.pathOptions.contains(name)
    optionOfValue = nameBytes.count < bytes.count ? name : nil
    pathStart = hasPath ? nameBytes.count + 1 : nil
  }

  /// The option's value if it is in the same word, after an equals sign.
  var value: [UInt8]? {
    guard name != nil, let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return Array(bytes[(sign + 1)...])
  }

  /// The option's name if its value is the next word.
  private var nameOfMissingValue: String? {
    guard let name, value == nil,
      OptionsFile.pathOptions.contains(name) || OptionsFile.valueOptions.contains(name)
        || name == OptionsFile.option
    else { return nil }
    return name
  }

  /// The report that the word names; nil if it names none.
  func report(beside folder: FilePath) -> NamedReport? {
    guard let option = optionOfValue, let kind = NamedReport.Kind(rawValue: option), let pathStart
    else { return nil }
    let path = CommandArgument(bytes: Array(self.bytes(beside: folder).dropFirst(pathStart))).path
    return NamedReport(kind: kind, path: path)
  }

  /// Returns the word with its path, if there is one, resolved against a folder; `-` isn't a path.
  func bytes(beside folder: FilePath) -> [UInt8] {
    guard let pathStart, !folder.isEmpty else { return bytes }
    let path = bytes[pathStart...]
    let isRelative = !path.isEmpty && path.first != UInt8(ascii: "/")
    guard isRelative, path != [UInt8(ascii: "-")] else { return bytes }
    return bytes[..<pathStart] + folder.bytes + "/".utf8 + path
  }
}
