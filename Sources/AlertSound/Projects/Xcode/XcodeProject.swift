internal import SoundFormat
internal import SystemPackage

/// An Xcode project: its targets, and what they put into their products.
struct XcodeProject: Sendable {
  /// The `.xcodeproj`, relative to the folder that is checked.
  let path: FilePath
  /// The targets by their identifiers.
  let targets: [String: XcodeTarget]
  /// The identifiers in the project's order.
  let order: [String]
  /// The sounds that the project refers to, in a target or in none.
  let references: Set<FilePath>

  /// The folder of the `.xcodeproj`.
  var folder: FilePath { path.removingLastComponent() }

  /// Parses a project's file.
  ///
  /// - Parameters:
  ///   - bytes: The `project.pbxproj`.
  ///   - path: The `.xcodeproj`.
  ///   - sounds: The sounds on disk, for the folders that Xcode keeps in step with it.
  /// - Throws: `SoundFileError` if the file is damaged.
  init(parsing bytes: [UInt8], at path: FilePath, sounds: SortedPaths) throws(SoundFileError) {
    self.path = path
    let objects = try XcodeObjects(parsing: bytes)
    var paths = XcodePaths(objects, projectFolder: path.removingLastComponent())
    var budget = WorkBudget.forProjects
    let groups = try XcodeSynchronizedGroups(in: objects, &paths, sounds: sounds, &budget)
    var targets: [String: XcodeTarget] = [:]
    var order: [String] = []
    for identifier in objects.project[list: .targets]
    where objects.object(identifier, .target) != nil && targets[identifier] == nil {
      targets[identifier] = try XcodeTarget(identifier, in: objects, &paths, groups, &budget)
      order.append(identifier)
    }
    self.targets = targets
    self.order = order
    var references: Set<FilePath> = []
    for (identifier, object) in objects.all(.fileReference) {
      guard let name = object[.path], SoundCheck.isSound(FilePath(name)),
        let path = paths.path(of: identifier)
      else { continue }
      references.insert(path)
    }
    self.references = references
  }
}
