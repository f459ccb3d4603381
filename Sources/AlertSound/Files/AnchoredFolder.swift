internal import Platform
package import SoundFormat
package import SystemPackage

/// An open folder from which files are reached without following a symbolic link.
///
/// Untrusted names are opened component by component, each relative to its parent's descriptor. So even a link
/// that is swapped in meanwhile can't lead out of the folder.
package final class AnchoredFolder: Sendable {
  package let descriptor: FileDescriptor

  private init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Opens a folder by a trusted path. Links in the path are followed.
  package convenience init(_ path: FilePath) throws {
    self.init(
      try FileDescriptor.open(
        path, .readOnly, options: [.directory, .closeOnExec, .nonBlocking]))
  }

  /// Opens a folder by a trusted path only to reach its files. So the folder, such as a drop box, needn't be
  /// listable.
  convenience init(searching path: FilePath) throws {
    self.init(try FileDescriptor.openForSearching(path))
  }

  deinit { try? descriptor.close() }

  /// Opens a folder inside this folder by a path of regular components.
  package func folder(at path: FilePath) throws(Errno) -> AnchoredFolder {
    var folder = self
    for name in path.components {
      guard name.kind == .regular else { throw .invalidArgument }
      folder = AnchoredFolder(
        try folder.descriptor.openEntry(FilePath(root: nil, [name]), isFolder: true))
    }
    return folder
  }

  /// The path of the first symbolic link among the components of a path; nil if none is a link.
  ///
  /// A name that is missing, inaccessible or too long isn't an error.
  func link(onTheWayTo path: FilePath) throws(Errno) -> FilePath? {
    var folder = self
    var way = FilePath()
    // Collect the components after the last folder that could be opened.
    var name = FilePath()
    for component in path.components {
      way.append(component)
      name.append(component)
      do {
        folder = AnchoredFolder(try folder.descriptor.openEntry(name, isFolder: true))
        name = FilePath()
      } catch {
        switch error {
        case .tooManySymbolicLinkLevels: return way
        case .notDirectory:
          // Look at the type, because the system reports this error both for a link and for a file.
          return (try? folder.status(of: name).type) == .symbolicLink ? way : nil
        case .permissionDenied: break  // Unreadable, but perhaps searchable.
        case .noSuchFileOrDirectory, .fileNameTooLong: return nil
        default: throw error
        }
      }
    }
    return nil
  }

  /// Opens a regular file inside this folder by a path of regular components. Throws `invalidArgument` for
  /// anything else. Opening never blocks.
  package func file(at path: FilePath) throws(Errno) -> AnchoredFile {
    guard let name = path.lastComponent, name.kind == .regular else { throw .invalidArgument }
    let parent = try folder(at: path.removingLastComponent())
    let entry = FilePath(root: nil, [name])
    // Check the type before opening, because merely opening a device can have side effects.
    guard try parent.status(of: entry).type == .regular else { throw .invalidArgument }
    let descriptor = try parent.descriptor.openEntry(entry, isFolder: false)
    guard let status = try? descriptor.stat(), status.type == .regular else {
      try? descriptor.close()
      throw .invalidArgument
    }
    return AnchoredFile(descriptor, status, named: entry, in: parent)
  }

  /// The status of an entry of this folder. Links aren't followed.
  package func status(of name: FilePath) throws(Errno) -> Stat {
    try Stat(name, relativeTo: descriptor, flags: .symlinkNoFollow)
  }

  /// The names in this folder, in no particular order.
  package func names() throws(Errno) -> [FilePath] {
    try descriptor.listing().map { FilePath(bytes: $0.bytes) }
  }
}

