internal import SystemPackage

/// Where the files of an Xcode project are.
///
/// A file's path is relative to its group, the group's to the group around it, and so on. All paths that
/// result are relative to the folder that is checked.
struct XcodePaths {
  private let objects: XcodeObjects
  /// The group that contains an object, by the object's identifier.
  private var parents: [String: String] = [:]
  private let projectFolder: FilePath
  private var known: [String: FilePath?] = [:]

  /// Far more than people nest groups.
  private static let depthLimit = 100

  /// - Parameter projectFolder: The folder of the `.xcodeproj`.
  init(_ objects: XcodeObjects, projectFolder: FilePath) {
    self.objects = objects
    let settings = [objects.project[.projectDirPath], objects.project[.projectRoot]]
    self.projectFolder =
      settings.compactMap { $0 }.reduce(projectFolder as FilePath?) { folder, path in
        folder?.joined(with: path)
      } ?? projectFolder
    for kind in [XcodeObject.Kind.group, .variantGroup] {
      for (identifier, group) in objects.all(kind) {
        for child in group[list: .children] { parents[child] = identifier }
      }
    }
  }

  /// Returns an object's path; nil if it is outside the folder that is checked, or isn't known.
  mutating func path(of identifier: String) -> FilePath? {
    var chain: [String] = []
    var current = identifier
    var base: FilePath?
    while true {
      if let path = known[current] {
        base = path
        break
      }
      guard chain.count < Self.depthLimit, let object = objects[current] else { return nil }
      chain.append(current)
      let sourceTree = object[.sourceTree] ?? "<group>"
      if sourceTree == "SOURCE_ROOT" {
        base = projectFolder
        break
      }
      // Other trees are the SDK, the products, and absolute paths.
      guard sourceTree == "<group>" else { return nil }
      guard let parent = parents[current] else {
        base = projectFolder
        break
      }
      current = parent
    }
    for identifier in chain.reversed() {
      base = base.flatMap { base in
        objects[identifier]?[.path].map { base.joined(with: $0) } ?? base
      }
      known[identifier] = base
    }
    return base
  }
}

extension FilePath {
  /// In bytes: the longest path that Darwin opens, PATH_MAX.
  static let lengthLimit = 1024

  /// Returns a path relative to this folder, without `.` and `..`; nil if it leads out of the folder that
  /// paths are relative to, or is too long to be opened.
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
