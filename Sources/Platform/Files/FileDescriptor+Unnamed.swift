package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Files without a name, which vanish with the process however it ends.
extension FileDescriptor {
  /// Opens an empty file without a name; returns nil if the system or the file system doesn't support that.
  package static func openUnnamed(
    in folder: FilePath, permissions: FilePermissions
  ) -> FileDescriptor? {
    #if os(Linux)
      // glibc's O_TMPFILE is a macro Swift doesn't import: __O_TMPFILE | O_DIRECTORY.
      let options = OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY)
      return try? open(
        folder, .readWrite, options: [options, .closeOnExec], permissions: permissions)
    #else
      return nil
    #endif
  }

  /// Whether `linkUnnamed` works. It needs `/proc`, which a minimal container may lack.
  package static let canLinkUnnamed: Bool = {
    guard let probe = try? open(FilePath("/"), .readOnly, options: [.directory, .closeOnExec])
    else { return false }
    defer { try? probe.close() }
    return (try? probe.procPath.stat()) != nil
  }()

  /// Links an unnamed file to a path that is not in use.
  ///
  /// - Throws: `Errno`; `fileExists` if the name is in use, `notSupported` outside Linux.
  package func linkUnnamed(to path: FilePath) throws(Errno) {
    #if os(Linux)
      try Errno.check(
        unsafe procPath.withPlatformString { old in
          unsafe path.withPlatformString { new in
            unsafe linkat(AT_FDCWD, old, AT_FDCWD, new, AT_SYMLINK_FOLLOW)
          }
        })
    #else
      throw .notSupported
    #endif
  }

  private var procPath: FilePath { FilePath("/proc/self/fd/\(rawValue)") }
}