/// An open regular file, and the folder it was found in.
package final class AnchoredFile: ByteSource, Sendable {
  /// The file's status when it was opened.
  package let status: Stat
  let descriptor: FileDescriptor
  private let name: FilePath
  private let parent: AnchoredFolder

  fileprivate init(
    _ descriptor: FileDescriptor, _ status: Stat, named name: FilePath, in parent: AnchoredFolder
  ) {
    self.descriptor = descriptor
    self.status = status
    self.name = name
    self.parent = parent
  }

  deinit { try? descriptor.close() }

  package var byteCount: Int { Int(status.size) }

  package func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard count > 0, offset < byteCount else { return [] }
    do {
      return try descriptor.bytes(at: offset, count: min(count, byteCount - offset))
    } catch {
      throw SoundFileError(.inputOutput, "\(error)", at: offset)
    }
  }

  /// The digest of as many bytes as the file had when it was opened.
  func digest(_ monitor: Monitor) throws -> UInt64 {
    try descriptor.digest(of: byteCount, monitor)
  }

  /// Removes the file if its name still refers to it and it hasn't changed since it was opened. Returns whether it was
  /// removed.
  ///
  /// Another file may take the name at any moment, and no system call compares the file before it removes the name. So
  /// the file is first renamed to a name that no other program uses, and then checked again.
  func remove(onCheck: () throws -> Void = {}) throws -> Bool {
    let current = try parent.status(of: name)
    guard FileIdentity(current) == FileIdentity(status), FileStamp(current) == FileStamp(status)
    else { return false }
    try onCheck()
    // Lock the file, so that no other run removes it as abandoned. If this process is killed, the lock ends, and the
    // next run removes the file.
    try? descriptor.lockAtOnce()
    let temporary = TemporaryName.path(in: "")
    try parent.descriptor.renameEntry(name, to: temporary)
    let moved = try parent.status(of: temporary)
    if FileIdentity(moved) == FileIdentity(status),
      FileStamp(moved).isSameContent(as: FileStamp(status))
    {
      try parent.descriptor.removeEntry(temporary)
      return true
    }
    do {
      try parent.descriptor.linkEntry(temporary, as: name)
      try parent.descriptor.removeEntry(temporary)
    } catch {
      // Another file has taken the name, or the file system has no hard links. Keep the file under a name that no
      // later run removes.
      try parent.descriptor.renameEntry(
        temporary, to: FilePath(bytes: temporary.bytes + ".kept".utf8))
      throw error
    }
    return false
  }
}

/// Finds symbolic links among the folders between a root folder and files below it.
struct FolderLinks {
  private let root: AnchoredFolder
  /// The first link on the way to each folder that was looked up; nil if there is none.
  private var known: [FilePath: FilePath?] = [:]

  /// The first link among the folders that lead to a file; nil if there is none. The file itself isn't checked.
  mutating func link(onTheWayTo path: FilePath) throws(Errno) -> FilePath? {
    let folder = path.removingLastComponent()
    guard !folder.isEmpty else { return nil }
    if let known = known[folder] { return known }
    let link = try root.link(onTheWayTo: folder)
    known[folder] = .some(link)
    return link
  }

  private mutating func checkWriting(_ path: FilePath, in folder: FilePath) throws(SoundError) {
    let link = try SoundError.wrap(.creatingOutput, folder.pushing(path)) {
      try self.link(onTheWayTo: path)
    }
    guard let link else { return }
    throw SoundError(
      .creatingOutput, folder.pushing(path),
      .sound(
        .unsupported,
        reason:
          "\(folder.pushing(link)) is a symbolic link, and nothing is written through a link inside the"
          + " output folder"),
      advice: "replace the link with a folder")
  }

  /// Refuses to write files through a link, because a link in a checkout may lead anywhere. Only the path of the
  /// folder itself, which the user gives, may contain links. The folder may be missing.
  ///
  /// Only the first link is reported: thousands of files may be below it.
  static func checkWriting(
    _ paths: some Sequence<FilePath>, in folder: FilePath
  ) throws(SoundError) {
    var links: FolderLinks?
    for path in paths where path.components.count > 1 {
      if links == nil {
        do {
          links = FolderLinks(root: try AnchoredFolder(searching: folder))
        } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
          return
        } catch {
          throw SoundError(wrapping: error, .creatingOutput, folder)
        }
      }
      try links?.checkWriting(path, in: folder)
    }
  }
}
