internal import Platform
internal import SoundFormat
internal import SystemPackage

/// Searches the bundles that a project's build makes for the sounds that the code asks for.
struct BundleSearch {
  /// The link about the file, the file that a notification finds or that the code probably means, and its bundle. The
  /// last two are nil if unknown.
  typealias Result = (link: ChainLink.State, file: FilePath?, bundle: PlannedBundle?)

  private struct Entry {
    let bundle: Int
    let place: FilePath
    let path: FilePath
    /// The reason why a notification doesn't find the file by its plain name; nil if it does.
    let finding: AlertFinding?
    /// Whether a notification of the bundle finds the file.
    var isFound: Bool {
      place.components.count == 1 && (finding?.rule.outcome ?? .plays) == .plays
    }
  }

  private let bundles: [PlannedBundle]
  /// The results of ``scope(of:)`` for each source file.
  private var scopes: [FilePath: Int] = [:]
  private var setsOfBundles: [Set<Int>] = []
  private var scopeNumbers: [Set<Int>: Int] = [:]
  /// The bundles that contain each source file, or all source files in each folder.
  private var owners: [FilePath: [Int]] = [:]
  private let apps: Set<Int>
  private let appFolders: AppFolders
  /// The folders of Swift packages, and those whose pods may be anywhere in them.
  private let packages: Set<FilePath>
  /// The files in bundles, by the lowercase stems of their names there, in the order of the bundles.
  private var entries: [String: [Entry]] = [:]
  /// The files on disk, by the lowercase stems of their names.
  private var files: [String: [FilePath]] = [:]
  /// The files that a bundle contains under their own names.
  private var bundled: Set<FilePath> = []
  /// The first file with each name that an app's target lists, but that the build leaves out of the app.
  private var omissions: [String: (path: FilePath, bundle: Int)] = [:]

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
    for (index, bundle) in bundles.enumerated() {
      for path in bundle.sources { owners[path, default: []].append(index) }
      for path in bundle.omissions.keys.sorted(by: { $0.precedes($1) }) where bundle.isApp {
        omissions[path.name] = omissions[path.name] ?? (path, index)
      }
      for (place, paths) in bundle.contents {
        let finding = bundle.isApp ? AppBundle.placement(of: place).finding : nil
        for path in paths {
          let entry = Entry(bundle: index, place: place, path: path, finding: finding)
          entries[place.smallStem, default: []].append(entry)
          if place.name.lowercased() == path.name.lowercased() { bundled.insert(path) }
        }
      }
    }
    files = Dictionary(grouping: sounds, by: \.smallStem)
  }

  /// Looks up a name that a source file asks for.
  ///
  /// - Parameter isPath: Whether a name with a slash is documented to be a path in the bundle.
  mutating func result(
    of name: String, from source: FilePath, isPath: Bool = false
  ) throws(SoundFileError) -> Result {
    let plain = name.split(separator: "/").last.map(String.init) ?? name
    let searched = setsOfBundles[scope(of: source)]
    let (small, stem) = (plain.lowercased(), FilePath(plain).smallStem)
    // The name may also lack its extension.
    let similar = (entries[stem] ?? []) + (small == stem ? [] : entries[small] ?? [])
    let namesakes = similar.filter { $0.place.name == plain }
    let sameStem = (files[stem] ?? []) + (small == stem ? [] : files[small] ?? [])
    try budget.spend(1 + similar.count + sameStem.count + (plain == name ? 0 : searched.count))
    if plain != name,
      let index = searched.sorted().first(where: { bundles[$0].origins[FilePath(name)] != nil }),
      let file = bundles[index].origins[FilePath(name)]?.first
    {
      let bundle = bundles[index]
      return isPath
        ? (bundle.proof(of: file), file, bundle)
        : (.faulty(.askedForByPath(file: file.string)), file, bundle)
    }
    let found = namesakes.filter { $0.isFound && searched.contains($0.bundle) }
    if let first = found.first {
      let (file, bundle) = (first.path, bundles[first.bundle])
      guard plain == name else {
        return (.faulty(.askedForByPath(file: file.string)), file, bundle)
      }
      let havers = Set(found.map(\.bundle))
      let lacking = searched.subtracting(havers).sorted().first { bundles[$0].isApp }
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
    // If one file with the name is in no target, and another is in an inner bundle, such as Flutter's assets, the code
    // means the file in no target.
    let loose = sameStem.first { $0.name == plain && !bundled.contains($0) }
    let misplaced = namesakes.first { $0.finding != nil && apps.contains($0.bundle) }
    if let first = namesakes.first, misplaced?.finding?.rule != .bundle || loose == nil {
      // Prefer a copy in the app, because the code hardly means a copy in the bundle of a test.
      if let misplaced, let finding = misplaced.finding {
        return (.faulty(finding), misplaced.path, bundles[misplaced.bundle])
      }
      let (file, has) = (first.path, bundles[first.bundle])
      let lacks = try app(in: searched, nearestTo: file) ?? has
      let other =
        has.maker.path == lacks.maker.path ? has.name : "\(has.name) of \(has.maker.path.string)"
      return (.faulty(.inOtherTarget(file.string, target: other)), file, lacks)
    }
    if let loose {
      return (.faulty(.inNoTarget(loose.string)), loose, try app(in: searched, nearestTo: loose))
    }
    // Look for a file with a similar name.
    let top = similar.first {
      $0.isFound && apps.contains($0.bundle) && $0.place.isNamed(small)
    }
    if let entry = top {
      let finding: AlertFinding =
        entry.place.name.lowercased() == small
        ? .askedForInOtherCase(file: entry.path.string)
        : .askedForWithoutExtension(file: entry.path.string)
      return (.faulty(finding), entry.path, bundles[entry.bundle])
    }
    func file(_ small: String) -> FilePath? {
      ((files[FilePath(small).smallStem] ?? []) + (files[small] ?? [])).first { $0.isNamed(small) }
    }
    let near =
      file(small) ?? entries[stem]?.first?.path ?? file(stem) ?? sounds.nearest(to: stem, spellings)
    let bundle = try app(in: searched, nearestTo: near ?? source)
    return (.faulty(.inNoBundle(name: plain)), near, bundle)
  }

  /// Returns the app whose project shares the most folders with a file; nil if the set has no app.
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
  /// The set has the apps and extensions that contain the file: by the Xcode project's list, or because the file is in
  /// the app's folder. If no app is known to contain it, the set has all apps.
  mutating func scope(of source: FilePath) -> Int {
    if let known = scopes[source] { return known }
    let scope = newScope(of: source)
    scopes[source] = scope
    return scope
  }

  /// Whether an app may contain a source file and those of a scope.
  mutating func sharesApp(_ scope: Int, with source: FilePath) -> Bool {
    !setsOfBundles[scope].isDisjoint(with: setsOfBundles[self.scope(of: source)])
  }

  private mutating func newScope(of source: FilePath) -> Int {
    var owners: [Int] = []
    var place = source
    repeat { owners += self.owners[place] ?? [] } while place.removeLastComponent()
    // Code of tests, of an app for another system, of no target, or of a project that can't be read isn't in any app.
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
    // Code in Swift and Objective-C may be in a package or framework of any app.
    if owners.isEmpty, !["swift", "m", "mm"].contains(source.extension),
      let folder = appFolders.folder(of: source)
    {
      let own = apps.filter { appFolders.folder(of: bundles[$0].maker.path) == folder }
      if !own.isEmpty { found = own }
    }
    return number(of: found)
  }

  /// Whether Xcode's targets list their code, and none lists this file. Packages and pods have code of their own.
  private func isInNoTarget(_ source: FilePath) -> Bool {
    ["swift", "m", "mm"].contains(source.extension) && !owners.isEmpty
      && source.nearest(in: packages) == nil
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
}

extension PlannedBundle {
  /// The link of a file that a notification finds by its plain name.
  fileprivate func proof(of file: FilePath) -> ChainLink.State {
    .proven("\(title) puts \(file.string) at the top of the app")
  }
}

extension FilePath {
  /// The file's name without its extension, in small letters.
  fileprivate var smallStem: String { stem?.lowercased() ?? name }

  /// Whether the file has a name in small letters, with or without its extension.
  fileprivate func isNamed(_ small: String) -> Bool {
    smallStem == small || name.lowercased() == small
  }
}

extension [FilePath] {
  /// Returns the sound whose name is nearest to a stem in small letters; nil if none is near enough for a typing error.
  func nearest(to stem: String, _ work: Locked<Int>) -> FilePath? {
    guard work.spend(128 * Swift.min(count, NearbySounds.comparedLimit)) else { return nil }
    return nearest(1, to: stem, work, by: \.smallStem).first
  }
}
