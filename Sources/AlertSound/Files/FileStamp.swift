internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the file system says of a file: as long as that stays, nothing was done to it.
struct FileStamp: Hashable, Sendable {
  var byteCount: Int64
  /// In nanoseconds since 1970.
  var modificationTime: Int64
  /// Of the contents, the name or the rights, in nanoseconds since 1970: no program can set it.
  var changeTime: Int64
  var inode: UInt64

  init(byteCount: Int64, modificationTime: Int64, changeTime: Int64, inode: UInt64) {
    self.byteCount = byteCount
    self.modificationTime = modificationTime
    self.changeTime = changeTime
    self.inode = inode
  }

  /// Takes a status down.
  init(_ status: Stat) {
    byteCount = status.size
    modificationTime = status.st_mtim.nanoseconds
    changeTime = status.st_ctim.nanoseconds
    inode = UInt64(status.inode.rawValue)
  }

  /// Whether a file has the same content as when it had another stamp: only its name or its rights have
  /// changed since.
  func isSameContent(as other: FileStamp) -> Bool {
    byteCount == other.byteCount && modificationTime == other.modificationTime
      && inode == other.inode
  }

  /// The stamp of a file, links followed; nil where there is none.
  init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }
}

extension timespec {
  fileprivate var nanoseconds: Int64 {
    Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec)
  }
}
