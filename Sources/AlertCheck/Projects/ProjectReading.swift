internal import Platform
internal import SoundFormat
internal import SystemPackage

/// The bundles that the builds of a folder's projects would make, and the sounds that the code asks for.
struct ProjectReading: Sendable {
  let files: ProjectFiles
  let sounds: SortedPaths
  var parts: [ProjectPart] = []
  var bundles: [PlannedBundle] = []
  /// The sounds that become Android's raw resources.
  var rawSounds: [RawSound] = []
  /// The files that the project lists but that don't exist.
  var missing: [MissingFile] = []
  private(set) var failures: [SoundError]
  /// Whether something unreadable, such as a script or a damaged file, may put sounds into the iOS app.
  var hasUnknownResources = false
  /// The names of the sounds outside the checked folder that Xcode's builds copy.
  private(set) var soundsOutside: Set<String> = []
  /// The words in the scripts that Xcode's builds run. Some of them are file names.
  private(set) var scriptWords: Set<Substring> = []
  /// The configuration of an Expo app without a native Android project of its own.
  var listOfExpo: FilePath?
  /// The folders `android` that Expo generates and whose builds remove unused resources.
  var shrinkingExpoFolders: Set<FilePath> = []
  /// The sounds that an Expo app lists for notifications.
  var declaredSounds: Set<FilePath> = []
  var modules: [GradleModule] = []
  private var modulesByFolder: [FilePath: GradleModule] = [:]
  private(set) var code: CodeScan
  /// The work that the check may still do.
  var budget = WorkBudget.forProjects
  /// The folders `android` of Flutter apps.
  var flutterModules = PathCover([])
  /// The project files in a form that this module can't read, such as `project.xcproj`.
  var unreadable: [FilePath] = []
  var notes: [(path: FilePath, text: String)] = []
  private var expoFolders: Set<FilePath> = []
  /// The folders of the projects; nil if the checked folder itself is a project's folder.
  private var folders: PathCover?

  /// A sound that becomes a raw resource of an Android app.
  struct RawSound: Hashable, Sendable {
    /// The folder `res/raw` that contains the sound, or that the build copies the sound to.
    let folder: FilePath
    let path: FilePath
    /// The name of the file in the app.
    let fileName: String
    var name: String { AndroidSoundName.resourceName(of: fileName) }
  }

  /// A file that the project lists, but that doesn't exist or is only on this machine.
  struct MissingFile: Hashable, Sendable {
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

  /// The largest `project.pbxproj` that is read, in bytes: several times the largest known file.
  private static let projectByteLimit = 1 << 26
  /// The largest other project file that is read, in bytes. People write these files by hand, so they are small.
  static let byteLimit = 1 << 20

