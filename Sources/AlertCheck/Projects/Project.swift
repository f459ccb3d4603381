internal import SoundFormat
internal import SystemPackage

/// The apps that the builds in a folder would make, and the sounds that the code asks for.
struct Project: Sendable {
  let files: ProjectFiles
  let sounds: SortedPaths
  var parts: [ProjectPart] = []
  var bundles: [PlannedBundle] = []
  /// For each folder: the indices of the bundles whose makers' paths it contains. Has the first `indexedCount` bundles.
  private var bundlesInFolders: [FilePath: [Int]] = [:]
  private var indexedCount = 0
  /// The sounds that become Android's raw resources.
  var rawSounds: [RawSound] = []
  var modules: [GradleModule] = []
  private var moduleIndices: [FilePath: Int] = [:]
  /// The files that the project lists, but that don't exist or are only on this machine.
  var missing: [MissingFile] = []
  /// The parts of the project that may add sounds, and that the check can't read.
  private(set) var gaps: [Gap] = []
  private var knownGaps: Set<Gap> = []
  var failures: [SoundError]
  private(set) var notes: [(path: FilePath, text: String)] = []
  var dotNetCounts: [FilePath: Int] = [:]
  private(set) var foldersOfExpo: Set<FilePath> = []
  /// The configuration files of Expo apps whose Android projects Expo's tools make.
  var listsOfExpo: Set<FilePath> = []
  /// The sounds that an Expo app lists for notifications.
  var declaredSounds: Set<FilePath> = []
  /// For each folder with a setting on unused resources: whether release builds remove such resources.
  var shrinksResources: [FilePath: Bool] = [:]
  var code = CodeScan()
  var budget = WorkBudget.forProjects
  private var reader: SmallFiles
  /// The folders of the projects; nil if the checked folder itself is a project's folder.
  var folders: PathCover?

  /// A sound that becomes a raw resource of an Android app.
  struct RawSound: Hashable, Sendable {
    /// The folder `res/raw` that contains the sound, or that the build copies the sound to.
    let folder: FilePath
    let path: FilePath
    /// The name of the file in the app.
    let fileName: String
    /// Why variants of the app may lack the sound, in words: `only in the variant dev`. Nil if all have the sound.
    var condition: String?
    var name: String { AndroidSoundName.resourceName(of: fileName) }
    /// The folder of the variant's code and resources, such as `app/src/dev`; otherwise the sound's own folder.
    var variantFolder: FilePath {
      let folder = folder.removingLastComponent().removingLastComponent()
      return folder.name != "main" && folder.removingLastComponent().name == "src"
        ? folder : self.folder
    }
  }

  /// A file that the project lists, but that doesn't exist or is only on this machine.
  struct MissingFile: Equatable, Sendable {
    let file: FilePath
    let description: FilePath
    let line: Int
    let platform: CodeRequest.Platform
    /// The target that lists the file, if the file is outside the repository.
    var target: String?

    var finding: AlertFinding {
      target.map { .outsideRepository(file.string, target: $0) } ?? .listedButMissing(file.string)
    }
  }

  init(of files: ProjectFiles) {
    self.files = files
    sounds = SortedPaths(files.sounds)
    failures = files.failures
    reader = SmallFiles(in: files.folder)
  }
}

extension Project {
  /// Returns the bytes of a file; nil if it can't be read, or is larger than a limit.
  mutating func bytes(of path: FilePath, atMost limit: Int = SmallFiles.byteLimit) -> [UInt8]? {
    reader.bytes(of: path, atMost: limit)
  }

  /// Returns the first readable file in a folder with one of the names; nil if no file is readable.
  mutating func firstFile(
    named names: [String], in folder: FilePath
  ) -> (path: FilePath, bytes: [UInt8])? {
    for name in names {
      let path = folder.appending(name)
      if let bytes = bytes(of: path) { return (path, bytes) }
    }
    return nil
  }

  mutating func add(_ kind: ProjectPart.Kind, _ path: FilePath) {
    parts.append(ProjectPart(kind: kind, path: files.root.pushing(path)))
    if kind == .expo { foldersOfExpo.insert(path.removingLastComponent()) }
  }

  /// Returns the folder of a part, relative to the checked folder.
  func folder(of part: ProjectPart) -> FilePath {
    let path = part.path.inside(files.root)
    return [.flutter, .android].contains(part.kind) ? path : path.removingLastComponent()
  }

  mutating func add(_ gap: Gap) {
    if knownGaps.insert(gap).inserted { gaps.append(gap) }
  }

  mutating func note(_ text: String, on path: FilePath) { notes.append((path, text)) }

  mutating func fail(_ path: FilePath, _ code: SoundFileError.Code, _ reason: String) {
    add(Gap("the check can't read \(path.string)", in: path.removingLastComponent().ownFolder))
    failures.append(
      SoundError(
        .openingInput, files.root.pushing(path), .sound(code, reason: reason),
        advice: code == .limitExceeded
          ? "check the built app instead" : "open the project in its own tool and save it"))
  }

