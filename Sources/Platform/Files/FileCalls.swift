internal import CPlatform
package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Calls for the entries of an open folder, by name. Without `followsLink`, no call follows a link, even if a link
/// replaces an entry meanwhile.
extension FileDescriptor {
  /// Opens a file for reading. Opening a FIFO doesn't wait for a writer.
  package func openFile(_ name: FilePath, followsLink: Bool = false) throws(Errno) -> FileDescriptor
  {
    try openEntry(name, O_RDONLY | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
  }

  /// Opens a folder to reach its entries. The process needn't have the right to list the folder. If the name is a link
  /// and `followsLink` is false, throws the error `tooManySymbolicLinkLevels`.
  package func openFolder(_ name: FilePath, followsLink: Bool = false) throws(Errno)
    -> FileDescriptor
  {
    do throws(Errno) {
      return try openEntry(name, Self.searching | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW))
    } catch {
      // Look at the type, because Linux reports `notDirectory` both for a link and for a file.
      guard error == .notDirectory, !followsLink,
        (try? Stat(name, relativeTo: self, flags: .symlinkNoFollow).type) == .symbolicLink
      else { throw error }
      throw .tooManySymbolicLinkLevels
    }
  }

  /// Stands for the working folder. In calls on this descriptor, the names may be any paths.
  package static let workingFolder = FileDescriptor(rawValue: AT_FDCWD)

  #if os(Linux)
    private static let searching: CInt = 0o10_000_000  // O_PATH, which Swift doesn't import.
  #else
    private static let searching = O_EXEC
  #endif

  /// Creates a file for reading and writing. If the name is in use, throws the error `fileExists`.
  package func createFile(
    _ name: FilePath, permissions: FilePermissions
  ) throws(Errno) -> FileDescriptor {
    try openEntry(name, O_RDWR | O_CREAT | O_EXCL, permissions)
  }

  private func openEntry(
    _ name: FilePath, _ flags: CInt, _ permissions: FilePermissions = []
  ) throws(Errno) -> FileDescriptor {
    while true {
      let number = unsafe name.withPlatformString {
        unsafe openat(rawValue, $0, flags | O_CLOEXEC, permissions.rawValue)
      }
      if number >= 0 { return FileDescriptor(rawValue: number) }
      guard Errno.last == .interrupted else { throw .last }
    }
  }

  /// Opens the folder again, for listing and locking.
  package func reopened() throws(Errno) -> FileDescriptor {
    try openEntry(".", O_RDONLY | O_DIRECTORY)
  }

  /// Returns, for each entry of this folder except `.` and `..`: the name; and the type, which is nil if the file
  /// system doesn't list types. The entries are unsorted.
  package func listing() throws(Errno) -> [(bytes: [UInt8], type: FileType?)] {
    // Open a separate descriptor, because reading moves the offset, and closing the stream closes the descriptor.
    let own = try reopened()
    guard let stream = unsafe fdopendir(own.rawValue) else {
      let error = Errno.last
      try? own.close()
      throw error
    }
    defer { unsafe closedir(stream) }
    var names: [(bytes: [UInt8], type: FileType?)] = []
    while true {
      // Clear errno: `readdir` returns null at the end and on an error, and only errno tells an error from the end.
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      // Read the name through a pointer, because names on some file systems are longer than the field `d_name`.
      let start = unsafe UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let name = unsafe start.assumingMemoryBound(to: UInt8.self)
      let bytes = unsafe [UInt8](UnsafeBufferPointer(start: name, count: strlen(start)))
      guard bytes != [0x2E], bytes != [0x2E, 0x2E] else { continue }
      names.append((bytes, FileType(listed: unsafe entry.pointee.d_type)))
    }
    guard errno == 0 else { throw .last }
    return names
  }