  /// Reads the projects in a folder.
  ///
  /// - Parameters:
  ///   - files: The folder's files.
  ///   - xcode: The only Xcode project or workspace to read; nil for all projects.
  /// - Returns: nil if there is no project in the folder.
  init?(of files: ProjectFiles, onlyXcode xcode: FilePath? = nil) {
    guard xcode != nil || !files.descriptions.isEmpty else { return nil }
    var reader = SmallFiles(in: files.folder)
    self.files = files
    sounds = SortedPaths(files.sounds)
    failures = files.failures
    code = CodeScan()
    var builder = ProjectPackages()
    let meant = xcode.map { (workspace: XcodeWorkspace(at: $0, in: files.root, &reader), path: $0) }
    for description in files.descriptions {
      if let meant, description.kind == .xcodeProject,
        !meant.workspace.projects.contains(description.path.removingLastComponent())
      {
        continue
      }
      read(description, &reader, &builder)
    }
    reportUnread(meant, &reader)
    addRawSounds()
    finish(builder)
    // Go on for an unreadable Xcode project, to report it. Other unreadable files may belong to no project.
    guard !parts.isEmpty || xcode != nil || !files.xcodeProjects.isEmpty else { return nil }
    folders = xcode == nil ? coverOfProjects() : nil
    var names: Set<String> = []
    for sound in files.sounds {
      names.insert(sound.name)
      if let stem = sound.stem { names.insert(stem) }
    }
    code = CodeScan(of: files.sources, in: files.folder, names: names)
  }
}

extension ProjectReading {
  /// Reports the projects that the check doesn't read: as errors if the user named them or their workspace, otherwise
  /// as notes.
  private mutating func reportUnread(
    _ named: (workspace: XcodeWorkspace, path: FilePath)?, _ reader: inout SmallFiles
  ) {
    if let named {
      let unread = named.workspace.failures(at: named.path, in: files)
      if !unread.isEmpty { hasUnknownResources = true }
      failures += unread
      return
    }
    let known = Set(files.descriptions.map { $0.path.removingLastComponent() })
    for path in files.xcodeFolders where path.extension == "xcodeproj" && !known.contains(path) {
      hasUnknownResources = true
      notes += XcodeWorkspace(at: path, in: files.root, &reader).failures(at: path, in: files)
        .map { (path, "\($0.reason); \($0.advice ?? "")") }
    }
  }
}

extension ProjectReading {
  private mutating func read(
    _ description: ProjectFiles.ProjectDescription, _ reader: inout SmallFiles,
    _ builder: inout ProjectPackages
  ) {
    let path = description.path
    let folder = path.removingLastComponent()
    let limit = description.kind == .xcodeProject ? Self.projectByteLimit : Self.byteLimit
    let isFolder = description.kind == .nativeScript
    guard let bytes = isFolder ? [] : reader.bytes(of: path, atMost: limit) else {
      return fail(path, .limitExceeded, "it can't be read, or is larger than \(limit >> 20) MiB")
    }
    do throws(SoundFileError) {
      switch description.kind {
      case .xcodeProject: try addXcodeProject(bytes, at: folder)
      case .unreadableXcodeProject: addUnreadable(bytes, at: path)
      case .swiftPackage:
        builder.packages.append(
          (folder, SwiftPackageResources(in: SourceTokens(of: bytes, in: .swift))))
      case .podfile: addPods(LocalPods(parsing: bytes), in: folder, &reader, &builder)
      case .pubspec:
        let assets = FlutterAssets(parsing: bytes)
        guard assets.isFlutter else { return }
        builder.assets.append((folder, assets))
      case .expo:
        let expo = ExpoSounds(in: SourceTokens(of: bytes, in: .javaScript))
        guard expo.isExpo else { return }
        add(.expo, path)
        expoFolders.insert(folder)
        let ignored = reader.bytes(of: folder.appending(".gitignore"), atMost: Self.byteLimit)
        builder.expo.append((path, expo, ExpoSounds.ignoredFolders(ignored ?? [])))
      case .cordova: try addCordova(CordovaResources(parsing: bytes), at: path)
      case .nativeScript: try addNativeScript(at: path)
      case .dotNet: try addDotNet(DotNetResources(parsing: bytes), at: path)
      case .gradle:
        guard var module = GradleModule(parsing: bytes, in: folder) else { return }
        // In Expo's template, `build.gradle` takes the value from a property in `gradle.properties`.
        if module.shrinksResources == nil, bytes.contains("enableShrinkResourcesInReleaseBuilds") {
          let file = folder.removingLastComponent().appending("gradle.properties")
          let properties = reader.bytes(of: file, atMost: Self.byteLimit) ?? []
          let isSet = properties.contains("android.enableShrinkResourcesInReleaseBuilds=true")
          module.shrinksResources = isSet ? true : nil
        }
        modules.append(module)
        modulesByFolder[folder] = module
        if module.isApp { add(.android, folder) }
      }
    } catch {
      fail(path, error.code, error.reason)
    }
  }

  mutating func add(_ kind: ProjectPart.Kind, _ path: FilePath) {
    parts.append(ProjectPart(kind: kind, path: files.root.pushing(path)))
  }

  mutating func fail(_ path: FilePath, _ code: SoundFileError.Code, _ reason: String) {
    hasUnknownResources = true
    failures.append(
      SoundError(
        .openingInput, files.root.pushing(path), .sound(code, reason: reason),
        advice: code == .limitExceeded
          ? "check the built app instead" : "open the project in its own tool and save it"))
  }

