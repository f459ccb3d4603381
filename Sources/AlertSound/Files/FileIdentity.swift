package import SystemPackage

/// Which file or folder a path leads to: the same by any of its names.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// The identity of what is there, links followed; nil where there is nothing.
  package init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }

  /// The identity of what has a status.
  init(_ status: Stat) {
    device = UInt64(truncatingIfNeeded: status.deviceID.rawValue)
    inode = UInt64(truncatingIfNeeded: status.inode.rawValue)
  }
}
