internal import Platform
package import SystemPackage

extension FilePath {
  /// The absolute path, relative to the working directory, without `.` and `..`.
  package var absolute: FilePath {
    guard isRelative, let directory = Self.workingDirectory else { return lexicallyNormalized() }
    return directory.pushing(self).lexicallyNormalized()
  }

  /// Returns the relative path from a folder to here. Both must be absolute and without links.
  func relativePath(from folder: FilePath) -> FilePath {
    let (own, other) = (components.map(\.self), folder.components.map(\.self))
    let sharedCount = zip(own, other).prefix { $0 == $1 }.count
    let up = repeatElement(FilePath.Component(".."), count: other.count - sharedCount)
    return FilePath(root: nil, up + own[sharedCount...])
  }

  /// The absolute path without links. Links are resolved in the part that exists, since a folder may still
  /// have to be created.
  package var real: FilePath {
    var nearest = self
    var missingCount = 0
    while true {
      if let path = nearest.resolved {
        return path.appending(components.suffix(missingCount))
      }
      guard nearest.lastComponent?.kind == .regular else {
        return nearest.absolute.appending(components.suffix(missingCount))
      }
      missingCount += 1
      nearest = nearest.folder
    }
  }
}
