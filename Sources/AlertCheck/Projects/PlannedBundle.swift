internal import SoundFormat
internal import SystemPackage

/// A bundle that a project's build will make, with its sounds but no other files.
struct PlannedBundle: Sendable {
  /// The target's name, or the app's name if the project has no targets.
  let name: String
  let product: XcodeTarget.Product
  /// The tool that makes the bundle, and the project's file or folder that decides what is in it. Advice says how to
  /// change that file.
  let maker: Maker
  typealias Maker = (kind: ProjectPart.Kind, path: FilePath)
  /// The files that the build copies to each path in the bundle. If a path has several files, the build fails, or
  /// one file overwrites another.
  private(set) var origins: [FilePath: [FilePath]] = [:]
  /// The paths in the bundle that the build copies each file to.
  private(set) var places: [FilePath: Set<FilePath>] = [:]
  /// The source files of the bundle's code; nil if unknown.
  var sources: SourceMembership?
  /// The sounds that the Xcode project refers to, even if no target contains them.
  var fileReferences: Set<FilePath> = []

  /// Whether this is the bundle of an app for a phone, a tablet or a Mac.
  var isApp: Bool { product == .app || product == .macApp }

  init(_ name: String, _ product: XcodeTarget.Product, madeBy maker: Maker) {
    self.name = name
    self.product = product
    self.maker = maker
  }

  /// At most this many components may be in a file's path in a bundle. Flutter's assets have paths of far fewer.
  private static let depthLimit = 32

  /// Puts a file into the bundle, unless its path in the bundle is too long or too deep.
  mutating func add(
    _ path: FilePath, at destination: FilePath, _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    try budget.spend(WorkBudget.placing + WorkBudget.listing(destination))
    guard destination.length <= FilePath.lengthLimit,
      destination.components.count <= Self.depthLimit,
      places[path, default: []].insert(destination).inserted
    else { return }
    origins[destination, default: []].append(path)
  }

  /// Returns an app with the bundle's files, which can be looked up and opened.
  ///
  /// - Parameter root: The checked folder, which contains the project.
  func appBundle(in root: AnchoredFolder) -> AppBundle {
    AppBundle(
      FileTree(planned: origins.compactMapValues(\.first), named: FilePath(name), in: root),
      notes: [])
  }
}

/// The source files of a target: single files, and all files in some folders.
struct SourceMembership: Sendable {
  let files: Set<FilePath>
  let folders: Set<FilePath>
}

extension XcodeProject {
  /// Returns the bundles of all targets. A bundle includes the bundles that its target embeds.
  func bundles(
    _ sounds: SortedPaths, _ budget: inout WorkBudget
  ) throws(SoundFileError) -> [PlannedBundle] {
    var bundles: [PlannedBundle] = []
    for identifier in order {
      guard let target = targets[identifier], target.product != .other else { continue }
      var bundle = PlannedBundle(target.name, target.product, madeBy: (.xcode, path))
      bundle.sources = SourceMembership(
        files: target.sources, folders: Set(target.sourceFolders))
      bundle.fileReferences = fileReferences
      var pending = [(identifier, FilePath())]
      var embedded: Set<String> = [identifier]
      while let (identifier, folder) = pending.popLast() {
        guard let target = targets[identifier] else { continue }
        try bundle.add(target.resources, at: folder, sounds, &budget)
        try budget.spend(target.dependencies.count)
        for dependency in target.dependencies where embedded.insert(dependency).inserted {
          guard folder.length <= FilePath.lengthLimit,
            let inner = targets[dependency].flatMap({ $0.product.folder(named: $0.name) })
          else { continue }
          pending.append((dependency, folder.pushing(inner)))
        }
      }
      bundles.append(bundle)
    }
    return bundles
  }
}

extension PlannedBundle {
  fileprivate mutating func add(
    _ resources: [XcodeTarget.Resource], at folder: FilePath, _ sounds: SortedPaths,
    _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    for resource in resources {
      try budget.spend(1)
      guard resource.isFolder || resource.path.isSound else { continue }
      let destination = folder.pushing(resource.destination)
      guard resource.isFolder else {
        try add(resource.path, at: destination, &budget)
        continue
      }
      for path in sounds.inside(resource.path) {
        try add(path, at: destination.pushing(path.inside(resource.path)), &budget)
      }
    }
  }
}
