internal import Platform
internal import SoundFormat
internal import SystemPackage

extension Frameworks {
  /// The frameworks in order. A framework may add sounds to the apps of the frameworks before it. If several APIs fit a
  /// place in the code, the first one counts.
  static let known = Frameworks([
    Xcode.self, Gradle.self, DotNet.self, Servers.self, Cordova.self, NativeScript.self,
    Flutter.self,
    XTool.self, SwiftPackages.self, CocoaPods.self, ReactNative.self, Expo.self, Capacitor.self,
    KotlinMultiplatform.self, UnreadFrameworks.self,
  ])

  static let apis = SoundAPIs(known.all.flatMap { $0.apis })
}

extension Project {
  /// Reads the projects in a folder.
  ///
  /// - Parameters:
  ///   - files: The folder's files.
  ///   - xcode: The only Xcode project or workspace to read; nil for all projects.
  /// - Returns: nil if there is no project in the folder.
  init?(reading files: ProjectFiles, onlyXcode xcode: FilePath? = nil) {
    guard xcode != nil || !files.descriptions.isEmpty else { return nil }
    self.init(of: files)
    let raw = sounds.paths.filter(\.isRawResource)
    rawSounds = raw.map {
      RawSound(folder: $0.removingLastComponent(), path: $0, fileName: $0.name)
    }
    var reader = SmallFiles(in: files.folder)
    let meant = xcode.map { (workspace: XcodeWorkspace(at: $0, in: files.root, &reader), path: $0) }
    for framework in Frameworks.known.all {
      for description in files.descriptions where description.framework == framework {
        if let meant, framework == Xcode.self,
          !meant.workspace.projects.contains(description.path.removingLastComponent())
        {
          continue
        }
        read(description)
      }
    }
    do throws(SoundFileError) {
      try placeRawSounds()
    } catch {
      fail(FilePath(), error.code, error.reason)
    }
    // Recognise an Android module by its raw resources, even without its build file.
    if let folder = raw.first?.removingLastComponent(),
      !parts.contains(where: { [.android, .unread].contains($0.kind) })
    {
      add(.android, folder)
    }
    // A package makes no app, but its code may ask for sounds of the apps that use the package.
    if parts.isEmpty {
      for description in files.descriptions where description.framework == SwiftPackages.self {
        add(.swiftPackage, description.path)
      }
    }
    reportUnread(meant, &reader)
    parts.sort { $0.path.precedes($1.path) }
    rawSounds = Array(Set(rawSounds)).sorted {
      $0.path == $1.path
        ? ($0.folder.string, $0.fileName) < ($1.folder.string, $1.fileName)
        : $0.path.precedes($1.path)
    }
    // Go on for an unreadable Xcode project, to report it. Other unreadable files may belong to no project.
    guard !parts.isEmpty || xcode != nil || !files.xcodeProjects.isEmpty else { return nil }
    folders = xcode == nil ? coverOfProjects() : nil
    var names: Set<String> = []
    for sound in files.sounds {
      names.insert(sound.name)
      if let stem = sound.stem { names.insert(stem) }
    }
    code = CodeScan(of: files.sources, in: files.folder, names: names, by: Frameworks.apis)
    // If the project can't be read, and its code asks for no sound, the sounds may be meant for anything.
    let isRead = !bundles.isEmpty || parts.contains { ![.unread, .swiftPackage].contains($0.kind) }
    guard isRead || xcode != nil || !files.xcodeProjects.isEmpty || !code.requests.isEmpty else {
      return nil
    }
  }

  private mutating func read(_ description: ProjectFiles.ProjectDescription) {
    let path = description.path
    let isFolder = Frameworks.known.framework(describedByFolder: files.root.pushing(path)) != nil
    let limit = description.framework.byteLimit
    guard let bytes = isFolder ? [] : bytes(of: path, atMost: limit) else {
      return fail(path, .limitExceeded, "it can't be read, or is larger than \(limit >> 20) MiB")
    }
    do throws(SoundFileError) {
      try description.framework.read(bytes, at: path, into: &self)
    } catch {
      fail(path, error.code, error.reason)
    }
  }

  /// Reports the projects that the check doesn't read: as errors if the user named them or their workspace, otherwise
  /// as notes.
  private mutating func reportUnread(
    _ named: (workspace: XcodeWorkspace, path: FilePath)?, _ reader: inout SmallFiles
  ) {
    if let named {
      let unread = named.workspace.failures(at: named.path, in: files)
      if !unread.isEmpty {
        add(Gap("the check can't read a project of \(named.path.string)", on: .iOS))
      }
      failures += unread
      return
    }
    let known = Set(files.descriptions.map { $0.path.removingLastComponent() })
    for path in files.xcodeFolders where path.extension == "xcodeproj" && !known.contains(path) {
      let folder = path.removingLastComponent().ownFolder
      add(Gap("the check can't read \(path.string)", in: folder, on: .iOS))
      for failure in XcodeWorkspace(at: path, in: files.root, &reader).failures(at: path, in: files)
      {
        note("\(failure.reason); \(failure.advice ?? "")", on: path)
      }
    }
  }

  private func coverOfProjects() -> PathCover? {
    let folders =
      (parts.map(folder) + files.xcodeFolders.map { $0.removingLastComponent() }).map(\.ownFolder)
      + files.packageFolders.filter { !$0.isEmpty } + modules.map(\.folder)
      // The projects for other systems, such as Windows, have sounds of their own.
      + files.descriptions.filter {
        $0.framework == DotNet.self && !$0.path.removingLastComponent().isEmpty
      }
      .map { $0.path.removingLastComponent() }
    return folders.contains(where: \.isEmpty) ? nil : PathCover(folders)
  }

  /// Whether a sound belongs to a project, even if no build and no code uses it.
  ///
  /// A sound beside an Expo app's configuration is in no project: builds use only sounds that the configuration lists.
  func isInProject(_ path: FilePath) -> Bool {
    !foldersOfExpo.contains(path.removingLastComponent()) && folders?.covers(path) ?? true
  }

  /// The most files and folders that are examined to find a project: more than large repositories have.
  private static let searchLimit = 100_000

  /// Reads the nearest whole project around a file or folder, in the same repository; nil if there is none.
  init?(around path: FilePath, excluding isExcluded: @escaping @Sendable (FilePath) -> Bool) {
    var nearest: Project?
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
      guard let open = try? AnchoredFolder(place), ProjectFiles.mayDescribeProject(open, of: .known)
      else { continue }
      let files = ProjectFiles(
        in: open, of: .known, atMost: Self.searchLimit, excluding: isExcluded)
      guard !files.isTooLarge else { break }
      nearest = Project(reading: files) ?? nearest
    }
    guard let nearest else { return nil }
    self = nearest
  }
}
