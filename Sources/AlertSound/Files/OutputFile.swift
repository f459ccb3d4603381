internal import SoundFormat
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

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
  /// - Throws: `ConversionError` of the step `creatingOutput`.
  init(for destination: FilePath) throws(ConversionError) {
    self.destination = destination
    stream = destination.ownDescriptor
    do {
      try Self.check(destination)
      let folder = destination.folder
      if stream != nil {
        descriptor = try AnonymousFile.open()
      } else if Self.hasProc, let unnamed = FileDescriptor.openUnnamed(in: folder) {
        descriptor = unnamed
      } else {
        let named = try TemporaryName.create(in: folder)
        descriptor = named.descriptor
        temporaryPath = named.path
        descriptor.takeRights(from: destination)
      }
    } catch {
      throw ConversionError(wrapping: error, .creatingOutput, destination)
    }
  }

  deinit {
    try? descriptor.close()
    if let temporaryPath { try? temporaryPath.removeFile() }
  }

  func write(_ bytes: [UInt8]) throws(ConversionError) {
    do {
      _ = try unsafe bytes.withUnsafeBytes { try unsafe descriptor.writeAll($0) }
    } catch {
      throw ConversionError(wrapping: error, .writing, destination)
    }
  }

  func overwriteBeginning(with bytes: [UInt8]) throws(ConversionError) {
    do {
      _ = try unsafe bytes.withUnsafeBytes {
        try unsafe descriptor.writeAll(toAbsoluteOffset: 0, $0)
      }
    } catch {
      throw ConversionError(wrapping: error, .writing, destination)
    }
  }

  func restart() throws(ConversionError) {
    do {
      try descriptor.resize(to: 0)
      try descriptor.seek(offset: 0, from: .start)
    } catch {
      throw ConversionError(wrapping: error, .writing, destination)
    }
  }

  /// Has the system copy bytes of another file, which avoids a copy through this process.
  ///
  /// - Returns: The range left to copy. It is empty unless the system or the file systems don't support this,
  ///   or the source isn't a file or became shorter.
  func copy(_ range: Range<Int>, of source: any ByteSource) -> Range<Int> {
    guard let input = source as? InputFile else { return range }
    var rest = range
    #if os(Linux)
      var offset = off_t(input.startOffset + range.lowerBound)
      while !rest.isEmpty {
        let count = unsafe sendfile(
          descriptor.rawValue, input.descriptor.rawValue, &offset, rest.count)
        guard count > 0 else { break }
        rest.removeFirst(count)
      }
    #endif
    return rest
  }

  /// Puts the file in its place.
  ///
  /// - Parameter replacing: Whether an existing file may be replaced. If not, it causes the error
  ///   `fileExists`.
  func commit(replacing: Bool) throws(ConversionError) {
    do {
      if let stream { return try descriptor.copyAll(into: stream) }
      // A network file system may report only here that the disk is full.
      try descriptor.duplicate().close()
      try give(name: destination, replacing: replacing)
    } catch {
      throw ConversionError(wrapping: error, .creatingOutput, destination)
    }
  }

  /// The stamp of this file, even if another file has its name by now.
  ///
  /// - Throws: `ConversionError` of the step `writing`.
  func stamp() throws(ConversionError) -> FileStamp {
    do {
      return FileStamp(try descriptor.stat())
    } catch {
      throw ConversionError(wrapping: error, .writing, destination)
    }
  }

  /// The digest of what has been written.
  ///
  /// - Throws: `ConversionError` of the step `writing`.
  func digest(_ isCancelled: () -> Bool) throws(ConversionError) -> UInt64 {
    do {
      return try descriptor.digest(isCancelled)
    } catch {
      throw ConversionError(wrapping: error, .writing, destination)
    }
  }

  private func give(name: FilePath, replacing: Bool) throws {
    if let temporaryPath {
      if replacing {
        descriptor.takeRights(from: name)
        try temporaryPath.rename(to: name)
      } else {
        try temporaryPath.renameWithoutReplacing(to: name)
      }
      self.temporaryPath = nil
      return
    }
    do {
      try linkUnnamed(to: name)
    } catch Errno.fileExists where replacing {
      // Linking never replaces a file; renaming does.
      descriptor.takeRights(from: name)
      let path = TemporaryName.path(in: name.folder)
      TemporaryName.lock(descriptor)
      try linkUnnamed(to: path)
      temporaryPath = path
      try path.rename(to: name)
      temporaryPath = nil
    }
  }

  /// Rejects destinations that a rename would destroy: a folder, a device, a pipe. Also rejects a terminal:
  /// binary output would garble it.
  static func check(_ destination: FilePath) throws {
    if let stream = destination.ownDescriptor {
      guard isatty(stream.rawValue) != 0 else { return }
      throw ConversionError(
        .creatingOutput, destination, .sound(.unsupported, reason: "this is a terminal"),
        advice: "redirect the sound to a file or a pipe")
    }
    guard let status = try? destination.stat(), status.type != .regular else { return }
    throw ConversionError(
      .creatingOutput, destination,
      .system(status.type == .directory ? .isDirectory : .invalidArgument),
      advice: status.type == .directory
        ? "add a file name to it"
        : "name a regular file, or one that does not exist yet, or write - > PIPE")
  }

  /// Whether `/proc` is available, which gives unnamed files their names. A minimal container may lack it.
  private static let hasProc: Bool = {
    guard
      let probe = try? FileDescriptor.open(
        FilePath("/"), .readOnly, options: [.directory, .closeOnExec])
    else { return false }
    defer { try? probe.close() }
    return (try? probe.procPath.stat()) != nil
  }()

  private func linkUnnamed(to path: FilePath) throws {
    #if os(Linux)
      try descriptor.procPath.link(to: path, followingSymbolicLink: true)
    #endif
  }
}

extension FilePermissions {
  /// Read and write for everybody, reduced by the process's umask.
  static let newFile: FilePermissions = [
    .ownerReadWrite, .groupReadWrite, .otherReadWrite,
  ]
}

extension FileDescriptor {
  fileprivate var procPath: FilePath { FilePath("/proc/self/fd/\(rawValue)") }
}

extension FilePath {
  fileprivate func rename(to path: FilePath) throws(Errno) {
    try check(
      unsafe withPlatformString { old in
        unsafe path.withPlatformString { new in unsafe Self.rename(old, new) }
      })
  }

  /// Renames to an unused name, even without hard links: an empty file reserves the name.
  fileprivate func renameWithoutReplacing(to path: FilePath) throws {
    let reserved = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .newFile)
    try reserved.close()
    try rename(to: path)
  }

  fileprivate func link(to path: FilePath, followingSymbolicLink: Bool = false) throws(Errno) {
    let flags = followingSymbolicLink ? AT_SYMLINK_FOLLOW : 0
    try check(
      unsafe withPlatformString { old in
        unsafe path.withPlatformString { new in unsafe linkat(AT_FDCWD, old, AT_FDCWD, new, flags) }
      })
  }

  private static func rename(
    _ old: UnsafePointer<CInterop.PlatformChar>, _ new: UnsafePointer<CInterop.PlatformChar>
  ) -> CInt {
    #if canImport(Glibc)
      unsafe Glibc.rename(old, new)
    #elseif canImport(Musl)
      unsafe Musl.rename(old, new)
    #elseif canImport(Darwin)
      unsafe Darwin.rename(old, new)
    #endif
  }

  private func check(_ result: CInt) throws(Errno) {
    if result != 0 { throw Errno(rawValue: errno) }
  }
}