  /// Creates a folder with all permissions that the process's umask allows.
  package func makeFolder(_ name: FilePath) throws(Errno) {
    try Errno.check(unsafe name.withPlatformString { unsafe mkdirat(rawValue, $0, 0o777) })
  }

  package func removeEntry(_ name: FilePath) throws(Errno) {
    try Errno.check(unsafe name.withPlatformString { unsafe unlinkat(rawValue, $0, 0) })
  }

  /// Renames a file atomically. A file with the new name is replaced.
  package func renameEntry(_ name: FilePath, to other: FilePath) throws(Errno) {
    try Errno.check(
      unsafe name.withPlatformStrings(other) { unsafe renameat(rawValue, $0, rawValue, $1) })
  }

  /// Renames a file. If the new name is in use, throws the error `fileExists`.
  package func renameEntryWithoutReplacing(_ name: FilePath, to other: FilePath) throws(Errno) {
    #if canImport(Darwin)
      let result = unsafe name.withPlatformStrings(other) {
        unsafe renameatx_np(rawValue, $0, rawValue, $1, UInt32(RENAME_EXCL))
      }
      if result == 0 { return }
      // Go on below if the file system doesn't support this call, as some network file systems don't.
      guard Errno.last == .notSupported else { throw .last }
    #endif
    // Reserve the name with an empty file, and replace that file: some file systems have no hard links.
    let reservation = try createFile(other, permissions: .newFile)
    try? reservation.close()
    do { try renameEntry(name, to: other) } catch {
      try? removeEntry(other)
      throw error
    }
  }

  /// Sets a file's access and modification times to now, or to the beginning of 1970.
  package func setTimes(ofEntry name: FilePath, toEpoch: Bool) throws(Errno) {
    let epoch = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: 0)]
    try Errno.check(
      unsafe name.withPlatformString {
        unsafe utimensat(rawValue, $0, toEpoch ? epoch : nil, AT_SYMLINK_NOFOLLOW)
      })
  }
}

extension FilePermissions {
  /// Read and write for everybody, reduced by the process's umask.
  package static let newFile: FilePermissions = [
    .ownerReadWrite, .groupReadWrite, .otherReadWrite,
  ]
}

/// Files without a name. The system deletes them however the process ends.
extension FileDescriptor {
  /// Opens an empty file without a name in this folder. Returns nil if the system or the file system doesn't support
  /// such files.
  package func openUnnamed(permissions: FilePermissions) -> FileDescriptor? {
    #if os(Linux)
      // Write O_TMPFILE as a number: in glibc, it is the macro `__O_TMPFILE | O_DIRECTORY`, which Swift doesn't import.
      return try? openEntry(".", O_RDWR | 0o20_000_000 | O_DIRECTORY, permissions)
    #else
      return nil
    #endif
  }

  /// Whether `linkUnnamed` works. The function needs `/proc`, which is missing in some minimal Docker containers.
  package static let canLinkUnnamed: Bool = {
    guard let probe = try? open(FilePath("/"), .readOnly, options: [.directory, .closeOnExec])
    else { return false }
    defer { try? probe.close() }
    return (try? probe.procPath.stat()) != nil
  }()

  /// Gives an unnamed file a name in a folder. If the name is in use, throws the error `fileExists`. Not supported
  /// outside Linux.
  package func linkUnnamed(as name: FilePath, in folder: FileDescriptor) throws(Errno) {
    #if os(Linux)
      try Errno.check(
        unsafe procPath.withPlatformStrings(name) {
          unsafe linkat(AT_FDCWD, $0, folder.rawValue, $1, AT_SYMLINK_FOLLOW)
        })
    #else
      throw .notSupported
    #endif
  }

  private var procPath: FilePath { FilePath("/proc/self/fd/\(rawValue)") }
}

/// Locks on open files and folders. One process at a time holds a lock. The system releases locks however the
/// process ends.
extension FileDescriptor {
  /// Waits for the lock and takes it. Does nothing on a file system without locks.
  package func lock() {
    while flock(rawValue, LOCK_EX) != 0, Errno.last == .interrupted {}
  }

