internal import SoundFormat
internal import SystemPackage

/// A command line that makes an alert of a file. It replaces no file.
struct RemedyCommand {
  /// The file.
  let path: FilePath
  /// Whether another tool has to decode the file first.
  var decodesFirst = false
  /// Options for `alertsound convert`.
  var options: [String] = []

  init(_ path: FilePath, decodesFirst: Bool = false) {
    self.path = path
    self.decodesFirst = decodesFirst
  }

  /// The line; nil for a stream, and where no name is left for the output.
  var text: String? {
    guard let output = path.unused(extension: Container.caf.pathExtensions[0]) else { return nil }
    var steps: [String] = []
    var input = path
    if decodesFirst {
      guard let (step, wave) = decoding else { return nil }
      steps.append(step)
      input = wave
    }
    let words =
      ["alertsound", "convert", input.shellWord] + options + ["-o", output.shellWord]
    return (steps + [words.joined(separator: " ")]).joined(separator: " && ")
  }

  /// The step in which another tool decodes the file, and the file it makes.
  var decoding: (step: String, wave: FilePath)? {
    path.unused(extension: "wav").map { ("ffmpeg -i \(path.shellWord) \($0.shellWord)", $0) }
  }
}

extension ForeignFormat {
  /// Whether a command line turns such a file into an alert.
  var isConvertible: Bool { isSound && self != .mpeg4(codec: "drms") }

  /// Whether libsndfile reads such a file.
  var isImported: Bool {
    switch self {
    case .mp3, .mpegAudio, .flac, .ogg, .sunAudio, .wave64, .other: true
    // 8SVX, of those that sounds are in.
    case .otherIFF: true
    case .aac, .amr, .dolbyDigital, .matroska, .windowsMedia, .otherRIFF, .mpeg4, .zipArchive,
      .webPage, .gitLFSPointer:
      false
    }
  }
}

extension FilePath {
  /// A path beside this file that is free, with its name and another extension, or a name like it; nil
  /// for a stream, which has no name.
  fileprivate func unused(extension pathExtension: String) -> FilePath? {
    guard let last = lastComponent, last.kind == .regular, !starts(with: "/dev"),
      !starts(with: "/proc")
    else { return nil }
    let name = FilePath(root: nil, [last]).bytes
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
    let folder = removingLastComponent()
    let suffixes = ["", "-alert"] + (2...99).map { "-alert-\($0)" }
    return suffixes.lazy
      .map { folder.appending(name[..<dot] + Array("\($0).\(pathExtension)".utf8)) }
      .first {
        (try? $0.stat(followTargetSymlink: false)) == nil && !$0.differsInCaseOnly(from: self)
      }
  }

  /// Whether the paths are one to a case-insensitive file system.
  private func differsInCaseOnly(from other: FilePath) -> Bool {
    string.lowercased() == other.string.lowercased()
  }
}