  /// Adds a file to all apps whose projects are in a folder. If `name` is given, adds it only to apps with this name.
  ///
  /// - Parameter onlyIfAbsent: Whether to leave out the apps that already have a file at the destination.
  mutating func addToApps(
    in folder: FilePath, _ path: FilePath, at destination: FilePath, named name: String? = nil,
    onlyIfAbsent: Bool = false
  ) throws(SoundFileError) {
    let found = try indicesOfBundles(in: folder)
    try budget.spend(found.count + WorkBudget.listing(destination))
    for index in found
    where bundles[index].isApp && (name == nil || bundles[index].name == name)
      && !(onlyIfAbsent && bundles[index].origins[destination] != nil)
    {
      try bundles[index].add(path, at: destination, &budget)
    }
  }

  /// Returns the indices of the bundles whose makers' projects are in a folder.
  mutating func indicesOfBundles(in folder: FilePath) throws(SoundFileError) -> [Int] {
    while indexedCount < bundles.count {
      var place = bundles[indexedCount].maker.path
      try budget.spend(1 + place.components.count)
      repeat {
        bundlesInFolders[place, default: []].append(indexedCount)
      } while place.removeLastComponent()
      indexedCount += 1
    }
    return bundlesInFolders[folder] ?? []
  }

  /// Returns a name for the app of a project that doesn't state a name.
  func appName(in folder: FilePath) -> String {
    folder.lastComponent?.string ?? files.root.absolute.lastComponent?.string ?? "app"
  }
}

extension Project {
  mutating func add(_ module: GradleModule) {
    moduleIndices[module.folder] = modules.count
    modules.append(module)
  }

  /// Returns the module that Gradle builds in a folder, or in the nearest folder around it.
  func module(around folder: FilePath) -> GradleModule? {
    folder.nearest { moduleIndices[$0] }.map { modules[$0] }
  }

  var hasAndroidModule: Bool {
    !rawSounds.isEmpty || listOfExpo != nil || parts.contains { $0.kind == .android }
  }

  /// The first of ``listsOfExpo`` in the order of paths; nil if there are none.
  var listOfExpo: FilePath? { listsOfExpo.min { $0.precedes($1) } }

  /// The systems whose apps the project builds.
  var systems: Set<CodeRequest.Platform> {
    let hasModule =
      hasAndroidModule || parts.contains { [.cordova, .nativeScript].contains($0.kind) }
    return Set((bundles.contains(where: \.isApp) ? [.iOS] : []) + (hasModule ? [.android] : []))
  }

  /// Whether this may be one system's part of an app for several systems, such as the folder `ios`.
  var isNativePart: Bool {
    let name = files.root.real.lastComponent?.string.lowercased() ?? ""
    return ProjectFiles.systemFolders.union(["app"]).contains(name)
      && parts.allSatisfy { $0.kind == .xcode || $0.kind == .android }
  }

  /// Whether release builds remove unused resources from a folder `res`. The setting of the nearest folder counts.
  func shrinksResources(in folder: FilePath) -> Bool {
    folder.nearest { shrinksResources[$0] } ?? false
  }
}

/// The folders of the apps in a repository. Code in an app's folder belongs to that app.
struct AppFolders: Sendable {
  private let folders: Set<FilePath>
  /// The folders of the projects that the check can't read.
  private let unread: Set<FilePath>
  /// The folders of packages, such as those with a `package.json`.
  private let packages: Set<FilePath>

  init(of project: Project) {
    packages = project.files.packageFolders.subtracting(project.files.settingsFolders)
    func folders(where isIncluded: (ProjectPart) -> Bool) -> Set<FilePath> {
      Set(
        project.parts.filter(isIncluded).map { part in
          let own = project.folder(of: part)
          guard own.ownFolder == own, part.kind == .android else { return own.ownFolder }
          return own.nearest(in: project.files.packageFolders) ?? own
        })
    }
    let read = folders { $0.kind != .unread }
    unread = folders { $0.kind == .unread }.subtracting(read)
    self.folders = read.union(unread)
  }

  /// Whether the nearest project around a file is a project that the check can't read.
  func isUnread(_ path: FilePath) -> Bool { unread.contains(folder(of: path) ?? FilePath()) }

  /// Returns the folder of the app to which a file belongs; nil if several apps may contain the file.
  func folder(of path: FilePath) -> FilePath? {
    guard folders.count > 1 else { return folders.first }
    let nearest = path.nearest(in: folders)
    // Code outside the folders of apps and packages is of the app at the top, if that is a package.
    return nearest?.isEmpty == true && path.nearest(in: packages) != nearest ? nil : nearest
  }
}

extension FilePath {
  /// Returns the value for this path, or for the nearest folder around this path that has a value.
  func nearest<Value>(_ value: (FilePath) -> Value?) -> Value? {
    var place = self
    while true {
      if let found = value(place) { return found }
      guard place.removeLastComponent() else { return nil }
    }
  }

  /// Returns the nearest of the given folders around the path; nil if no given folder contains the path.
  func nearest(in folders: Set<FilePath>) -> FilePath? {
    nearest { folders.contains($0) ? $0 : nil }
  }

  /// The folder of the app to which this folder belongs: the folder around `ios`, `android` and the like.
  var ownFolder: FilePath {
    FilePath(
      root: nil, components.prefix { !ProjectFiles.systemFolders.contains($0.string.lowercased()) })
  }
}
