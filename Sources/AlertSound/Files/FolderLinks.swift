internal import SystemPackage

/// The symbolic links on the way from an open folder to files inside it.
struct FolderLinks {
  private let root: AnchoredFolder
  /// Whether there is a link on the way to a folder.
  private var known: [FilePath: Bool] = [:]

  init(in root: AnchoredFolder) { self.root = root }

  /// Whether a folder that a path goes through is a link, or one of those it is in. What the path itself leads
  /// to doesn't count.
  ///
  /// - Parameter path: A path of regular components.
  mutating func lead(to path: FilePath) throws(Errno) -> Bool {
    let folder = path.removingLastComponent()
    guard !folder.isEmpty else { return false }
    if let known = known[folder] { return known }
    let isLinked = try root.hasLink(onTheWayTo: folder)
    known[folder] = isLinked
    return isLinked
  }
}
