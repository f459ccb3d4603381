internal import SoundFormat
package import SystemPackage

/// Everything in a folder and in the folders inside it, read lazily.
///
/// Entries are sorted by the bytes of their names, a folder before its contents. Links are listed but never
/// followed, so that the walk ends.
package struct FolderTree: Sequence, Sendable {
  /// The folder.
  package let folder: FilePath
  /// How deeply folders may be nested.
  package let depthLimit: Int

  /// Creates the tree below a folder. Nothing is read yet.
  package init(_ folder: FilePath, depthLimit: Int = 64) {
    self.folder = folder
    self.depthLimit = depthLimit
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  /// A walk through the tree. For a folder that can't be read it returns a failure, and then goes on.
  package struct Iterator: IteratorProtocol {
    /// The entries still to come, the next one last; one list for each folder the walk is in.
    private var pending: [[FolderEntry]] = []
    private var unopenedFolder: FilePath?
    private let depthLimit: Int

    fileprivate init(_ tree: FolderTree) {
      unopenedFolder = tree.folder
      depthLimit = tree.depthLimit
    }

    /// Skips the contents of the folder that was returned last.
    package mutating func skipDescendants() {
      unopenedFolder = nil
    }

    package mutating func next() -> Result<FolderEntry, SoundError>? {
      if let folder = unopenedFolder {
        unopenedFolder = nil
        guard pending.count <= depthLimit else {
          return .failure(
            SoundError(
              .openingInput, folder,
              .sound(
                .unsupported, reason: "folders are nested more than \(depthLimit) deep"),
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
