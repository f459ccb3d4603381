internal import Platform
internal import SoundFormat
internal import SystemPackage

/// A file that is written atomically.
///
/// It is written beside its destination and put in its place by `commit`. Without a commit it vanishes. If
/// the file system allows it, the file has no name until then, so that even a killed process leaves nothing.
/// `/dev/stdout` is the process's own output, whatever that is: `commit` writes all bytes to it at once.
final class OutputFile: ByteSink {
  private let destination: FilePath
  private let descriptor: FileDescriptor
  /// The descriptor that receives the bytes on commit, if the destination isn't a file with a name.
  private let stream: FileDescriptor?
  /// The file's name until it is committed; nil if it has none.
  private var temporaryPath: FilePath?

  /// Creates the file.
  ///
  /// - Throws: `SoundError` of the step `creatingOutput`.
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
    if let temporaryPath { try? temporaryPath.removeFile() }
  }

  func write(_ bytes: [UInt8]) throws(SoundError) {
    do {
      _ = try unsafe bytes.withUnsafeBytes { try unsafe descriptor.writeAll($0) }
    } catch {
      throw SoundError(wrapping: error, .writing, destination)
    }
  }

  func overwriteBeginning(with bytes: [UInt8]) throws(SoundError) {
    do {
      _ = try unsafe bytes.withUnsafeBytes {
        try unsafe descriptor.writeAll(toAbsoluteOffset: 0, $0)
      }
    } catch {
      throw SoundError(wrapping: error, .writing, destination)
    }
  }

  func restart() throws(SoundError) {
    do {
      try descriptor.resize(to: 0)
      try descriptor.seek(offset: 0, from: .start)
    } catch {
      throw SoundError(wrapping: error, .writing, destination)
    }
  }

  /// Has the system copy bytes of another file, which avoids a copy through this process.
  ///
  /// - Returns: The range left to copy. It is empty unless the system or the file systems don't support this,
  ///   or the source isn't a file or became shorter.
  func copy(_ range: Range<Int>, of source: AnyByteSource) -> Range<Int> {
    guard let input = source.file as? InputFile else { return range }
    let start = input.startOffset
    let rest = descriptor.append(
      range.lowerBound + start..<range.upperBound + start, of: input.descriptor)
    return rest.lowerBound - start..<range.upperBound
  }

  /// Puts the file in its place.
  ///
  /// - Parameter replacing: Whether an existing file may be replaced. If not, it causes the error
  ///   `fileExists`.
  func commit(replacing: Bool) throws(SoundError) {
    do {
      if let stream { return try descriptor.copyAll(into: stream) }
      // A network file system may report only here that the disk is full.
      try descriptor.duplicate().close()
      try give(name: destination, replacing: replacing)
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, destination)
    }
  }

  /// The stamp of this file, even if another file has its name by now.
  ///
  /// - Throws: `SoundError` of the step `writing`.
  func stamp() throws(SoundError) -> FileStamp {
    do {
      return FileStamp(try descriptor.stat())
    } catch {
      throw SoundError(wrapping: error, .writing, destination)
    }
  }

  /// The digest of what has been written.
  ///
  /// - Throws: `SoundError` of the step `writing`.
  func digest(_ monitor: Monitor) throws(SoundError) -> UInt64 {
    do {
      return try descriptor.digest(monitor)
    } catch {
      throw SoundError(wrapping: error, .writing, destination)
    }
  }

  private func give(name: FilePath, replacing: Bool) throws {
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
      // Linking never replaces a file; renaming does.
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

extension FilePermissions {
  /// Read and write for everybody, reduced by the process's umask.
  static let newFile: FilePermissions = [
    .ownerReadWrite, .groupReadWrite, .otherReadWrite,
  ]
}
