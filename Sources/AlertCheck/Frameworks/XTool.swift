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
    var bundle = PlannedBundle(
      project.appName(in: folder), .app, madeBy: (.swiftPackage, path))
    var isInList = false
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    where line.count <= FilePath.lengthLimit {
      let text = String(decoding: line, as: UTF8.self)
      let words = text.split(separator: " ", maxSplits: 1)
      // Extensions have lists of the same name, which are indented.
      if let first = text.first, !" -#".contains(first) {
        isInList = words[0] == "resources:"
        guard !isInList || words.count == 1 else {
          return project.fail(path, .unsupported, "its list of resources is in an unknown form")
        }
      } else if isInList, words.first == "-", words.count == 2,
        let file = folder.joined(with: words[1].trimmingQuotes)
      {
        let contents = project.sounds.inside(file)
        try project.budget.spend(listing: contents)
        for sound in contents {
          let destination = sound.inside(file.removingLastComponent())
          try bundle.add(sound, at: destination, &project.budget)
        }
      }
    }
    project.bundles.append(bundle)
  }
}

extension Substring {
  fileprivate var trimmingQuotes: String {
    String(drop { "\"' ".contains($0) }.prefix { !"\"'#".contains($0) })
  }
}
