internal import SoundFormat
internal import SystemPackage

/// The targets of an Xcode project, and the files that each target puts into its product.
struct XcodeProject: Sendable {
  /// A phase that runs a script in the builds of some targets. `texts` has the script, and the paths of the files that
  /// the script makes.
  typealias ScriptPhase = (name: String, targets: Set<String>, texts: [String])
  /// The `.xcodeproj`, relative to the checked folder.
  let path: FilePath
  let targets: [String: XcodeTarget]
  /// The targets' identifiers in the project's order.
  let order: [String]
  /// The sounds that the project refers to, even if no target contains them.
  let fileReferences: Set<FilePath>
  /// The files `.xcconfig` that the project refers to. They may have build settings.
  private(set) var settingsFiles: [FilePath] = []
  private(set) var scripts: [ScriptPhase] = []
  /// The names of the build rules that may make sounds.
  let soundRules: [String]
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
      guard let name = object[.path] else { continue }
      let isSettings = name.hasSuffix(".xcconfig")
      guard isSettings || FilePath(name).isSound, let path = paths.path(of: identifier) else {
        continue
      }
      if isSettings { settingsFiles.append(path) } else { fileReferences.insert(path) }
    }
    self.fileReferences = fileReferences
    var owners: [String: Set<String>] = [:]
    for target in targets.values {
      for phase in target.scriptPhases { owners[phase, default: []].insert(target.name) }
    }
    scripts = objects.all(.scriptPhase).map { identifier, phase in
      (
        phase[.name]?.shownName ?? "Run Script", owners[identifier] ?? [],
        phase[list: .outputPaths] + [phase[.shellScript] ?? ""]
      )
    }
    soundRules = objects.all(.buildRule).map(\.object).filter(\.mayMakeSounds).map {
      ($0[.name] ?? $0[.filePatterns] ?? $0[.fileType] ?? "").shownName
    }
    convertsSounds = objects.all(.packageProduct).contains {
      $0.object[.productName] == "plugin:ConvertAlertSounds"
    }
  }
}

extension String {
  /// The first 100 bytes of the name, because reports may repeat the name many times. Most names are much shorter.
  fileprivate var shownName: String { String(decoding: utf8.prefix(100), as: UTF8.self) }
}

/// A target of an Xcode project, with the files that the build puts into its product.
struct XcodeTarget: Sendable {
  let name: String
  let product: PlannedBundle.Product
  let dependencies: [String]
  private(set) var resources: [Resource] = []
  /// The sounds outside the checked folder that the build copies, absolute or relative to that folder.
  private(set) var outside: [FilePath] = []
  /// The files that are compiled, and the folders whose code is compiled.
  private(set) var sources: Set<FilePath> = []
  private(set) var scriptPhases: [String] = []

  struct Resource: Equatable, Sendable {
    /// The path in the product.
    let destination: FilePath
    let path: FilePath
    /// Whether this is a folder, which the build copies with its structure.
    var isFolder = false
    /// Whether the file has tags of on-demand resources, and whether its platform filter lacks iOS.
    var isTagged = false
    var isFiltered = false
    /// Why the build leaves the file out, or may leave it out; nil if it copies the file.
    var omission: PlannedBundle.Omission?
  }
}

