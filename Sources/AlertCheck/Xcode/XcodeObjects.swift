internal import SoundFormat
internal import SystemPackage

/// An object in a `project.pbxproj`, with the fields that decide where the build copies a file.
struct XcodeObject {
  enum Kind: String {
    case project = "PBXProject"
    case target = "PBXNativeTarget"
    case resourcesPhase = "PBXResourcesBuildPhase"
    case sourcesPhase = "PBXSourcesBuildPhase"
    case copyPhase = "PBXCopyFilesBuildPhase"
    case scriptPhase = "PBXShellScriptBuildPhase"
    case buildRule = "PBXBuildRule"
    case buildFile = "PBXBuildFile"
    case fileReference = "PBXFileReference"
    case group = "PBXGroup"
    case variantGroup = "PBXVariantGroup"
    case synchronizedGroup = "PBXFileSystemSynchronizedRootGroup"
    case exceptions = "PBXFileSystemSynchronizedBuildFileExceptionSet"
    case phaseExceptions = "PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet"
    case dependency = "PBXTargetDependency"
    case proxy = "PBXContainerItemProxy"
    case configurations = "XCConfigurationList"
    case configuration = "XCBuildConfiguration"
    case packageProduct = "XCSwiftPackageProductDependency"
  }

  let kind: Kind
  /// For each key: its values, which are identifiers, paths or other texts. A key with a single value has one text.
  private(set) var lists: [Key: [String]] = [:]

  enum Key: String {
    case name, path, sourceTree, fileRef, target, targetProxy, remoteGlobalIDString, productType
    case projectDirPath, projectRoot, buildConfigurationList, buildPhase, dstPath
    case dstSubfolderSpec, dstSubfolder, lastKnownFileType, explicitFileType, shellScript
    case productName, fileType, filePatterns, defaultConfigurationName
    case children, files, targets, buildPhases, dependencies, buildConfigurations, exceptions
    case membershipExceptions, explicitFolders, fileSystemSynchronizedGroups, buildRules
    case outputFiles, outputPaths, platformFilter, platformFilters
    /// Dictionaries. ``XcodeObject/lists`` gets keys only: paths that have tags, or whose platform filters lack iOS.
    case assetTagsByRelativePath, platformFiltersByRelativePath
    // The settings of a file in a phase, and build settings.
    case assetTags = "ASSET_TAGS"
    case sdkRoot = "SDKROOT"
    case supportedPlatforms = "SUPPORTED_PLATFORMS"
    case onDemandResources = "ENABLE_ON_DEMAND_RESOURCES"
    case excludedNames = "EXCLUDED_SOURCE_FILE_NAMES"
    case includedNames = "INCLUDED_SOURCE_FILE_NAMES"
    case developmentAssets = "DEVELOPMENT_ASSET_PATHS"
  }

  /// The settings with a condition that a build for phones meets. They replace the settings without a condition.
  private var conditional: Set<Key> = []
  /// For each setting with a condition that only some builds for phones meet, such as `[config=Beta]`: its values.
  private(set) var uncertainLists: [Key: [String]] = [:]

  subscript(list key: Key) -> [String] { lists[key] ?? [] }
  subscript(key: Key) -> String? {
    lists[key].map { $0.count == 1 ? $0[0] : $0.joined(separator: " ") }
  }

  /// Returns nil for a value that isn't an object of a kind that ``Kind`` lists.
  init?(_ value: PropertyList) {
    guard let name = value.entries.last(where: { $0.key == "isa" })?.value.text,
      let kind = Kind(rawValue: name)
    else { return nil }
    self.kind = kind
    for (name, value) in value.entries {
      if name == "buildSettings" || name == "settings" {
        for (name, value) in value.entries { read(name, value) }
      } else {
        read(name, value)
      }
    }
  }

  private mutating func read(_ name: String, _ value: PropertyList) {
    // A condition such as `[sdk=iphoneos*]`, or several conditions.
    let condition = name.utf8.firstIndex(of: UInt8(ascii: "[")).map { name[$0...] }
    guard let key = Key(rawValue: condition.map { String(name[..<$0.startIndex]) } ?? name) else {
      return
    }
    if let condition {
      let conditions = condition.split(separator: "[")
      let systems = conditions.filter { $0.hasPrefix("sdk=") }
      guard systems.allSatisfy({ $0.hasPrefix("sdk=iphoneos") || $0.hasPrefix("sdk=*") }) else {
        return
      }
      guard conditions.count == systems.count else {
        uncertainLists[key, default: []] += value.texts
        return
      }
      conditional.insert(key)
    } else if conditional.contains(key) {
      return
    }
    if key == .assetTagsByRelativePath || key == .platformFiltersByRelativePath {
      for (path, value) in value.entries
      where !value.texts.isEmpty
        && (key == .assetTagsByRelativePath || !value.texts.contains("ios"))
      {
        lists[key, default: []].append(path)
      }
    } else {
      // Drop repetitions, which would multiply the work in a hostile list.
      var seen: Set<String> = []
      lists[key] = value.texts.filter { seen.insert($0).inserted }
    }
  }
}

