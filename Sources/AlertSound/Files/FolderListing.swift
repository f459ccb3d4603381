internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What is in a folder, in the order of the names' bytes, which is the same on every machine.
struct FolderListing {
  /// What an entry is, links not followed.
  enum Kind: Hashable, Sendable {
    case file
    case folder
    case link
    /// A pipe, a device, a socket.
    case other
  }

  /// A name in a folder.
  struct Entry: Hashable, Sendable {
    let name: FilePath.Component
    let kind: Kind
  }

  let entries: [Entry]

  /// Lists a folder.
  ///
  /// - Throws: `ConversionError` of the step `openingInput`.
  init(of folder: FilePath) throws(ConversionError) {
    guard let stream = unsafe folder.withPlatformString({ unsafe opendir($0) }) else {
      throw ConversionError(wrapping: Errno(rawValue: errno), .openingInput, folder)
    }
    defer { unsafe closedir(stream) }
    var entries: [(bytes: [UInt8], kind: Kind?)] = []
    while let entry = unsafe readdir(stream) {
      // The name's field is declared longer or shorter than the name is: only its start can be trusted.
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name)!
      let name = unsafe UnsafeRawPointer(entry).advanced(by: offset)
        .assumingMemoryBound(to: CChar.self)
      let bytes = unsafe UnsafeBufferPointer(start: name, count: strlen(name))
        .map { UInt8(bitPattern: $0) }
      if bytes == Array(".".utf8) || bytes == Array("..".utf8) { continue }
      entries.append((bytes, unsafe Kind(entryType: Int32(entry.pointee.d_type))))
    }
    self.entries = entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .compactMap { bytes, kind in
        guard let name = FilePath(bytes: bytes).lastComponent else { return nil }
        return Entry(name: name, kind: kind ?? Kind(of: folder.appending(name)))
      }
  }
}

extension FolderListing.Kind {
  /// What the listing itself says; nil on file systems whose listings don't.
  fileprivate init?(entryType: Int32) {
    switch entryType {
    case Int32(DT_REG): self = .file
    case Int32(DT_DIR): self = .folder
    case Int32(DT_LNK): self = .link
    case Int32(DT_UNKNOWN): return nil
    default: self = .other
    }
  }

  fileprivate init(of path: FilePath) {
    switch (try? path.stat(followTargetSymlink: false))?.type {
    case .regular: self = .file
    case .directory: self = .folder
    case .symbolicLink: self = .link
    default: self = .other
    }
  }
}
