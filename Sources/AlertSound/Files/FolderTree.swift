internal import Platform
internal import SoundFormat
package import SystemPackage

/// Everything in a folder and in the folders inside it, read lazily.
///
/// Entries are sorted by the bytes of their names, a folder before its contents. Links are listed but never
/// followed, so that the walk ends.
package struct FolderTree: Sequence, Sendable {
  /// The folder, open.
  package let root: Result<AnchoredFolder, SoundError>

  /// Creates the tree below a folder that the user named. Nothing is listed yet.
  package init(_ folder: FilePath) {
    root = Result { () throws(SoundError) in
      try SoundError.wrap(.openingInput, folder) { try AnchoredFolder(folder) }
    }
  }

  /// Creates the tree below an open folder.
  package init(_ root: Result<AnchoredFolder, SoundError>) { self.root = root }

  package func makeIterator() -> Iterator { Iterator(self) }

  /// A walk through the tree. A folder that can't be read gives a failure, and the walk continues.
  package struct Iterator: IteratorProtocol {
    /// The remaining entries of every folder from the root to the current one. In each list, the next entry is
    /// last.
    private var pending: [[FolderEntry]] = []
    private var unlisted: Result<AnchoredFolder, SoundError>?
    /// How deeply folders may be nested.
    private static let depthLimit = 64

    fileprivate init(_ tree: FolderTree) { unlisted = tree.root }

    /// Skips the contents of the folder that was returned last.
    package mutating func skipDescendants() { unlisted = nil }

    package mutating func next() -> Result<FolderEntry, SoundError>? {
      if let unlisted {
        self.unlisted = nil
        do throws(SoundError) {
          let folder = try unlisted.get()
          guard pending.count <= Self.depthLimit else {
            throw SoundError(
              .openingInput, folder.path,
              .sound(
                .unsupported, reason: "folders are nested more than \(Self.depthLimit) deep"),
              advice: "name this folder itself")
          }
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
        if entry.kind == .folder { unlisted = entry.tree.root }
        return .success(entry)
      }
      return nil
    }
  }
}

/// An entry of a folder: a file, a folder, a link or something else.
package struct FolderEntry: Sendable {
  /// What an entry is. Links aren't followed.
  package enum Kind: Hashable, Sendable {
    case file, folder, link
    /// A pipe, a socket or a device.
    case other
  }

  /// The folder's path as it was given, followed by the entry's name, byte for byte.
  package let path: FilePath
  package let kind: Kind
  /// The folder that has the entry.
  package let parent: AnchoredFolder

  /// Opens the file that the entry is, or that it links to.
  package func openedFile() throws(Errno) -> FileDescriptor {
    try parent.descriptor.openFile(path.entryName, followsLink: true)
  }

  /// The tree below the entry, which is a folder or links to one. Each access opens the folder.
  package var tree: FolderTree {
    FolderTree(
      Result { () throws(SoundError) in
        let name = path.entryName
        guard kind == .link else { return try parent.foundFolder(at: name) }
        return try SoundError.wrap(.openingInput, path) {
          try parent.folder(named: name, followsLink: true)
        }
      })
  }

  /// Returns the entries of one folder, sorted by the bytes of their names.
  ///
  /// The listing includes the entries' kinds. On file systems that leave the kinds out, each entry is looked up.
  package static func entries(of folder: AnchoredFolder) throws(SoundError) -> [FolderEntry] {
    try SoundError.wrap(.openingInput, folder.path) {
      let names = try folder.descriptor.listing()
      return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map {
        let type = try? $0.type ?? folder.status(of: FilePath(bytes: $0.bytes)).type
        return FolderEntry(
          path: folder.path.appending($0.bytes), kind: Kind(type), parent: folder)
      }
    }
  }
}

extension FolderEntry {
  /// Finds an entry of a folder or of a folder inside it.
  ///
  /// - Parameter path: The entry's path, which begins with the folder's path.
  package init(_ path: FilePath, kind: Kind, below root: AnchoredFolder) throws(SoundError) {
    let parent = path.inside(root.path).removingLastComponent()
    self.init(path: path, kind: kind, parent: try root.foundFolder(at: parent))
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
