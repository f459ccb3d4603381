internal import SoundFormat
internal import SystemPackage

/// The files in a folder that decide which sounds an app contains and asks for.
///
/// The initializer walks the folder once. It skips dependencies and build products and follows no links.
struct ProjectFiles: Sendable {
  let folder: AnchoredFolder
  var root: FilePath { folder.path }
  /// The files with a sound's extension. This list and the lists below are sorted. All paths but those in ``programs``
  /// are relative to ``root``.
  private(set) var sounds: [FilePath] = []
  /// The names of the raw resources that aren't sounds, without extensions.
  private(set) var otherRawNames: Set<String> = []
  /// The code and JSON files that may ask for sounds.
  private(set) var sources: [SourceFile] = []
  private(set) var descriptions: [ProjectDescription] = []
  /// The built apps and archives in the folder, which aren't parts of the project. Their paths include ``root``.
  private(set) var programs: [FilePath] = []
  private(set) var failures: [SoundError] = []
  /// Whether the folder has more files than the limit, so that the lists aren't complete.
  private(set) var isTooLarge = false
  /// The folders with the extension `xcodeproj` or `xcworkspace`.
  private(set) var xcodeFolders: [FilePath] = []
  /// The folders with a `project.pbxproj`.
  private(set) var xcodeProjects: Set<FilePath> = []
  /// The folders with a `package.json`, `pubspec.yaml`, `settings.gradle` or `settings.gradle.kts`.
  private(set) var packageFolders: Set<FilePath> = []
  /// The folders with a `settings.gradle` or `settings.gradle.kts`.
  private(set) var settingsFolders: Set<FilePath> = []
  /// The scripts and code of Gradle's builds besides the modules' own scripts.
  private(set) var buildLogic: [FilePath] = []
  private let realRoot: FilePath
  /// Of this folder and the folders around it: the outermost folder with a `.git`; nil if no folder has a `.git`.
  private let repository: FilePath?
  private let isExcluded: @Sendable (FilePath) -> Bool
  private let frameworks: Frameworks
  private var cordovaFolders: Set<FilePath> = []

  struct ProjectDescription: Sendable {
    let path: FilePath
    let framework: any Framework.Type
  }

  /// Names of the folders in which package managers and build tools keep dependencies or build products.
  private static let foreignFolders: Set<String> = [
    "node_modules", "bower_components", "Pods", "Carthage", "DerivedData", "SourcePackages",
    "build", "dist", "xcuserdata",
  ]

  /// Whether a path is excluded, or in a folder of dependencies or of build products.
  func leavesOut(_ path: FilePath) -> Bool {
    isExcluded(root.pushing(path))
      || path.components.contains { Self.foreignFolders.contains($0.string) }
  }

  /// Names of folders in which people keep files of their own.
  private static let personalFolders: Set<String> = ["Desktop", "Documents", "Downloads", "Users"]

  /// Whether a file outside this folder is only on this machine.
  ///
  /// A file in this folder's repository is also on other machines. Without a repository, and for an absolute path, the
  /// result is true only for a file in a person's own folder.
  ///
  /// - Parameter path: The path, absolute or relative to ``root``.
  func isOutsideRepository(_ path: FilePath) -> Bool {
    let names = path.components.filter { $0.kind == .regular }
    let isPersonal = names.first.map { Self.personalFolders.contains($0.string) } ?? false
    guard path.isRelative else { return isPersonal }
    let place = realRoot.pushing(path).lexicallyNormalized()
    return repository.map { !place.starts(with: $0) } ?? isPersonal
  }

  /// Extensions of folders without source code: programs, libraries, image catalogs and documentation.
  private static let packageExtensions: Set<String> = [
    "app", "appex", "framework", "xcframework", "xcarchive", "xcassets", "docc",
  ]

  /// Lists the files of a folder.
  ///
  /// - Parameters:
  ///   - limit: The most files and folders to look at.
  ///   - isExcluded: Returns whether to skip the file or folder at a path. The path includes ``root``.
  init(
    in folder: AnchoredFolder, of frameworks: Frameworks, atMost limit: Int = .max,
    excluding isExcluded: @escaping @Sendable (FilePath) -> Bool
  ) {
    (self.folder, self.isExcluded, realRoot) = (folder, isExcluded, folder.path.real)
    self.frameworks = frameworks
    repository =
      sequence(first: realRoot) {
        $0.removingLastComponent() == $0 ? nil : $0.removingLastComponent()
      }
      .filter { FileIdentity(of: $0.appending(".git")) != nil }.last
    var tree = FolderTree(.success(folder)).makeIterator()
    var count = 0
    while let item = tree.next() {
      count += 1
      guard count <= limit else {
        isTooLarge = true
        return
      }
      let entry: FolderEntry
      switch item {
      case .success(let found): entry = found
      case .failure(let error):
        failures.append(error)
        continue
      }
      guard let name = entry.path.lastComponent?.string, !name.hasPrefix("."),
        !isExcluded(entry.path), !isGenerated(entry, name)
      else {
        tree.skipDescendants()
        continue
      }
      switch entry.kind {
      case .folder:
        if Self.packageExtensions.contains(pathExtension(of: name).lowercased()) {
          if entry.path.isProgram { programs.append(entry.path) }
          tree.skipDescendants()
        } else if let framework = frameworks.framework(describedByFolder: entry.path) {
          descriptions.append(
            ProjectDescription(path: entry.path.inside(root), framework: framework))
        } else if name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace"),
          entry.path.removingLastComponent().extension != "xcodeproj"
        {
          xcodeFolders.append(entry.path.inside(root))
        }
      case .file where entry.path.isArchive: programs.append(entry.path)
      case .file: add(entry.path, name)
      case .link, .other: continue
      }
    }
  }

