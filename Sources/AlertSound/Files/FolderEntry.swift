package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file, a folder or something else in a folder.
package struct FolderEntry: Hashable, Sendable {
  /// What an entry is. Links aren't followed.
  package enum Kind: Hashable, Sendable {
    case file, folder, link
    /// A pipe, a socket, a device.
    case other
  }

  /// The entry's path: the folder's path as it was given, and the name byte for byte.
  package let path: FilePath
  /// What it is.
  package let kind: Kind
}

extension FolderEntry {
  /// Returns the entries of one folder, sorted by the bytes of their names.
  ///
  /// Their kinds come with the listing. An entry is looked up only if the file system leaves its kind out.
  ///
  /// - Throws: `ConversionError` of the step `openingInput`.
  package static func entries(of folder: FilePath) throws(ConversionError) -> [FolderEntry] {
    do {
      return try read(folder).sorted { $0.name.lexicographicallyPrecedes($1.name) }.map {
        let path = folder.appending($0.name)
        return FolderEntry(path: path, kind: $0.kind ?? path.kindOfEntry)
      }
    } catch {
      throw ConversionError(wrapping: error, .openingInput, folder)
    }
  }

  /// Returns the unsorted names in one folder, each with its kind if the file system reports it.
  static func read(_ folder: FilePath) throws(Errno) -> [(name: [UInt8], kind: Kind?)] {
    guard let stream = unsafe folder.withPlatformString({ unsafe opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    return unsafe try read(stream)
  }

  /// Returns the names in an open folder, and closes it.
  @unsafe static func read(
    _ stream: OpaquePointer
  ) throws(Errno) -> [(name: [UInt8], kind: Kind?)] {
    defer { unsafe closedir(stream) }
    var entries: [(name: [UInt8], kind: Kind?)] = []
    while true {
      // Only errno distinguishes the end from a failure.
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      // Don't read the field itself: some file systems have names longer than it.
      let start = unsafe UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let name = unsafe start.assumingMemoryBound(to: UInt8.self)
      let bytes = unsafe [UInt8](UnsafeBufferPointer(start: name, count: strlen(start)))
      guard bytes != [0x2E], bytes != [0x2E, 0x2E] else { continue }
      entries.append((bytes, unsafe Kind(directoryEntryType: entry.pointee.d_type)))
    }
    guard errno == 0 else { throw Errno(rawValue: errno) }
    return entries
  }
}

extension FolderEntry.Kind {
  /// Source: dirent.h, the same in glibc, musl and Darwin. nil if the file system doesn't report the kind.
  fileprivate init?(directoryEntryType type: UInt8) {
    switch type {
    case 0: return nil  // DT_UNKNOWN
    case 4: self = .folder  // DT_DIR
    case 8: self = .file  // DT_REG
    case 10: self = .link  // DT_LNK
    default: self = .other
    }
  }
}

extension FilePath {
  /// The kind of what is at the path; `other` if it has vanished.
  fileprivate var kindOfEntry: FolderEntry.Kind {
    switch try? stat(followTargetSymlink: false).type {
    case .directory: .folder
    case .regular: .file
    case .symbolicLink: .link
    default: .other
    }
  }

  /// Returns a symbolic link's target, as stored.
  func linkTarget() throws(Errno) -> FilePath {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe withPlatformString { path in
      unsafe bytes.withUnsafeMutableBytes { unsafe readlink(path, $0.baseAddress!, $0.count) }
    }
    guard count >= 0 else { throw Errno(rawValue: errno) }
    guard count < bytes.count else { throw .fileNameTooLong }
    return FilePath(bytes: bytes.prefix(count))
  }
}
