internal import Platform
internal import SoundFormat
package import SystemPackage

/// A file that is written atomically.
///
/// The bytes go to a temporary file beside the destination, and `commit` moves the temporary file to the destination.
/// Without `commit`, the temporary file is deleted. If the file system supports files without a name, the temporary
/// file has no name before `commit`, so even a killed process leaves nothing behind. `/dev/stdout` is the process's
/// standard output: `commit` writes all bytes to that stream at once.
package final class OutputFile: ByteSink {
  private let destination: FilePath
  private let name: FilePath
  private let descriptor: FileDescriptor
  /// The descriptor that receives the bytes on commit, if the destination names a descriptor; otherwise nil.
  private let stream: FileDescriptor?
  /// The folder of the destination; nil if the destination names a descriptor.
  private let folder: AnchoredFolder?
  /// The name of the temporary file; nil if the file has no name, or was committed.
  private var temporaryName: FilePath?

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - destination: The path of the destination. If `folder` is given, only the path's last component names the file,
  ///     and the whole path is for messages.
  ///   - folder: The open folder to write to. If nil, the folder of the destination is opened, and links are followed.
  init(for destination: FilePath, in folder: AnchoredFolder? = nil) throws(SoundError) {
    self.destination = destination
    name = destination.lastComponent == nil ? "." : destination.entryName
    stream = destination.ownDescriptor
    do {
      guard stream == nil else {
        try Self.check(destination, nil)
        self.folder = nil
        descriptor = try AnonymousFile.open()
        return
      }
      let folder = if let folder { folder } else { try AnchoredFolder(destination.folder) }
      self.folder = folder
      try Self.check(destination, try? folder.status(of: name, followsLink: true))
      if FileDescriptor.canLinkUnnamed,
        let unnamed = folder.descriptor.openUnnamed(permissions: .newFile)
      {
        descriptor = unnamed
      } else {
        let named = try TemporaryName.create(in: folder)
        descriptor = named.descriptor
        temporaryName = named.name
        descriptor.copyPermissions(ofEntry: name, in: folder.descriptor)
      }
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, destination)
    }
  }

  deinit {
    try? descriptor.close()
    if let temporaryName { try? folder?.descriptor.removeEntry(temporaryName) }
  }

  package func write(_ bytes: [UInt8]) throws(SoundError) {
    try SoundError.wrap(.writing, destination) { _ = try descriptor.writeAll(bytes) }
  }

  package func overwriteBeginning(with bytes: [UInt8]) throws(SoundError) {
    try SoundError.wrap(.writing, destination) {
      _ = try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
    }
  }

  package func restart() throws(SoundError) {
    try SoundError.wrap(.writing, destination) {
      try descriptor.resize(to: 0)
      try descriptor.seek(offset: 0, from: .start)
    }
  }

  /// Lets the system copy bytes of another file. The bytes don't pass through this process. Returns the range that the
  /// caller must still copy, which is the whole range if the source isn't a file.
  package func copy(_ range: Range<Int>, of source: AnyByteSource) -> Range<Int> {
    guard let input = source.file as? InputFile else { return range }
    let start = input.startOffset
    let rest = descriptor.append(
      range.lowerBound + start..<range.upperBound + start, of: input.descriptor)
    return rest.lowerBound - start..<range.upperBound
  }

  /// Moves the file to its destination. If `replacing` is false and the destination exists, throws the error
  /// `fileExists`.
  package func commit(replacing: Bool) throws(SoundError) {
    try SoundError.wrap(.creatingOutput, destination) {
      if let stream { return try descriptor.copyAll(into: stream) }
      // Close a copy of the descriptor: a network file system may report a full disk only on closing.
      try descriptor.duplicate().close()
      if let folder { try link(in: folder.descriptor, replacing: replacing) }
    }
  }

  /// Returns the stamp of this file, even if another file now has this file's name.
  func stamp() throws(SoundError) -> FileStamp {
    try SoundError.wrap(.writing, destination) { FileStamp(try descriptor.stat()) }
  }

  func digest(_ monitor: Monitor) throws(SoundError) -> UInt64 {
    try SoundError.wrap(.writing, destination) { try descriptor.digest(monitor) }
  }

  private func link(in folder: FileDescriptor, replacing: Bool) throws(Errno) {
    if let temporaryName {
      if replacing {
        descriptor.copyPermissions(ofEntry: name, in: folder)
        try folder.renameEntry(temporaryName, to: name)
      } else {
        try folder.renameEntryWithoutReplacing(temporaryName, to: name)
      }
      self.temporaryName = nil
      return
    }
    do {
      try descriptor.linkUnnamed(as: name, in: folder)
    } catch .fileExists where replacing {
      // Linking can't replace an existing file. So link the file under a temporary name, and then rename the file.
      descriptor.copyPermissions(ofEntry: name, in: folder)
      let temporary = TemporaryName.random()
      descriptor.lock()
      try descriptor.linkUnnamed(as: temporary, in: folder)
      temporaryName = temporary
      try folder.renameEntry(temporary, to: name)
      temporaryName = nil
    }
  }

  /// Rejects destinations that a rename would destroy: a folder, a device, a pipe. Also rejects a terminal:
  /// binary output would garble it.
  ///
  /// - Parameter status: The status of what exists at the destination; nil if nothing exists there.
  static func check(_ destination: FilePath, _ status: Stat?) throws(SoundError) {
    if let stream = destination.ownDescriptor {
      guard stream.isTerminal else { return }
      throw SoundError(
        .creatingOutput, destination, .unsupported("this is a terminal"),
        advice: "redirect the sound to a file or a pipe")
    }
    guard let status, status.type != .regular else { return }
    throw SoundError(
      .creatingOutput, destination,
      .system(status.type == .directory ? .isDirectory : .invalidArgument),
      advice: status.type == .directory
        ? "add a file name to it"
        : "name a regular file, or one that does not exist yet, or write - > PIPE")
  }
}

