internal import Platform
internal import SoundFormat
internal import SystemPackage

/// Looks up the requested sounds in the bundles that a project's build makes.
struct BundleSearch {
  /// The result of a search: the chain's link about the file; the file that a notification finds or that the code
  /// probably means; and the bundle that has or lacks the file. An unknown file or bundle is nil.
  typealias Result = (link: ChainLink.State, file: FilePath?, bundle: PlannedBundle?)

  private struct Entry {
    let bundle: Int
    let place: FilePath
    let path: FilePath
    /// Why some notifications don't find the file by its plain name; nil if all notifications find the file.
    let finding: AlertFinding?
  }

  private struct Namesakes {
    let first: Entry
    /// The first entry that is in an app and that some notifications don't find by its plain name.
    var misplaced: Entry?
    /// For each bundle's index: the entry that a notification finds.
    var found: [Int: Entry] = [:]
  }

  private let bundles: [PlannedBundle]
  /// For each source file: the result of ``scope(of:)``.
  private var scopes: [FilePath: Int] = [:]
  private var setsOfBundles: [Set<Int>] = []
  private var scopeNumbers: [Set<Int>: Int] = [:]
  /// For each source file or folder of source files: the indices of the bundles that contain its code.
  private var owners: [FilePath: [Int]] = [:]
  private let apps: Set<Int>
  private let appFolders: AppFolders
  /// The folders of Swift packages. Also the empty path if there is a Podfile, because pods may be in any folder.
  private let packages: Set<FilePath>
  private var entries: [String: Namesakes] = [:]
  /// For each name: the first file that an app's target lists but the build leaves out, and the app's index.
  private var omissions: [String: (path: FilePath, bundle: Int)] = [:]
  /// For each name: the first file on disk that no bundle contains under its own name.
  private var looseFiles: [String: FilePath] = [:]
  /// For each lowercase file name, with and without its extension: the first entry at the top of an app.
  private var topEntries: [String: Entry] = [:]
  /// For each lowercase file name, with and without its extension: the first file on disk.
  private var files: [String: FilePath] = [:]
  /// For each lowercase file name without its extension: the first file in a bundle.
  private var entriesByStem: [String: FilePath] = [:]
  private let sounds: [FilePath]
  private let spellings = Locked(WorkBudget.forSpellings)
  private var budget: WorkBudget

  init(_ project: Project) {
    // Leave out Android's resources, because they aren't meant for iOS.
    sounds = project.sounds.paths.filter { !$0.isRawResource }
    bundles = project.bundles
    budget = project.budget
    appFolders = AppFolders(of: project)
    packages = Set(
      project.files.descriptions.compactMap { description in
        switch description.path.name {
        case "Package.swift": description.path.removingLastComponent()
        case "Podfile": FilePath()
        default: nil
        }
      })
    let phoneApps = project.bundles.indices.filter { project.bundles[$0].product == .app }
    // Leave out Mac apps if there are phone apps, because a sound in a Mac app doesn't help on a phone.
    apps = Set(phoneApps.isEmpty ? bundles.indices.filter { project.bundles[$0].isApp } : phoneApps)
    // The first set is for source files that no bundle is known to contain.
    setsOfBundles = [apps]
    scopeNumbers = [apps: 0]
    // The files that a bundle contains under their own names.
    var bundled: Set<FilePath> = []
    for (index, bundle) in bundles.enumerated() {
      for path in bundle.sources { owners[path, default: []].append(index) }
      for path in bundle.omissions.keys.sorted(by: { $0.precedes($1) }) where bundle.isApp {
        omissions.keepFirst((path, index), for: path.name)
      }
      for (place, paths) in bundle.contents {
        let finding = bundle.isApp ? AppBundle.placement(of: place).finding : nil
        for path in paths {
          add(Entry(bundle: index, place: place, path: path, finding: finding))
          if place.name.lowercased() == path.name.lowercased() { bundled.insert(path) }
        }
      }
    }
    for path in sounds {
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
      let bundle = bundles[index]
      return isPath
        ? (bundle.proof(of: file), file, bundle)
        : (.faulty(.askedForByPath(file: file.string)), file, bundle)
    }
    let found = (namesakes?.found ?? [:]).filter { searched.contains($0.key) }
    func rank(_ bundle: Int) -> (Int, Int) { (bundles[bundle].isApp ? 0 : 1, bundle) }
    if let first = found.min(by: { rank($0.key) < rank($1.key) }) {
      let (file, bundle) = (first.value.path, bundles[first.key])
      guard plain == name else {
        return (.faulty(.askedForByPath(file: file.string)), file, bundle)
      }
      let lacking = searched.sorted().first { bundles[$0].isApp && found[$0] == nil }
      let doubt =
        bundle.isApp
        ? lacking.map {
          "\(bundles[$0].title), which may contain this code, lacks \(file.string)"
        } ?? bundle.doubt(about: file)
        : "only the extension \(bundle.name) has it, and reports differ on whether iOS looks there"
      return (doubt.map { .unknown(reason: $0) } ?? bundle.proof(of: file), file, bundle)
    }
    if let (path, index) = omissions[plain], let omission = bundles[index].omissions[path] {
      let link: ChainLink.State? = omission.advice.map {
        .faulty(.omitted(path.string, omission.fact, advice: $0))
      }
      return (link ?? .unknown(reason: omission.fact), path, bundles[index])
    }
    // If a file with the name is in no target, and another file with the name is in an inner bundle, such as Flutter's
    // assets, the code means the file in no target.
    let isInner = namesakes?.misplaced?.finding?.rule == .bundle
    if let namesakes, !isInner || looseFiles[plain] == nil {
      // Prefer a copy in the app, because the code hardly means a copy in the bundle of a test.
      if let entry = namesakes.misplaced, let finding = entry.finding {
        return (.faulty(finding), entry.path, bundles[entry.bundle])
      }
      let (file, has) = (namesakes.first.path, bundles[namesakes.first.bundle])
      let lacks = try app(in: searched, nearestTo: file) ?? has
      let other =
        has.maker.path == lacks.maker.path ? has.name : "\(has.name) of \(has.maker.path.string)"
      return (.faulty(.inOtherTarget(file.string, target: other)), file, lacks)
    }
    if let file = looseFiles[plain] {
      return (.faulty(.inNoTarget(file.string)), file, try app(in: searched, nearestTo: file))
    }
    // Look for a file with a similar name.
    let small = plain.lowercased()
    if let entry = topEntries[small] {
      let finding: AlertFinding =
        entry.place.name.lowercased() == small
        ? .askedForInOtherCase(file: entry.path.string)
        : .askedForWithoutExtension(file: entry.path.string)
      return (.faulty(finding), entry.path, bundles[entry.bundle])
    }
    let stem = FilePath(plain).stem?.lowercased() ?? small
    let near =
      files[small] ?? entriesByStem[stem] ?? files[stem] ?? sounds.nearest(to: stem, spellings)
    let bundle = try app(in: searched, nearestTo: near ?? source)
    return (.faulty(.inNoBundle(name: plain)), near, bundle)
  }

