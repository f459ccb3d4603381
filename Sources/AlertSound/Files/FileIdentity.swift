package import SystemPackage

/// Identifies the file or folder that a path leads to, by whichever of its names.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Identifies what is at a path, following links; nil if nothing is.
  package init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }

  /// Identifies a file by its status.
  init(_ status: Stat) {
    device = UInt64(truncatingIfNeeded: status.deviceID.rawValue)
    inode = UInt64(truncatingIfNeeded: status.inode.rawValue)
  }
}
