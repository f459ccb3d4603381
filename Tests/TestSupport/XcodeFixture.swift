/// A small Xcode project file, laid out as Xcode writes it, but with readable identifiers.
public struct XcodeFixture: Sendable {
  /// A file or folder of the project. Paths are relative to the `.xcodeproj`'s folder.
  public enum File: Hashable, Sendable {
    case file(String)
    /// A folder reference, blue in Xcode.
    case folder(String)
    /// A localised file and its languages. The file for `en` is in the folder `en.lproj`.
    case variants(String, [String])
  }

  public struct Target: Sendable {
    public var name: String
    public var productType: String
    public var resources: [File] = []
    public var sources: [String] = []
    public var dependencies: [String] = []
    /// The synchronised folders: Xcode 16 keeps them in step with the disk.
    public var folders: [String] = []
    public var script: String?
    /// The product of a package that the target depends on.
    public var packageProduct: String?
    public var sdk = "iphoneos"
    /// The configurations with the assignments of their settings.
    public var configurations: [(name: String, settings: [String])] = [("Release", [])]
    /// Further fields of each resource in the target's phase.
    public var resourceFields: [String] = []
    /// The fields of a phase that copies files, and these files.
    public var copying: (fields: [String], files: [File])?
    /// The fields of the target's build rule.
    public var ruleFields: [String] = []

    public init(_ name: String, _ productType: String = "application") {
      self.name = name
      self.productType = "com.apple.product-type." + productType
    }
  }

  /// Files in a synchronised folder whose membership in a target differs from the folder's.
  public struct Exception: Sendable {
    public var folder: String
    public var target: String
    public var members: [String]

    public init(in folder: String, for target: String, _ members: [String]) {
      self.folder = folder
      self.target = target
      self.members = members
    }
  }

  public var targets: [Target] = []
  public var exceptions: [Exception] = []
  /// Subfolders of synchronised folders. Xcode copies each of these subfolders as a folder.
  public var explicitFolders: [String] = []
  /// Files in the project that are in no target.
  public var otherFiles: [File] = []

  public init(_ targets: [Target] = []) {
    self.targets = targets
  }

