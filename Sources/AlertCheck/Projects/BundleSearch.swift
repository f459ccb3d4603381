internal import SystemPackage

/// Finds the sounds that code asks for in the bundles that a project's build makes.
struct BundleSearch {
  enum Result {
    /// The file on disk that the name leads to.
    case found(FilePath)
    /// The name leads to no sound: why, and the file and the bundle that were probably meant.
    case faulty(AlertFinding, file: FilePath?, bundle: PlannedBundle?)
  }

  private struct Entry {
    let bundle: Int
    let place: FilePath
    let path: FilePath
    /// What keeps a notification from finding it by its plain name; nil if nothing does.
    let finding: AlertFinding?
  }

  /// How many folders in a project's path are considered to find the nearest app.
  private static let depthLimit = 32

  private let bundles: [PlannedBundle]
  /// The results of ``scope(of:)``, by the file.
  private var scopes: [FilePath: Int] = [:]
  private var setsOfBundles: [Set<Int>] = []
  private var scopeNumbers: [Set<Int>: Int] = [:]
  /// The first app whose project is below a folder.
  private var firstApps: [FilePath: Int] = [:]
  /// The bundles whose code is known.
  private let bundlesWithCode: [Int]
  private let apps: Set<Int>
  private let firstApp: Int?
  /// The entries by their lowercase names.
  private var entries: [String: [Entry]] = [:]
  /// The entries by their lowercase names without the extension.
  private var entriesByStem: [String: [Entry]] = [:]
  /// The files on disk by their lowercase names, with and without the extension.
  private var files: [String: [FilePath]] = [:]
  private var filesByStem: [String: [FilePath]] = [:]

  init(_ project: ProjectReading) {
    bundles = project.bundles
    let phoneApps = bundles.indices.filter { project.bundles[$0].product == .app }
    // An app for both systems has a target for each. A sound in the Mac's app doesn't help on a phone.
    apps = Set(
      phoneApps.isEmpty ? bundles.indices.filter { project.bundles[$0].isApp } : phoneApps)
    firstApp = apps.min()
    bundlesWithCode = bundles.indices.filter { project.bundles[$0].sources != nil }
    // The first set is for code that isn't known to be in a bundle.
    setsOfBundles = [apps]
    scopeNumbers = [apps: 0]
    for app in apps.sorted() {
      var folder = FilePath()
      for component in bundles[app].maker.path.components.prefix(Self.depthLimit) {
        if firstApps[folder] == nil { firstApps[folder] = app }
        folder.append(component)
      }
    }
    for (index, bundle) in bundles.enumerated() {
      let app = bundle.appBundle(in: project.files.root)
      for place in app.files.filePaths {
        let placement = app.placement(of: place)
        for path in bundle.origins[place] ?? [] {
          let entry = Entry(
            bundle: index, place: place, path: path,
            finding: bundle.isApp ? placement.finding : nil)
          entries[place.name.lowercased(), default: []].append(entry)
          if let stem = FilePath(place.name).stem {
            entriesByStem[stem.lowercased(), default: []].append(entry)
          }
        }
      }
    }
    // Android's resources aren't meant for iOS.
    for path in project.sounds.paths where !path.isRawResource {
      files[path.name.lowercased(), default: []].append(path)
      if let stem = path.stem { filesByStem[stem.lowercased(), default: []].append(path) }
    }
  }

  /// Looks for a name that code asks for.
  mutating func result(of name: String, from source: FilePath) -> Result {
    let plain = name.split(separator: "/").last.map(String.init) ?? name
    let folded = plain.lowercased()
    let bundled = entries[folded] ?? []
    let candidates = bundled.filter { $0.place.name == plain }
    let searched = setsOfBundles[scope(of: source)]
    if let found = candidates.first(where: { isAtTop($0) && searched.contains($0.bundle) }) {
      return plain == name
        ? .found(found.path)
        : .faulty(
          .askedForByPath(file: found.path.string), file: found.path, bundle: bundles[found.bundle])
    }
    if let fault = misplacement(candidates) { return fault }
    let file = files[folded]?.first { file in
      file.name == plain && !bundled.contains { $0.path == file }
    }
    if let file {
      return .faulty(.inNoTarget(file.string), file: file, bundle: nearestBundle(to: file))
    }
    return similar(to: plain)
  }

  /// Returns the fault of files with the right name that a notification doesn't find.
  private func misplacement(_ candidates: [Entry]) -> Result? {
    // A copy in the app itself is more likely to be meant than one in a test's bundle.
    let inApp = candidates.first { apps.contains($0.bundle) && $0.finding != nil }
    if let entry = inApp, let finding = entry.finding {
      return .faulty(finding, file: entry.path, bundle: bundles[entry.bundle])
    }
    guard let entry = candidates.first else { return nil }
    return .faulty(
      .inOtherTarget(entry.path.string, target: bundles[entry.bundle].name), file: entry.path,
      bundle: bundles[entry.bundle])
  }

  /// Returns the fault if no file has exactly this name.
  private func similar(to name: String) -> Result {
    let folded = name.lowercased()
    func fault(_ finding: (String) -> AlertFinding, _ entry: Entry) -> Result {
      .faulty(finding(entry.path.string), file: entry.path, bundle: bundles[entry.bundle])
    }
    if let entry = entries[folded]?.first(where: isAtTopOfApp) {
      return fault(AlertFinding.askedForInOtherCase, entry)
    }
    if let entry = entriesByStem[folded]?.first(where: isAtTopOfApp) {
      return fault(AlertFinding.askedForWithoutExtension, entry)
    }
    let stem = FilePath(name).stem?.lowercased() ?? folded
    let near =
      files[folded]?.first ?? filesByStem[folded]?.first ?? entriesByStem[stem]?.first?.path
      ?? filesByStem[stem]?.first
    return .faulty(.inNoBundle(name: name), file: near, bundle: firstApp.map { bundles[$0] })
  }

  /// Returns the index in ``setsOfBundles`` of the bundles where a source file's requests are looked up: the apps that
  /// contain the file, or all apps if none is known to, and the extensions that contain it.
  mutating func scope(of source: FilePath) -> Int {
    if let known = scopes[source] { return known }
    let owners = bundlesWithCode.filter { bundles[$0].sources?.contains(source) == true }
    guard !owners.isEmpty else {
      scopes[source] = 0
      return 0
    }
    let ownApps = owners.filter { bundles[$0].isApp }
    let ownExtensions = owners.filter { [.appExtension, .clip].contains(bundles[$0].product) }
    let found = Set((ownApps.isEmpty ? Array(apps) : ownApps) + ownExtensions)
    let scope = scopeNumbers[found] ?? setsOfBundles.count
    if scope == setsOfBundles.count {
      setsOfBundles.append(found)
      scopeNumbers[found] = scope
    }
    scopes[source] = scope
    return scope
  }

  private func isAtTop(_ entry: Entry) -> Bool {
    entry.place.components.count == 1 && (entry.finding?.rule.outcome ?? .plays) == .plays
  }

  private func isAtTopOfApp(_ entry: Entry) -> Bool {
    isAtTop(entry) && apps.contains(entry.bundle)
  }

  /// The app whose project is nearest to a file.
  private func nearestBundle(to file: FilePath) -> PlannedBundle? {
    var folder = file.removingLastComponent()
    while true {
      if let app = firstApps[folder] { return bundles[app] }
      guard folder.removeLastComponent() else { return nil }
    }
  }
}
