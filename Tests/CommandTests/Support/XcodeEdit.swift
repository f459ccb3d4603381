import Foundation

/// Changes an Xcode project like a person in Xcode.
struct XcodeEdit {
  /// The folder with the `.xcodeproj`, relative to the project's folder, with a slash; empty for the project's folder.
  let folder: String
  private var objects: [String: [String: Any]]
  private var count = 0

  /// Changes an Xcode project in the folder `p`.
  ///
  /// - Parameter path: The `.xcodeproj`; nil for the first one. If there is none, nothing happens.
  @discardableResult
  init?(_ shell: ShellFolder, _ path: String?, _ change: (inout XcodeEdit) throws -> Void) throws {
    let files = try shell.files().map { $0.dropFirst(2).description }
    guard let path = path ?? files.first(where: { $0.hasSuffix(".xcodeproj/project.pbxproj") })
    else { return nil }
    let file =
      "p/" + path.replacingOccurrences(of: "/project.pbxproj", with: "") + "/project.pbxproj"
    folder = file.components(separatedBy: "/").dropFirst().dropLast(2).map { $0 + "/" }.joined()
    let list = try unsafe PropertyListSerialization.propertyList(
      from: Data(shell.read(file)), format: nil)
    guard var root = list as? [String: Any],
      let objects = root["objects"] as? [String: [String: Any]]
    else { throw RemedyFollower.NotUnderstood(description: file) }
    self.objects = objects
    try change(&self)
    root["objects"] = self.objects
    try shell.write("// !$*UTF8*$!\n" + Self.written(root) + "\n", to: file)
  }

  private static func written(_ value: Any) -> String {
    if let list = value as? [Any] {
      return "(\n" + list.map { written($0) + ",\n" }.joined() + ")"
    }
    if let object = value as? [String: Any] {
      return "{\n"
        + object.sorted { $0.key < $1.key }.map { "\(written($0.key)) = \(written($0.value));\n" }
        .joined() + "}"
    }
    let text = "\(value)".replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "\n", with: "\\n")
    return "\"\(text)\""
  }

  private func keys(_ isa: String) -> [String] {
    objects.filter { $0.value["isa"] as? String == isa }.keys.sorted()
  }

  private mutating func make(_ isa: String, _ fields: [String: Any]) -> String {
    count += 1
    objects["NEW\(count)"] = fields.merging(["isa": isa]) { $1 }
    return "NEW\(count)"
  }

  private mutating func append(_ value: String, to key: String, of object: String) {
    let known = objects[object]?[key] as? [String] ?? []
    objects[object]?[key] = known + [value]
  }

  private func name(_ object: String) -> String {
    let path = objects[object]?["path"] as? String ?? objects[object]?["name"] as? String ?? ""
    return String(path.split(separator: "/").last ?? "")
  }

  /// Adds a file to a target; without a name, to the app's.
  mutating func add(_ path: String, to target: String?) throws {
    let file = String(path.split(separator: "/").last ?? "")
    let inner = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    let owner = keys("PBXNativeTarget").first {
      target == nil
        ? objects[$0]?["productType"] as? String == "com.apple.product-type.application"
        : objects[$0]?["name"] as? String == target
    }
    guard let owner else {
      throw RemedyFollower.NotUnderstood(description: "there is no target \(target ?? "")")
    }
    // A file of a synchronised folder is only ticked.
    for set in keys("PBXFileSystemSynchronizedBuildFileExceptionSet")
    where objects[set]?["target"] as? String == owner {
      let members = objects[set]?["membershipExceptions"] as? [String] ?? []
      if members.contains(where: { inner.hasSuffix($0) }) {
        objects[set]?["membershipExceptions"] = members.filter { !inner.hasSuffix($0) }
        return
      }
    }
    let known = keys("PBXFileReference").first {
      name($0) == file && (objects[$0]?["lastKnownFileType"] as? String) != "folder"
        && objects[$0]?["sourceTree"] as? String != "SOURCE_ROOT"
    }
    let isVariant = known.map { id in
      keys("PBXVariantGroup").contains {
        (objects[$0]?["children"] as? [String] ?? []).contains(id)
      }
    }
    let up = folder.split(separator: "/").map { _ in "../" }.joined()
    var reference = isVariant == false ? known : nil
    if reference == nil {
      reference = make(
        "PBXFileReference",
        [
          "lastKnownFileType": "file", "path": path.hasPrefix(folder) ? inner : up + path,
          "sourceTree": "SOURCE_ROOT",
        ])
      for project in keys("PBXProject") {
        append(reference!, to: "children", of: objects[project]?["mainGroup"] as? String ?? "")
      }
    }
    let build = make("PBXBuildFile", ["fileRef": reference!])
    let phases = objects[owner]?["buildPhases"] as? [String] ?? []
    if let phase = phases.first(where: {
      objects[$0]?["isa"] as? String == "PBXResourcesBuildPhase"
    }) {
      append(build, to: "files", of: phase)
    } else {
      append(make("PBXResourcesBuildPhase", ["files": [build]]), to: "buildPhases", of: owner)
    }
  }

  private mutating func removeBuildFiles(of reference: String) {
    let builds = Set(
      keys("PBXBuildFile").filter { objects[$0]?["fileRef"] as? String == reference })
    for phase in objects.keys {
      guard let files = objects[phase]?["files"] as? [String] else { continue }
      objects[phase]?["files"] = files.filter { !builds.contains($0) }
    }
  }

  /// Removes a folder reference from all targets.
  ///
  /// - Returns: Whether its files are now a group's, so that they needn't be added.
  mutating func removeFolder(_ folder: String) -> Bool {
    for group in keys("PBXFileSystemSynchronizedRootGroup") {
      let folders = objects[group]?["explicitFolders"] as? [String] ?? []
      if folders.contains(folder) {
        objects[group]?["explicitFolders"] = folders.filter { $0 != folder }
        return true
      }
    }
    for reference in keys("PBXFileReference") where name(reference) == folder {
      removeBuildFiles(of: reference)
    }
    return false
  }

  /// Removes a localised file from all targets.
  ///
  /// - Returns: False if there is none, because the folder of the file is synchronised.
  mutating func removeVariants(of file: String) -> Bool {
    let groups = keys("PBXVariantGroup").filter { objects[$0]?["name"] as? String == file }
    for group in groups { removeBuildFiles(of: group) }
    return !groups.isEmpty
  }

  /// Removes a file that was deleted.
  mutating func removeFile(_ file: String, at path: String) {
    for reference in keys("PBXFileReference") where name(reference) == file {
      let listed = objects[reference]?["path"] as? String ?? ""
      if path.hasSuffix(listed.replacingOccurrences(of: "../", with: "")) {
        removeBuildFiles(of: reference)
      }
    }
  }

  /// Replaces a file outside the project by its copy beside the `.xcodeproj`.
  mutating func relist(_ file: String) throws {
    for reference in keys("PBXFileReference") where name(reference) == file {
      objects[reference]?["path"] = file
      objects[reference]?["sourceTree"] = "SOURCE_ROOT"
    }
  }
}
