internal import SystemPackage

/// The projects of an Xcode workspace.
///
/// Source: there is no specification; the `contents.xcworkspacedata` that Xcode writes.
struct XcodeWorkspace: Hashable, Sendable {
  /// The `.xcodeproj` folders, relative to the folder of the workspace. Those outside it are left out.
  private(set) var projects: Set<FilePath> = []

  /// Reads a workspace's `contents.xcworkspacedata`.
  init(parsing bytes: [UInt8]) {
    for tag in XMLTags(bytes) where tag.name == "FileRef" {
      var folder: FilePath? = FilePath()
      for parent in tag.parents where parent.name == "Group" {
        folder = Self.path(at: parent.attributes["location"] ?? "group:", in: folder)
      }
      guard let path = Self.path(at: tag.attributes["location"] ?? "", in: folder),
        path.extension == "xcodeproj"
      else { continue }
      projects.insert(path)
    }
  }

  /// A location is a kind, a colon and a path: relative to the group around it, or to the workspace's folder.
  private static func path(at location: String, in folder: FilePath?) -> FilePath? {
    let parts = location.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "group": return folder?.joined(with: String(parts[1]))
    case "container": return FilePath().joined(with: String(parts[1]))
    default: return nil
    }
  }
}
