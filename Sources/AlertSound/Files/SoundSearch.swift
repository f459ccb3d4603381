internal import SoundFormat
public import SystemPackage

/// Finds sounds in a folder and the folders in it.
///
/// A file is taken for a sound by its extension. Links to files are followed, links to folders aren't,
/// so that no search goes round in circles; hidden files and folders are left alone.
public struct SoundSearch: Sendable {
  /// The extensions of files that are taken for sounds, in small letters.
  public static let pathExtensions: Set<String> = [
    "3gp", "aac", "ac3", "aif", "aifc", "aiff", "amr", "au", "caf", "flac", "m4a", "m4r", "mp1",
    "mp2", "mp3", "mp4", "oga", "ogg", "opus", "rf64", "snd", "voc", "w64", "wav", "wave", "wma",
  ]

  /// Folders deeper than this are an accident, such as a folder mounted inside itself.
  private static let depthLimit = 64

  /// Folders that are not searched, with all that is in them.
  public var excludedFolders: Set<FilePath> = []

  /// Creates a search of everything.
  public init() {}

  /// Finds sounds.
  ///
  /// - Returns: The files' paths relative to the folder, in the order of their bytes.
  /// - Throws: `ConversionError` of the step `openingInput` for a folder that can't be listed.
  public func sounds(in folder: FilePath) throws(ConversionError) -> [FilePath] {
    var sounds: [FilePath] = []
    try search(folder, relativeTo: FilePath(), depth: 0, into: &sounds)
    return sounds
  }

  private func search(
    _ folder: FilePath, relativeTo prefix: FilePath, depth: Int, into sounds: inout [FilePath]
  ) throws(ConversionError) {
    guard depth <= Self.depthLimit else {
      throw ConversionError(
        .openingInput, folder,
        .sound(.unsupported, reason: "the folders are more than \(Self.depthLimit) deep"),
        advice: "name a folder further down")
    }
    for entry in try FolderListing(of: folder).entries where !entry.name.string.hasPrefix(".") {
      let path = folder.appending(entry.name)
      switch entry.kind {
      case .folder:
        guard !excludedFolders.contains(path.absolute) else { continue }
        try search(
          path, relativeTo: prefix.appending(entry.name), depth: depth + 1, into: &sounds)
      case .file, .link:
        guard Self.isSound(entry.name),
          entry.kind == .file || (try? path.stat().type) == .regular
        else { continue }
        sounds.append(prefix.appending(entry.name))
      case .other: continue
      }
    }
  }

  private static func isSound(_ name: FilePath.Component) -> Bool {
    name.extension.map { pathExtensions.contains($0.lowercased()) } ?? false
  }
}
