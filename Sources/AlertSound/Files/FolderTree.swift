internal import Platform
internal import SoundFormat
package import SystemPackage

/// Everything in a folder and in the folders inside it, read lazily.
///
/// Entries are sorted by the bytes of their names, a folder before its contents. Links are listed but never
/// followed, so that the walk ends.
package struct FolderTree: Sequence, Sendable {
  /// The open folder, or the error of opening it.
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

  /// A walk through the tree. For a folder that can't be read, the walk returns a failure and continues.
  package struct Iterator: IteratorProtocol {
    /// For each folder from the root to the current folder: its remaining entries, with the next entry last.
    private var pending: [[FolderEntry]] = []
    private var unlisted: Result<AnchoredFolder, SoundError>?
    /// The largest number of folders between the root and an entry.
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
              .unsupported("folders are nested more than \(Self.depthLimit) deep"),
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

  /// Opens the file. If the entry is a link, opens the file that the link leads to.
  package func openedFile() throws(Errno) -> FileDescriptor {
    try parent.descriptor.openFile(path.entryName, followsLink: true)
  }

  /// The tree below the folder that the entry is or links to. Each access opens the folder.
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
  /// The listing includes the entries' kinds. On a file system that doesn't list kinds, each entry is looked up.
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
  /// Creates an entry at any depth below `root`, and opens the folder that has the entry.
  ///
  /// - Parameter path: The entry's path. It begins with the path of `root`.
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

/// Files, folders, and everything inside these folders.
package struct PathCover {
  private let paths: Set<FilePath>

  package init(_ paths: some Sequence<FilePath>) { self.paths = Set(paths) }

  /// Returns whether a path is covered: one of the given paths, or inside a given folder. Links aren't resolved.
  package func covers(_ path: FilePath) -> Bool {
    var path = path
    while !path.isEmpty {
      if paths.contains(path) { return true }
      guard path.removeLastComponent() else { break }
    }
    return false
  }
}

/// A folder that was searched for sounds.
///
/// Sounds are opened relative to this folder. If a link has replaced a folder inside this folder, the link isn't
/// followed. The searched folder itself isn't kept open: the system limits how many files a process has open. If a
/// different folder has taken the searched folder's path, no sound is opened.
package final class SearchedFolder: Sendable {
  package let path: FilePath
  private let identity: FileIdentity?
  /// The folder of the sound that was opened last. It stays open, because the next sound is usually in it.
  private let last: Locked<AnchoredFolder?>

  /// - Parameter last: The folder of the sound that was opened last. All folders of a search share this value.
  init(_ folder: AnchoredFolder, _ last: Locked<AnchoredFolder?>) {
    path = folder.path
    identity = folder.identity
    self.last = last
  }

  /// Opens a sound. Its path begins with the path of this folder.
  package func open(_ sound: FilePath, followsLink: Bool) throws -> FileDescriptor {
    let parent = sound.removingLastComponent()
    let folder = try last.withLock { last in
      if let last, last.path == parent { return last }
      let root = try AnchoredFolder(path)
      guard root.identity == identity else { throw AnchoredFolder.replaced(path) }
      let folder = try root.foundFolder(at: parent.inside(path))
      last = folder
      return folder
    }
    return try folder.descriptor.openFile(sound.entryName, followsLink: followsLink)
  }

  /// Opens a sound. Follows links, but refuses a link that leads out of this folder.
  package func openInside(_ sound: FilePath) throws -> FileDescriptor {
    let (root, place) = (path.real, sound.real)
    guard place.starts(with: root) else {
      throw SoundError(
        .openingInput, SoundPath(sound),
        .unsupported("this link leads out of the folder, and only what is inside is shown"),
        advice: "name the file itself")
    }
    return try open(path.pushing(place.inside(root)), followsLink: false)
  }
}
