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
  /// What an entry is; a link is a link, whatever it leads to.
  package enum Kind: Hashable, Sendable {
    case file, folder, link
    /// A pipe, a socket, a device.
    case other
  }

  /// The entry's path: the folder's as it was given, and the name, byte for byte.
  package let path: FilePath
  /// What it is.
  package let kind: Kind
}

extension FolderEntry {
  /// The entries of one folder, in the order of their names' bytes.
  ///
  /// The file system says what each is while it lists them; only where it doesn't is one asked for.
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

  /// The names in one folder in no order, each with what it is where the file system says so.
  static func read(_ folder: FilePath) throws(Errno) -> [(name: [UInt8], kind: Kind?)] {
    guard let stream = unsafe folder.withPlatformString({ unsafe opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    return unsafe try read(stream)
  }

  /// The names in an open folder, which is closed.
  @unsafe static func read(
    _ stream: OpaquePointer
  ) throws(Errno) -> [(name: [UInt8], kind: Kind?)] {
    defer { unsafe closedir(stream) }
    var entries: [(name: [UInt8], kind: Kind?)] = []
    while true {
      // Only errno tells the end from a failure.
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      // Not by the field: some file systems have names longer than it.
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
  /// Source: dirent.h, the same in glibc, musl and Darwin. Nil where the file system doesn't say.
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
  /// What the path names, which may have vanished.
  fileprivate var kindOfEntry: FolderEntry.Kind {
    switch try? stat(followTargetSymlink: false).type {
    case .directory: .folder
    case .regular: .file
    case .symbolicLink: .link
    default: .other
    }
  }

  /// Where a symbolic link leads, as it is written.
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
