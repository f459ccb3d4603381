public import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A pattern that names files, as a shell's: `*`, `?` and `[…]`.
public struct PathPattern: Hashable, Sendable {
  /// The pattern, byte for byte.
  public let pattern: FilePath

  /// Takes a pattern. An asterisk also stands for slashes.
  public init(_ pattern: FilePath) {
    self.pattern = pattern
  }

  /// Whether the pattern fits a path or its last component.
  public func matches(_ path: FilePath) -> Bool {
    fits(path) || path.lastComponent.map { fits(FilePath(root: nil, [$0])) } == true
  }

  private func fits(_ path: FilePath) -> Bool {
    unsafe pattern.withPlatformString { pattern in
      unsafe path.withPlatformString { unsafe fnmatch(pattern, $0, 0) == 0 }
    }
  }
}

extension [PathPattern] {
  /// Whether one of the patterns fits a path or a folder it is in: its path from the folder that is
  /// searched, its whole path as reports print it, or its name.
  func exclude(_ path: FilePath, from folder: FilePath) -> Bool {
    guard !isEmpty else { return false }
    guard path != folder else { return contains { $0.matches(path) } }
    var place = path.inside(folder)
    var whole = path
    repeat {
      if contains(where: { $0.matches(place) || $0.matches(whole) }) { return true }
    } while place.removeLastComponent() && whole.removeLastComponent() && !place.isEmpty
    return false
  }
}
