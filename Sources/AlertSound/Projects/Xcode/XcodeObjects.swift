internal import SoundFormat

/// An object of an Xcode project's file, with the fields that decide where a file ends up.
struct XcodeObject {
  /// The kinds of objects that matter here.
  enum Kind: String {
    case project = "PBXProject"
    case target = "PBXNativeTarget"
    case resourcesPhase = "PBXResourcesBuildPhase"
    case sourcesPhase = "PBXSourcesBuildPhase"
    case copyPhase = "PBXCopyFilesBuildPhase"
    case scriptPhase = "PBXShellScriptBuildPhase"
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
  }

  var kind: Kind
  /// The single values, by their keys.
  var texts: [Key: String] = [:]
  /// The lists of identifiers or paths, by their keys.
  var lists: [Key: [String]] = [:]

  /// The keys that matter here.
  enum Key: String {
    case name, path, sourceTree, fileRef, target, targetProxy, remoteGlobalIDString, productType
    case mainGroup, projectDirPath, projectRoot, buildConfigurationList, buildPhase, dstPath
    case dstSubfolderSpec, lastKnownFileType, explicitFileType, shellScript
    /// Of the build settings.
    case sdkRoot = "SDKROOT"
    // Lists.
    case children, files, targets, buildPhases, dependencies, buildConfigurations, exceptions
    case membershipExceptions, explicitFolders, fileSystemSynchronizedGroups
  }

  private static let lists: Set<Key> = [
    .children, .files, .targets, .buildPhases, .dependencies, .buildConfigurations, .exceptions,
    .membershipExceptions, .explicitFolders, .fileSystemSynchronizedGroups,
  ]

  /// The identifiers, or the paths, under a key.
  subscript(list key: Key) -> [String] { lists[key] ?? [] }
  /// The text under a key; nil if there is none.
  subscript(key: Key) -> String? { texts[key] }

  /// Reads an object; returns nil for a kind that doesn't matter here.
  static func read(from reader: inout PropertyListReader) throws(SoundFileError) -> XcodeObject? {
    var kind: Kind?
    var isKnown = true
    var object = XcodeObject(kind: .group)
    try reader.readDictionary { reader, name throws(SoundFileError) in
      guard isKnown else { return try reader.skipValue() }
      if name == "isa" {
        kind = Kind(rawValue: try reader.readTextIfAny())
        // Xcode writes it first.
        isKnown = kind != nil
      } else if name == "buildSettings" {
        try reader.skipBlank()
        guard reader.isDictionary else { return try reader.skipValue() }
        try reader.readDictionary { reader, name throws(SoundFileError) in
          try object.read(name, from: &reader)
        }
      } else {
        try object.read(name, from: &reader)
      }
    }
    guard let kind else { return nil }
    object.kind = kind
    return object
  }

  private mutating func read(
    _ name: String, from reader: inout PropertyListReader
  ) throws(SoundFileError) {
    guard let key = Key(rawValue: name) else { return try reader.skipValue() }
    if Self.lists.contains(key) {
      // A hostile list repeats what multiplies the work.
      var seen: Set<String> = []
      lists[key] = try reader.readTexts().filter { seen.insert($0).inserted }
    } else {
      texts[key] = try reader.readTextIfAny()
    }
  }
}

/// The objects of an Xcode project's file, by their identifiers.
///
/// Source: there is no specification; Xcode's own files, of the object versions 46 to 77.
struct XcodeObjects {
  private var objects: [String: XcodeObject] = [:]
  /// The project itself.
  let project: XcodeObject

  subscript(identifier: String) -> XcodeObject? { objects[identifier] }

  /// Returns the object of a kind that an identifier names; nil if there is none.
  func object(_ identifier: String?, _ kind: XcodeObject.Kind) -> XcodeObject? {
    guard let object = identifier.flatMap({ objects[$0] }), object.kind == kind else { return nil }
    return object
  }

  /// The objects of a kind with their identifiers, sorted by these.
  func all(_ kind: XcodeObject.Kind) -> [(identifier: String, object: XcodeObject)] {
    objects.filter { $0.value.kind == kind }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Parses a file.
  ///
  /// - Throws: `SoundFileError` if it isn't an old-style property list with a project.
  init(parsing bytes: [UInt8]) throws(SoundFileError) {
    var reader = PropertyListReader(bytes)
    var objects: [String: XcodeObject] = [:]
    var rootIdentifier = ""
    try reader.readDictionary { reader, name throws(SoundFileError) in
      switch name {
      case "objects":
        try reader.skipBlank()
        guard reader.isDictionary else { return try reader.skipValue() }
        try reader.readDictionary { reader, identifier throws(SoundFileError) in
          try reader.skipBlank()
          guard reader.isDictionary else { return try reader.skipValue() }
          if let object = try XcodeObject.read(from: &reader) { objects[identifier] = object }
        }
      case "rootObject": rootIdentifier = try reader.readTextIfAny()
      default: try reader.skipValue()
      }
    }
    guard let project = objects[rootIdentifier], project.kind == .project else {
      throw SoundFileError(.malformed, "it has no project")
    }
    self.objects = objects
    self.project = project
  }
}
