internal import Platform
package import SoundFormat
package import SystemPackage

/// An open folder from which files are reached without following a symbolic link.
///
/// Everything below a folder that the user named is opened, linked, renamed and removed this way: component by
/// component, each relative to its parent's descriptor. So even a link that is swapped in meanwhile can't lead out of
/// the folder.
package final class AnchoredFolder: Sendable {
  /// The folder's path as it was given, for messages.
  package let path: FilePath
  package let descriptor: FileDescriptor

  private init(_ descriptor: FileDescriptor, _ path: FilePath) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Opens a folder by a trusted path, and follows links in the path. If `followsLink` is false, the last component
  /// can't be a link. The folder needn't be listable: a drop box isn't.
  package convenience init(_ path: FilePath, followsLink: Bool = true) throws(Errno) {
    self.init(try FileDescriptor.workingFolder.openFolder(path, followsLink: followsLink), path)
  }

  deinit { try? descriptor.close() }

  /// The folder's identity, which is the same under all its names; nil if the system can't tell.
  package var identity: FileIdentity? { (try? descriptor.stat()).map(FileIdentity.init) }

  /// Opens a folder in this folder.
  ///
  /// - Parameters:
  ///   - followsLink: Whether the folder may be a link. The link may lead anywhere.
  ///   - creating: Whether to create the folder if it is missing.
  package func folder(
    named name: FilePath, followsLink: Bool = false, creating: Bool = false
  ) throws(Errno) -> AnchoredFolder {
    do throws(Errno) {
      return AnchoredFolder(
        try descriptor.openFolder(name, followsLink: followsLink), path.pushing(name))
    } catch .noSuchFileOrDirectory where creating {
      do throws(Errno) {
        try descriptor.makeFolder(name)
      } catch .fileExists {
        // Go on: another process or thread has created the folder meanwhile.
      }
      return try folder(named: name)
    }
  }

  /// Opens a folder at any depth in this folder. Throws `tooManySymbolicLinkLevels` if a component of the path is a
  /// link, and `invalidArgument` if a component is `..`.
  package func folder(at path: FilePath) throws(Errno) -> AnchoredFolder {
    var folder = self
    for name in path.components {
      guard name.kind == .regular else { throw .invalidArgument }
      folder = try folder.folder(named: FilePath(root: nil, [name]))
    }
    return folder
  }

  /// Opens a folder that was found inside this folder. If a link has replaced the folder since, the error says so.
  func foundFolder(at path: FilePath) throws(SoundError) -> AnchoredFolder {
    let whole = self.path.pushing(path)
    return try SoundError.wrap(.openingInput, whole) {
      do throws(Errno) {
        return try folder(at: path)
      } catch .tooManySymbolicLinkLevels {
        throw Self.replaced(whole)
      }
    }
  }

  /// Returns the error for a searched folder if a link or a different folder has taken the folder's path.
  static func replaced(_ path: FilePath) -> SoundError {
    SoundError(
      .openingInput, path,
      .sound(.inputOutput, reason: "this folder was replaced while it was being read"),
      advice: "run the command again")
  }

  /// Opens a regular file at any depth in this folder. Throws `invalidArgument` for anything but a regular file, and
  /// for a path with `..`. Opening never blocks.
  package func file(at path: FilePath) throws(Errno) -> AnchoredFile {
    guard let name = path.lastComponent, name.kind == .regular else { throw .invalidArgument }
    let parent = try folder(at: path.removingLastComponent())
    let entry = FilePath(root: nil, [name])
    // Check the type before opening, because merely opening a device can have side effects.
    guard try parent.status(of: entry).type == .regular else { throw .invalidArgument }
    let descriptor = try parent.descriptor.openFile(entry)
    guard let status = try? descriptor.stat(), status.type == .regular else {
      try? descriptor.close()
      throw .invalidArgument
    }
    return AnchoredFile(descriptor, status, named: entry, in: parent)
  }

  /// Returns the status of an entry of this folder.
  package func status(of name: FilePath, followsLink: Bool = false) throws(Errno) -> Stat {
    try Stat(name, relativeTo: descriptor, flags: followsLink ? [] : .symlinkNoFollow)
  }

  /// Returns the names in this folder, in no particular order.
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

  /// Returns the digest of the file, up to the size that the file had when it was opened.
  func digest(_ monitor: Monitor) throws -> UInt64 {
    try descriptor.digest(of: byteCount, monitor)
  }

  /// Removes the file if the name still belongs to this file, and the file is unchanged since it was opened. Returns
  /// whether the file was removed.
  func remove() throws(Errno) -> Bool {
    let current = try parent.status(of: name)
    guard FileIdentity(current) == FileIdentity(status), FileStamp(current) == FileStamp(status)
    else { return false }
    try parent.descriptor.removeEntry(name)
    return true
  }
}
