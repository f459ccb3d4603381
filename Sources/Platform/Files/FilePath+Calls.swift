package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

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

  /// Calls a function with this path and another path.
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

/// A name in a folder's listing. Listings are unsorted, without `.` and `..`.
package struct ListedName: Sendable {
  package let bytes: [UInt8]
  /// The entry's type; nil if the file system doesn't list it. Links aren't followed.
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
      // Clear errno: `readdir` returns null at the end and on an error, and only errno distinguishes the two.
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      // Read the name through a pointer, because names on some file systems are longer than the field `d_name`.
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

  /// When the contents, the name or the permissions last changed, in nanoseconds since 1970. Programs can't set it.
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
