internal import SoundFormat
internal import SystemPackage

/// What a Flutter app's `pubspec.yaml` says about files.
///
/// Only `flutter:` and its list `assets:` matter, so only these lines are read. The library for YAML that Swift
/// packages use needs all of Foundation, which would add tens of megabytes to a static program.
///
/// Source: Flutter, "Adding assets and images".
struct FlutterAssets: Hashable, Sendable {
  /// The paths of files, and of folders whose files are assets, but not the files in folders inside them.
  private(set) var paths: [String] = []
  private(set) var isFlutter = false

  init(parsing bytes: [UInt8]) {
    var section = ""
    var assetsIndent: Int?
    for lineBytes in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      // A longer line is ignored: no path is that long, and comparing untrusted strings can take very long.
      guard lineBytes.count <= FilePath.lengthLimit else { continue }
      let line = String(decoding: lineBytes, as: UTF8.self)
      let text = line.drop { $0 == " " }
      let indent = line.count - text.count
      guard let first = text.first, first != "#" else { continue }
      if indent == 0 {
        section = String(text.prefix { $0 != ":" })
        assetsIndent = nil
      }
      if text.hasPrefix("sdk:"), text.dropFirst(4).contains("flutter") { isFlutter = true }
      guard section == "flutter" else { continue }
      if text.hasPrefix("assets:") {
        assetsIndent = indent
      } else if first == "-", let assetsIndent, indent >= assetsIndent {
        var path = text.dropFirst().drop { $0 == " " }
        if path.hasPrefix("path:") { path = path.dropFirst(5).drop { $0 == " " } }
        paths.append(Self.plain(path))
      } else if let start = assetsIndent, indent <= start {
        assetsIndent = nil
      }
    }
  }

  /// A value without its quotes and without a comment after it.
  private static func plain(_ value: Substring) -> String {
    if let quote = value.first, quote == "\"" || quote == "'" {
      return String(value.dropFirst().prefix { $0 != quote })
    }
    let words = value.split(separator: " #", maxSplits: 1, omittingEmptySubsequences: false)
    var plain = words.first ?? ""
    while plain.last == " " { plain.removeLast() }
    return String(plain)
  }

  /// The folder in an app where assets are. Source: Flutter's iOS embedding, FlutterDartProject.
  static let folder = FilePath("Frameworks/App.framework/flutter_assets")

  /// The assets among sounds, relative to the folder of the `pubspec.yaml`.
  func sounds(
    among sounds: SortedPaths, in folder: FilePath, _ budget: inout WorkBudget
  ) throws(SoundFileError) -> [FilePath] {
    var found: [FilePath] = []
    for path in Set(paths).sorted() {
      guard let place = folder.joined(with: path) else { continue }
      let contents = sounds.inside(place)
      try budget.spend(contents.count + 1)
      found += contents.filter {
        path.hasSuffix("/") ? $0.removingLastComponent() == place : $0 == place
      }
    }
    return found.map { $0.inside(folder) }
  }
}