  /// Takes the lock. If another process has it, throws the error `wouldBlock`.
  package func lockAtOnce() throws(Errno) {
    while flock(rawValue, LOCK_EX | LOCK_NB) != 0 {
      guard Errno.last == .interrupted else { throw .last }
    }
  }
}

extension FileDescriptor {
  /// Lets the system append bytes of another file. The bytes don't pass through this process. Returns the range that
  /// the caller must still read and write. This range isn't empty if the system or a file system doesn't support such
  /// appending, or if the source isn't a file or has become shorter.
  package func append(_ range: Range<Int>, of source: FileDescriptor) -> Range<Int> {
    var rest = range
    #if os(Linux)
      var offset = off_t(range.lowerBound)
      while !rest.isEmpty {
        let count = unsafe sendfile(rawValue, source.rawValue, &offset, rest.count)
        guard count > 0 else { break }
        rest.removeFirst(count)
      }
    #endif
    return rest
  }

  /// How many bytes a pipe takes without blocking once poll() reports the pipe writable. Source: POSIX, `PIPE_BUF` on
  /// Linux. Darwin's `PIPE_BUF` is smaller, but Darwin's pipes also take 4096 bytes.
  package static let pipeByteCount = 4096

  /// Waits until there are bytes to read, or the end is reached. A signal causes the error `interrupted`.
  package func waitUntilReadable() throws(Errno) { try wait(for: POLLIN) }

  /// Waits until bytes can be written, or the reader has closed the pipe. A signal causes the error `interrupted`.
  package func waitUntilWritable() throws(Errno) { try wait(for: POLLOUT) }

  private func wait(for event: CInt) throws(Errno) {
    var request = pollfd(fd: rawValue, events: Int16(event), revents: 0)
    guard unsafe poll(&request, 1, -1) >= 0 else { throw .last }
  }

  /// Copies the descriptor to a number above 2. Programs that this process starts don't inherit the copy.
  package func copyAboveStandardStreams() throws(Errno) -> FileDescriptor {
    let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .last }
    return FileDescriptor(rawValue: copy)
  }

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The terminal's width in characters; nil if the descriptor isn't a terminal's, or the width is unknown.
  package var terminalWidth: Int? {
    // Receive the fields of a `winsize` as a vector: rows, columns, width and height in pixels. On some systems,
    // Swift takes the name `winsize` for a type of the module CSystem.
    var size = SIMD4<UInt16>()
    let status = unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size)
    return status == 0 && size[1] > 0 ? Int(size[1]) : nil
  }
}

extension FileDescriptor {
  /// Gives this file the owner and the permissions of the old file that this file replaces, so that users who can't
  /// read the old file can't read the new file either. If the old file is a link, copies nothing: the new file replaces
  /// the link, not its target.
  ///
  /// An unprivileged process may replace another user's file, but can't give the new file to that user. If the group
  /// can't be kept, the new group and others get only the permissions that the old group and others shared. An access
  /// control list isn't copied. If the old file has such a list, or can't be examined, only the owner gets permissions.
  package func copyPermissions(ofEntry name: FilePath, in folder: FileDescriptor) {
    guard let old = try? Stat(name, relativeTo: folder, flags: .symlinkNoFollow),
      old.type == .regular, let new = try? stat()
    else { return }
    var permissions = old.permissions.intersection([
      .ownerReadWriteExecute, .groupReadWriteExecute, .otherReadWriteExecute,
    ])
    if (old.userID, old.groupID) != (new.userID, new.groupID),
      fchown(rawValue, old.userID.rawValue, old.groupID.rawValue) != 0,
      old.groupID != new.groupID, fchown(rawValue, .max, old.groupID.rawValue) != 0
    {
      let group = permissions.rawValue >> 3 & 7
      let others = permissions.rawValue & 7 & group
      permissions = FilePermissions(
        rawValue: permissions.rawValue & 0o700 | others << 3 | others)
    }
    let oldFile = try? folder.openFile(name)
    defer { try? oldFile?.close() }
    if removeAccessList(lookingAt: oldFile) { permissions.formIntersection(.ownerReadWriteExecute) }
    _ = fchmod(rawValue, permissions.rawValue)
  }

