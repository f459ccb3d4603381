internal import SoundFormat
internal import SystemPackage

/// Searches the bundles that a project's build makes for the sounds that the code asks for.
struct BundleSearch {
  enum Result {
    /// The file on disk that a notification finds by the name, and the app that has it.
    case found(FilePath, in: PlannedBundle)
    /// A notification may find the file, but needn't, for this reason.
    case unproven(FilePath, reason: String)
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

  /// The entries with one file name.
  private struct Namesakes {
    let first: Entry
    /// The first entry that is in an app, but that a notification doesn't find by its plain name.
    var misplaced: Entry?
    /// The entry that a notification finds, for each bundle that has one.
    var found: [Int: Entry] = [:]
  }

  /// How many of the folders around an app's project get an entry in `firstApps`, from the outermost in. Few projects
  /// are deeper.
  private static let depthLimit = 32

  private let bundles: [PlannedBundle]
  /// The results of ``scope(of:)`` for each source file.
  private var scopes: [FilePath: Int] = [:]
  private var setsOfBundles: [Set<Int>] = []
  private var scopeNumbers: [Set<Int>: Int] = [:]
  /// For each folder, the first app whose project is in that folder or below it.
  private var firstApps: [FilePath: Int] = [:]
  /// The bundles that contain each source file, and the bundles that contain all source files in each folder.
  private var owners: [FilePath: [Int]] = [:]
  private var folderOwners: [FilePath: [Int]] = [:]
  private let apps: Set<Int>
  private let firstApp: Int?
  private let appFolders: AppFolders
  private var entries: [String: Namesakes] = [:]
  /// The first file with each name that an app's target lists, but that the build leaves out of the app.
  private var omissions: [String: (path: FilePath, bundle: Int)] = [:]
  /// The first file on disk with each name. Files that a bundle contains under their own names are left out.
  private var looseFiles: [String: FilePath] = [:]
  /// The first entry at the top of an app with each lowercase file name, with and without its extension.
  private var topEntries: [String: Entry] = [:]
  /// The first file on disk with each lowercase file name, with and without its extension.
  private var files: [String: FilePath] = [:]
  /// The first file in a bundle with each lowercase name without its extension.
  private var entriesByStem: [String: FilePath] = [:]
  private(set) var budget: WorkBudget

  init(_ project: Project) {
    bundles = project.bundles
    budget = project.budget
    appFolders = AppFolders(of: project)
    let phoneApps = bundles.indices.filter { project.bundles[$0].product == .app }
    // Leave out Mac apps if there are phone apps, because a sound in a Mac app doesn't help on a phone.
    apps = Set(
      phoneApps.isEmpty ? bundles.indices.filter { project.bundles[$0].isApp } : phoneApps)
    firstApp = apps.min()
    // The first set is for source files that no bundle is known to contain.
    setsOfBundles = [apps]
    scopeNumbers = [apps: 0]
    for app in apps.sorted() {
      var folder = FilePath()
      for component in bundles[app].maker.path.components.prefix(Self.depthLimit) {
        if firstApps[folder] == nil { firstApps[folder] = app }
        folder.append(component)
      }
    }
    // The files that a bundle contains under their own names.
    var bundled: Set<FilePath> = []
    for (index, bundle) in bundles.enumerated() {
      for file in bundle.sources?.files ?? [] { owners[file, default: []].append(index) }
      for folder in bundle.sources?.folders ?? [] {
        folderOwners[folder, default: []].append(index)
      }
      for path in bundle.omissions.keys.sorted(by: { $0.precedes($1) }) where bundle.isApp {
        omissions.keepFirst((path, index), for: path.name)
      }
      let app = bundle.appBundle(in: project.files.folder)
      for place in app.files.filePaths {
        let placement = app.placement(of: place)
        for path in bundle.origins[place] ?? [] {
          add(
            Entry(
              bundle: index, place: place, path: path,
              finding: bundle.isApp ? placement.finding : nil))
          if place.name.lowercased() == path.name.lowercased() { bundled.insert(path) }
        }
      }
    }
    // Leave out Android's resources, because they aren't meant for iOS.
    for path in project.sounds.paths where !path.isRawResource {
      files.keepFirst(path, for: path.name.lowercased())
      if let stem = path.stem { files.keepFirst(path, for: stem.lowercased()) }
      if !bundled.contains(path) { looseFiles.keepFirst(path, for: path.name) }
    }
  }

