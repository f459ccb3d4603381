internal import SystemPackage

/// Searches the bundles that a project's build makes for the sounds that the code asks for.
struct BundleSearch {
  enum Result {
    /// The file on disk that a notification finds by the name.
    case found(FilePath)
    /// A notification finds no sound by the name, for the reason in the finding. The code probably
    /// means this file and this bundle; each is nil if unknown.
    case faulty(AlertFinding, file: FilePath?, bundle: PlannedBundle?)
  }

  private struct Entry {
    let bundle: Int
    let place: FilePath
    let path: FilePath
    /// The reason why a notification doesn't find the file by its plain name; nil if it does.
    let finding: AlertFinding?
  }

  /// Of the folders around an app's project, at most this many get an entry in `firstApps`: the outermost folders.
  /// Projects are usually less deep.
  private static let depthLimit = 32

  private let bundles: [PlannedBundle]
  /// The results of ``scope(of:)`` for each source file.
  private var scopes: [FilePath: Int] = [:]
  private var setsOfBundles: [Set<Int>] = []
  private var scopeNumbers: [Set<Int>: Int] = [:]
  /// For each folder, the first app whose project is in that folder or below it.
  private var firstApps: [FilePath: Int] = [:]
  /// The bundles whose source files are known.
  private let bundlesWithCode: [Int]
  private let apps: Set<Int>
  private let firstApp: Int?
  /// The entries by their lowercase file names.
  private var entries: [String: [Entry]] = [:]
  /// The entries by their lowercase file names without the extension.
  private var entriesByStem: [String: [Entry]] = [:]
  /// The files on disk by their lowercase file names.
  private var files: [String: [FilePath]] = [:]
  /// The files on disk by their lowercase file names without the extension.
  private var filesByStem: [String: [FilePath]] = [:]

  init(_ project: ProjectReading) {
    bundles = project.bundles
    let phoneApps = bundles.indices.filter { project.bundles[$0].product == .app }
    // Leave out Mac apps if there are phone apps, because a sound in a Mac app doesn't help on a phone.
    apps = Set(
      phoneApps.isEmpty ? bundles.indices.filter { project.bundles[$0].isApp } : phoneApps)
    firstApp = apps.min()
    bundlesWithCode = bundles.indices.filter { project.bundles[$0].sources != nil }
    // Put the set of all apps first. It is for source files that no bundle is known to contain.
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
    // Leave out Android's resources, because they aren't meant for iOS.
    for path in project.sounds.paths where !path.isRawResource {
      files[path.name.lowercased(), default: []].append(path)
      if let stem = path.stem { filesByStem[stem.lowercased(), default: []].append(path) }
    }
  }

  /// Looks up a name that a source file asks for.
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

  /// Returns the fault if a file has the right name but isn't where a notification looks; nil if there is no such file.
  private func misplacement(_ candidates: [Entry]) -> Result? {
    // Prefer a copy in the app, because the code hardly means a copy in the bundle of a test.
    let inApp = candidates.first { apps.contains($0.bundle) && $0.finding != nil }
    if let entry = inApp, let finding = entry.finding {
      return .faulty(finding, file: entry.path, bundle: bundles[entry.bundle])
    }
    guard let entry = candidates.first else { return nil }
    return .faulty(
      .inOtherTarget(entry.path.string, target: bundles[entry.bundle].name), file: entry.path,
      bundle: bundles[entry.bundle])
  }

  /// Returns the fault for a name that no file in a bundle has. Looks for a file with a similar name.
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

  /// Returns the index in ``setsOfBundles`` of the set in which a source file's requests are looked up.
  ///
  /// The set has the apps and extensions that contain the file. If no app is known to contain it, the set has all apps.
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

  /// Returns the app whose project is nearest to a file; nil if there is no app.
  private func nearestBundle(to file: FilePath) -> PlannedBundle? {
    var folder = file.removingLastComponent()
    while true {
      if let app = firstApps[folder] { return bundles[app] }
      guard folder.removeLastComponent() else { return nil }
    }
  }
}
