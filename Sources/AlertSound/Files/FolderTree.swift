internal import SoundFormat
package import SystemPackage

/// Everything in a folder and in the folders inside it, read as it is asked for.
///
/// The order is that of the names' bytes, a folder before what is in it. Links are listed, never
/// followed, so that there is an end.
package struct FolderTree: Sequence, Sendable {
  /// The folder.
  package let folder: FilePath
  /// How many folders may be inside each other.
  package let depthLimit: Int

  /// The tree below a folder. Nothing is read yet.
  package init(_ folder: FilePath, depthLimit: Int = 64) {
    self.folder = folder
    self.depthLimit = depthLimit
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  /// A walk through the tree. A folder that can't be read is a failure in its place, and the walk goes
  /// on behind it.
  package struct Iterator: IteratorProtocol {
    /// What is still to come, the next last; one list for each folder the walk is in.
    private var pending: [[FolderEntry]] = []
    private var unopenedFolder: FilePath?
    private let depthLimit: Int

    fileprivate init(_ tree: FolderTree) {
      unopenedFolder = tree.folder
      depthLimit = tree.depthLimit
    }

    /// Leaves out what is in the folder that came last.
    package mutating func skipDescendants() {
      unopenedFolder = nil
    }

    package mutating func next() -> Result<FolderEntry, ConversionError>? {
      if let folder = unopenedFolder {
        unopenedFolder = nil
        guard pending.count <= depthLimit else {
          return .failure(
            ConversionError(
              .openingInput, folder,
              .sound(
                .unsupported, reason: "more than \(depthLimit) folders are inside each other"),
              advice: "name this folder itself"))
        }
        do throws(ConversionError) {
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
