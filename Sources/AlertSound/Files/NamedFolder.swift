package import SystemPackage

/// A folder that is the same under any of its names, whether or not it exists.
package struct NamedFolder: Sendable {
  private let identity: FileIdentity?
  private let path: FoldedPath

  /// Examines the folder at a path.
  package init(_ path: FilePath) {
    identity = FileIdentity(of: path)
    self.path = FoldedPath(path.real)
  }

  /// Returns whether a path leads to the folder.
  package func hasName(_ other: FilePath) -> Bool {
    if let identity { return identity == FileIdentity(of: other) }
    // If the folder doesn't exist yet, names that differ only by case are the same: the file system may be
    // case-insensitive.
    return path == FoldedPath(other.real)
  }
}