  /// The text of `project.pbxproj`.
  public var text: String {
    var objects: [String] = []
    var children: [String] = []
    var count = 0
    func add(_ identifier: String, _ isa: String, _ fields: [String]) {
      objects.append(
        "\t\t\(identifier) /* \(isa) */ = {\n\t\t\tisa = \(isa);\n"
          + fields.map { "\t\t\t\($0);\n" }.joined() + "\t\t};\n")
    }
    func list(_ values: [String]) -> String {
      "(\n" + values.map { "\t\t\t\t\($0),\n" }.joined() + "\t\t\t)"
    }
    func quoted(_ text: String) -> String { "\"" + text + "\"" }
    func next(_ prefix: String) -> String {
      count += 1
      return "\(prefix)\(count)"
    }
    func reference(_ file: File) -> String {
      let identifier = next("FILE")
      switch file {
      case .file(let path), .folder(let path):
        let type = file == .file(path) ? "file" : "folder"
        add(
          identifier, "PBXFileReference",
          ["lastKnownFileType = \(type)", "path = \(quoted(path))", "sourceTree = \"<group>\""])
      case .variants(let name, let languages):
        let variants = languages.map { language in
          let variant = next("VARIANT")
          add(
            variant, "PBXFileReference",
            [
              "lastKnownFileType = file", "name = \(language)",
              "path = \(quoted("\(language).lproj/\(name)"))", "sourceTree = \"<group>\"",
            ])
          return variant
        }
        add(
          identifier, "PBXVariantGroup",
          ["children = \(list(variants))", "name = \(quoted(name))", "sourceTree = \"<group>\""])
      }
      children.append(identifier)
      return identifier
    }
    func buildFiles(_ references: [String], _ fields: [String] = []) -> [String] {
      references.map {
        let identifier = next("BUILD")
        add(identifier, "PBXBuildFile", ["fileRef = \($0)"] + fields)
        return identifier
      }
    }
    let folders = Set(targets.flatMap(\.folders)).sorted()
    for folder in folders {
      let sets = exceptions.filter { $0.folder == folder }.map { exception in
        let identifier = next("EXCEPTION")
        add(
          identifier, "PBXFileSystemSynchronizedBuildFileExceptionSet",
          [
            "membershipExceptions = \(list(exception.members.map(quoted)))",
            "target = TARGET_\(exception.target)",
          ])
        return identifier
      }
      add(
        "FOLDER_\(folder)", "PBXFileSystemSynchronizedRootGroup",
        [
          "exceptions = \(list(sets))", "explicitFileTypes = {}",
          "explicitFolders = \(list(explicitFolders.map(quoted)))", "path = \(quoted(folder))",
          "sourceTree = \"<group>\"",
        ])
      children.append("FOLDER_\(folder)")
    }
    for file in otherFiles { _ = reference(file) }
    for target in targets {
      var phases = [next("RESOURCES"), next("SOURCES")]
      let resources = buildFiles(target.resources.map(reference), target.resourceFields)
      add(phases[0], "PBXResourcesBuildPhase", ["files = \(list(resources))"])
      let sources = buildFiles(target.sources.map { reference(.file($0)) })
      add(phases[1], "PBXSourcesBuildPhase", ["files = \(list(sources))"])
      if let copying = target.copying {
        phases.append(next("COPY"))
        let files = buildFiles(copying.files.map(reference))
        add(
          phases[phases.count - 1], "PBXCopyFilesBuildPhase",
          copying.fields + ["files = \(list(files))"])
      }
      if !target.ruleFields.isEmpty {
        add("RULE_\(target.name)", "PBXBuildRule", target.ruleFields)
      }
      if let product = target.packageProduct {
        add(
          next("PRODUCT"), "XCSwiftPackageProductDependency", ["productName = \(quoted(product))"])
      }
      if let script = target.script {
        phases.append(next("SCRIPT"))
        add(
          phases[phases.count - 1], "PBXShellScriptBuildPhase",
          ["shellPath = /bin/sh", "shellScript = \(quoted(script))"])
      }
      let dependencies = target.dependencies.map { name in
        let identifier = next("DEPENDENCY")
        add(identifier, "PBXTargetDependency", ["target = TARGET_\(name)"])
        return identifier
      }
      let settings = target.configurations.map { configuration in
        let identifier = next("SETTINGS")
        let settings = ["SDKROOT = \(target.sdk)"] + configuration.settings
        add(
          identifier, "XCBuildConfiguration",
          [
            "buildSettings = {\n" + settings.map { "\t\t\t\t\($0);\n" }.joined() + "\t\t\t}",
            "name = \(configuration.name)",
          ])
        return identifier
      }
      let configurations = next("CONFIGURATIONS")
      add(configurations, "XCConfigurationList", ["buildConfigurations = \(list(settings))"])
      add(
        "TARGET_\(target.name)", "PBXNativeTarget",
        [
          "buildConfigurationList = \(configurations)", "buildPhases = \(list(phases))",
          "buildRules = \(list(target.ruleFields.isEmpty ? [] : ["RULE_\(target.name)"]))",
          "dependencies = \(list(dependencies))",
          "fileSystemSynchronizedGroups = \(list(target.folders.map { "FOLDER_\($0)" }))",
          "name = \(quoted(target.name))", "productType = \(quoted(target.productType))",
        ])
    }
    add("MAIN", "PBXGroup", ["children = \(list(children))", "sourceTree = \"<group>\""])
    add(
      "PROJECT", "PBXProject",
      [
        "mainGroup = MAIN", "projectDirPath = \"\"", "projectRoot = \"\"",
        "targets = \(list(targets.map { "TARGET_\($0.name)" }))",
      ])
    return "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tclasses = {\n\t};\n\tobjectVersion = 77;\n"
      + "\tobjects = {\n\n" + objects.joined() + "\t};\n\trootObject = PROJECT;\n}\n"
  }
}
