internal import Platform
package import SystemPackage

/// A folder that was searched for sounds.
///
/// The sounds are opened relative to the folder, so that no link that replaces a folder inside it meanwhile is
/// followed. The folder itself doesn't stay open, because the system limits how many files a process opens. If another
/// folder has its path now, no sound is opened.
package final class SearchedFolder: Sendable {
  package let path: FilePath
  private let identity: FileIdentity?
  /// The folder of the sound that was opened last. It stays open, because the next sound is usually in it.
  private let last: Locked<AnchoredFolder?>

  /// - Parameter last: Shared by all folders of a search.
  init(_ folder: AnchoredFolder, _ last: Locked<AnchoredFolder?>) {
    path = folder.path
    identity = folder.identity
    self.last = last
  }

  /// Opens a sound by its path, which begins with the folder's path.
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
}
