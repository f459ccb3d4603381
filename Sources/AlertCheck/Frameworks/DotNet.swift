internal import SoundFormat
internal import SystemPackage

/// .NET apps, such as MAUI apps. What stays unknown: items that the build computes.
enum DotNet: Framework {
  static let descriptions = ["*.csproj"]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let resources = DotNetResources(parsing: bytes)
    guard resources.isForIOS else { return }
    let folder = path.removingLastComponent()
    project.add(.dotNet, path)
    if resources.isComputed {
      project.add(Gap(reason: Gap.unreadable, folder: folder))
    }
    var bundle = PlannedBundle(path.stem ?? path.name, .app, madeBy: (.dotNet, path))
    for (sound, place) in try resources.sounds(among: project.sounds, in: folder, &project.budget) {
      try bundle.add(sound, at: place, &project.budget)
    }
    project.bundles.append(bundle)
  }

  static let apis = [
    SoundAPI(
      [.cSharp], .call("GetSound", on: "UNNotificationSound"), .iOS,
      as: "UNNotificationSound.GetSound"),
    SoundAPI(
      [.cSharp], .call("GetCriticalSound", on: "UNNotificationSound"), .iOS,
      as: "UNNotificationSound.GetCriticalSound", for: .critical),
  ]
}

/// The sounds that a .NET project for iOS puts into its app.
///
/// Sources:
/// - .NET MAUI, "Raw assets": the app keeps the folder structure of `Resources/Raw`.
/// - Xamarin's build task BundleResource: an item's path in the app is its `LogicalName`, otherwise its `Link`,
///   otherwise its path in the project; a leading `Resources` is dropped.
/// - .NET for iOS copies everything in `Resources`, even if no item lists it. Only some MAUI templates list the files
///   of `Platforms/iOS/Resources` as items, so this type reads both the folder and the items.
struct DotNetResources: Sendable {
  /// A `BundleResource` item. `place` is the path in the app that the item states; nil if it states none.
  struct Item: Hashable, Sendable {
    let include: String
    let place: String?
  }

  private(set) var items: [Item] = []
  private(set) var isForIOS = false
  /// Whether this is a MAUI project. MAUI has separate folders for each system.
  private(set) var isMAUI = false
  /// Whether the build computes items, or items have a form that the parser doesn't read.
  private(set) var isComputed = false

  init(parsing bytes: [UInt8]) {
    isMAUI = bytes.contains("<UseMaui>true") || bytes.contains("<SingleProject>true")
    // Skip libraries: their resources don't go into an app.
    let isApp = bytes.contains("<OutputType>Exe")
    isForIOS = isApp && (isMAUI || bytes.contains("-ios") || bytes.contains("Xamarin.iOS"))
    for tag in XMLTags(bytes) where tag.name == "BundleResource" {
      guard let include = tag.attributes["Include"] else { continue }
      let place =
        tag.attributes["LogicalName"] ?? tag.attributes["TargetPath"] ?? tag.attributes["Link"]
      if !tag.isEmpty || include.contains("$(") || place?.contains("(") == true {
        isComputed = true
      } else {
        items.append(Item(include: Self.slashed(include), place: place.map(Self.slashed)))
      }
    }
  }

  private static func slashed(_ path: String) -> String {
    String(path.map { $0 == "\\" ? "/" : $0 })
  }

  /// Returns the project's sounds and their paths in the app.
  func sounds(
    among sounds: SortedPaths, in folder: FilePath, _ budget: inout WorkBudget
  ) throws(SoundFileError) -> [(path: FilePath, destination: FilePath)] {
    var found: [(path: FilePath, destination: FilePath)] = []
    for base in isMAUI ? ["Platforms/iOS/Resources", "Resources/Raw"] : ["Resources"] {
      guard let base = folder.joined(with: base) else { continue }
      let contents = sounds.inside(base)
      try budget.spend(listing: contents)
      found += contents.map { ($0, $0.inside(base)) }
    }
    let all = sounds.inside(folder).map { $0.inside(folder) }
    // Look up names without wildcards. Like a pattern, such a name may be a path or a file's name.
    try budget.spend(listing: all)
    let names = Dictionary(grouping: all, by: \.lastComponent)
    for item in items where item.include.utf8.count <= FilePath.lengthLimit {
      let include = FilePath(item.include)
      var matching = names[include.lastComponent] ?? []
      if item.include.utf8.contains(where: "*?[\\".utf8.contains) {
        let pattern = PathPattern(include)
        // A pattern may be compared with each part of a path.
        try budget.spend(all.reduce(0) { $0 + 1 + $1.length * include.length / 128 })
        matching = all.filter(pattern.matches)
      } else if include.components.count > 1 {
        matching = matching.filter { $0 == include }
      }
      try budget.spend(listing: matching)
      for path in matching {
        let place = item.place.map { FilePath($0) } ?? path
        found.append(
          (
            folder.pushing(path),
            place.starts(with: "Resources") ? place.inside("Resources") : place
          ))
      }
    }
    return found
  }
}
