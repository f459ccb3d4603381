package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An open folder's entries, by name. Links aren't followed, not even one that is swapped in meanwhile.
///
/// All functions throw `Errno`.
extension FileDescriptor {
  /// Opens an entry for reading. Opening a FIFO doesn't wait for a writer.
  ///
  /// - Parameter isFolder: Whether to refuse anything but a folder, with the error `notDirectory`.
  package func openEntry(_ name: FilePath, isFolder: Bool) throws(Errno) -> FileDescriptor {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (isFolder ? O_DIRECTORY : 0)
    while true {
      let number = unsafe name.withPlatformString { unsafe openat(rawValue, $0, flags) }
      if number >= 0 { return FileDescriptor(rawValue: number) }
      guard Errno.last == .interrupted else { throw .last }
    }
  }

  /// Lists the folder.
  package func listing() throws(Errno) -> [ListedName] {
    // A descriptor of its own: reading moves the offset, and closing the stream closes it.
    let own = try openEntry(".", isFolder: true)
    guard let stream = unsafe fdopendir(own.rawValue) else {
      let error = Errno.last
      try? own.close()
      throw error
    }
    return unsafe try ListedName.read(stream)
  }

  /// Removes a file.
  package func removeEntry(_ name: FilePath) throws(Errno) {
    try Errno.check(unsafe name.withPlatformString { unsafe unlinkat(rawValue, $0, 0) })
  }

  /// Renames a file. A file that has the other name is replaced.
  package func renameEntry(_ name: FilePath, to other: FilePath) throws(Errno) {
    try Errno.check(
      unsafe name.withPlatformString { old in
        unsafe other.withPlatformString { new in unsafe renameat(rawValue, old, rawValue, new) }
      })
  }

  /// Creates a hard link to a file.
  ///
  /// - Throws: `Errno`; `fileExists` if the name is in use.
  package func linkEntry(_ name: FilePath, as other: FilePath) throws(Errno) {
    try Errno.check(
      unsafe name.withPlatformString { old in
        unsafe other.withPlatformString { new in unsafe linkat(rawValue, old, rawValue, new, 0) }
      })
  }
}