  private mutating func addXcodeProject(
    _ bytes: [UInt8], at path: FilePath
  ) throws(SoundFileError) {
    let project = try XcodeProject(parsing: bytes, at: path, sounds: sounds, &budget)
    add(.xcode, path)
    bundles += try project.bundles(sounds, &budget)
    for identifier in project.order {
      guard let target = project.targets[identifier] else { continue }
      soundsOutside.formUnion(target.outside.map(\.name))
      for file in target.outside where files.isOutsideRepository(file) {
        // Look up only a few lines, because each takes a pass over the file.
        let line = missing.count < 20 ? bytes.line(of: file.name) : 1
        missing.append(
          MissingFile(
            file: file, description: path.appending("project.pbxproj"), line: line, platform: .iOS,
            target: target.name))
      }
    }
    if project.convertsSounds { hasUnknownResources = true }
    for script in project.scripts {
      scriptWords.formUnion(
        script.split { !($0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "-") })
    }
  }

  private mutating func addUnreadable(_ bytes: [UInt8], at path: FilePath) {
    let isProject =
      switch path.name {
      // XcodeGen's file. It need not list targets, because it may include them from other files.
      case "project.yml":
        bytes.starts(with: "name:".utf8)
          && (bytes.contains("\ntargets:") || bytes.contains("\ninclude:")
            || bytes.contains("\noptions:"))
      case "Project.swift": bytes.contains("import ProjectDescription")
      default: true
      }
    guard isProject else { return }
    unreadable.append(path)
  }

  private mutating func addCordova(
    _ resources: CordovaResources, at path: FilePath
  ) throws(SoundFileError) {
    guard resources.isCordova else { return }
    add(.cordova, path)
    if resources.runsHooks { hasUnknownResources = true }
    let folder = path.removingLastComponent()
    var bundle = PlannedBundle(appName(in: folder), .app, madeBy: (.cordova, path))
    for resource in resources.resources {
      guard let source = folder.joined(with: resource.source), source.isSound else {
        continue
      }
      guard sounds.inside(source).first == source else {
        missing.append(
          MissingFile(
            file: source, description: path, line: resource.line, platform: resource.platform))
        continue
      }
      let target = FilePath(resource.target)
      switch resource.platform {
      case .iOS: try bundle.add(source, at: FilePath(target.name), &budget)
      case .android:
        guard target.isRawResource else { continue }
        rawSounds.append(
          RawSound(folder: target.removingLastComponent(), path: source, fileName: target.name))
      }
    }
    for path in sounds.inside(folder.appending("www")) {
      try bundle.add(path, at: path.inside(folder), &budget)
    }
    bundles.append(bundle)
  }

  /// NativeScript adds what is at the top of `App_Resources/iOS` to the Xcode project that it makes, and builds
  /// `App_Resources/Android` as a module.
  ///
  /// Source: the code of NativeScript's CLI, ios-project-service.ts, `prepareProject`.
  private mutating func addNativeScript(at path: FilePath) throws(SoundFileError) {
    add(.nativeScript, path)
    var bundle = PlannedBundle(
      appName(in: path.removingLastComponent().removingLastComponent()), .app,
      madeBy: (.nativeScript, path))
    for sound in sounds.inside(path) { try bundle.add(sound, at: sound.inside(path), &budget) }
    bundles.append(bundle)
  }

  private mutating func addDotNet(
    _ resources: DotNetResources, at path: FilePath
  ) throws(SoundFileError) {
    guard resources.isForIOS else { return }
    add(.dotNet, path)
    if resources.isComputed { hasUnknownResources = true }
    var bundle = PlannedBundle(path.stem ?? path.name, .app, madeBy: (.dotNet, path))
    let found = try resources.sounds(
      among: sounds, in: path.removingLastComponent(), &budget)
    for (path, destination) in found { try bundle.add(path, at: destination, &budget) }
    bundles.append(bundle)
  }

  private mutating func addRawSounds() {
    let paths = sounds.paths.filter(\.isRawResource)
    rawSounds += paths.map {
      RawSound(folder: $0.removingLastComponent(), path: $0, fileName: $0.name)
    }
    // Recognise an Android module by its raw resources, even without its build file.
    if let folder = paths.first?.removingLastComponent(),
      !parts.contains(where: { $0.kind == .android })
    {
      add(.android, folder)
    }
  }