  private mutating func add(_ entry: Entry) {
    let name = entry.place.name
    let isFound =
      entry.place.components.count == 1 && (entry.finding?.rule.outcome ?? .plays) == .plays
    var namesakes = entries.removeValue(forKey: name) ?? Namesakes(first: entry)
    if isFound { namesakes.found.keepFirst(entry, for: entry.bundle) }
    if namesakes.misplaced == nil, entry.finding != nil, apps.contains(entry.bundle) {
      namesakes.misplaced = entry
    }
    entries[name] = namesakes
    let stem = FilePath(name).stem?.lowercased()
    if let stem { entriesByStem.keepFirst(entry.path, for: stem) }
    guard isFound, apps.contains(entry.bundle) else { return }
    topEntries.keepFirst(entry, for: name.lowercased())
    if let stem { topEntries.keepFirst(entry, for: stem) }
  }

  /// Looks up a name that a source file asks for.
  ///
  /// - Parameter isPath: Whether a name with a slash is documented to be a path in the bundle.
  mutating func result(
    of name: String, from source: FilePath, isPath: Bool = false
  ) throws(SoundFileError) -> Result {
    let plain = name.split(separator: "/").last.map(String.init) ?? name
    let searched = setsOfBundles[scope(of: source)]
    let namesakes = entries[plain]
    try budget.spend(1 + (namesakes?.found.count ?? 0) + (plain == name ? 0 : searched.count))
    if plain != name,
      let index = searched.sorted().first(where: { bundles[$0].origins[FilePath(name)] != nil }),
      let file = bundles[index].origins[FilePath(name)]?.first
    {
      return isPath
        ? .found(file, in: bundles[index])
        : .faulty(.askedForByPath(file: file.string), file: file, bundle: bundles[index])
    }
    let found = (namesakes?.found ?? [:]).filter { searched.contains($0.key) }
    if let first = found.min(by: { $0.key < $1.key }) {
      let (file, bundle) = (first.value.path, bundles[first.key])
      guard plain == name else {
        return .faulty(.askedForByPath(file: file.string), file: file, bundle: bundle)
      }
      // The file of an extension is for the extension's own code.
      let lacking =
        found.keys.contains { !bundles[$0].isApp }
        ? nil : searched.sorted().first { bundles[$0].isApp && found[$0] == nil }
      return lacking.map {
        .unproven(
          file, reason: "\(bundles[$0].title), which may contain this code, lacks \(file.string)")
      } ?? .found(file, in: bundle)
    }
    if let (path, index) = omissions[plain], let omission = bundles[index].omissions[path] {
      guard let advice = omission.advice else { return .unproven(path, reason: omission.fact) }
      let finding = AlertFinding.omitted(path.string, omission.fact, advice: advice)
      return .faulty(finding, file: path, bundle: bundles[index])
    }
    // If one file with the name is in no target, and another is in an inner bundle, such as Flutter's assets, the code
    // means the file in no target.
    let isInner = namesakes?.misplaced?.finding?.rule == .bundle
    if let namesakes, !isInner || looseFiles[plain] == nil {
      return misplacement(namesakes, searched)
    }
    if let file = looseFiles[plain] {
      return .faulty(.inNoTarget(file.string), file: file, bundle: nearestBundle(to: file))
    }
    return similar(to: plain)
  }

