internal import SoundFormat
internal import SystemPackage

/// What the scripts of a build may put into apps or remove from apps, as far as the commands show.
///
/// A command such as `cp` may copy the sounds that it names, or any sound if an argument is a folder, a pattern or a
/// variable. A command such as `rm` may remove the sounds that it names, or any sound if an argument is a pattern, or a
/// loop's variable in a script that names sounds.
struct BuildScript {
  /// The words of all commands, except for commands such as `echo` and `cd`.
  private(set) var words: Set<Substring> = []
  /// Whether a command may copy or make sounds that the script doesn't name.
  private(set) var copiesAnySound = false
  /// The names of the sounds that commands may remove.
  private(set) var removed: Set<Substring> = []
  private var removesPattern = false
  private var removesVariable = false
  /// Whether a command may remove sounds that the script doesn't name.
  var removesAnySound: Bool {
    removesPattern
      || removesVariable
        && words.contains {
          FilePath(String($0)).isSound || ($0.first == "." && FilePath("a\($0)").isSound)
        }
  }
  /// The paths that commands name and that may be scripts, relative to the project's folder.
  private(set) var scripts: [String] = []

  /// Commands that copy files, unpack them or make sounds.
  private static let copying: Set<Substring> = [
    "cp", "rsync", "ditto", "install", "mv", "ln", "tar", "unzip", "afconvert", "ffmpeg", "sox",
  ]
  /// Commands that remove or rename files. Below them: functions of other languages that copy or remove files.
  private static let removing: Set<Substring> = ["rm", "unlink", "mv", "trash"]
  private static let copyingFunctions: [StaticString] = [
    "shutil", "FileUtils", "copyItem", "copyFile",
  ]
  private static let removingFunctions: [StaticString] = [
    "os.remove", "os.unlink", "FileUtils.rm", "File.delete", "removeItem", "unlinkSync", "rmSync",
  ]
  private static let silent: Set<Substring> = ["echo", "printf", "test", "[", "[[", "exit", "cd"]
  /// Words before a command, and commands that run another command.
  private static let leading: Set<Substring> = [
    "then", "do", "else", "if", "!", "{", "sudo", "xargs", "find", "exec", "env", "command",
  ]

  private static let scriptExtensions: Set<Substring> = [
    "sh", "bash", "zsh", "command", "py", "rb", "js", "swift",
  ]
  private static let separators = Array(";&|".utf8)
  private static let quotes = Array("\"'()`".utf8)

  /// Reads a script as if a shell ran it. Also finds functions of other languages that copy or remove files.
  mutating func read(_ script: [UInt8]) {
    // Replace non-ASCII bytes by `?`: comparing runs of combining characters is slow. A name with `?` is a pattern.
    let bytes = script.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }
    // Split bytes, because splitting characters takes ten times as long.
    for command in String(decoding: bytes, as: UTF8.self).utf8.split(whereSeparator: {
      (10...13).contains($0) || Self.separators.contains($0)
    }) {
      read(command.split { $0 == 9 || $0 == 0x20 || Self.quotes.contains($0) }.map(Substring.init))
    }
    if Self.copyingFunctions.contains(where: { bytes.contains($0) }) { copiesAnySound = true }
    if Self.removingFunctions.contains(where: { bytes.contains($0) }) { removesVariable = true }
  }

  private mutating func read(_ command: [Substring]) {
    let names = command.lazy.map {
      $0.utf8.contains(UInt8(ascii: "/")) ? $0.split(separator: "/").last ?? $0 : $0
    }
    let start = names.firstIndex { !Self.leading.contains($0) && !$0.contains("=") } ?? 0
    guard !names.isEmpty, !names[start].hasPrefix("#"), !Self.silent.contains(names[start]) else {
      return
    }
    for (word, name) in zip(command, names) where !words.contains(word) {
      let parts = word.utf8.split {
        !($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || 0x2D...0x2E ~= $0 || 0x30...0x39 ~= $0
          || $0 == 0x5F)
      }.map(Substring.init)
      let isNew = parts.contains { !words.contains($0) }
      words.formUnion(parts)
      let path = word.inProject
      guard isNew, path.utf8.count <= FilePath.lengthLimit else { continue }
      let ending = pathExtension(of: String(name))
      if ending.isEmpty
        ? path.utf8.contains(UInt8(ascii: "/")) : Self.scriptExtensions.contains(ending)
      {
        scripts.append(String(path))
      }
    }
    readRemoval(command, Array(names), start)
    guard let copy = names.firstIndex(where: Self.copying.contains),
      copy == start || Self.leading.contains(names[0])
    else { return }
    let arguments = command[(copy + 1)...].filter {
      !$0.hasPrefix("-") && !$0.allSatisfy { $0.isNumber }
    }
    // The last argument is where the files go.
    let sources = arguments.count > 1 ? arguments.dropLast() : arguments
    // A command such as `cp other.caf out/ring.caf` replaces a sound.
    if arguments.count > 1, let target = arguments.last, target.utf8.count <= FilePath.lengthLimit {
      let name = FilePath(String(target)).name
      if FilePath(name).isSound { removed.insert(name[...]) }
    }
    if sources.contains(where: { String($0).mayNameSounds(butNotOne: true) }) {
      copiesAnySound = true
    }
  }

  private mutating func readRemoval(_ command: [Substring], _ names: [Substring], _ start: Int) {
    let isSearch = names[0] == "find" || names.contains("xargs")
    let removal = names.firstIndex(where: Self.removing.contains)
    // With `xargs`, the names come from the command before the pipe.
    if removal != nil, names.contains("xargs") { removesVariable = true }
    guard isSearch ? removal != nil || command.contains("-delete") : removal == start else {
      return
    }
    var arguments = isSearch ? command : Array(command[(start + 1)...])
    if names[start] == "mv", arguments.count > 1 { arguments.removeLast() }
    for argument in arguments where argument.utf8.count <= FilePath.lengthLimit {
      let name = FilePath(String(argument)).name
      let isPattern = name.contains { "*?[{".contains($0) }
      if FilePath(name).isSound, !isPattern, !name.contains("$") {
        removed.insert(name[...])
      } else if isPattern,
        FilePath(name).isSound || pathExtension(of: name).contains("*") || name == "*"
      {
        removesPattern = true
      } else if name.hasPrefix("$") {
        // Loop variables, as in `for file in *.caf`, begin with a small letter. Build settings begin with a capital.
        if name.first(where: { $0.isLetter })?.isLowercase == true { removesVariable = true }
      }
    }
  }
}
