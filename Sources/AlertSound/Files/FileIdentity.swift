internal import Platform
package import SystemPackage

/// Identifies a file or folder under any of its names.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Identifies what is at a path, following links; nil if nothing is.
  package init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }

  init(_ status: Stat) {
    device = UInt64(truncatingIfNeeded: status.deviceID.rawValue)
    inode = UInt64(truncatingIfNeeded: status.inode.rawValue)
  }
}

/// A file's metadata. While it stays the same, the file hasn't been changed.
struct FileStamp: Equatable, Sendable {
  var byteCount: Int64 = 0
  /// When the contents last changed, in nanoseconds since 1970.
  var modificationTime: Int64 = 0
  /// When the contents, the name or the permissions last changed, in nanoseconds since 1970. Programs can't set it.
  var changeTime: Int64 = 0
  var inode: UInt64 = 0

  /// Whether the contents are unchanged since another stamp. The file's name or permissions may have changed.
  func isSameContent(as other: FileStamp) -> Bool {
    byteCount == other.byteCount && modificationTime == other.modificationTime
      && inode == other.inode
  }
}

extension FileStamp {
  init(_ status: Stat) {
    self.init(
      byteCount: status.size, modificationTime: status.modificationTime,
      changeTime: status.changeTime, inode: UInt64(status.inode.rawValue))
  }

  /// Creates the stamp of a file, following links; nil if there is none.
  init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }
}
