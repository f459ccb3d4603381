internal import SoundFormat
public import SystemPackage

/// Looks for sounds in files, folders, apps and archives, and judges each.
///
/// ```swift
/// SoundCheck().check("Demo.ipa") { finding in
///   if case .sound(let sound) = finding { print(sound.path, sound.outcome) }
/// }
/// ```
///
/// Only headers are read, unless it is to listen; nothing is changed or written.
public struct SoundCheck: Sendable {
  /// The rules to judge by.
  public var rules = AlertRules.iOS
  /// Whether sounds are decoded, too, for what only hearing them tells: levels, silence and clicks.
  public var listens = false
  /// Files and folders to leave out, by their path from what is checked or from the app they are in,
  /// or by their name.
  public var exclusions: [PathPattern] = []

  /// How large and how long a sound may be. One that exceeds a limit isn't looked at. The limit on bytes holds
  /// for an archive's file and for each sound in it, unpacked. libsndfile is never asked.
  public var inputPolicy = InputPolicy()

  /// What comes of a check.
  public enum Finding: Sendable {
    /// A sound.
    case sound(CheckedSound)
    /// A file, a folder or an archive that can't be read.
    case failure(ConversionError)
    /// Something unusual about an archive.
    case note(FilePath, String)
  }

  /// A check by the rules of iOS.
  public init() {}

  /// The extensions, in small letters, by which a file in a folder is taken for a sound: those that
  /// alert sounds have, and those of sounds that are mistaken for them.
  public static let soundExtensions: Set<String> = Set(
    Container.allCases.flatMap(\.pathExtensions) + [
      "3ga", "3gp", "aac", "ac3", "adts", "aifs", "amr", "ape", "au", "awb", "bwf", "ec3", "flac",
      "gsm", "m4a", "m4b", "m4r", "mka", "mp1", "mp2", "mp3", "mpga", "oga", "ogg", "opus", "ra",
      "rf64", "snd", "w64", "wave", "weba", "wma", "wv",
    ])

  /// Checks a file, a folder and all in it, an app or an archive.
  ///
  /// A file is taken for a sound whatever its name; in folders the extension decides, and names that
  /// begin with a dot are left out. Links to files and to apps are followed, links to other folders are
  /// not, and in an app none that leads out of it.
  ///
  /// - Parameters:
  ///   - path: A sound, a folder, an app or an archive.
  ///   - report: Is given each finding as soon as there is one, in the order of the names' bytes.
  public func check(_ path: FilePath, report: (Finding) throws -> Void) rethrows {
    guard !excludes(path, from: path) else { return }
    let file: InputFile
    do {
      file = try InputFile(path: path, waitingForPipes: true, byteLimit: inputPolicy.byteLimit)
    } catch {
      if error.isLimitExceeded, !Self.isArchive(path) {
        return try report(.sound(CheckedSound(path, error)))
      }
      guard error.cause == .system(.isDirectory) else {
        return try report(.failure(error.naming(linkAt: path)))
      }
      guard Self.isProgram(path) else { return try checkFolder(path, report) }
      return try checkProgram(path, excludingFrom: path, report)
    }
    if ZipArchive.isRecognized(in: (try? file.bytes(at: 0, count: 4)) ?? []) || Self.isArchive(path)
    {
      try checkArchive(file, excludingFrom: path, report)
    } else {
      try report(
        .sound(
          CheckedSound(
            path, file, by: rules, within: inputPolicy, listening: listens, adding: [])))
    }
  }

  private func checkFolder(_ folder: FilePath, _ report: (Finding) throws -> Void) rethrows {
    var tree = FolderTree(folder).makeIterator()
    while let item = tree.next() {
      guard let entry = try? item.get() else {
        if case .failure(let error) = item { try report(.failure(error)) }
        continue
      }
      let path = entry.path
      if path.isHidden || excludes(path, from: folder) {
        tree.skipDescendants()
      } else if entry.kind == .folder {
        guard Self.isProgram(path) else { continue }
        tree.skipDescendants()
        try checkProgram(path, excludingFrom: folder, report)
      } else if entry.kind == .link, Self.isProgram(path) {
        try checkLinkedProgram(path, excludingFrom: folder, report)
      } else if entry.kind != .other, Self.isSound(path) || Self.isArchive(path) {
        try checkFile(path, excludingFrom: folder, report)
      }
    }
  }

