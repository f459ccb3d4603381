internal import SystemPackage

/// Paths sorted component by component, so that those inside a folder are neighbours.
struct SortedPaths: Sendable {
  let paths: [FilePath]

  init(_ paths: [FilePath]) {
    self.paths = paths.sorted { $0.precedes($1) }
  }

  /// Returns a path itself if it is one of the paths, or else those inside it; an empty path is the folder of
  /// all.
  func inside(_ folder: FilePath) -> ArraySlice<FilePath> {
    guard !folder.isEmpty else { return paths[...] }
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = (low + high) / 2
      if paths[middle].precedes(folder) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return paths[low...].prefix { $0.starts(with: folder) }
  }
}
