internal import SystemPackage

/// Files and folders, and everything inside them.
struct PathCover {
  /// The paths' bytes, each with a trailing slash, sorted. None is a prefix of another, so a path's only
  /// possible prefix is the last one that sorts before it.
  private let prefixes: [[UInt8]]

  /// Takes the paths of files and folders.
  init(_ paths: some Sequence<FilePath>) {
    var prefixes: [[UInt8]] = []
    for prefix in paths.map(Self.prefix).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      if let last = prefixes.last, prefix.starts(with: last) { continue }
      prefixes.append(prefix)
    }
    self.prefixes = prefixes
  }

  /// Whether a path is one of the paths, or inside one of them. Only names are compared.
  func covers(_ path: FilePath) -> Bool {
    let bytes = Self.prefix(path)
    var (low, high) = (0, prefixes.count)
    while low < high {
      let middle = (low + high) / 2
      if bytes.lexicographicallyPrecedes(prefixes[middle]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low > 0 && bytes.starts(with: prefixes[low - 1])
  }

  private static func prefix(_ path: FilePath) -> [UInt8] {
    let bytes = path.bytes
    return bytes.last == UInt8(ascii: "/") ? bytes : bytes + [UInt8(ascii: "/")]
  }
}
