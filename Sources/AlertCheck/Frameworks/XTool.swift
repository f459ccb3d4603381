internal import SoundFormat
internal import SystemPackage

/// xtool, which makes an app of a Swift package. The package's own resources go into a bundle of their own.
///
/// Source: https://github.com/xtool-org/xtool, Control.md and Packer.swift: what `resources:` lists goes to the top of
/// the app under its own name.
enum XTool: Framework {
  static let descriptions = ["xtool.yml"]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let folder = path.removingLastComponent()
    project.add(.swiftPackage, path)
    var bundle = PlannedBundle(project.appName(in: folder), .app, madeBy: (.swiftPackage, path))
    let lists = YAMLLists(parsing: bytes)
    guard lists.values["resources"]?.isEmpty ?? true else {
      return project.fail(path, .unsupported, "its list of resources is in an unknown form")
    }
    for item in lists.items["resources"] ?? [] {
      guard let file = folder.joined(with: item.plainYAML) else { continue }
      let contents = project.sounds.inside(file)
      try project.budget.spend(listing: contents)
      for sound in contents {
        let destination = sound.inside(file.removingLastComponent())
        try bundle.add(sound, at: destination, &project.budget)
      }
    }
    project.bundles.append(bundle)
  }
}