extension PlannedBundle.Product {
  /// - Parameter app: The kind of product if the target's product type is an application.
  fileprivate init(_ productType: String, app: Self) {
    let kind = productType.hasPrefix("com.apple.product-type.") ? productType.dropFirst(23) : ""
    self =
      switch kind {
      case "application": app
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
    name = (target?[.name] ?? "").shownName
    product = PlannedBundle.Product(target?[.productType] ?? "", app: Self.app(of: target, objects))
    let exclusions = try XcodeExclusions(of: target, product, in: objects, &budget)
    var seen: Set<String> = []
    dependencies = (target?[list: .dependencies] ?? []).compactMap { dependency in
      let dependency = objects.object(dependency, .dependency)
      return dependency?[.target]
        ?? objects.object(dependency?[.targetProxy], .proxy)?[.remoteGlobalIDString]
    }.filter { seen.insert($0).inserted }
    for phase in target?[list: .buildPhases] ?? [] {
      try addPhase(phase, in: objects, exclusions, &paths, &budget)
    }
    sources.formUnion(
      (target?[list: .fileSystemSynchronizedGroups] ?? []).compactMap { paths.path(of: $0) })
    sources.formUnion(groups.additions[identifier] ?? [])
    for var resource in groups.resources[identifier] ?? [] {
      try exclusions.apply(to: &resource, in: .resourcesPhase, &budget)
      resources.append(resource)
    }
  }

  /// Returns the kind of app that a target makes. The SDK decides: an app for only a watch or a Mac has the same
  /// product type as an app for phones. For the SDK `auto`, the list of platforms decides.
  private static func app(
    of target: XcodeObject?, _ objects: XcodeObjects
  ) -> PlannedBundle.Product {
    let settings = objects.configurations(of: target) + objects.configurations(of: objects.project)
    switch settings.lazy.compactMap({ $0[.sdkRoot] }).first {
    case "watchos": return .watchApp
    case "macosx": return .macApp
    case "appletvos", "xros": return .otherApp
    case "auto":
      guard let list = settings.lazy.compactMap({ $0[.supportedPlatforms] }).first,
        !list.contains("$"), !list.contains("iphoneos")
      else { return .app }
      return list.contains("macosx") ? .macApp : list.contains("watchos") ? .watchApp : .otherApp
    default: return .app
    }
  }

  private mutating func addPhase(
    _ identifier: String, in objects: XcodeObjects, _ exclusions: XcodeExclusions,
    _ paths: inout XcodePaths, _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    guard let phase = objects[identifier] else { return }
    try budget.spend(4 * phase[list: .files].count + 1)
    if phase.kind == .scriptPhase { scriptPhases.append(identifier) }
    guard [.sourcesPhase, .resourcesPhase, .copyPhase].contains(phase.kind) else { return }
    for file in phase[list: .files] {
      guard let file = objects.object(file, .buildFile), let reference = file[.fileRef],
        let object = objects[reference]
      else { continue }
      if phase.kind == .sourcesPhase {
        if let path = paths.path(of: reference) { sources.insert(path) }
        continue
      }
      let references = object.kind == .variantGroup ? object[list: .children] : [reference]
      try budget.spend(references.count)
      for reference in references {
        guard let object = objects.object(reference, .fileReference),
          var resource = try resource(reference, object, in: phase, &paths, &budget)
        else { continue }
        resource.isTagged = phase.kind == .resourcesPhase && !file[list: .assetTags].isEmpty
        let systems = file[list: .platformFilters] + file[list: .platformFilter]
        resource.isFiltered = !systems.isEmpty && !systems.contains("ios")
        try exclusions.apply(to: &resource, in: phase.kind, &budget)
        resources.append(resource)
      }
    }
  }

  private mutating func resource(
    _ reference: String, _ object: XcodeObject, in phase: XcodeObject, _ paths: inout XcodePaths,
    _ budget: inout WorkBudget
  ) throws(SoundFileError) -> Resource? {
    guard let path = paths.path(of: reference), let name = path.lastComponent else {
      guard let name = object[.path], name.utf8.count <= FilePath.lengthLimit,
        FilePath(name).isSound
      else { return nil }
      try budget.spend(XcodePaths.depthLimit)
      if let path = paths.pathOutside(of: reference) { outside.append(path) }
      return nil
    }
    let type = object[.lastKnownFileType] ?? object[.explicitFileType] ?? ""
    var destination = phase.copyFolder ?? FilePath()
    // Keep a language's folder if the phase's own path has no `.lproj` folder. Source:
    // https://github.com/swiftlang/swift-build, Path.regionVariantName and CopyFilesTaskProducer.
    if let language = path.removingLastComponent().lastComponent, language.extension == "lproj",
      !destination.components.contains(where: { $0.extension == "lproj" })
    {
      destination.append(language)
    }
    destination.append(name)
    try budget.spend(WorkBudget.listing(destination))
    let isPlaced = phase.kind == .resourcesPhase || phase.copyFolder != nil
    return Resource(
      destination: destination, path: path, isFolder: type == "folder" || type.hasPrefix("wrapper"),
      omission: isPlaced ? nil : .copiedElsewhere)
  }
}

extension XcodeObject {
  /// For each destination of a copy phase: its folder in an app. A destination is a number or, since Xcode 26, a name.
  /// On iOS, the executable is at the top of the app.
  ///
  /// Sources: https://github.com/tuist/XcodeProj, PBXCopyFilesBuildPhase, for the numbers and names;
  /// https://github.com/swiftlang/swift-build, DarwinPackageTypes.xcspec, for the folders.
  private static let copyFolders: [String: FilePath] = [
    "1": "", "Wrapper": "", "6": "", "Executables": "", "7": "", "Resources": "",
    "10": "Frameworks", "Frameworks": "Frameworks", "13": "PlugIns", "PlugIns": "PlugIns",
  ]

  /// The folder in the product that a phase copies files to; nil if this folder is computed, or outside the product.
  var copyFolder: FilePath? {
    let path = self[.dstPath] ?? ""
    guard kind == .copyPhase, !path.contains("$") else { return nil }
    return Self.copyFolders[self[.dstSubfolder] ?? self[.dstSubfolderSpec] ?? ""]?.joined(
      with: path)
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
      (bundle.sources, bundle.fileReferences) = (target.sources, fileReferences)
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
      if let omission = resource.omission {
        try budget.spend(WorkBudget.placing)
        if folder.isEmpty, !resource.isFolder { omissions[resource.path] = omission }
        continue
      }
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
