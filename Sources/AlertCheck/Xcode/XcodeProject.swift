internal import SoundFormat
internal import SystemPackage

/// The targets of an Xcode project, and the files that each target puts into its product.
struct XcodeProject: Sendable {
  /// The `.xcodeproj`, relative to the checked folder.
  let path: FilePath
  let targets: [String: XcodeTarget]
  /// The targets' identifiers in the project's order.
  let order: [String]
  /// The sounds that the project refers to, even if no target contains them.
  let fileReferences: Set<FilePath>
  /// The scripts that the builds of the targets run.
  let scripts: [String]
  /// Whether a target uses the plugin ConvertAlertSounds, whose outputs may have other names than the sounds on disk.
  /// Other plugins are assumed to generate only code.
  let convertsSounds: Bool

  /// Parses a `project.pbxproj`.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the `project.pbxproj`.
  ///   - path: The `.xcodeproj`.
  ///   - sounds: The sounds on disk. Xcode 16's synchronized folders contain every file on disk.
  /// - Throws: `SoundFileError` if the file is damaged, or exceeds the budget.
  init(
    parsing bytes: [UInt8], at path: FilePath, sounds: SortedPaths, _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    self.path = path
    let objects = try XcodeObjects(parsing: bytes)
    var paths = XcodePaths(objects, projectFolder: path.removingLastComponent())
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
    var fileReferences: Set<FilePath> = []
    for (identifier, object) in objects.all(.fileReference) {
      guard let name = object[.path], FilePath(name).isSound,
        let path = paths.path(of: identifier)
      else { continue }
      fileReferences.insert(path)
    }
    self.fileReferences = fileReferences
    scripts = objects.all(.scriptPhase).compactMap { $0.object[.shellScript] }
    convertsSounds = objects.all(.packageProduct).contains {
      $0.object[.productName] == "plugin:ConvertAlertSounds"
    }
  }
}

/// A target of an Xcode project, with the files that the build puts into its product.
struct XcodeTarget: Sendable {
  let name: String
  let product: PlannedBundle.Product
  /// The identifiers of the targets that this target depends on.
  let dependencies: [String]
  /// The files and folders that the build copies.
  private(set) var resources: [Resource] = []
  /// The sounds outside the checked folder that the build copies, absolute or relative to that folder.
  private(set) var outside: [FilePath] = []
  /// The files that are compiled.
  private(set) var sources: Set<FilePath> = []
  /// The folders whose code is compiled.
  private(set) var sourceFolders: [FilePath] = []

  /// Names are cut at this many bytes of UTF-8. Usual names are several times shorter.
  private static let nameLimit = 100

  enum System: Hashable, Sendable {
    case phone, mac, watch
  }

  struct Resource: Hashable, Sendable {
    /// The path in the product.
    let destination: FilePath
    let path: FilePath
    /// Whether this is a folder, which the build copies with its structure.
    var isFolder = false
  }
}

extension PlannedBundle.Product {
  init(_ productType: String, on system: XcodeTarget.System) {
    let kind = productType.hasPrefix("com.apple.product-type.") ? productType.dropFirst(23) : ""
    self =
      switch kind {
      case "application":
        switch system {
        case .phone: .app
        case .mac: .macApp
        case .watch: .watchApp
        }
      case "application.messages": .app
      case "application.watchapp", "application.watchapp2": .watchApp
      case "application.watchapp2-container": .app
      case "application.on-demand-install-capable": .clip
      case "framework", "framework.static", "library.static", "library.dynamic": .framework
      case "bundle": .bundle
      case "bundle.unit-test", "bundle.ui-testing": .tests
      case _ where kind.hasSuffix("extension") || kind.hasPrefix("app-extension"): .appExtension
      default: .other
      }
  }
}

