internal import SoundFormat
internal import SystemPackage

/// Flutter apps. ``Xcode`` and ``Gradle`` read the native projects in `ios` and `android`.
enum Flutter: Framework {
  static let descriptions = ["pubspec.yaml"]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let assets = FlutterAssets(parsing: bytes)
    guard assets.isFlutter else { return }
    let folder = path.removingLastComponent()
    try project.budget.spend(project.modules.count)
    // Report only apps as Flutter projects. Unlike an app, a Flutter package has no native projects.
    let (ios, android) = (folder.appending("ios"), folder.appending("android"))
    if try !project.indicesOfBundles(in: ios).isEmpty
      || project.modules.contains(where: { $0.isApp && $0.folder.starts(with: android) })
    {
      project.add(.flutter, folder)
      // If the module says nothing, Flutter's Gradle plugin shrinks release builds.
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
      SoundAPI(
        [.dart], .value("customSound"), .iOS, .android, taking: .awesome,
        onAndroid: .channelDecides),
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
/// Source: Flutter, "Adding assets and images".
struct FlutterAssets: Equatable, Sendable {
  /// The paths of files and folders. A folder's path ends in `/` and stands for the files directly in the folder.
  let paths: [String]
  let isFlutter: Bool

  init(parsing bytes: [UInt8]) {
    let lists = YAMLLists(parsing: bytes)
    isFlutter = lists.values.contains {
      ($0.key == "sdk" || $0.key.hasSuffix(".sdk")) && $0.value.contains("flutter")
    }
    paths = (lists.items["flutter.assets"] ?? []).map { item in
      (item.hasPrefix("path:") ? item.dropFirst(5).drop { $0 == " " } : item).plainYAML
    }
  }

  /// The folder that contains the assets in an app. Source: Flutter's iOS embedding, FlutterDartProject.
  static let folder = FilePath("Frameworks/App.framework/flutter_assets")

  /// Returns the sounds that are assets, each with its path in an app.
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
