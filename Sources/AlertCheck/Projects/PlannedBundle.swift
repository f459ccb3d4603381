internal import SoundFormat
internal import SystemPackage

/// A bundle that a project's build will make. Only its sounds are listed.
struct PlannedBundle: Sendable {
  /// The target's name, or the app's.
  let name: String
  let product: XcodeTarget.Product
  /// How the bundle gets its files, which decides the advice.
  let maker: Maker
  /// Where each file of the bundle comes from, by its path in the bundle. Several files for one path are a
  /// build error, or overwrite each other.
  private(set) var origins: [FilePath: [FilePath]] = [:]
  /// The code that the bundle contains; nil if unknown.
  var sources: SourceMembership?
  /// The sounds that its Xcode project refers to, in a target or in none.
  var fileReferences: Set<FilePath> = []

  /// Whether it is the bundle of an app that a person starts on a phone, a tablet or a Mac.
  var isApp: Bool { product == .app || product == .macApp }

  enum Maker: Hashable, Sendable {
    /// An Xcode project, by the path of its `.xcodeproj`.
    case xcode(FilePath)
    /// Expo's configuration file.
    case expo(FilePath)
    /// Cordova's `config.xml`.
    case cordova(FilePath)
    /// A .NET project's file.
    case dotNet(FilePath)

    var path: FilePath {
      switch self {
      case .xcode(let path), .expo(let path), .cordova(let path), .dotNet(let path): path
      }
    }
  }

  init(_ name: String, _ product: XcodeTarget.Product, madeBy maker: Maker) {
    self.name = name
    self.product = product
    self.maker = maker
  }

  /// How deeply a file may be in a bundle: several times as deep as Flutter's assets are.
  private static let depthLimit = 32

  /// Puts a file into the bundle, unless its place is too long or too deep for any build.
  mutating func add(_ path: FilePath, at destination: FilePath) {
    guard destination.length <= FilePath.lengthLimit,
      destination.components.count <= Self.depthLimit,
      origins[destination]?.contains(path) != true
    else { return }
    origins[destination, default: []].append(path)
  }

  /// Puts a file into the bundle if its place is free.
  mutating func addIfMissing(_ path: FilePath, at destination: FilePath) {
    if origins[destination] == nil { add(path, at: destination) }
  }

  /// The bundle as an app whose files can be looked up and opened.
  ///
  /// - Parameter root: The folder that is checked.
  func appBundle(in root: FilePath) -> AppBundle {
    AppBundle(
      FileTree(planned: origins.compactMapValues(\.first), named: FilePath(name), in: root),
      notes: [])
  }
}

/// The code of a target: files, and folders with everything in them.
struct SourceMembership: Sendable {
  let files: Set<FilePath>
  let folders: PathCover

  func contains(_ path: FilePath) -> Bool { files.contains(path) || folders.covers(path) }
}

extension XcodeProject {
  /// The bundles of all targets, those of apps with everything that they embed.
  func bundles(_ sounds: SortedPaths) throws(SoundFileError) -> [PlannedBundle] {
    var budget = WorkBudget.forProjects
    var bundles: [PlannedBundle] = []
    for identifier in order {
      guard let target = targets[identifier], target.product != .other else { continue }
      var bundle = PlannedBundle(target.name, target.product, madeBy: .xcode(path))
      bundle.sources = SourceMembership(
        files: target.sources, folders: PathCover(target.sourceFolders))
      bundle.fileReferences = fileReferences
      var pending = [(identifier, FilePath())]
      var embedded: Set<String> = [identifier]
      while let (identifier, folder) = pending.popLast() {
        guard let target = targets[identifier] else { continue }
        try bundle.add(target.resources, at: folder, sounds, &budget)
        try budget.spend(target.dependencies.count)
        for dependency in target.dependencies where embedded.insert(dependency).inserted {
          guard let other = targets[dependency], let inner = other.product.folder(named: other.name)
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
      let destination = folder.pushing(resource.destination)
      if resource.isFolder {
        let contents = sounds.inside(resource.path)
        try budget.spend(contents.count)
        for path in contents { add(path, at: destination.pushing(path.inside(resource.path))) }
      } else if resource.path.isSound {
        add(resource.path, at: destination)
      }
    }
  }
}
