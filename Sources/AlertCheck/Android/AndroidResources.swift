internal import Platform
internal import SoundFormat
package import SystemPackage

/// The files in a folder `res/raw`: of an Android project, of an Android module, in an `.apk` or in an `.aab`.
///
/// This type follows no links in `res/raw`, and opens no file outside `res/raw`.
package struct AndroidResources: Sendable {
  package struct File: Equatable, Sendable {
    package let path: FilePath
    /// The name by which Android finds the file: the file name up to the first dot.
    package let resourceName: String
  }

  private let open: @Sendable (FilePath, InputPolicy) throws(SoundError) -> any ByteSource
  /// The files, sorted by the bytes of their names.
  package let files: [File]
  let spellingWork = Locked(WorkBudget.forSpellings)

  /// The paths of `res/raw` relative to the folders that a user may give.
  private static let places: [FilePath] = [
    "raw", "res/raw", "src/main/res/raw", "app/src/main/res/raw", "android/app/src/main/res/raw",
  ]

  /// Lists the files.
  ///
  /// - Parameter path: The folder `res/raw`, or a folder around `res/raw`: `res`, an Android module or a project.
  package init(at path: FilePath) throws(SoundError) {
    // `path` itself may be a link, but no folder between `path` and `raw` may be.
    let root = try FolderTree(path).root.get()
    let folder =
      path.lastComponent == "raw"
      ? root : Self.places.lazy.compactMap { try? root.folder(at: $0) }.first
    guard let folder else {
      throw SoundError(
        .openingInput, path, .unsupported("there is no res/raw in this folder"),
        advice: "name the Android app's folder res/raw")
    }
    open = { path, limits throws(SoundError) in
      try InputFile(
        path: path, opening: folder.descriptor.openFile(path.entryName), byteLimit: limits.byteLimit
      )
    }
    files = try FolderEntry.entries(of: folder).compactMap { entry in
      // Skip names that begin with a dot, as Android's build does.
      guard entry.kind == .file, let name = entry.path.lastComponent?.string, name.first != "."
      else { return nil }
      return File(path: entry.path, resourceName: AndroidSoundName.resourceName(of: name))
    }
  }

  /// - Parameter open: Opens the file at a path from `files`.
  init(
    _ files: [File],
    open: @escaping @Sendable (FilePath, InputPolicy) throws(SoundError) -> any ByteSource
  ) {
    (self.files, self.open) = (files, open)
  }

  /// Returns whether Android lists a file's format as supported.
  func support(of file: File, within limits: InputPolicy) throws(SoundError)
    -> AndroidFormats.Support
  {
    let input = try open(file.path, limits)
    do throws(SoundFileError) {
      return try Self.support(of: input, within: limits)
    } catch {
      throw SoundError(.reading, file.path, .sound(error.code, reason: error.reason))
    }
  }

  private static func support(
    of bytes: some ByteSource, within limits: InputPolicy = InputPolicy()
  ) throws(SoundFileError) -> AndroidFormats.Support {
    do throws(SoundFileError) {
      let sound = try SoundFile(in: bytes)
      try limits.check(sound)
      return AndroidFormats.support(of: sound)
    } catch {
      guard let format = error.foreignFormat else { throw error }
      return AndroidFormats.support(of: format)
    }
  }

  /// Returns the findings on a file's format; nil if the format isn't recognised, or the headers can't be read.
  static func findings(on bytes: some ByteSource) -> [AlertFinding]? {
    if let format = bytes.formatThatIsNotAudio {
      return [
        .notAudioOnAndroid(format: format.name, advice: format.isSound ? nil : format.remedy.words)
      ]
    }
    return switch try? support(of: bytes) {
    case .listed: []
    case .unlisted(let format), .unknown(let format): [.unlistedOnAndroid(format: format)]
    case nil: nil
    }
  }
}

extension ByteSource {
  /// What an unplayable file is, by its first bytes: a Git LFS pointer, a web page, a zip archive, a text or an empty
  /// file. Nil for any other file.
  var formatThatIsNotAudio: ForeignFormat? {
    guard let bytes = try? bytes(at: 0, count: 512) else { return nil }
    // A web page may begin with empty lines.
    let beginning = Array(bytes.drop { $0 == 0x20 || (9...13).contains($0) }.prefix(64))
    do throws(SoundFileError) {
      _ = try SoundFile(parsing: beginning)
    } catch {
      switch (error.code, error.foreignFormat) {
      case (.empty, _): return .other("an empty file")
      case (_, .gitLFSPointer?), (_, .webPage?), (_, .zipArchive?): return error.foreignFormat
      case (.unrecognized, nil)
      where beginning.allSatisfy { (0x20..<0x7F).contains($0) || (9...13).contains($0) }:
        return .other("a text")
      default: return nil
      }
    }
    return nil
  }
}

extension FilePath {
  /// Whether the file is in a folder of raw resources, such as `res/raw`, `res/raw-de` or .NET's `Resources/raw`.
  package var isRawResource: Bool {
    let names = components.suffix(3).map(\.string)
    return names.count == 3 && removingLastComponent().isRawFolder
      && ["res", "Resources"].contains(names[0])
  }

  /// Whether the folder's name is `raw`, perhaps with a suffix for a language or a device, such as `raw-de`.
  var isRawFolder: Bool { name == "raw" || name.hasPrefix("raw-") }

  /// What restricts a raw resource: nothing, the language, or another property of the device.
  enum RawQualifier { case none, language, device }

  /// What restricts the folder's resources, by the suffix of the folder's name.
  ///
  /// If a resource has no default value, and one of its values has only a language as its qualifier, aapt2 removes it.
  /// Source: AOSP, frameworks/base, tools/aapt2/link/NoDefaultResourceRemover.cpp.
  var rawQualifier: RawQualifier {
    let parts = name.split(separator: "-").dropFirst()
    guard let language = parts.first else { return .none }
    let isRegion = { (part: Substring) in part.count == 3 && part.first == "r" }
    let isLanguage =
      language.hasPrefix("b+")
      || (2...3).contains(language.count) && !["car", "any"].contains(language)
        && language.allSatisfy { $0.isLowercase && $0.isASCII }
    return isLanguage && parts.dropFirst().allSatisfy(isRegion) && parts.count <= 2
      ? .language : .device
  }
}
