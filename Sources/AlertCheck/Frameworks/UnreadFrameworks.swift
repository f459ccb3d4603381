internal import SoundFormat
internal import SystemPackage

/// Tools whose projects the check recognises but can't read. Their builds may add any sound to an app.
enum UnreadFrameworks: Framework {
  /// Names of files that describe a project. For each name: texts, one of which must be in the file; empty if the name
  /// is enough. Unknown tools may also use these names, and Bazel's files are also in libraries for all systems.
  ///
  /// Sources: https://github.com/yonaskolb/XcodeGen, ProjectSpec.md; Tuist, "Manifests"; Tauri, "Configuration files";
  /// Bazel, "Repositories, workspaces, packages, and targets"; files that Unity and Xcode wrote.
  private static let tools: [String: [StaticString]] = [
    // A form of Xcode projects that the check can't read.
    "project.xcproj": [],
    // XcodeGen's file may include its targets from other files.
    "project.yml": xcodeGen, "project.yaml": xcodeGen, "xcodegen.yml": xcodeGen,
    "Project.swift": ["import ProjectDescription"],
    "ProjectVersion.txt": ["m_EditorVersion"],
    "tauri.conf.json": [], "tauri.conf.json5": [], "Tauri.toml": [],
    "MODULE.bazel": bazel, "WORKSPACE": bazel, "WORKSPACE.bazel": bazel, "BUILD.bazel": bazel,
    "BUILD": bazel,
  ]
  private static let xcodeGen: [StaticString] = ["\ntargets:", "\ninclude:", "\noptions:"]
  private static let bazel: [StaticString] = [
    "rules_apple", "rules_ios", "rules_android", "ios_application", "android_binary",
  ]
  /// The folders in which Unity and Tauri keep their descriptions.
  private static let folders: Set<String> = ["ProjectSettings", "src-tauri"]

  static let descriptions = Array(tools.keys)

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    guard let texts = tools[path.name],
      texts.isEmpty || texts.contains(where: { bytes.contains($0) }),
      !isForXcodeGen(path) || bytes.contains("name:")
    else { return }
    let parent = path.removingLastComponent()
    let mark = folders.contains(parent.lastComponent?.string ?? "") ? parent : path
    let folder = mark.removingLastComponent()
    try project.budget.spend(project.bundles.count + project.parts.count)
    let isKnown = project.parts.contains {
      $0.kind == .unread
        && path.starts(with: $0.path.inside(project.files.root).removingLastComponent())
    }
    // Ignore a description if its tool has already made a project that the check reads, such as Xcode's.
    let makesXcode =
      isForXcodeGen(path) || ["Project.swift", "project.xcproj"].contains(path.name)
    let isMade = project.bundles.contains {
      makesXcode
        ? $0.maker.path.removingLastComponent() == folder : $0.maker.path.starts(with: folder)
    }
    guard !isKnown, !isMade else { return }
    project.add(.unread, mark)
    project.add(Gap("the check can't read \(mark.string)", in: folder.ownFolder))
    project.note("the check can't read this kind of project; check the built app, too", on: mark)
  }

  private static func isForXcodeGen(_ path: FilePath) -> Bool {
    ["yml", "yaml"].contains(path.extension)
  }

  static let apis = [
    // Source: Unity's package Mobile Notifications, `iOSNotification.SoundName`.
    SoundAPI(
      [.cSharp], .value("SoundName", .directlyIn(["iOSNotification"])), .iOS,
      as: "iOSNotification.SoundName"),
    // Unity's own API, which its package Mobile Notifications replaces. Source: Unity, "LocalNotification.soundName".
    SoundAPI(
      [.cSharp], .value("soundName"), .iOS, as: "LocalNotification.soundName",
      with: ["LocalNotification"], taking: .path),
  ]
}
