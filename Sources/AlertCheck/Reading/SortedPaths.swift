internal import SoundFormat
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

/// A limit on the work that untrusted project files may cause.
///
/// The limit on a file's size doesn't bound the work, because a few bytes can put a folder of sounds into each of
/// thousands of targets.
struct WorkBudget {
  private var rest: Int

  init(_ limit: Int) {
    rest = limit
  }

  /// The limit for one folder's projects: a hundred times the work for large projects.
  static var forProjects: WorkBudget { WorkBudget(1 << 19) }

  /// - Throws: `SoundFileError` with the code `limitExceeded` if the budget is exceeded.
  mutating func spend(_ count: Int) throws(SoundFileError) {
    rest -= count
    guard rest >= 0 else {
      throw SoundFileError(.limitExceeded, "it puts too many files into too many targets")
    }
  }
}

extension FilePath {
  /// The longest path that Darwin opens, in bytes: PATH_MAX.
  static let lengthLimit = 1024

  /// Appends a relative path and resolves `.` and `..`. Returns nil if the path is absolute, leads out of the root
  /// folder, or is too long to open.
  func joined(with text: String) -> FilePath? {
    guard text.utf8.count + length <= Self.lengthLimit else { return nil }
    let path = FilePath(text)
    guard path.isRelative else { return nil }
    var result = self
    for component in path.components {
      switch component.kind {
      case .currentDirectory: continue
      case .parentDirectory:
        guard !result.isEmpty else { return nil }
        result.removeLastComponent()
      case .regular: result.append(component)
      }
    }
    return result
  }
}
