internal import SoundFormat
internal import SystemPackage

/// Flutter apps. The native projects in `ios` and `android` are Xcode's and Gradle's.
enum Flutter: Framework {
  static let descriptions = ["pubspec.yaml"]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let assets = FlutterAssets(parsing: bytes)
    guard assets.isFlutter else { return }
    let folder = path.removingLastComponent()
    try project.budget.spend(project.bundles.count + project.modules.count)
    // Report only apps as Flutter projects. Unlike an app, a Flutter package has no native projects.
    let (ios, android) = (folder.appending("ios"), folder.appending("android"))
    if project.bundles.contains(where: { $0.maker.path.starts(with: ios) })
      || project.modules.contains(where: { $0.isApp && $0.folder.starts(with: android) })
    {
      project.add(.flutter, folder)
      // Flutter's Gradle plugin shrinks release builds unless the module says otherwise.
      project.shrinksResources[android] = project.shrinksResources[android] ?? true
    }
    for (path, destination) in try assets.sounds(
      among: project.sounds, in: folder, &project.budget)
    {
      try project.addToApps(in: ios, path, at: destination)
    }
  }

  static let apis =
    [
      SoundAPI(
        [.dart], .call("RawResourceAndroidNotificationSound"), .android, takesFileName: false),
      SoundAPI([.dart], .value("soundSource"), .iOS, .android, taking: .awesome),
      SoundAPI([.dart], .value("customSound"), .iOS, .android, taking: .awesome),
      // flutter_callkit_incoming.
      SoundAPI(
        [.dart], .value("ringtonePath", .directlyIn(["IOSParams", "ios"])), .iOS,
        as: "IOSParams.ringtonePath", for: .callkit),
      SoundAPI(
        [.dart], .value("ringtonePath", .directlyIn(["AndroidParams", "android"])), .android,
        as: "AndroidParams.ringtonePath", takesFileName: false),
      SoundAPI(
        [.dart],
        .value(
          "soundPath",
          .directlyIn(["scheduleOneShotAlarm", "setCountdownAlarm", "scheduleRecurrentAlarm"])),
        .iOS, as: "flutter_alarmkit's soundPath", for: .alarmkit, taking: .flutterAsset),
    ]
    + ["DarwinNotificationDetails", "IOSNotificationDetails", "MacOSNotificationDetails"].map {
      SoundAPI([.dart], .value("sound", .directlyIn([$0[...]])), .iOS, as: $0)
    }
}

/// The assets that a Flutter app's `pubspec.yaml` lists.
///
/// This parser reads only the list `assets:` under `flutter:`. A YAML library would need all of Foundation, which
/// adds tens of megabytes to a static program.
///
/// Source: Flutter, "Adding assets and images".
struct FlutterAssets: Hashable, Sendable {
  /// The paths of files and folders. A folder's path ends in `/` and includes its files, but not its subfolders.
  private(set) var paths: [String] = []
  private(set) var isFlutter = false

  init(parsing bytes: [UInt8]) {
    var section = ""
    var assetsIndent: Int?
    for lineBytes in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      // Skip lines that are too long for a path, because comparing long untrusted strings can take very long.
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

  /// Removes the quotes around a value, and a comment after it.
  private static func plain(_ value: Substring) -> String {
    if let quote = value.first, quote == "\"" || quote == "'" {
      return String(value.dropFirst().prefix { $0 != quote })
    }
    let words = value.split(separator: " #", maxSplits: 1, omittingEmptySubsequences: false)
    var plain = words.first ?? ""
    while plain.last == " " { plain.removeLast() }
    return String(plain)
  }

  /// The folder that contains the assets in an app. Source: Flutter's iOS embedding, FlutterDartProject.
  static let folder = FilePath("Frameworks/App.framework/flutter_assets")

  /// Returns the sounds that are assets and their paths in an app.
  func sounds(
    among sounds: SortedPaths, in folder: FilePath, _ budget: inout WorkBudget
  ) throws(SoundFileError) -> [(path: FilePath, destination: FilePath)] {
    var found: [FilePath] = []
    for path in Set(paths).sorted() {
      guard let place = folder.joined(with: path) else { continue }
      let contents = sounds.inside(place)
      try budget.spend(listing: contents)
      found += contents.filter {
        path.hasSuffix("/") ? $0.removingLastComponent() == place : $0 == place
      }
    }
    return found.map { ($0, Self.folder.pushing($0.inside(folder))) }
  }
}
