internal import SoundFormat
internal import SystemPackage

/// The projects of an Xcode workspace.
///
/// Source: files `contents.xcworkspacedata` that Xcode wrote, because there is no specification.
struct XcodeWorkspace: Equatable, Sendable {
  /// The `.xcodeproj` folders inside the workspace's folder, with paths relative to the workspace's folder.
  private(set) var projects: Set<FilePath> = []
  /// The stated paths of the `.xcodeproj` folders that are outside the workspace's folder, or at an unknown place.
  private(set) var projectsElsewhere: Set<String> = []
  /// Whether the file that lists the projects can be read: it exists, is small enough and is intact.
  private var isReadable = false
  private var namesNone: Bool { projects.isEmpty && projectsElsewhere.isEmpty }

  /// Reads a workspace, or takes a project as a workspace with that project only.
  init(at path: FilePath, in root: FilePath, _ reader: inout SmallFiles) {
    guard path.extension == "xcworkspace" else {
      self.init(parsing: [], in: root)
      projects = [path]
      return
    }
    let contents = path.appending("contents.xcworkspacedata")
    self.init(
      parsing: reader.bytes(of: contents) ?? [], in: root.pushing(path).removingLastComponent())
  }

  /// - Parameter root: The workspace's folder.
  init(parsing bytes: [UInt8], in root: FilePath) {
    let root = root.absolute
    // The folders of the elements around the tag, the outermost first; nil for a folder that can't be resolved.
    var folders: [FilePath?] = [FilePath()]
    for tag in XMLTags(bytes) {
      folders.removeLast(folders.count - tag.parents.count - 1)
      isReadable = isReadable || tag.name == "Workspace"
      let folder = folders.last ?? nil
      let location = (tag.attributes["location"] ?? "group:")
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let path = String(location[location.count - 1])
      let place = Self.place(of: path, from: location[0], in: folder, root)
      if tag.name == "FileRef", path.hasSuffix(".xcodeproj") {
        if let place { projects.insert(place) } else { projectsElsewhere.insert(path) }
      }
      if !tag.isEmpty { folders.append(tag.name == "Group" ? place : folder) }
    }
  }

  /// Returns a path relative to the workspace's folder; nil if the path is outside that folder, or unknown.
  ///
  /// - Parameter base: `group` for a path relative to `folder`, the folder of the surrounding group; `container` for a
  ///   path relative to the workspace's folder; `absolute` for an absolute path.
  private static func place(
    of path: String, from base: Substring, in folder: FilePath?, _ root: FilePath
  ) -> FilePath? {
    switch base {
    case "group": return folder?.joined(with: path)
    case "container": return FilePath().joined(with: path)
    case "absolute" where FilePath(path).starts(with: root):
      return FilePath().joined(with: FilePath(path).inside(root).string)
    default: return nil
    }
  }
}

extension XcodeWorkspace {
  /// Returns why the Xcode projects and workspaces in a folder can't be checked. Call it only if no project was read.
  static func failures(in files: ProjectFiles) -> [SoundError] {
    var reader = SmallFiles(in: files.folder)
    return files.xcodeFolders.flatMap { path in
      let workspace = XcodeWorkspace(at: path, in: files.root, &reader)
      // Skip a workspace of a playground or of packages, which names no project.
      return workspace.isReadable && workspace.namesNone
        ? [] : workspace.failures(at: path, in: files)
    }
  }

  /// Returns the errors on projects that the check doesn't read: projects of a workspace, or the project at `path`.
  func failures(at path: FilePath, in files: ProjectFiles) -> [SoundError] {
    let isProject = projects.contains(path)
    let readsSome = !projects.isDisjoint(with: files.xcodeProjects)
    // If a project is read, skip projects in folders that are left out: Pods, for example, may still be missing.
    let unread = projects.subtracting(files.xcodeProjects).filter {
      !readsSome || !files.leavesOut($0)
    }.map { isProject ? "" : $0.string }
    func failure(_ names: some Collection<String>, _ reason: String, _ advice: Remedy)
      -> SoundError?
    {
      let others = names.count > 1 ? " and \(names.count - 1) more" : ""
      return names.min().map {
        SoundError(
          .openingInput, files.root.pushing(path),
          .unsupported("\(reason)\($0)\(others)"), advice: advice)
      }
    }
    return [
      failure(
        namesNone ? [""] : [], isReadable ? "it names no Xcode project" : "it can't be read",
        "open it in Xcode, or check the built app"),
      failure(
        unread,
        isProject ? "there is no project.pbxproj in it" : "projects that it names can't be read: ",
        "generate what is missing, or check the built app"),
      failure(
        projectsElsewhere, "projects outside its folder aren't checked: ", "check them themselves"),
    ].compactMap(\.self)
  }
}
