internal import Platform
internal import SoundFormat
package import SystemPackage

/// A file that is written atomically.
///
/// The bytes go to a temporary file beside the destination, and `commit` moves that file to the destination.
/// Without a commit, the file is deleted. If the file system allows it, the file has no name before the commit, so
/// that even a killed process leaves nothing behind. `/dev/stdout` is the process's standard output, of any kind:
/// `commit` writes all bytes to it at once.
final class OutputFile: ByteSink {
  private let destination: FilePath
  private let descriptor: FileDescriptor
  /// The descriptor that receives the bytes on commit, if the destination isn't a file with a name.
  private let stream: FileDescriptor?
  /// The file's name until it is committed; nil if it has none.
  private var temporaryPath: FilePath?

  init(for destination: FilePath) throws(SoundError) {
    self.destination = destination
    stream = destination.ownDescriptor
    do {
      try Self.check(destination)
      let folder = destination.folder
      if stream != nil {
        descriptor = try AnonymousFile.open()
      } else if FileDescriptor.canLinkUnnamed,
        let unnamed = FileDescriptor.openUnnamed(in: folder, permissions: .newFile)
      {
        descriptor = unnamed
      } else {
        let named = try TemporaryName.create(in: folder)
        descriptor = named.descriptor
        temporaryPath = named.path
        descriptor.copyPermissions(from: destination)
      }
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, destination)
    }
  }

  deinit {
    try? descriptor.close()
    try? temporaryPath?.removeName()
  }

  func write(_ bytes: [UInt8]) throws(SoundError) {
    try SoundError.wrap(.writing, destination) { _ = try descriptor.writeAll(bytes) }
  }

  func overwriteBeginning(with bytes: [UInt8]) throws(SoundError) {
    try SoundError.wrap(.writing, destination) {
      _ = try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
    }
  }

  func restart() throws(SoundError) {
    try SoundError.wrap(.writing, destination) {
      try descriptor.resize(to: 0)
      try descriptor.seek(offset: 0, from: .start)
    }
  }

  /// Has the system copy bytes of another file, so that they don't pass through this process. Returns the range that
  /// the caller must still copy: all of it if the source isn't a file.
  func copy(_ range: Range<Int>, of source: AnyByteSource) -> Range<Int> {
    guard let input = source.file as? InputFile else { return range }
    let start = input.startOffset
    let rest = descriptor.append(
      range.lowerBound + start..<range.upperBound + start, of: input.descriptor)
    return rest.lowerBound - start..<range.upperBound
  }

  /// Moves the file to its destination. If a file exists there and `replacing` is false, throws the error
  /// `fileExists`.
  func commit(replacing: Bool) throws(SoundError) {
    try SoundError.wrap(.creatingOutput, destination) {
      if let stream { return try descriptor.copyAll(into: stream) }
      // Close a copy of the descriptor: a network file system may report a full disk only on closing.
      try descriptor.duplicate().close()
      try link(to: destination, replacing: replacing)
    }
  }

  /// The stamp of this file, even if another file has taken its name.
  func stamp() throws(SoundError) -> FileStamp {
    try SoundError.wrap(.writing, destination) { FileStamp(try descriptor.stat()) }
  }

  func digest(_ monitor: Monitor) throws(SoundError) -> UInt64 {
    try SoundError.wrap(.writing, destination) { try descriptor.digest(monitor) }
  }

  private func link(to name: FilePath, replacing: Bool) throws {
    if let temporaryPath {
      if replacing {
        descriptor.copyPermissions(from: name)
        try temporaryPath.move(to: name)
      } else {
        try temporaryPath.moveWithoutReplacing(to: name)
      }
      self.temporaryPath = nil
      return
    }
    do {
      try descriptor.linkUnnamed(to: name)
    } catch Errno.fileExists where replacing {
      // A link can't replace an existing file, so link to a temporary name and rename it.
      descriptor.copyPermissions(from: name)
      let path = TemporaryName.path(in: name.folder)
      descriptor.lock()
      try descriptor.linkUnnamed(to: path)
      temporaryPath = path
      try path.move(to: name)
      temporaryPath = nil
    }
  }

  /// Rejects destinations that a rename would destroy: a folder, a device, a pipe. Also rejects a terminal:
  /// binary output would garble it.
  static func check(_ destination: FilePath) throws {
    if let stream = destination.ownDescriptor {
      guard stream.isTerminal else { return }
      throw SoundError(
        .creatingOutput, destination, .sound(.unsupported, reason: "this is a terminal"),
        advice: "redirect the sound to a file or a pipe")
    }
    guard let status = try? destination.stat(), status.type != .regular else { return }
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
  /// Writes a file. If that fails, an existing file stays as it was.
  package static func write(_ bytes: [UInt8], to path: FilePath) throws(SoundError) {
    let file = try OutputFile(for: path)
    try file.write(bytes)
    try file.commit(replacing: true)
  }

  /// Writes a file part by part. If that fails, an existing file stays as it was.
  package static func write(
    to path: FilePath, parts writeParts: (_ append: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let file = try OutputFile(for: path)
    try writeParts { try file.write($0) }
    try file.commit(replacing: true)
  }

  /// Checks whether a file can be written, without writing it. If `makesFolder` is true, its folder may be
  /// missing.
  package static func check(_ path: FilePath, makesFolder: Bool = false) throws(SoundError) {
    try SoundError.wrap(.creatingOutput, path) {
      try OutputFile.check(path)
      guard path.ownDescriptor == nil else { return }
      if !makesFolder, try path.folder.stat().type != .directory { throw Errno.notDirectory }
    }
    try path.folder.checkWritable(for: path)
  }
}

extension FilePath {
  /// Creates a folder and its missing parents.
  package func createFolders() throws(SoundError) {
    var missing: [FilePath] = []
    var nearest = self
    while try !nearest.isFolder() {
      missing.append(nearest)
      nearest = nearest.folder
    }
    for folder in missing.reversed() {
      do throws(Errno) {
        try folder.makeFolder()
      } catch .fileExists {
        // Go on: another process or thread has created the folder meanwhile.
      } catch {
        throw SoundError(wrapping: error, .creatingOutput, folder)
      }
    }
  }

  /// Returns whether the path is a folder; false if nothing exists there. Throws if it is anything else.
  private func isFolder() throws(SoundError) -> Bool {
    do {
      guard try stat().type != .directory else { return true }
    } catch {
      // Don't report a parent that is a file: the caller checks the parents next.
      if error == .noSuchFileOrDirectory || error == .notDirectory, folder != self { return false }
      throw SoundError(wrapping: error, .creatingOutput, self)
    }
    throw SoundError(
      .creatingOutput, self, .system(.notDirectory), advice: "name another folder")
  }

  /// Checks whether missing folders could be created, and a file in them.
  func checkWritable(for file: FilePath) throws(SoundError) {
    var nearest = self
    var status: Stat?
    while true {
      status = try? nearest.stat()
      if status != nil || nearest.folder == nearest { break }
      nearest = nearest.folder
    }
    guard status?.type == .directory else {
      throw SoundError(
        .creatingOutput, nearest, .system(.notDirectory), advice: "name another folder")
    }
    try SoundError.wrap(.creatingOutput, file) { try nearest.checkFolderIsWritable() }
  }
}

extension FilePermissions {
  /// Read and write for everybody, reduced by the process's umask.
  static let newFile: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
}