  /// Returns the app whose project shares the most folders with a file; nil if no searched bundle is an app.
  private mutating func app(
    in searched: Set<Int>, nearestTo file: FilePath
  ) throws(SoundFileError) -> PlannedBundle? {
    try budget.spend(searched.count * WorkBudget.listing(file))
    func rank(_ app: Int) -> (Int, Int) {
      let shared = zip(file.components, bundles[app].maker.path.components).prefix { $0 == $1 }
      return (-shared.count, app)
    }
    let app = searched.filter { bundles[$0].isApp }.min { rank($0) < rank($1) }
    return app.map { bundles[$0] }
  }

  /// Returns the index in ``setsOfBundles`` of the set in which a source file's requests are looked up.
  ///
  /// The set has the apps and extensions that contain the file, by the Xcode project's list or by the app's folder. If
  /// no such app is known, the set has all apps. For code that is in no app, such as tests, the set is empty.
  mutating func scope(of source: FilePath) -> Int {
    if let known = scopes[source] { return known }
    let scope = newScope(of: source)
    scopes[source] = scope
    return scope
  }

  /// Whether an app may contain both a source file and the source files of a scope.
  mutating func sharesApp(_ scope: Int, with source: FilePath) -> Bool {
    !setsOfBundles[scope].isDisjoint(with: setsOfBundles[self.scope(of: source)])
  }

  private mutating func newScope(of source: FilePath) -> Int {
    var owners: [Int] = []
    var place = source
    repeat { owners += self.owners[place] ?? [] } while place.removeLastComponent()
    // Take no app for code of tests, watch apps, TV apps, headset apps or unread projects, or for code in no target.
    if owners.isEmpty
      ? appFolders.isUnread(source) || isInNoTarget(source)
      : owners.allSatisfy({ [.otherApp, .watchApp, .tests, .other].contains(bundles[$0].product) })
    {
      return number(of: [])
    }
    let ownApps = owners.filter { bundles[$0].isApp }
    let ownExtensions = owners.filter { [.appExtension, .clip].contains(bundles[$0].product) }
    let work = owners.count + (ownApps.isEmpty ? apps.count : 0)
    guard (try? budget.spend(work)) != nil else { return 0 }
    var found = Set((ownApps.isEmpty ? Array(apps) : ownApps) + ownExtensions)
    // Take only the apps in the file's app folder. A file of Swift or Objective-C may belong to a package of any app.
    if owners.isEmpty, !["swift", "m", "mm"].contains(source.extension),
      let folder = appFolders.folder(of: source)
    {
      let own = apps.filter { appFolders.folder(of: bundles[$0].maker.path) == folder }
      if !own.isEmpty { found = own }
    }
    return number(of: found)
  }

  /// Whether a source file that no target lists is in no app: Swift or Objective-C outside packages and pods.
  private func isInNoTarget(_ source: FilePath) -> Bool {
    ["swift", "m", "mm"].contains(source.extension) && !owners.isEmpty
      && source.nearest(in: packages) == nil
  }

  /// Returns the index of a set in ``setsOfBundles``. Adds the set if it is new.
  private mutating func number(of set: Set<Int>) -> Int {
    let number = scopeNumbers[set] ?? setsOfBundles.count
    if number == setsOfBundles.count {
      setsOfBundles.append(set)
      scopeNumbers[set] = number
    }
    return number
  }

  /// Returns the apps in which a source file's requests are looked up.
  mutating func apps(of source: FilePath) -> [PlannedBundle] {
    setsOfBundles[scope(of: source)].sorted().map { bundles[$0] }.filter(\.isApp)
  }
}

extension PlannedBundle {
  /// Returns the proven link about a file that a notification finds by its plain name.
  fileprivate func proof(of file: FilePath) -> ChainLink.State {
    .proven("\(title) puts \(file.string) at the top of the app")
  }
}

extension Dictionary {
  fileprivate mutating func keepFirst(_ value: Value, for key: Key) {
    if self[key] == nil { self[key] = value }
  }
}

extension [FilePath] {
  /// Returns the sound whose name is nearest to a lowercase stem; nil if no name is near enough for a typing error.
  func nearest(to stem: String, _ work: Locked<Int>) -> FilePath? {
    guard work.spend(128 * Swift.min(count, NearbySounds.comparedLimit)) else { return nil }
    return nearest(1, to: stem, work) { ($0.stem ?? "").lowercased() }.first
  }
}
