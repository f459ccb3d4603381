internal import SoundFormat
internal import SystemPackage

/// .NET apps, such as MAUI apps. What stays unknown: items that the build computes.
enum DotNet: Framework {
  static let descriptions = ["*.csproj"]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let resources = DotNetResources(parsing: bytes)
    let folder = path.removingLastComponent()
    // Limit the number of projects in a folder: each project may have all sounds of the folder.
    let count = project.dotNetCounts[folder, default: 0]
    project.dotNetCounts[folder] = count + 1
    guard count < countLimit else {
      if count > countLimit { return }
      return project.fail(path, .limitExceeded, "its folder has more than \(countLimit) projects")
    }
    try readRawResources(in: folder, isMAUI: resources.isMAUI, &project)
    guard resources.isForIOS || resources.isMAUIApp else { return }
    project.add(.dotNet, path)
    // Add an Android part, so that requests on Android are checked even if the app has no resources there.
    let android = folder.pushing("Platforms/Android")
    try project.budget.spend(project.sounds.inside(android).count)
    if bytes.contains("-android"), !project.sounds.inside(android).contains(where: \.isRawResource)
    {
      project.add(.android, android)
    }
    guard resources.isForIOS else { return }
    if resources.isComputed {
      let items = "items that the check can't read in \(path.string)"
      project.add(Gap("\(items) may add the sound", in: folder))
    }
    var bundle = PlannedBundle(path.stem ?? path.name, .app, madeBy: (.dotNet, path))
    for sound in try resources.sounds(among: project.sounds, in: folder, &project.budget) {
      if let place = sound.destination {
        try bundle.add(sound.path, at: place, &project.budget)
      } else {
        project.add(Gap(sound.path, differingInCaseIn: folder, on: .iOS))
      }
    }
    // Skip the bundle if another project in the folder makes the same app.
    let isKnown = project.bundles.suffix(countLimit).contains {
      $0.maker.path.removingLastComponent() == folder && $0.origins == bundle.origins
    }
    guard !isKnown else { return }
    project.bundles.append(bundle)
  }

  /// The most projects in one folder that are read. People rarely have more than two projects in a folder.
  private static let countLimit = 16

  /// Takes a MAUI app's raw resources only from `Platforms/Android`, and other apps' raw resources from the project's
  /// folder. The build changes capitals in the resources' names to small letters.
  ///
  /// Sources: https://github.com/dotnet/maui, Microsoft.Maui.Controls.SingleProject.targets,
  /// `MonoAndroidResourcePrefix`; https://github.com/dotnet/android, Microsoft.Android.Sdk.DefaultItems.targets and
  /// AndroidComputeResPaths.cs, `LowercaseFilenames`.
  private static func readRawResources(
    in folder: FilePath, isMAUI: Bool, _ project: inout Project
  ) throws(SoundFileError) {
    let own = folder.appending("Resources")
    let used = isMAUI ? folder.pushing("Platforms/Android/Resources") : own
    let sounds = project.sounds.inside(used)
    guard !sounds.isEmpty || isMAUI && !project.sounds.inside(own).isEmpty else { return }
    try project.budget.spend(listing: sounds)
    try project.budget.spend(4 * project.rawSounds.count)
    project.rawSounds = project.rawSounds.compactMap { sound in
      let resources = sound.folder.removingLastComponent()
      guard resources == used else { return isMAUI && resources == own ? nil : sound }
      return Project.RawSound(
        folder: sound.folder, path: sound.path, fileName: sound.fileName.lowercased())
    }
    for path in sounds where !path.isRawResource {
      guard path.inside(used).string.lowercased().hasPrefix("raw/") else { continue }
      project.add(Gap(path, differingInCaseIn: folder, on: .android))
    }
  }

  private static let request: Set<Substring> = ["NotificationRequest"]
  private static let channel: Set<Substring> = [
    "AndroidNotificationChannelRequest", "NotificationChannelRequest",
  ]

  // Plugin.LocalNotification removes the extension for Android, and from Android 8 on plays only the channel's sound.
  // Source: https://github.com/thudugala/Plugin.LocalNotification, LocalNotificationCenter.cs, `GetSoundUri`, and
  // NotificationRequest.cs, `Sound`.
  static let apis = [
    SoundAPI(
      [.cSharp], .call("GetSound", on: "UNNotificationSound"), .iOS,
      as: "UNNotificationSound.GetSound"),
    SoundAPI(
      [.cSharp], .call("GetCriticalSound", on: "UNNotificationSound"), .iOS,
      as: "UNNotificationSound.GetCriticalSound", for: .critical),
    SoundAPI(
      [.cSharp], .value("Sound", .directlyIn(request)), .iOS, .android,
      as: "NotificationRequest.Sound", onAndroid: .notLookedUp),
    SoundAPI([.cSharp], .value("Sound", .directlyIn(channel)), .android, as: "the channel's Sound"),
  ]
}

