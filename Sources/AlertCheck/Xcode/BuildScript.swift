internal import SoundFormat
internal import SystemPackage

/// What the scripts of a build may put into apps, as far as their commands show.
///
/// A command such as `cp` puts a sound into an app if it names the sound, or if its arguments may mean any sound: a
/// folder, a pattern or a variable.
struct BuildScript {
  /// The words of all commands, except for those that only print.
  private(set) var words: Set<Substring> = []
  /// Whether a command may copy or make sounds that the script doesn't name.
  private(set) var copiesAnySound = false
  /// The paths that commands name and that may be scripts, relative to the project's folder.
  private(set) var scripts: [String] = []

  /// Commands that copy files, unpack them or make sounds.
  private static let copying: Set<Substring> = [
    "cp", "rsync", "ditto", "install", "mv", "ln", "tar", "unzip", "afconvert", "ffmpeg", "sox",
  ]
  private static let silent: Set<Substring> = ["echo", "printf", "test", "[", "[[", "exit", "cd"]
  /// Words before a command, and commands that run another command.
  private static let leading: Set<Substring> = [
    "then", "do", "else", "if", "!", "{", "sudo", "xargs", "find", "exec", "env",
    "command",
  ]

  /// Reads a script for a shell. In another language, only the names of functions that copy files count.
  mutating func read(_ script: [UInt8]) {
    // Comparing strings with long runs of combining characters takes very long. In a path, `?` stands for any character.
    let bytes = script.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }
    for command in String(decoding: bytes, as: UTF8.self).split(whereSeparator: {
      $0.isNewline || ";&|".contains($0)
    }) {
      read(command.split { $0.isWhitespace || "\"'()`".contains($0) })
    }
    copiesAnySound =
      copiesAnySound || bytes.contains("shutil") || bytes.contains("FileUtils")
      || bytes.contains("copyItem") || bytes.contains("copyFile")
  }

  private mutating func read(_ command: [Substring]) {
    let names = command.map { $0.split(separator: "/").last ?? $0 }
    let start = names.firstIndex { !Self.leading.contains($0) && !$0.contains("=") } ?? 0
    guard !names.isEmpty, !names[start].hasPrefix("#"), !Self.silent.contains(names[start]) else {
      return
    }
    for word in command {
      let parts = word.split {
        !($0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "-")
      }
      let isNew = parts.contains { !words.contains($0) }
      words.formUnion(parts)
      let path = word.inProject
      guard isNew, path.utf8.count <= FilePath.lengthLimit else { continue }
      let pathExtension = FilePath(String(path)).extension ?? (path.contains("/") ? "sh" : "")
      if ["sh", "bash", "zsh", "command", "py", "rb", "js", "swift"].contains(pathExtension) {
        scripts.append(String(path))
      }
    }
    guard let copy = names.firstIndex(where: Self.copying.contains),
      copy == start || Self.leading.contains(names[0])
    else { return }
    let arguments = command[(copy + 1)...].filter {
      !$0.hasPrefix("-") && !$0.allSatisfy { $0.isNumber }
    }
    // The last argument is where the files go.
    let sources = arguments.count > 1 ? arguments.dropLast() : arguments
    copiesAnySound =
      copiesAnySound || sources.contains { String($0).mayNameSounds(butNotOne: true) }
  }
}
