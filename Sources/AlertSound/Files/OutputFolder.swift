internal import Platform
internal import SoundFormat
package import SystemPackage

/// A folder that the user named for outputs.
///
/// The folder is opened once, and all outputs are written relative to the open folder, even if a link or another folder
/// takes the path during the run. If the folder was removed, it is created again. The folder's path may contain links:
/// the user chose the path. Inside the folder, outputs never pass a link: a link in a checkout may lead anywhere.
package final class OutputFolder: Sendable {
  let path: FilePath
  private let root = Locked<AnchoredFolder?>(nil)
  /// The open folder that contains the last output, kept for the next output. `place` is that folder's path inside this
  /// output folder, and `identity` is that folder's identity.
  private let last = Locked<(AnchoredFolder, place: FilePath, identity: FileIdentity?)?>(nil)

  package init(_ path: FilePath) { self.path = path }

  /// Opens the folder. Throws if the folder is missing.
  ///
  /// - Parameter removed: The folder that an earlier call opened, if that folder has been removed since; otherwise nil.
  ///   Unless this is nil, a link at the path isn't followed.
  func open(insteadOf removed: AnchoredFolder? = nil) throws(Errno) -> AnchoredFolder {
    try root.withLock { root throws(Errno) in
      if let root, root !== removed { return root }
      let folder = try AnchoredFolder(path, followsLink: removed == nil)
      root = folder
      return folder
    }
  }

  /// Opens the folder. If the folder is missing, creates the folder and its missing parents.
  func make(insteadOf removed: AnchoredFolder? = nil) throws(SoundError) -> AnchoredFolder {
    if let folder = try? open(insteadOf: removed) { return folder }
    try path.createFolders()
    return try SoundError.wrap(.creatingOutput, path) { try open(insteadOf: removed) }
  }

  /// Creates a file, and the missing folders that lead to it.
  ///
  /// - Parameter path: The file's path. It begins with the path of this folder.
  func file(for path: FilePath) throws(SoundError) -> OutputFile {
    func file(below root: AnchoredFolder) throws(SoundError) -> OutputFile {
      try OutputFile(for: path, in: parent(of: path, below: root, creating: true))
    }
    let root = try make()
    do throws(SoundError) {
      return try file(below: root)
    } catch {
      guard error.errno == .noSuchFileOrDirectory, let other = try? make(insteadOf: root) else {
        throw error
      }
      return try file(below: other)
    }
  }

  /// Sets a file's times to now, or to the beginning of 1970. Build tools compare these times.
  package func setTimes(of file: FilePath, toEpoch: Bool) throws {
    let parent = try parent(of: file, below: open(), creating: false)
    try parent.descriptor.setTimes(ofEntry: file.entryName, toEpoch: toEpoch)
  }

  /// Throws if an output would be written through a link inside the folder. Reports only the first link: thousands of
  /// outputs may be below a link. Does nothing if the folder is missing.
  func checkLinks(onTheWayTo outputs: some Sequence<FilePath>) throws(SoundError) {
    guard let root = try? open() else { return }
    var places: Set<FilePath> = []
    for output in outputs where places.insert(output.removingLastComponent()).inserted {
      do throws(SoundError) {
        _ = try parent(of: path.pushing(output), below: root, creating: false)
      } catch {
        // Ignore a failed system call: the output's folder may be missing, and other failures concern only this output.
        if error.errno == nil { throw error }
      }
    }
  }

  private func parent(
    of file: FilePath, below root: AnchoredFolder, creating: Bool
  ) throws(SoundError) -> AnchoredFolder {
    let path = file.removingLastComponent()
    // Return the last output's folder if it is still at `path`. Opening the folder again would take more system calls.
    if let (last, place, identity) = last.withLock({ $0 }), last.path == path,
      let status = try? root.status(of: place), FileIdentity(status) == identity
    {
      return last
    }
    let place = path.inside(self.path)
    var folder = root
    for name in place.components.map({ FilePath(root: nil, [$0]) }) {
      do throws(Errno) {
        folder = try folder.folder(named: name, creating: creating)
      } catch .tooManySymbolicLinkLevels {
        let link = folder.path.pushing(name)
        throw SoundError(
          .creatingOutput, file,
          .unsupported(
            "\(link) is a symbolic link, and nothing is written through a link inside the output folder"
          ),
          advice: "replace the link with a folder")
      } catch {
        throw SoundError(wrapping: error, .creatingOutput, folder.path.pushing(name))
      }
    }
    if !place.isEmpty { last.withLock { $0 = (folder, place, folder.identity) } }
    return folder
  }
}