extension Gap {
  /// Creates the gap for a sound whose folder is spelled with other capitals on disk than in the project. The disk
  /// decides whether the build finds the sound.
  fileprivate init(
    _ path: FilePath, differingInCaseIn folder: FilePath, on system: CodeRequest.Platform
  ) {
    let names = [path.name, path.name.lowercased()]
    self.init(
      "the folder of \(path.string) differs in capital and small letters from the project's",
      in: folder, on: system,
      about: Set((names + names.compactMap { FilePath($0).stem }).map { $0[...] }))
  }
}

/// The sounds that a .NET project for iOS puts into its app.
///
/// Sources:
/// - MAUI's build task GetMauiAssetPath: an item's path in the app is its `Link` or `LogicalName`, otherwise its path
///   in the project.
/// - Xamarin's build task BundleResource: an item's path in the app is its `LogicalName`, otherwise its `Link`,
///   otherwise its path in the project; a leading `Resources` is dropped.
/// - MSBuild, "Well-known item metadata".
/// - .NET for iOS copies everything in `Resources`, even if no item lists it. Only some MAUI templates list the files
///   of `Platforms/iOS/Resources` as items, so this type reads both the folder and the items.
struct DotNetResources: Sendable {
  /// An item that lists sounds for the app.
  struct Item: Equatable, Sendable {
    /// The files' folder, relative to the project.
    let folder: FilePath
    /// Whether the item also lists files in folders inside the folder.
    let isRecursive: Bool
    /// The pattern of the files' names.
    let name: PathPattern
    /// The path in the app that the item states, perhaps with metadata; nil if the item states none.
    let place: String?

    /// Reads a path with wildcards only in the file's name, or with one `**` before the name; nil for other forms.
    init?(_ include: some StringProtocol, at place: String?) {
      var parts = include.split(separator: "/").filter { $0 != "." }
      let last = String(parts.popLast() ?? "")
      isRecursive = last == "**" || parts.last == "**"
      if isRecursive, last != "**" { parts.removeLast() }
      let fixed = parts.joined(separator: "/")
      guard include.utf8.count <= FilePath.lengthLimit, include.first != "/",
        !parts.contains(".."), !fixed.utf8.contains(where: "*?".utf8.contains),
        !include.utf8.contains(where: "$%@[:\\".utf8.contains)
      else { return nil }
      (folder, name, self.place) = (FilePath(fixed), PathPattern(FilePath(last)), place)
    }

    fileprivate func lists(_ path: FilePath) -> Bool {
      let place = path.removingLastComponent()
      return (isRecursive ? place.starts(with: folder) : place == folder)
        && name.matches(FilePath(path.name))
    }

    /// Returns a file's path in the app.
    fileprivate func destination(of path: FilePath) -> FilePath {
      guard let place else { return path }
      let inner = path.removingLastComponent().inside(folder).string
      let values = [inner.isEmpty || !isRecursive ? "" : inner + "/", path.stem ?? path.name]
      let pathExtension = path.extension.map { ".\($0)" } ?? ""
      return FilePath(
        zip(DotNetResources.metadata, values + [pathExtension]).reduce(place) {
          $0.replacing($1.0, with: $1.1)
        })
    }
  }

  /// The metadata in an item's place that this type reads.
  fileprivate static let metadata = ["%(RecursiveDir)", "%(Filename)", "%(Extension)"]

  /// For each item: the item as written, and the item with its path in small letters.
  private(set) var items: [(exact: Item, small: Item)] = []
  private(set) var isForIOS = false
  /// Whether this is a MAUI project. MAUI has separate folders for each system.
  private(set) var isMAUI = false
  private(set) var isMAUIApp = false
  /// Whether the build computes items, or items have a form that the parser doesn't read.
  private(set) var isComputed = false
  /// Whether the app gets everything in the folder `Resources`.
  private var takesFolder = true

  init(parsing bytes: [UInt8]) {
    isMAUI = bytes.contains("<UseMaui>true") || bytes.contains("<SingleProject>true")
    // Skip libraries: their resources don't go into an app.
    let isApp = bytes.contains("<OutputType>Exe")
    isMAUIApp = isApp && isMAUI
    // The target frameworks may be in another file.
    isForIOS =
      isMAUIApp && !bytes.contains("-android")
      || isApp && (bytes.contains("-ios") || bytes.contains("Xamarin.iOS"))
    // Xamarin's projects without an SDK list all their files.
    takesFolder =
      (isMAUI || bytes.contains("Sdk")) && !bytes.contains("EnableDefaultItems>false")
      && !bytes.contains("EnableDefaultiOSItems>false")
    // If a MAUI project lists no assets, a file such as Directory.Build.props may list assets.
    isComputed = !takesFolder || isMAUI && !bytes.contains("<MauiAsset ")
    for tag in XMLTags(bytes) {
      switch tag.name {
      case "MauiAsset", "BundleResource": read(tag)
      // MAUI projects don't list Android's resources, so a listed resource is in an unusual place.
      case "AndroidResource" where isMAUI: isComputed = true
      // The build also adds the items of other files, and the resources of referenced libraries.
      case "Import" where tag.attributes["Project"]?.contains("$(") == false: isComputed = true
      case "ProjectReference": isComputed = true
      default: continue
      }
    }
  }

