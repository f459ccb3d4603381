internal import Platform
package import SystemPackage

/// The identity of a file or a folder. It is the same under all names.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Identifies the file or folder at a path, and follows links; nil if nothing exists there.
  package init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }

  init(_ status: Stat) {
    device = UInt64(truncatingIfNeeded: status.deviceID.rawValue)
    inode = UInt64(truncatingIfNeeded: status.inode.rawValue)
  }
}

/// The metadata of a file. If two stamps of a file are equal, the file is unchanged; but see `InputFile.settledStamp`.
struct FileStamp: Equatable, Sendable {
  var byteCount: Int64 = 0
  /// When the contents last changed, in nanoseconds since 1970.
  var modificationTime: Int64 = 0
  /// When contents, name or permissions last changed, in nanoseconds since 1970. Programs can't set this time.
  var changeTime: Int64 = 0
  var inode: UInt64 = 0

  /// Returns whether the contents are unchanged since the stamp `other`. The name and the permissions may differ.
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

  /// Creates the stamp of the file at a path, and follows links; nil if there is no file.
  init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }
}