/// Writes files atomically.
package enum WholeFile {
  /// Writes a file. If writing fails, an existing file stays as it was.
  ///
  /// - Parameter folder: A folder above the file, at any distance; nil for the file's own folder.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, in folder: OutputFolder? = nil
  ) throws(SoundError) {
    try SoundError.wrap(.writing, path) {
      try write(to: path, in: folder) { try $0(bytes) }
    }
  }

  /// Writes a file part by part. If writing fails, an existing file stays as it was.
  package static func write(
    to path: FilePath, in folder: OutputFolder? = nil,
    parts writeParts: (_ append: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let file = if let folder { try folder.file(for: path) } else { try OutputFile(for: path) }
    try writeParts { try file.write($0) }
    try file.commit(replacing: true)
  }

  /// Checks, without writing, whether a file can be written. If `makesFolder` is true, the file's folder may be
  /// missing.
  ///
  /// - Returns: The file's folder, open; if that folder is missing, its nearest existing parent.
  @discardableResult
  package static func check(
    _ path: FilePath, makesFolder: Bool = false
  ) throws(SoundError) -> OutputFolder {
    try SoundError.wrap(.creatingOutput, path) {
      try OutputFile.check(path, try? path.stat())
      guard path.ownDescriptor == nil else { return }
      if !makesFolder, try path.folder.stat().type != .directory { throw Errno.notDirectory }
    }
    let folder = OutputFolder(try path.folder.nearestFolder())
    return try SoundError.wrap(.creatingOutput, path) {
      try folder.path.checkFolderIsWritable()
      _ = try folder.open()
      return folder
    }
  }
}

extension FilePath {
  /// Creates a folder and its missing parents.
  package func createFolders() throws(SoundError) {
    var folder = try nearestFolder()
    for name in inside(folder).components {
      folder.append(name)
      do throws(Errno) {
        try FileDescriptor.workingFolder.makeFolder(folder)
      } catch .fileExists {
        // Go on: another process or thread has created the folder meanwhile.
      } catch {
        throw SoundError(wrapping: error, .creatingOutput, folder)
      }
    }
  }

  /// Returns this path if it exists; otherwise its nearest existing parent. Throws if what exists isn't a folder.
  fileprivate func nearestFolder() throws(SoundError) -> FilePath {
    var nearest = self
    while true {
      do throws(Errno) {
        guard try nearest.stat().type != .directory else { return nearest }
        break
      } catch {
        guard error == .noSuchFileOrDirectory || error == .notDirectory, nearest.folder != nearest
        else { throw SoundError(wrapping: error, .creatingOutput, nearest) }
        nearest = nearest.folder
      }
    }
    throw SoundError(
      .creatingOutput, nearest, .system(.notDirectory), advice: "name another folder")
  }
}
