internal import SystemPackage

/// Finds the sounds that code asks for in the bundles that a project's build makes.
struct BundleSearch {
  enum Result {
    /// The file on disk that the name leads to.
    case found(FilePath)
    /// What is wrong instead, and the file and the bundle it concerns.
    case faulty(AlertFinding, file: FilePath?, bundle: PlannedBundle?)
  }

  private struct Entry {
    let bundle: Int
    let place: FilePath
    let path: FilePath
    /// What keeps a notification from finding it by its plain name; nil if nothing does.
    let finding: AlertFinding?
  }

  /// How far below the folder that is checked a project is told apart from its neighbours.
  private static let depthLimit = 32

  private let bundles: [PlannedBundle]
  /// What was found out about files with code: the number of the set of bundles that each is looked up in.
  private var scopes: [FilePath: Int] = [:]
  private var setsOfBundles: [Set<Int>] = []
  private var scopeNumbers: [Set<Int>: Int] = [:]
  /// The first app whose project is below a folder.
  private var firstApps: [FilePath: Int] = [:]
  /// The bundles of which it is known which code they contain.
  private let bundlesWithCode: [Int]
  private let apps: Set<Int>
  private let firstApp: Int?
  /// The entries by their names in small letters.
  private var entries: [String: [Entry]] = [:]
  /// The same by their names without the extension.
  private var entriesByStem: [String: [Entry]] = [:]
  /// The files on disk by their names in small letters, with and without the extension.
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
    // The first set is for code that is in no bundle, as far as that is known.
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
    // Android's own files aren't left out of the app for iOS by mistake.
    for path in project.sounds.paths where !path.isRawResource {
      files[path.name.lowercased(), default: []].append(path)
      if let stem = path.stem { filesByStem[stem.lowercased(), default: []].append(path) }
    }
  }

  /// Looks for a name that code asks for.
  mutating func result(of name: String, from source: FilePath) -> Result {
    let plain = name.split(separator: "/").last.map(String.init) ?? name
    let folded = plain.lowercased()
    let candidates = (entries[folded] ?? []).filter { $0.place.name == plain }
    let searched = searchedBundles(from: source)
    if let found = candidates.first(where: { isAtTop($0) && searched.contains($0.bundle) }) {
      return plain == name
        ? .found(found.path)
        : .faulty(
          .askedForByPath(file: found.path.string), file: found.path, bundle: bundles[found.bundle])
    }
    if let fault = misplacement(candidates) { return fault }
    if let file = files[folded]?.first(where: { $0.name == plain && !isInBundle($0) }) {
      return .faulty(.inNoTarget(file.string), file: file, bundle: nearestBundle(to: file))
    }
    return similar(to: plain)
  }

  /// Returns the fault of files with the right name that a notification doesn't find.
  private func misplacement(_ candidates: [Entry]) -> Result? {
    // The app itself comes first: its fault is nearer to what was meant than that of a test.
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

  /// The bundles in which a request of a file with code is looked up: those of the apps that contain the code,
  /// or of all apps if that isn't known, and of extensions that contain it.
  private mutating func searchedBundles(from source: FilePath) -> Set<Int> {
    setsOfBundles[scope(of: source)]
  }

  /// A number that is the same for files with code whose requests are looked up in the same bundles.
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

  private func isInBundle(_ path: FilePath) -> Bool {
    entries[path.name.lowercased()]?.contains { $0.path == path } ?? false
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
