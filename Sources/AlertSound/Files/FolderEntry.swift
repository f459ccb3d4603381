internal import Platform
package import SystemPackage

/// A file, a folder or something else in a folder.
package struct FolderEntry: Hashable, Sendable {
  /// What an entry is. Links aren't followed.
  package enum Kind: Hashable, Sendable {
    case file, folder, link
    /// A pipe, a socket, a device.
    case other
  }

  /// The entry's path: the folder's path as it was given, and the name byte for byte.
  package let path: FilePath
  /// What it is.
  package let kind: Kind
}

extension FolderEntry {
  /// Returns the entries of one folder, sorted by the bytes of their names.
  ///
  /// Their kinds come with the listing. An entry is looked up only if the file system leaves its kind out.
  ///
  /// - Throws: `SoundError` of the step `openingInput`.
  package static func entries(of folder: FilePath) throws(SoundError) -> [FolderEntry] {
    do {
      return try folder.listing().sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map {
        let path = folder.appending($0.bytes)
        return FolderEntry(path: path, kind: $0.type.map { .init($0) } ?? path.kindOfEntry)
      }
    } catch {
      throw SoundError(wrapping: error, .openingInput, folder)
    }
  }
}

extension FolderEntry.Kind {
  fileprivate init(_ type: FileType) {
    switch type {
    case .directory: self = .folder
    case .regular: self = .file
    case .symbolicLink: self = .link
    default: self = .other
    }
  }
}

extension FilePath {
  /// The kind of what is at the path; `other` if it has vanished.
  fileprivate var kindOfEntry: FolderEntry.Kind {
    (try? stat(followTargetSymlink: false)).map { .init($0.type) } ?? .other
  }

  /// Returns a symbolic link's target, as stored.
  func linkTarget() throws(Errno) -> FilePath { FilePath(bytes: try storedLink()) }
}
