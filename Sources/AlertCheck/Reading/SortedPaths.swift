internal import SystemPackage

/// Paths sorted component by component, so that the paths inside a folder are neighbours.
struct SortedPaths: Sendable {
  let paths: [FilePath]

  init(_ paths: [FilePath]) {
    self.paths = paths.sorted { $0.precedes($1) }
  }

  /// Returns the paths inside a folder. For a file, returns the file's path. The empty path contains all paths.
  func inside(_ folder: FilePath) -> ArraySlice<FilePath> {
    guard !folder.isEmpty else { return paths[...] }
    let start = firstIndex(from: 0) { !$0.precedes(folder) }
    return paths[start..<firstIndex(from: start) { !$0.starts(with: folder) }]
  }

  /// Returns the index of the first path for which `isReached` is true. `isReached` must be true for all later paths.
  ///
  /// This is a binary search, because project files may ask for a folder any number of times.
  private func firstIndex(from start: Int, where isReached: (FilePath) -> Bool) -> Int {
    var (low, high) = (start, paths.count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(paths[middle]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}

extension FilePath {
  /// The longest path that Darwin opens, in bytes: PATH_MAX. Don't compare longer untrusted texts as strings: long runs
  /// of combining characters would take very long.
  static let lengthLimit = 1024

  /// Appends a relative path and resolves `.` and `..`. Returns nil if the path is absolute, leads out of the root
  /// folder, or is too long to open.
  func joined(with text: String) -> FilePath? {
    guard text.utf8.count + length <= Self.lengthLimit else { return nil }
    let path = FilePath(text)
    guard path.isRelative else { return nil }
    let result = appending(path.components).lexicallyNormalized()
    return result.components.first?.kind == .parentDirectory ? nil : result
  }
}