  /// Returns a name for the app of a project that doesn't state a name.
  func appName(in folder: FilePath) -> String {
    folder.lastComponent?.string ?? files.root.absolute.lastComponent?.string ?? "app"
  }
}

extension ProjectReading {
  var hasAndroidModule: Bool {
    !rawSounds.isEmpty || parts.contains { [.android, .expo].contains($0.kind) }
  }

  /// The systems whose apps the project builds.
  var systems: Set<CodeRequest.Platform> {
    let hasModule =
      hasAndroidModule || parts.contains { [.cordova, .nativeScript].contains($0.kind) }
    return Set(
      (bundles.contains(where: \.isApp) ? [.iOS] : []) + (hasModule ? [.android] : []))
  }

  /// Whether a sound belongs to a project, even if no build and no code uses it.
  ///
  /// A sound beside an Expo app's configuration doesn't: unless the configuration lists it, no build uses it.
  func isInProject(_ path: FilePath) -> Bool {
    !expoFolders.contains(path.removingLastComponent()) && folders?.covers(path) ?? true
  }

  /// Whether this may be one system's part of an app for several systems, such as the folder `ios`.
  var isNativePart: Bool {
    let name = files.root.real.lastComponent?.string.lowercased() ?? ""
    return ProjectFiles.systemFolders.union(["app"]).contains(name)
      && parts.allSatisfy { $0.kind == .xcode || $0.kind == .android }
  }

  /// The most files and folders that are looked at to find a project: more than large repositories have.
  private static let searchLimit = 100_000

  /// Reads the nearest whole project around a file or folder, in the same repository; nil if there is none.
  init?(around path: FilePath, excluding isExcluded: @escaping @Sendable (FilePath) -> Bool) {
    var nearest: ProjectReading?
    var place = path
    let home = ThisProcess.environment("HOME").map { FilePath(bytes: $0).real }
    // A raw resource is six folders below the project's folder: `android/app/src/main/res/raw`.
    for _ in 0..<7 where nearest?.isNativePart != false {
      guard FileIdentity(of: place.appending(".git")) == nil else { break }
      place =
        place.lastComponent?.kind == .regular
        ? place.folder : place.appending("..").lexicallyNormalized()
      // A home folder or `/` is no project, even if it contains a file that describes one.
      guard ![home, "/"].contains(place.real) else { break }
      guard let open = try? AnchoredFolder(place), ProjectFiles.mayDescribeProject(open) else {
        continue
      }
      let files = ProjectFiles(in: open, atMost: Self.searchLimit, excluding: isExcluded)
      guard !files.isTooLarge else { break }
      nearest = ProjectReading(of: files) ?? nearest
    }
    guard let nearest else { return nil }
    self = nearest
  }

  private func coverOfProjects() -> PathCover? {
    let ownFolders = parts.map { part in
      let path = part.path.inside(files.root)
      return [.flutter, .android].contains(part.kind) ? path : path.removingLastComponent()
    }
    let folders =
      (ownFolders + files.xcodeFolders.map { $0.removingLastComponent() }).map {
        FilePath(
          root: nil,
          $0.components.prefix { !ProjectFiles.systemFolders.contains($0.string.lowercased()) })
      } + files.packageFolders.filter { !$0.isEmpty } + modules.map(\.folder)
    return folders.contains(where: \.isEmpty) ? nil : PathCover(folders)
  }

  /// Whether release builds remove unused resources from a folder `res`.
  func shrinksResources(in folder: FilePath) -> Bool {
    if shrinkingExpoFolders.contains(where: folder.starts) { return true }
    var place = folder
    while true {
      if let stated = modulesByFolder[place] {
        if let shrinks = stated.shrinksResources { return shrinks }
        break
      }
      guard place.removeLastComponent() else { break }
    }
    // Flutter's Gradle plugin shrinks release builds unless the module says otherwise.
    return flutterModules.covers(folder)
  }
}