  private func isGenerated(_ entry: FolderEntry, _ name: String) -> Bool {
    let folder = entry.path.removingLastComponent()
    switch name {
    // The native apps that Cordova makes from a `config.xml` beside the folder.
    case "platforms": return cordovaFolders.contains(folder.inside(root))
    // The settings and the web app, which Capacitor copies into a native app.
    case "capacitor.config.json", "public":
      return folder.ends(with: "main/assets") || folder.ends(with: "ios/App/App")
    // The build products of a .NET project, whose `.csproj` is beside the folder.
    case "bin", "obj":
      let siblings = (try? FolderEntry.entries(of: entry.parent)) ?? []
      return siblings.contains { $0.path.extension == "csproj" }
    default: return Self.foreignFolders.contains(name) && entry.kind == .folder
    }
  }

  /// Names of folders for one system or for resources. The project's folder contains such a folder.
  static let systemFolders: Set<String> = [
    "android", "app_resources", "assets", "ios", "iosapp", "macos", "platforms",
  ]

  /// Whether this folder, in which no project was found, may be a part of a project. Such a folder has no built apps.
  /// It also has no sounds, or its path contains a folder from which builds take sounds.
  var mayBePart: Bool {
    programs.isEmpty
      && (sounds.isEmpty
        || realRoot.components.contains {
          Self.systemFolders.union(["res"]).contains($0.string.lowercased())
        })
  }

  /// Whether a folder contains a file or folder by which a project is recognised.
  static func mayDescribeProject(_ folder: AnchoredFolder, of frameworks: Frameworks) -> Bool {
    let names = Set(((try? FolderEntry.entries(of: folder)) ?? []).map(\.path.name))
    let isPackage = !names.isDisjoint(with: packageFiles.subtracting(["pubspec.yaml"]))
    return isPackage && !names.isDisjoint(with: ["ios", "android", "app", "App_Resources"])
      || names.contains {
        $0.hasSuffix(".xcodeproj") || frameworks.framework(describedBy: $0) != nil
      }
  }

  /// Names of the files at the top of an app's or a package's folder.
  private static let packageFiles: Set<String> = [
    "package.json", "pubspec.yaml", "settings.gradle", "settings.gradle.kts",
  ]

  private mutating func add(_ path: FilePath, _ name: String) {
    let pathExtension = pathExtension(of: name)
    if SoundFile.pathExtensions.contains(pathExtension.lowercased()) {
      sounds.append(path.inside(root))
      return
    }
    if path.removingLastComponent().isRawFolder { otherRawNames.insert(path.stem ?? name) }
    if let framework = frameworks.framework(describedBy: name),
      name != "project.pbxproj" || path.removingLastComponent().extension == "xcodeproj"
    {
      let path = path.inside(root)
      descriptions.append(ProjectDescription(path: path, framework: framework))
      if name == "config.xml" { cordovaFolders.insert(path.removingLastComponent()) }
      if name == "project.pbxproj" { xcodeProjects.insert(path.removingLastComponent()) }
    }
    if ["gradle", "kts"].contains(pathExtension) && frameworks.framework(describedBy: name) == nil
      || ["kt", "java", "groovy"].contains(pathExtension)
        && path.inside(root).folderAroundBuildLogic != nil
    {
      buildLogic.append(path.inside(root))
    }
    if Self.packageFiles.contains(name) {
      let folder = path.removingLastComponent().inside(root)
      packageFolders.insert(folder)
      if name.hasPrefix("settings.gradle") { settingsFolders.insert(folder) }
    }
    if let language = SourceLanguage(name, pathExtension) {
      sources.append(SourceFile(path: path.inside(root), language: language))
    }
  }
}

extension FilePath {
  /// The folder around Gradle's `buildSrc` or `build-logic`; nil if the path is in no such folder.
  var folderAroundBuildLogic: FilePath? {
    components.firstIndex { ["buildSrc", "build-logic"].contains($0.string) }
      .map { FilePath(root: nil, components[..<$0]) }
  }

  /// Returns the path without its last components.
  func removing(_ count: Int) -> FilePath {
    (0..<count).reduce(self) { path, _ in path.removingLastComponent() }
  }
}

func pathExtension(of name: String) -> Substring {
  guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
    return ""
  }
  return name[dot...].dropFirst()
}
