package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FilePath {
  /// Renames a file atomically, replacing any file at the new path.
  ///
  /// - Throws: `Errno`.
  package func move(to path: FilePath) throws(Errno) {
    try Errno.check(
      unsafe withPlatformString { old in
        unsafe path.withPlatformString { new in unsafe rename(old, new) }
      })
  }

  /// Renames a file without replacing another.
  ///
  /// - Throws: `Errno`; `fileExists` if the name is in use.
  package func moveWithoutReplacing(to path: FilePath) throws(Errno) {
    #if canImport(Darwin)
      let result = unsafe withPlatformString { old in
        unsafe path.withPlatformString { new in
          unsafe renamex_np(old, new, UInt32(RENAME_EXCL))
        }
      }
      if result == 0 { return }
      // Some network file systems can't.
      guard Errno.last == .notSupported else { throw .last }
    #endif
    // Works without hard links, too: an empty file reserves the name.
    do {
      try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
      ).close()
    } catch {
      throw error as? Errno ?? .ioError
    }
    try move(to: path)
  }

  /// Removes a file's name, and the file unless it has others or is open.
  ///
  /// - Throws: `Errno`.
  package func removeName() throws(Errno) {
    try Errno.check(unsafe withPlatformString { unsafe unlink($0) })
  }

  /// Returns a symbolic link's target as stored, byte for byte.
  ///
  /// - Throws: `Errno`; `invalidArgument` if this isn't a link.
  package func storedLink() throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe withPlatformString { path in
      unsafe bytes.withUnsafeMutableBytes { unsafe readlink(path, $0.baseAddress!, $0.count) }
    }
    guard count >= 0 else { throw .last }
    guard count < bytes.count else { throw .fileNameTooLong }
    return Array(bytes.prefix(count))
  }

  /// Whether a shell's pattern matches the path. An asterisk also matches slashes.
  package func fits(pattern: FilePath) -> Bool {
    unsafe pattern.withPlatformString { pattern in
      unsafe withPlatformString { unsafe fnmatch(pattern, $0, 0) == 0 }
    }
  }
}
