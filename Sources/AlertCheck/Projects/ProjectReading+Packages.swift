internal import SoundFormat
internal import SystemPackage

/// Sounds to add to the bundles once all bundles are known.
struct ProjectPackages {
  var assets: [(folder: FilePath, FlutterAssets)] = []
  var expo: [(path: FilePath, ExpoSounds, ignored: Set<String>)] = []
  var pods: [Pod] = []
  var packages: [(folder: FilePath, SwiftPackageResources)] = []

  struct Pod {
    let project: FilePath
    let folder: FilePath
    let target: String?
    let resources: PodResources
    /// Whether the pod may be a dynamic framework, or has resources that can't be read.
    let isUnknown: Bool
  }
}

extension ProjectReading {
  mutating func addPods(
    _ pods: LocalPods, in folder: FilePath, _ reader: inout SmallFiles,
    _ builder: inout ProjectPackages
  ) {
    if pods.isComputed { hasUnknownResources = true }
    // A pod of several targets is read once.
    var known: [FilePath: PodResources?] = [:]
    for pod in pods.pods {
      guard let path = folder.joined(with: pod.path), !files.leavesOut(path) else { continue }
      let isFile = path.extension == "podspec"
      let specification = isFile ? path : path.appending("\(pod.name).podspec")
      let resources =
        known[specification]
        ?? reader.bytes(of: specification, atMost: Self.byteLimit).map(PodResources.init)
      known[specification] = .some(resources)
      builder.pods.append(
        ProjectPackages.Pod(
          project: folder, folder: specification.removingLastComponent(), target: pod.target,
          resources: resources ?? PodResources(parsing: []),
          isUnknown: pods.areFrameworks || resources?.isComputed ?? true))
    }
  }

  /// Adds the sounds of Flutter apps, Swift packages, pods and Expo apps to the bundles.
  mutating func finish(_ builder: ProjectPackages) {
    var flutterModules: [FilePath] = []
    do throws(SoundFileError) {
      for (folder, assets) in builder.assets {
        try budget.spend(bundles.count + modules.count)
        // Report only apps as Flutter projects. Unlike an app, a Flutter package has no native projects.
        let (ios, android) = (folder.appending("ios"), folder.appending("android"))
        if bundles.contains(where: { $0.maker.path.starts(with: ios) })
          || modules.contains(where: { $0.isApp && $0.folder.starts(with: android) })
        {
          add(.flutter, folder)
          flutterModules.append(android)
        }
        for (path, destination) in try assets.sounds(among: sounds, in: folder, &budget) {
          try addToApps(in: ios, path, at: destination)
        }
      }
      for (folder, package) in builder.packages {
        for (path, destination) in try package.sounds(among: sounds, in: folder, &budget) {
          try addToApps(in: FilePath(), path, at: destination)
        }
      }
      for pod in builder.pods {
        try budget.spend(bundles.count)
        if pod.isUnknown, !sounds.inside(pod.folder).isEmpty { hasUnknownResources = true }
        guard !pod.isUnknown else { continue }
        for (path, place) in try pod.resources.sounds(among: sounds, in: pod.folder, &budget) {
          try addToApps(in: pod.project, path, at: place, named: pod.target)
        }
      }
      for (path, expo, ignored) in builder.expo { try add(expo, at: path, ignored) }
    } catch {
      fail(FilePath(), error.code, error.reason)
    }
    self.flutterModules = PathCover(flutterModules)
    rawSounds = Array(Set(rawSounds)).sorted { $0.path.precedes($1.path) }
    // Ignore a description if XcodeGen or Tuist has already made the Xcode project.
    let makers = SortedPaths(bundles.map(\.maker.path))
    for path in unreadable where makers.inside(path.removingLastComponent()).isEmpty {
      hasUnknownResources = true
      add(.xcode, path)
      notes.append(
        (path, "the check can't read this kind of Xcode project; check the built app, too"))
    }
    parts.sort { $0.path.precedes($1.path) }
  }

