internal import Platform
internal import SystemPackage

/// A file's metadata: as long as it stays the same, the file hasn't been changed.
struct FileStamp: Hashable, Sendable {
  var byteCount: Int64
  /// In nanoseconds since 1970.
  var modificationTime: Int64
  /// When the contents, the name or the permissions last changed, in nanoseconds since 1970. Programs can't
  /// set it.
  var changeTime: Int64
  var inode: UInt64

  init(byteCount: Int64, modificationTime: Int64, changeTime: Int64, inode: UInt64) {
    self.byteCount = byteCount
    self.modificationTime = modificationTime
    self.changeTime = changeTime
    self.inode = inode
  }

  /// Creates the stamp of a file from its status.
  init(_ status: Stat) {
    byteCount = status.size
    modificationTime = status.modificationTime
    changeTime = status.changeTime
    inode = UInt64(status.inode.rawValue)
  }

  /// Whether the file has the same content as when it had another stamp: at most its name or its
  /// permissions have changed since.
  func isSameContent(as other: FileStamp) -> Bool {
    byteCount == other.byteCount && modificationTime == other.modificationTime
      && inode == other.inode
  }

  /// Creates the stamp of a file, following links; nil if there is none.
  init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }
}
