internal import Platform
public import SystemPackage

/// A pattern of file names, with a shell's wildcards: `*`, `?` and `[…]`.
public struct PathPattern: Hashable, Sendable {
  /// The pattern, byte for byte.
  public let pattern: FilePath

  /// Creates a pattern. An asterisk also matches slashes.
  public init(_ pattern: FilePath) {
    self.pattern = pattern
  }

  /// Returns whether the pattern matches a path or its last component.
  public func matches(_ path: FilePath) -> Bool {
    path.fits(pattern: pattern)
      || path.lastComponent.map { FilePath(root: nil, [$0]).fits(pattern: pattern) } == true
  }
}

extension [PathPattern] {
  /// Returns whether one of the patterns matches a path or one of its parent folders.
  ///
  /// A pattern may match the path relative to the searched folder, the whole path as reports print
  /// it, or the name.
  func exclude(_ path: FilePath, from folder: FilePath) -> Bool {
    guard !isEmpty else { return false }
    guard path != folder else { return contains { $0.matches(path) } }
    var relative = path.inside(folder)
    var whole = path
    repeat {
      if contains(where: { $0.matches(relative) || $0.matches(whole) }) { return true }
    } while relative.removeLastComponent() && whole.removeLastComponent() && !relative.isEmpty
    return false
  }
}