  /// Adds a file to all apps whose projects are in a folder, or to those with a name.
  private mutating func addToApps(
    in folder: FilePath, _ path: FilePath, at destination: FilePath, named name: String? = nil
  ) throws(SoundFileError) {
    try budget.spend(bundles.count)
    for index in bundles.indices
    where bundles[index].isApp && bundles[index].maker.path.starts(with: folder)
      && (name == nil || bundles[index].name == name)
    {
      try bundles[index].add(path, at: destination, &budget)
    }
  }

  /// Adds the sounds that an Expo app lists. Expo's tools add these sounds when they generate the folders `ios` and
  /// `android`. If such a folder is in the repository, builds use it as it is.
  ///
  /// - Parameter ignored: The folders that aren't in the repository, although they may exist.
  private mutating func add(
    _ expo: ExpoSounds, at path: FilePath, _ ignored: Set<String>
  ) throws(SoundFileError) {
    let folder = path.removingLastComponent()
    let (native, android) = (folder.appending("ios"), folder.appending("android"))
    try budget.spend(bundles.count + modules.count)
    let hasXcode = bundles.contains { $0.product == .app && $0.maker.path.starts(with: native) }
    if !hasXcode { bundles.append(PlannedBundle(appName(in: folder), .app, madeBy: (.expo, path))) }
    let makesIOS = !hasXcode || ignored.contains("ios")
    let makesAndroid =
      ignored.contains("android") || !modules.contains { $0.folder.starts(with: android) }
    if makesAndroid { listOfExpo = path }
    if makesAndroid, expo.shrinksResources { shrinkingExpoFolders.insert(android) }
    // Builds run no plugin on folders that are in the repository.
    if expo.isComputed, makesIOS || makesAndroid { hasUnknownResources = true }
    let rawNames = Set(rawSounds.map(\.fileName))
    var isApplied = true
    for sound in expo.sounds {
      guard let file = folder.joined(with: sound.path) else { continue }
      var found = sounds.inside(file)
      // Accept a folder only for `alertsound`, the only plugin that converts sounds. Other plugins accept only files.
      if !sound.isConverted { found = found.prefix(found.first == file ? 1 : 0) }
      if found.isEmpty {
        missing.append(
          MissingFile(file: file, description: path, line: sound.line, platform: .iOS))
      }
      for source in found {
        declaredSounds.insert(source)
        try budget.spend(bundles.count)
        isApplied =
          isApplied && (makesAndroid || rawNames.contains(source.name))
          && (makesIOS || bundles.contains { $0.origins[FilePath(source.name)] != nil })
        if makesIOS { try addToIOS(source, isConverted: sound.isConverted, in: folder) }
        guard makesAndroid else { continue }
        let raw = android.pushing("app/src/main/res/raw")
        rawSounds.append(RawSound(folder: raw, path: source, fileName: source.name))
      }
    }
    if !isApplied {
      let kept = (makesIOS ? [] : ["ios"]) + (makesAndroid ? [] : ["android"])
      notes.append(
        (
          path,
          "builds use the folder \(kept.joined(separator: " and ")) as it is, without the listed sounds;"
            + " run npx expo prebuild, or add the sounds there"
        ))
    }
  }

  private mutating func addToIOS(
    _ source: FilePath, isConverted: Bool, in folder: FilePath
  ) throws(SoundFileError) {
    try budget.spend(bundles.count + WorkBudget.listing(source))
    var name = FilePath(source.name)
    if isConverted { name.extension = "caf" }
    for index in bundles.indices
    where bundles[index].product == .app && bundles[index].maker.path.starts(with: folder) {
      // The Xcode project may already list this file, because an earlier run of the plugin added it.
      if bundles[index].origins[name] == nil { try bundles[index].add(source, at: name, &budget) }
    }
  }
}