  /// Removes the access control list that this file got from its folder. Returns whether `other` has such a list, or is
  /// nil.
  private func removeAccessList(lookingAt other: FileDescriptor?) -> Bool {
    #if os(Linux)
      // Source: acl(5).
      let attribute = "system.posix_acl_access"
      _ = unsafe fremovexattr(rawValue, attribute)
      return other.map { unsafe fgetxattr($0.rawValue, attribute, nil, 0) > 0 } ?? true
    #elseif canImport(Darwin)
      if let none = unsafe acl_init(0) {
        unsafe acl_set_fd_np(rawValue, none, ACL_TYPE_EXTENDED)
        unsafe acl_free(UnsafeMutableRawPointer(none))
      }
      guard let other else { return true }
      guard let list = unsafe acl_get_fd_np(other.rawValue, ACL_TYPE_EXTENDED) else { return false }
      unsafe acl_free(UnsafeMutableRawPointer(list))
      return true
    #else
      #error("no access lists are known for this system")
    #endif
  }
}

extension FilePath {
  /// The working directory; nil if it has been deleted.
  package static var workingDirectory: FilePath? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe FilePath(platformString: path)
  }

  /// The absolute path without links; nil if nothing exists at the path.
  package var resolved: FilePath? {
    guard let path = unsafe withPlatformString({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(path) }
    return unsafe FilePath(platformString: path)
  }

  /// Throws unless the process may create files in the folder.
  package func checkFolderIsWritable() throws(Errno) {
    try Errno.check(unsafe withPlatformString { unsafe access($0, W_OK | X_OK) })
  }

  /// Returns a symbolic link's target as stored, byte for byte. If the path isn't a link, throws the error
  /// `invalidArgument`.
  package func storedLink() throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe withPlatformString { path in
      unsafe bytes.withUnsafeMutableBytes { unsafe readlink(path, $0.baseAddress!, $0.count) }
    }
    guard count >= 0 else { throw .last }
    guard count < bytes.count else { throw .fileNameTooLong }
    return Array(bytes.prefix(count))
  }

  /// Calls a function with this path and `other` as C strings.
  @unsafe func withPlatformStrings<Result>(
    _ other: FilePath,
    _ function: (UnsafePointer<CInterop.PlatformChar>, UnsafePointer<CInterop.PlatformChar>) ->
      Result
  ) -> Result {
    unsafe withPlatformString { path in
      unsafe other.withPlatformString { unsafe function(path, $0) }
    }
  }
}

extension FileType {
  /// Converts the type in a listing; nil for `DT_UNKNOWN`. Source: `DTTOIF` of dirent.h, which is the same in
  /// glibc, musl and Darwin.
  fileprivate init?(listed type: UInt8) {
    guard type != 0 else { return nil }
    self.init(rawValue: CInterop.Mode(type) << 12)
  }
}

extension Stat {
  /// When the contents last changed, in nanoseconds since 1970.
  package var modificationTime: Int64 { st_mtim.nanoseconds }

  /// When contents, name or permissions last changed, in nanoseconds since 1970. Programs can't set this time.
  package var changeTime: Int64 { st_ctim.nanoseconds }
}

extension timespec {
  var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

extension Errno {
  /// The error of this thread's last system call.
  static var last: Errno { Errno(rawValue: errno) }

  /// Throws the last error if a system call returned anything but 0.
  static func check(_ result: CInt) throws(Errno) {
    if result != 0 { throw last }
  }
}
