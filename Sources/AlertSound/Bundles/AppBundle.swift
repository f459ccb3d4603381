public import SoundFormat
public import SystemPackage

/// An app, in a folder or in an archive, in which to look for notification sounds.
///
/// Nothing is unpacked or changed.
public struct AppBundle: Sendable {
  /// The app's path: `Demo.app`, or `Demo.ipa/Payload/Demo.app` for one in an archive.
  public let path: FilePath
  /// The archive's deviations, such as entries whose names lead out of it.
  public let notes: [Note]
  /// The app's files.
  let files: FileTree
  /// Whether this is a program rather than a mere folder of sounds.
  let isProgram: Bool

  /// Lists the app in a folder. Any other folder is treated as if it were an app.
  ///
  /// - Throws: `SoundError` of the step `openingInput`.
  public init(folder: FilePath) throws(SoundError) {
    try self.init(folder: folder, isProgram: true)
  }

  /// Lists a folder whose files will be in `Library/Sounds`.
  ///
  /// - Throws: `SoundError` of the step `openingInput`.
  init(librarySounds folder: FilePath) throws(SoundError) {
    try self.init(folder: folder, isProgram: false)
  }

  private init(folder: FilePath, isProgram: Bool) throws(SoundError) {
    path = folder
    notes = []
    files = try FileTree(folder: folder)
    self.isProgram = isProgram
  }

  init(_ files: FileTree, notes: [Note]) {
    path = files.root
    self.files = files
    self.notes = notes
    isProgram = true
  }

  /// Returns the apps in an `.ipa` archive, usually one.
  ///
  /// - Throws: `SoundError` of the step `openingInput` if it isn't an archive or contains no app.
  public static func apps(inArchive path: FilePath) throws(SoundError) -> [AppBundle] {
    try apps(in: try InputFile(path: path))
  }

  /// The extensions, in lower case, of folders that count as programs when named on the command line.
  static let folderExtensions: Set<String> = ["app", "appex"]

  static func apps(in file: InputFile) throws(SoundError) -> [AppBundle] {
    do throws(SoundFileError) {
      guard ZipArchive.isRecognized(in: try file.bytes(at: 0, count: 4)) else {
        throw SoundFileError(.unrecognized, "this is neither a folder nor an .ipa archive")
      }
      let archive = try ZipArchive(file)
      let folders = Set(archive.entries.compactMap(\.path.payloadApp)).sorted { $0.precedes($1) }
      guard !folders.isEmpty else {
        throw SoundFileError(.malformed, "there is no app in this archive: no Payload/*.app")
      }
      var apps: [AppBundle] = []
      for folder in folders {
        apps.append(
          AppBundle(
            try FileTree(archive: archive, at: file.path, below: folder),
            notes: apps.isEmpty ? archive.notes : []))
      }
      return apps
    } catch {
      throw SoundError(
        .openingInput, file.path, error, advice: "build or copy the archive again")
    }
  }
}

extension FilePath {
  /// The leading `Payload/*.app`; nil if the path doesn't begin like that.
  fileprivate var payloadApp: FilePath? {
    let components = components.prefix(2)
    guard components.count == 2, components.first?.string == "Payload",
      components.last?.extension?.lowercased() == "app"
    else { return nil }
    return FilePath(root: nil, components)
  }
}
