package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FilePath {
  /// The working directory, to which relative paths are relative; nil if it has been deleted.
  package static var workingDirectory: FilePath? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe FilePath(platformString: path)
  }

  /// The absolute path without links; nil if nothing is there.
  package var resolved: FilePath? {
    guard let path = unsafe withPlatformString({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(path) }
    return unsafe FilePath(platformString: path)
  }

  /// Creates a folder, with all permissions that the process's umask allows.
  ///
  /// - Throws: `Errno`.
  package func makeFolder() throws(Errno) {
    try Errno.check(unsafe withPlatformString { unsafe mkdir($0, 0o777) })
  }

  /// Creates a folder with a new, random name that only this user can enter.
  ///
  /// - Parameter prefix: How its name begins.
  /// - Returns: Its path.
  /// - Throws: `Errno`.
  package func makePrivateFolder(named prefix: String) throws(Errno) -> FilePath {
    var template = unsafe appending(prefix + "XXXXXX").withPlatformString { path in
      unsafe [CChar](UnsafeBufferPointer(start: path, count: strlen(path) + 1))
    }
    let path = unsafe template.withUnsafeMutableBufferPointer { template in
      unsafe mkdtemp(template.baseAddress!).map { unsafe FilePath(platformString: $0) }
    }
    guard let path else { throw .last }
    return path
  }

  /// Removes an empty folder.
  ///
  /// - Throws: `Errno`.
  package func removeEmptyFolder() throws(Errno) {
    try Errno.check(unsafe withPlatformString { unsafe rmdir($0) })
  }

  /// Checks whether the process may create files in a folder.
  ///
  /// - Throws: `Errno` if not.
  package func checkFolderIsWritable() throws(Errno) {
    try Errno.check(unsafe withPlatformString { unsafe access($0, W_OK | X_OK) })
  }

  /// Lists a folder.
  ///
  /// - Throws: `Errno`.
  package func listing() throws(Errno) -> [ListedName] {
    guard let stream = unsafe withPlatformString({ unsafe opendir($0) }) else { throw .last }
    return unsafe try ListedName.read(stream)
  }
}

/// A name in a folder's listing, which is unsorted and leaves out `.` and `..`.
package struct ListedName: Sendable {
  /// The name's bytes.
  package let bytes: [UInt8]
  /// What has the name, if the file system says so. Links aren't followed.
  package let type: FileType?

  #if canImport(Darwin)
    typealias OpenFolder = UnsafeMutablePointer<DIR>
  #else
    typealias OpenFolder = OpaquePointer
  #endif

  /// Reads the names in an open folder, and closes it.
  @unsafe static func read(_ stream: OpenFolder) throws(Errno) -> [ListedName] {
    defer { unsafe closedir(stream) }
    var names: [ListedName] = []
    while true {
      // Only errno distinguishes the end from a failure.
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      // Don't read the field itself: some file systems have names longer than it.
      let start = unsafe UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let name = unsafe start.assumingMemoryBound(to: UInt8.self)
      let bytes = unsafe [UInt8](UnsafeBufferPointer(start: name, count: strlen(start)))
      guard bytes != [0x2E], bytes != [0x2E, 0x2E] else { continue }
      names.append(
        ListedName(bytes: bytes, type: FileType(listed: unsafe entry.pointee.d_type)))
    }
    guard errno == 0 else { throw .last }
    return names
  }
}

extension FileType {
  /// Source: `DTTOIF` of dirent.h, the same in glibc, musl and Darwin. nil if the type is unknown.
  fileprivate init?(listed type: UInt8) {
    guard type != 0 else { return nil }  // DT_UNKNOWN
    self.init(rawValue: CInterop.Mode(type) << 12)
  }
}