  private mutating func read(_ tag: XMLTags.Tag) {
    let conditions = (tag.parents.map(\.attributes) + [tag.attributes]).compactMap {
      // A very long condition isn't read.
      $0["Condition"].map { $0.utf8.count > 1024 ? "!" : $0.lowercased() }
    }
    let place =
      (tag.attributes["LogicalName"] ?? tag.attributes["TargetPath"] ?? tag.attributes["Link"])
      .map { String($0.prefix(FilePath.lengthLimit)) }
    let unread = Self.metadata.reduce(place ?? "") { $0.replacing($1, with: "") }
    // After `Remove` and `Update`, it is unknown which files are left, and where.
    if tag.attributes["Remove"] != nil || tag.attributes["Update"] != nil {
      (items, takesFolder) = ([], false)
    }
    // The build decides whether targets run, and which branches of `Choose` count.
    guard tag.isEmpty, !unread.contains("("), tag.attributes["Exclude"] == nil,
      !tag.parents.contains(where: { ["Target", "When", "Otherwise"].contains($0.name) }),
      conditions.allSatisfy(Self.isForIOS), let include = tag.attributes["Include"]
    else {
      isComputed = true
      return
    }
    for part in Self.slashed(include).split(separator: ";") {
      let path = part.drop { $0 == " " }
      // In a MAUI app, it is unknown whether the build drops the folder `Resources`.
      if let item = Item(path, at: place.map(Self.slashed)),
        let small = Item(path.lowercased(), at: nil), items.count < Self.countLimit,
        !isMAUI || place != nil || !item.folder.starts(with: "Resources")
      {
        items.append((item, small))
      } else {
        isComputed = true
      }
    }
  }

  /// Whether a condition such as `$(TargetFramework.Contains('-ios'))`, given in small letters, only asks for iOS.
  private static func isForIOS(_ condition: String) -> Bool {
    condition.contains("ios") && !condition.contains("!")
      && condition.split(separator: "$(", omittingEmptySubsequences: false).dropFirst().allSatisfy {
        $0.hasPrefix("target") || $0.hasPrefix("[msbuild]::gettargetplatform")
      }
  }

  /// The most items that are read. People list folders, not thousands of files.
  private static let countLimit = 1 << 12

  private static func slashed(_ path: String) -> String {
    String(path.map { $0 == "\\" ? "/" : $0 })
  }

  /// Returns the project's sounds, each with its path in the app. The path is nil if the disk decides whether the build
  /// finds the sound.
  func sounds(
    among sounds: SortedPaths, in folder: FilePath, _ budget: inout WorkBudget
  ) throws(SoundFileError) -> [(path: FilePath, destination: FilePath?)] {
    var found: [(path: FilePath, destination: FilePath?)] = []
    if takesFolder, let base = folder.joined(with: isMAUI ? "Platforms/iOS/Resources" : "Resources")
    {
      let contents = sounds.inside(base)
      try budget.spend(listing: contents)
      found += contents.map { ($0, $0.inside(base)) }
    }
    let all = sounds.inside(folder).map { $0.inside(folder) }
    // Look up a name without wildcards, instead of comparing the name with all paths.
    try budget.spend(2 * all.reduce(1) { $0 + WorkBudget.listing($1) })
    let smallPaths = all.map { FilePath($0.string.lowercased()) }
    let indices = Dictionary(grouping: all.indices) { FilePath(smallPaths[$0].name) }
    for (item, small) in items {
      let pattern = small.name.pattern
      var candidates = indices[pattern] ?? []
      if pattern.string.utf8.contains(where: "*?".utf8.contains) {
        candidates = Array(all.indices)
        try budget.spend(all.reduce(0) { $0 + 1 + $1.length * pattern.length / 64 })
      }
      try budget.spend(4 + candidates.count)
      for index in candidates where small.lists(smallPaths[index]) {
        let path = all[index]
        try budget.spend(WorkBudget.listing(path))
        let place = item.lists(path) ? item.destination(of: path) : nil
        let isDropped = place?.starts(with: "Resources") == true
        found.append((folder.pushing(path), isDropped ? place?.inside("Resources") : place))
      }
    }
    return found
  }
}
