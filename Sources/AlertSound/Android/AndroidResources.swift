internal import SoundFormat
public import SystemPackage

/// The files in the `res/raw` of an Android app.
///
/// No link is followed, and nothing outside of the folder is opened.
public struct AndroidResources: Sendable {
  /// A file in `res/raw`.
  public struct File: Hashable, Sendable {
    /// The file's path.
    public let path: FilePath
    /// The name under which Android finds it: the file's name up to its first dot.
    public let resourceName: String

    /// The name by which code and payloads find the file; nil if Android's build refuses it.
    public var soundName: AndroidSoundName? { AndroidSoundName(resourceName) }
  }

  /// The folder `res/raw`.
  public let folder: FilePath
  /// The files, in the byte order of their names.
  public let files: [File]

  /// Where `res/raw` is, relative to the folder that is named.
  private static let places: [FilePath] = [
    "raw", "res/raw", "src/main/res/raw", "app/src/main/res/raw", "android/app/src/main/res/raw",
  ]

  /// The name of a resource: its file's name up to the first dot. Source: Android's `aapt2`, `Compile.cpp`.
  static func resourceName(of fileName: String) -> String { String(fileName.prefix { $0 != "." }) }

  /// Lists the files.
  ///
  /// - Parameter path: `res/raw`, or a folder that has one: `res`, or an Android module or project.
  /// - Throws: `SoundError` of the step `openingInput`.
  public init(at path: FilePath) throws(SoundError) {
    // A named folder may be a link; one inside of it may not.
    let folder =
      path.lastComponent == "raw"
      ? path : Self.places.lazy.map(path.pushing).first(where: \.isFolder)
    let isFolder: Bool
    do {
      isFolder = try path.stat().type == .directory
    } catch {
      throw SoundError(wrapping: error, .openingInput, path)
    }
    guard isFolder else { throw SoundError(.openingInput, path, .system(.notDirectory)) }
    guard let folder, Self.isInside(folder, of: path) else {
      throw SoundError(
        .openingInput, path, .sound(.unsupported, reason: "there is no res/raw in this folder"),
        advice: "name the Android app's folder res/raw")
    }
    self.folder = folder
    files = try FolderEntry.entries(of: folder).compactMap { entry in
      // Android's build ignores names that begin with a dot.
      guard entry.kind == .file, let name = entry.path.lastComponent?.string, name.first != "."
      else { return nil }
      return File(path: entry.path, resourceName: Self.resourceName(of: name))
    }
  }

  /// Whether no link leads from a folder to one below it.
  private static func isInside(_ inner: FilePath, of outer: FilePath) -> Bool {
    var path = inner
    while path != outer, !path.isEmpty {
      if (try? path.linkTarget()) != nil { return false }
      path = path.removingLastComponent()
    }
    return true
  }

  /// Returns the files with a resource's name. Android's build refuses more than one.
  public func files(named name: AndroidSoundName) -> [File] {
    files.filter { $0.resourceName == name.name }
  }

  /// What is known of a file's format.
  package enum Format: Hashable, Sendable {
    /// The file was read as far as necessary.
    case known(AndroidFormats.Support)
    /// The file can't be read, for this reason.
    case unreadable(String, isSystemFailure: Bool)
  }

  /// Returns what is known of a file's format.
  package static func format(of file: File, within limits: InputPolicy = InputPolicy()) -> Format {
    let input: InputFile
    do {
      input = try InputFile(path: file.path, byteLimit: limits.byteLimit)
    } catch {
      return .unreadable(error.reason, isSystemFailure: error.isSystemFailure)
    }
    do throws(SoundFileError) {
      let sound = try SoundFile(parsing: input)
      try limits.check(sound)
      return .known(AndroidFormats.support(of: sound))
    } catch {
      if let format = error.foreignFormat { return .known(AndroidFormats.support(of: format)) }
      return .unreadable(error.reason, isSystemFailure: error.code == .inputOutput)
    }
  }
}

extension AndroidResources {
  /// Returns what is wrong with a sound's format; nil if the bytes aren't a sound whose format is known.
  static func findings(on bytes: some ByteSource) -> [AlertFinding]? {
    let support: AndroidFormats.Support
    do throws(SoundFileError) {
      support = AndroidFormats.support(of: try SoundFile(parsing: bytes))
    } catch {
      guard let format = error.foreignFormat else { return nil }
      support = AndroidFormats.support(of: format)
    }
    return switch support {
    case .listed: []
    case .unlisted(let format): [.unlistedOnAndroid(format: format)]
    case .unknown: nil
    }
  }
}

extension FilePath {
  /// Whether this is a folder, and not a link to one.
  fileprivate var isFolder: Bool {
    (try? stat(followTargetSymlink: false).type) == .directory
  }
}