/// The objects in a `project.pbxproj`, by their identifiers.
///
/// Source: files with object versions 46 to 77 that Xcode wrote, because there is no specification.
struct XcodeObjects {
  private var objects: [String: XcodeObject] = [:]
  let project: XcodeObject

  subscript(identifier: String) -> XcodeObject? { objects[identifier] }

  /// Returns the object with an identifier and a kind; nil if there is none.
  func object(_ identifier: String?, _ kind: XcodeObject.Kind) -> XcodeObject? {
    guard let object = identifier.flatMap({ objects[$0] }), object.kind == kind else { return nil }
    return object
  }

  func configurations(of object: XcodeObject?) -> [XcodeObject] {
    let list = self.object(object?[.buildConfigurationList], .configurations)
    return (list?[list: .buildConfigurations] ?? []).compactMap { self.object($0, .configuration) }
  }

  /// Returns the objects of a kind, sorted by their identifiers.
  func all(_ kind: XcodeObject.Kind) -> [(identifier: String, object: XcodeObject)] {
    objects.filter { $0.value.kind == kind }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Parses a `project.pbxproj`.
  ///
  /// - Throws: `SoundFileError` if the file isn't an old-style property list with a project.
  init(parsing bytes: [UInt8]) throws(SoundFileError) {
    var reader = PropertyListReader(bytes)
    var objects: [String: XcodeObject] = [:]
    var rootIdentifier = ""
    try reader.readDictionary { reader, name throws(SoundFileError) in
      guard name == "objects" else {
        let value = try reader.readValue()
        if name == "rootObject" { rootIdentifier = value.text ?? "" }
        return
      }
      // Make each object of its values at once, because the values take more memory than the object.
      try reader.readDictionary { reader, identifier throws(SoundFileError) in
        if let object = XcodeObject(try reader.readValue()) { objects[identifier] = object }
      }
    }
    guard let project = objects[rootIdentifier], project.kind == .project else {
      throw SoundFileError(.malformed, "it has no project")
    }
    self.objects = objects
    self.project = project
  }
}

/// The paths of an Xcode project's files.
///
/// The project stores each path relative to the surrounding group. This type returns paths relative to the checked
/// folder.
struct XcodePaths {
  private let objects: XcodeObjects
  /// For each object, by its identifier: the identifier of the group that contains the object.
  private var parents: [String: String] = [:]
  private let projectFolder: FilePath
  private var known: [String: FilePath?] = [:]

  /// The most groups around an object. People nest far fewer groups. The limit also ends cycles of groups.
  static let depthLimit = 100

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

  /// Returns the path of a file outside the checked folder, either absolute or relative to that folder; nil for a file
  /// inside the folder, or if the path is unknown.
  mutating func pathOutside(of identifier: String) -> FilePath? {
    place(of: identifier).flatMap { $0.isOutside ? $0 : nil }
  }

  /// Returns an object's path; nil if the path is unknown or outside the checked folder.
  mutating func path(of identifier: String) -> FilePath? {
    place(of: identifier).flatMap { $0.isOutside ? nil : $0 }
  }

  private mutating func place(of identifier: String, depth: Int = 0) -> FilePath? {
    if let place = known[identifier] { return place }
    guard depth < Self.depthLimit, let object = objects[identifier] else { return nil }
    let base: FilePath? =
      switch object[.sourceTree] ?? "<group>" {
      case "<group>":
        if let parent = parents[identifier] {
          place(of: parent, depth: depth + 1)
        } else {
          projectFolder
        }
      case "SOURCE_ROOT": projectFolder
      case "<absolute>": "/"
      // The paths of files in the SDK, or among the products, are unknown.
      default: nil
      }
    let path = object[.path] ?? ""
    let place = base.flatMap { base in
      path.utf8.count + base.length <= FilePath.lengthLimit
        ? base.pushing(FilePath(path)).lexicallyNormalized() : nil
    }
    known[identifier] = place
    return place
  }
}

extension FilePath {
  /// Whether a normalized path leads out of the checked folder.
  fileprivate var isOutside: Bool { isAbsolute || components.first?.kind == .parentDirectory }
}