  /// Returns the fault of files with the right name that aren't where a notification looks.
  private func misplacement(_ namesakes: Namesakes, _ searched: Set<Int>) -> Result {
    // Prefer a copy in the app, because the code hardly means a copy in the bundle of a test.
    if let entry = namesakes.misplaced, let finding = entry.finding {
      return .faulty(finding, file: entry.path, bundle: bundles[entry.bundle])
    }
    let entry = namesakes.first
    let app = searched.filter { bundles[$0].isApp }.min() ?? entry.bundle
    let (has, lacks) = (bundles[entry.bundle], bundles[app])
    let other =
      has.maker.path == lacks.maker.path ? has.name : "\(has.name) of \(has.maker.path.string)"
    return .faulty(
      .inOtherTarget(entry.path.string, target: other), file: entry.path,
      bundle: lacks)
  }

  /// Returns the fault for a name that no file in a bundle has. Looks for a file with a similar name.
  private func similar(to name: String) -> Result {
    let folded = name.lowercased()
    func fault(_ finding: (String) -> AlertFinding, _ entry: Entry) -> Result {
      .faulty(finding(entry.path.string), file: entry.path, bundle: bundles[entry.bundle])
    }
    if let entry = topEntries[folded] {
      return entry.place.name.lowercased() == folded
        ? fault(AlertFinding.askedForInOtherCase, entry)
        : fault(AlertFinding.askedForWithoutExtension, entry)
    }
    let stem = FilePath(name).stem?.lowercased() ?? folded
    let near = files[folded] ?? entriesByStem[stem] ?? files[stem]
    return .faulty(.inNoBundle(name: name), file: near, bundle: firstApp.map { bundles[$0] })
  }

  /// Returns the index in ``setsOfBundles`` of the set in which a source file's requests are looked up.
  ///
  /// The set has the apps and extensions that contain the file: by the Xcode project's list, or because the file is in
  /// the app's folder. If no app is known to contain it, the set has all apps.
  mutating func scope(of source: FilePath) -> Int {
    if let known = scopes[source] { return known }
    let scope = newScope(of: source)
    scopes[source] = scope
    return scope
  }

  private mutating func newScope(of source: FilePath) -> Int {
    var owners = owners[source] ?? []
    var folder = source
    while folder.removeLastComponent() { owners += folderOwners[folder] ?? [] }
    // Code of an app for another system, or of a project that can't be read, isn't in any of the apps.
    if owners.isEmpty
      ? appFolders.isUnread(source) : owners.allSatisfy({ bundles[$0].product == .otherApp })
    {
      return number(of: [])
    }
    let ownApps = owners.filter { bundles[$0].isApp }
    let ownExtensions = owners.filter { [.appExtension, .clip].contains(bundles[$0].product) }
    let work = owners.count + (ownApps.isEmpty ? apps.count : 0)
    guard (try? budget.spend(work)) != nil else { return 0 }
    var found = Set((ownApps.isEmpty ? Array(apps) : ownApps) + ownExtensions)
    // Code in Swift and Objective-C may be in a package or framework of any app.
    if owners.isEmpty, !["swift", "m", "mm"].contains(source.extension),
      let folder = appFolders.folder(of: source)
    {
      let own = apps.filter { appFolders.folder(of: bundles[$0].maker.path) == folder }
      if !own.isEmpty { found = own }
    }
    return number(of: found)
  }

  /// Returns the index of a set in ``setsOfBundles``, to which it adds the set.
  private mutating func number(of set: Set<Int>) -> Int {
    let number = scopeNumbers[set] ?? setsOfBundles.count
    if number == setsOfBundles.count {
      setsOfBundles.append(set)
      scopeNumbers[set] = number
    }
    return number
  }

  /// The apps in which a source file's requests are looked up.
  mutating func apps(of source: FilePath) -> [PlannedBundle] {
    setsOfBundles[scope(of: source)].sorted().map { bundles[$0] }.filter(\.isApp)
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

extension Dictionary {
  /// Sets a key's value, unless the key has one.
  fileprivate mutating func keepFirst(_ value: Value, for key: Key) {
    if self[key] == nil { self[key] = value }
  }
}
