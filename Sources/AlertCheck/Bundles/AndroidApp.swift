internal import SoundFormat
internal import SystemPackage

/// A built Android app, an `.apk` or an `.aab`, and the sounds among its resources.
///
/// An `.aab` has a folder for each module: `base/res/raw`. A build that shortens paths puts `res/raw/ring.ogg` at a
/// path such as `res/a1.ogg`. Only the resource table still has the name `ring`, and this library doesn't read that
/// table.
extension AppBundle {
  static func androidApp(in file: InputFile) throws(SoundError) -> AppBundle {
    try reading(file) { () throws(SoundFileError) in
      let archive = try ZipArchive(file)
      let resources = archive.entries.filter {
        $0.path.isSound && ($0.path.isRawResource || $0.path.isShortenedResource)
      }
      return AppBundle(
        try FileTree(archive: archive, resources, at: file.path, below: FilePath()),
        notes: archive.notes, kind: .android)
    }
  }

  /// A note if there is no sound, or if the build shortened the paths of sounds; nil otherwise.
  var noteOnNames: String? {
    if sounds.isEmpty {
      return "there is no sound in res/raw; the build may have removed the sounds"
    }
    return sounds.contains(where: \.isShortenedResource)
      ? "the build shortened the paths of resources, so the names of some sounds can't be read"
      : nil
  }

  /// Checks a raw resource by Android's list of formats.
  func checkResource(
    _ file: FilePath, within limits: InputPolicy, listening: Bool
  ) -> CheckedSound {
    let path = path.pushing(file)
    let origin = CheckedSound.Origin.archive(self.path)
    do throws(SoundError) {
      let bytes = try files.open(file)
      let name = AndroidSoundName.resourceName(of: file.name)
      let findings =
        bytes.byteCount == 0
        ? [
          AlertFinding.notAudioOnAndroid(
            format: "an empty file",
            advice: "if the build removed its contents, keep it: add @raw/\(name) to tools:keep in"
              + " res/raw/keep.xml")
        ] : AndroidResources.findings(on: bytes) ?? [.unknownOnAndroid]
      return CheckedSound(
        path, in: origin, bytes, by: nil, within: limits, listening: listening,
        readingAdvice: files.readingAdvice, adding: findings)
    } catch {
      return CheckedSound(path, in: origin, .unknown(error))
    }
  }
}

extension AndroidResources {
  /// Lists the files in `res/raw` of an `.apk` or an `.aab`, or of a folder.
  ///
  /// - Throws: `SoundError` if a folder has no `res/raw`, or if the build of an app shortened the paths of sounds.
  package init(ofApp path: FilePath, within limits: InputPolicy) throws(SoundError) {
    guard path.isAndroidApp else {
      self = try AndroidResources(at: path)
      return
    }
    let app = try AppBundle.androidApp(in: try InputFile(path: path, byteLimit: limits.byteLimit))
    if app.sounds.contains(where: \.isShortenedResource), let note = app.noteOnNames {
      throw SoundError(
        .openingInput, path, .unsupported(note),
        advice: "name the folder res/raw of the app's source code")
    }
    // Skip folders such as `raw-de`, which repeat the names in `raw` for a language.
    var sounds: [String: FilePath] = [:]
    for sound in app.sounds where sound.removingLastComponent().name == "raw" {
      sounds[AndroidSoundName.resourceName(of: sound.name)] = app.path.pushing(sound)
    }
    self.init(
      sounds.sorted { $0.key < $1.key }.map { File(path: $0.value, resourceName: $0.key) }
    ) { file, _ throws(SoundError) in try app.files.open(file.inside(app.path)) }
  }
}

extension FilePath {
  var isAndroidApp: Bool { ["apk", "aab"].contains(self.extension?.lowercased() ?? "") }

  /// Whether this is a resource's path that the build shortened: `res/a1.ogg`, or `base/res/a1.ogg`.
  fileprivate var isShortenedResource: Bool {
    let names = components.dropLast().map(\.string)
    return names.last == "res" && names.count <= 2
  }
}