extension XcodeTarget {
  init(
    _ identifier: String, in objects: XcodeObjects, _ paths: inout XcodePaths,
    _ groups: XcodeSynchronizedGroups, _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    let target = objects.object(identifier, .target)
    // Limit the name's length, because advice repeats the name for each sound.
    name = String(decoding: (target?[.name] ?? "").utf8.prefix(Self.nameLimit), as: UTF8.self)
    product = PlannedBundle.Product(
      target?[.productType] ?? "", on: Self.system(of: target, objects))
    var seen: Set<String> = []
    dependencies = (target?[list: .dependencies] ?? []).compactMap { dependency in
      let dependency = objects.object(dependency, .dependency)
      return dependency?[.target]
        ?? objects.object(dependency?[.targetProxy], .proxy)?[.remoteGlobalIDString]
    }.filter { seen.insert($0).inserted }
    for phase in target?[list: .buildPhases] ?? [] {
      try addPhase(phase, in: objects, &paths, &budget)
    }
    for group in target?[list: .fileSystemSynchronizedGroups] ?? [] {
      guard let path = paths.path(of: group) else { continue }
      sourceFolders.append(path)
    }
    resources += groups.resources(of: identifier)
  }

  /// Returns the system that a target is for. The SDK decides, because an app for only a watch or a Mac has the
  /// same product type as an app for phones.
  private static func system(of target: XcodeObject?, _ objects: XcodeObjects) -> System {
    for object in [target, objects.project] {
      let list = objects.object(object?[.buildConfigurationList], .configurations)
      for identifier in list?[list: .buildConfigurations] ?? [] {
        switch objects.object(identifier, .configuration)?[.sdkRoot] {
        case "watchos": return .watch
        case "macosx": return .mac
        case nil: continue
        default: return .phone
        }
      }
    }
    return .phone
  }

  private mutating func addPhase(
    _ identifier: String, in objects: XcodeObjects, _ paths: inout XcodePaths,
    _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    guard let phase = objects[identifier] else { return }
    try budget.spend(4 * phase[list: .files].count + 1)
    switch phase.kind {
    case .resourcesPhase: try addFiles(of: phase, to: FilePath(), in: objects, &paths, &budget)
    case .copyPhase:
      guard let folder = phase.copyFolder else { return }
      try addFiles(of: phase, to: folder, in: objects, &paths, &budget)
    case .sourcesPhase:
      for file in phase[list: .files] {
        guard let reference = objects.object(file, .buildFile)?[.fileRef],
          let path = paths.path(of: reference)
        else { continue }
        sources.insert(path)
      }
    default: return
    }
  }

  private mutating func addFiles(
    of phase: XcodeObject, to folder: FilePath, in objects: XcodeObjects,
    _ paths: inout XcodePaths, _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    for file in phase[list: .files] {
      guard let reference = objects.object(file, .buildFile)?[.fileRef],
        let object = objects[reference]
      else { continue }
      switch object.kind {
      case .fileReference: try add(reference, object, to: folder, &paths, &budget)
      case .variantGroup:
        try budget.spend(object[list: .children].count)
        for child in object[list: .children] {
          guard let variant = objects.object(child, .fileReference),
            let path = paths.path(of: child),
            let language = path.removingLastComponent().lastComponent
          else { continue }
          try add(child, variant, to: folder.appending(language), &paths, &budget)
        }
      default: continue
      }
    }
  }

  private mutating func add(
    _ reference: String, _ object: XcodeObject, to folder: FilePath, _ paths: inout XcodePaths,
    _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    guard let path = paths.path(of: reference), let name = path.lastComponent else {
      guard let name = object[.path], name.utf8.count <= FilePath.lengthLimit,
        FilePath(name).isSound
      else { return }
      try budget.spend(XcodePaths.depthLimit)
      if let path = paths.pathOutside(of: reference) { outside.append(path) }
      return
    }
    let type = object[.lastKnownFileType] ?? object[.explicitFileType] ?? ""
    let destination = folder.appending(name)
    try budget.spend(WorkBudget.listing(destination))
    resources.append(
      Resource(
        destination: destination, path: path,
        isFolder: type == "folder" || type.hasPrefix("wrapper")))
  }
}

extension XcodeObject {
  /// The folder in the product that a phase copies files to; nil if this folder is outside the resources.
  ///
  /// Source: the destinations of a PBXCopyFilesBuildPhase in Xcode. 1 is the product's bundle, 7 its resources.
  var copyFolder: FilePath? {
    guard kind == .copyPhase, ["1", "7"].contains(self[.dstSubfolderSpec] ?? "") else { return nil }
    return FilePath().joined(with: self[.dstPath] ?? "")
  }
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
