internal import SoundFormat
internal import SystemPackage

/// Tools whose projects the check recognises but can't read. Their builds may add any sound to an app.
enum UnreadFrameworks: Framework {
  static let descriptions = [
    // A form of Xcode's projects, and the descriptions from which XcodeGen and Tuist make projects.
    "project.xcproj", "project.yml", "Project.swift",
  ]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let isDescription =
      switch path.name {
      // XcodeGen's file. It need not list targets, because it may include them from other files.
      case "project.yml":
        bytes.starts(with: "name:".utf8)
          && (bytes.contains("\ntargets:") || bytes.contains("\ninclude:")
            || bytes.contains("\noptions:"))
      case "Project.swift": bytes.contains("import ProjectDescription")
      default: true
      }
    // Ignore a description if XcodeGen or Tuist has already made the Xcode project.
    let folder = path.removingLastComponent()
    guard isDescription, !project.bundles.contains(where: { $0.maker.path.starts(with: folder) })
    else { return }
    project.add(.unread, path)
    project.add(Gap(reason: Gap.unreadable, folder: folder.ownFolder))
    project.note("the check can't read this kind of project; check the built app, too", on: path)
  }
}