  private func checkFile(
    _ path: FilePath, excludingFrom folder: FilePath, _ report: (Finding) throws -> Void
  ) rethrows {
    let file: InputFile
    do {
      file = try InputFile(path: path, byteLimit: inputPolicy.byteLimit)
    } catch {
      // A link to a folder.
      guard error.cause != .system(.isDirectory) else { return }
      if error.isLimitExceeded, Self.isArchive(path) { return try report(.failure(error)) }
      return try report(.sound(CheckedSound(path, error.naming(linkAt: path))))
    }
    if Self.isArchive(path) {
      try checkArchive(file, excludingFrom: folder, report)
    } else {
      try report(
        .sound(
          CheckedSound(
            path, file, by: rules, within: inputPolicy, listening: listens, adding: [])))
    }
  }

  /// Checks what a link leads to, as a program of its own: links inside it are none of these, so that
  /// there is an end.
  private func checkLinkedProgram(
    _ path: FilePath, excludingFrom folder: FilePath, _ report: (Finding) throws -> Void
  ) rethrows {
    do {
      _ = try InputFile(path: path)
    } catch {
      guard error.cause == .system(.isDirectory) else {
        return try report(.failure(error.naming(linkAt: path)))
      }
      try checkProgram(path, excludingFrom: folder, report)
    }
  }

  private func checkProgram(
    _ path: FilePath, excludingFrom folder: FilePath, _ report: (Finding) throws -> Void
  ) rethrows {
    let app: AppBundle
    do {
      app = try AppBundle(folder: path)
    } catch {
      return try report(.failure(error))
    }
    try check(app, excludingFrom: folder, report)
  }

  private func checkArchive(
    _ file: InputFile, excludingFrom folder: FilePath, _ report: (Finding) throws -> Void
  ) rethrows {
    let apps: [AppBundle]
    do {
      apps = try AppBundle.apps(in: file)
    } catch {
      return try report(.failure(error))
    }
    for app in apps {
      for note in app.notes { try report(.note(file.path, note.description)) }
      try check(app, excludingFrom: folder, report)
    }
  }

  private func check(
    _ app: AppBundle, excludingFrom folder: FilePath, _ report: (Finding) throws -> Void
  ) rethrows {
    for failure in app.files.failures { try report(.failure(failure)) }
    let sounds = app.sounds.filter {
      !excludes(app.path.pushing($0), from: folder)
        && !excludes(app.path.pushing($0), from: app.path)
    }
    let names = SharedNames(sounds.map(app.placement))
    for sound in sounds {
      let placement = app.placement(of: sound)
      let findings = [placement.finding, names.finding(for: placement)].compactMap(\.self)
      try report(
        .sound(
          app.check(
            sound, by: rules, within: inputPolicy, listening: listens, adding: findings)))
    }
  }
}

extension SoundCheck {
  /// Whether a file's name is that of a sound.
  static func isSound(_ path: FilePath) -> Bool {
    path.extension.map { soundExtensions.contains($0.lowercased()) } ?? false
  }

  private static func isArchive(_ path: FilePath) -> Bool {
    path.extension?.lowercased() == "ipa"
  }

  private static func isProgram(_ path: FilePath) -> Bool {
    path.extension.map { AppBundle.folderExtensions.contains($0.lowercased()) } ?? false
  }

  /// Whether a file, or a folder it is in, is left out.
  private func excludes(_ path: FilePath, from folder: FilePath) -> Bool {
    exclusions.exclude(path, from: folder)
  }
}

extension AppBundle {
  /// The paths of the app's sounds, by their extensions. Links to folders are none.
  var sounds: [FilePath] {
    files.filePaths.filter { path in
      guard SoundCheck.isSound(path), !path.components.contains(where: \.isHidden) else {
        return false
      }
      if case .link = files.node(at: path), case .folder = files.target(of: path) { return false }
      return true
    }
  }
}

extension FilePath {
  /// Whether the last component is hidden.
  fileprivate var isHidden: Bool { lastComponent?.isHidden ?? false }
}

extension FilePath.Component {
  /// Whether the name begins with a dot, as those of the files do that macOS adds to others
  /// (`._ring.caf`) where a file system has no place for what they hold.
  fileprivate var isHidden: Bool { string.utf8.first == UInt8(ascii: ".") }
}

extension ConversionError {
  /// The error, in words about the link at its path where that is why there is no file.
  fileprivate func naming(linkAt path: FilePath) -> ConversionError {
    let reason: String
    switch cause {
    case .system(.noSuchFileOrDirectory): reason = LinkFault.nothing
    case .system(.tooManySymbolicLinkLevels): reason = LinkFault.cycle
    default: return self
    }
    guard (try? path.linkTarget()) != nil else { return self }
    return ConversionError(
      step, path, .sound(.unsupported, reason: reason), advice: "make the link again, or delete it")
  }
}
