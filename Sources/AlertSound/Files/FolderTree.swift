internal import Platform
internal import SoundFormat
package import SystemPackage

/// Everything in a folder and in the folders inside it, read lazily.
///
/// Entries are sorted by the bytes of their names, a folder before its contents. Links are listed but never
/// followed, so that the walk ends.
package struct FolderTree: Sequence, Sendable {
  private let folder: FilePath

  /// Creates the tree below a folder. Nothing is read yet.
  package init(_ folder: FilePath) { self.folder = folder }

  package func makeIterator() -> Iterator { Iterator(self) }

  /// A walk through the tree. A folder that can't be read gives a failure, and the walk continues.
  package struct Iterator: IteratorProtocol {
    /// The remaining entries of every folder from the root to the current one. In each list, the next entry is
    /// last.
    private var pending: [[FolderEntry]] = []
    private var unopenedFolder: FilePath?
    /// How deeply folders may be nested.
    private static let depthLimit = 64

    fileprivate init(_ tree: FolderTree) { unopenedFolder = tree.folder }

    /// Skips the contents of the folder that was returned last.
    package mutating func skipDescendants() { unopenedFolder = nil }

    package mutating func next() -> Result<FolderEntry, SoundError>? {
      if let folder = unopenedFolder {
        unopenedFolder = nil
        guard pending.count <= Self.depthLimit else {
          return .failure(
            SoundError(
              .openingInput, folder,
              .sound(
                .unsupported, reason: "folders are nested more than \(Self.depthLimit) deep"),
              advice: "name this folder itself"))
        }
        do throws(SoundError) {
          pending.append(try FolderEntry.entries(of: folder).reversed())
        } catch {
          return .failure(error)
        }
      }
      while let count = pending.last?.count {
        guard count > 0 else {
          pending.removeLast()
          continue
        }
        let entry = pending[pending.count - 1].removeLast()
        if entry.kind == .folder { unopenedFolder = entry.path }
        return .success(entry)
      }
      return nil
    }
  }
}

/// An entry of a folder: a file, a folder, a link or something else.
package struct FolderEntry: Hashable, Sendable {
  /// What an entry is. Links aren't followed.
  package enum Kind: Hashable, Sendable {
    case file, folder, link
    /// A pipe, a socket or a device.
    case other
  }

  /// The folder's path as it was given, followed by the entry's name, byte for byte.
  package let path: FilePath
  package let kind: Kind

  /// Returns the entries of one folder, sorted by the bytes of their names.
  ///
  /// The listing includes the entries' kinds. On file systems that leave the kinds out, each entry is looked up.
  package static func entries(of folder: FilePath) throws(SoundError) -> [FolderEntry] {
    try SoundError.wrap(.openingInput, folder) {
      try folder.listing().sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map {
        let path = folder.appending($0.bytes)
        let type = try? $0.type ?? path.stat(followTargetSymlink: false).type
        return FolderEntry(path: path, kind: Kind(type))
      }
    }
  }
}

extension FolderEntry.Kind {
  /// Translates the system's type, which is nil if the entry has vanished.
  fileprivate init(_ type: FileType?) {
    switch type {
    case .directory: self = .folder
    case .regular: self = .file
    case .symbolicLink: self = .link
    default: self = .other
    }
  }
}

/// Files and folders, and everything inside them.
package struct PathCover {
  /// The paths' bytes, each with a trailing slash, sorted. A path inside another path is omitted. So only the last
  /// prefix that sorts before a path can contain it.
  private let prefixes: [[UInt8]]

  package init(_ paths: some Sequence<FilePath>) {
    var prefixes: [[UInt8]] = []
    for prefix in paths.map(Self.prefix).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      if let last = prefixes.last, prefix.starts(with: last) { continue }
      prefixes.append(prefix)
    }
    self.prefixes = prefixes
  }

  /// Whether a path is one of the paths, or inside one of them. Only the paths' bytes are compared.
  package func covers(_ path: FilePath) -> Bool {
    let bytes = Self.prefix(path)
    var (low, high) = (0, prefixes.count)
    while low < high {
      let middle = (low + high) / 2
      if bytes.lexicographicallyPrecedes(prefixes[middle]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low > 0 && bytes.starts(with: prefixes[low - 1])
  }

  private static func prefix(_ path: FilePath) -> [UInt8] {
    let bytes = path.bytes
    return bytes.last == UInt8(ascii: "/") ? bytes : bytes + [UInt8(ascii: "/")]
  }
}
