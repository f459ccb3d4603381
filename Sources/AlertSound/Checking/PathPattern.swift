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
  /// Whether one of the patterns fits a path or a folder it is in, as seen from a folder.
  func exclude(_ path: FilePath, from folder: FilePath) -> Bool {
    guard !isEmpty else { return false }
    var place = path == folder ? path : path.inside(folder)
    repeat {
      if contains(where: { $0.matches(place) }) { return true }
    } while path != folder && place.removeLastComponent() && !place.isEmpty
    return false
  }
}
