internal import SoundFormat
internal import SystemPackage

/// Android modules that Gradle builds. The code for raw resources is in the folder `Android`.
enum Gradle: Framework {
  static let descriptions = ["build.gradle", "build.gradle.kts"]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let folder = path.removingLastComponent()
    guard let module = GradleModule(parsing: bytes, in: folder) else { return }
    var shrinks = module.script.shrinksResources
    // In Expo's template, `build.gradle` takes the value from a property in `gradle.properties`.
    if shrinks == nil, bytes.contains("enableShrinkResourcesInReleaseBuilds") {
      let file = folder.removingLastComponent().appending("gradle.properties")
      let properties = project.bytes(of: file) ?? []
      if properties.contains("android.enableShrinkResourcesInReleaseBuilds=true") { shrinks = true }
    }
    project.add(module)
    project.shrinksResources[folder] = shrinks
    // A script that contains the text `res/raw` may add raw resources.
    if bytes.contains("res/raw") {
      project.add(Gap("\(path.string) may add the sound", in: folder.ownFolder, on: .android))
    }
    if module.isApp { project.add(.android, folder) }
  }

  static let apis = [
    SoundAPI([.kotlin, .java, .dart], .address, .android, takesFileName: false),
    // The check doesn't follow the address to a channel.
    SoundAPI([.cSharp], .address, .android, takesFileName: false, onAndroid: .channelDecides),
  ]
}

/// Finds the variants of an app that have a raw resource. The source set of the resource's folder decides.
///
/// All variants of an app get the resources in `src/main/res`. A source set with the name of a build type or a flavor
/// is only for the variants of this build type or flavor. No app gets the resources in source sets of tests.
///
/// Source: Android developers, "Configure build variants", "Build with source sets".
extension Project {
  mutating func placeRawSounds() throws(SoundFileError) {
    try connectModules()
    readBuildLogic()
    for module in modules {
      if module.script.computesFolders {
        let script = "\(module.folder.string)/build.gradle"
        add(
          Gap(
            "\(script) computes its folders of resources", in: module.folder.ownFolder, on: .android
          ))
      }
      for listed in module.script.resourceFolders {
        guard let folder = module.folder.joined(with: listed.path) else { continue }
        let found = sounds.inside(folder)
        try budget.spend(listing: found)
        rawSounds += found.filter { path in
          let raw = path.removingLastComponent()
          return raw.removingLastComponent() == folder && raw.isRawFolder && !path.isRawResource
        }.map { RawSound(folder: $0.removingLastComponent(), path: $0, fileName: $0.name) }
      }
    }
    let aroundModules = Set(modules.map { $0.folder.removingLastComponent() })
    // For each pair of a module's folder and a resource's name: the source sets that have the resource.
    var sets: [[String]: Set<String>] = [:]
    rawSounds = rawSounds.compactMap { sound in
      let module = module(around: sound.folder)
      var sound = sound
      sound.condition = module?.absence
      if let module, module.isFeature {
        sound.condition = "only in the dynamic feature \(module.folder.name)"
        return sound
      }
      guard let set = sound.folder.sourceSet(in: module) else {
        if module != nil { sound.condition = "in a folder that the build may not read" }
        return sound
      }
      guard !set.isForTests else { return nil }
      // Without `src/main/res/raw`, the path is that of a folder around modules, which isn't a module itself.
      if module == nil, aroundModules.contains(sound.folder.removing(4)) {
        sound.condition = "beside the modules that Gradle builds"
      } else if module?.mayLackResources == true {
        sound.condition = "in a module whose build may leave resources out"
      }
      guard sound.condition == nil else { return sound }
      sets[[module?.folder.string ?? "", sound.name], default: []].insert(set)
      if set != "main", set != "androidMain" { sound.condition = "only in the variant \(set)" }
      return sound
    }
    for index in rawSounds.indices where rawSounds[index].condition != nil {
      guard let module = module(around: rawSounds[index].folder), !module.isFeature,
        module.absence == nil, let sets = sets[[module.folder.string, rawSounds[index].name]],
        !sets.isDisjoint(with: ["main", "androidMain"])
          || !module.script.hasOtherBuildTypes && sets.isSuperset(of: ["debug", "release"])
          || (1...64).contains(module.script.flavors.count)
            && sets.isSuperset(of: module.script.flavors)
      else { continue }
      rawSounds[index].condition = nil
    }
  }
}

/// Finds an app's modules: the settings include them, and the app depends on them, directly or through other modules.
///
/// Source: Gradle, "Structuring multi-project builds" and "Declaring dependencies between subprojects".
extension Project {
  private mutating func connectModules() throws(SoundFileError) {
    let builds = Dictionary(grouping: modules.indices) {
      modules[$0].folder.nearest(in: files.settingsFolders)
    }
    let hasApp = modules.contains(where: \.isApp)
    for (folder, members) in builds {
      let apps = members.filter { modules[$0].isApp }
      for app in apps { modules[app].apps = [modules[app].folder] }
      if let folder, apps.isEmpty, hasApp {
        for member in members {
          modules[member].absence = "in the Gradle build in \(folder.string), which has no app"
        }
      }
      guard let folder, !apps.isEmpty, members.count > apps.count,
        let file = firstFile(named: ["settings.gradle", "settings.gradle.kts"], in: folder)
      else { continue }
      let settings = GradleScript(parsing: file.bytes)
      var paths: [String: Int] = [:]
      let stated = settings.folders.compactMap { path, place in
        folder.joined(with: place).map { ($0, path) }
      }
      let statedPaths = Dictionary(stated, uniquingKeysWith: { first, _ in first })
      for index in members {
        let place = modules[index].folder
        let usual = place.inside(folder).components.map { ":\($0.string)" }.joined()
        paths[GradleScript.key(of: statedPaths[place] ?? usual)] = index
      }
      let includes = Set(settings.includes.map(GradleScript.key))
      try connect(apps, by: paths)
      for (path, index) in paths where !modules[index].isApp && !modules[index].isFeature {
        let name = modules[index].folder.string
        if !includes.contains(path), !settings.computesIncludes, !includes.isEmpty {
          modules[index].apps = []
          modules[index].absence = "in \(name), which \(file.path.string) doesn't include"
        } else if modules[index].apps.isEmpty {
          modules[index].absence = "in \(name), and no app is seen to depend on it in all variants"
        }
      }
    }
  }

  /// Notes which builds remove unused resources by the scripts that all modules share, or by plugins of their own.
  private mutating func readBuildLogic() {
    for path in files.buildLogic.prefix(256) {
      guard let bytes = bytes(of: path), bytes.contains("hrinkResources"),
        GradleScript(parsing: bytes).shrinksResources == true
      else { continue }
      let folder = (path.folderAroundBuildLogic ?? path).nearest(in: files.settingsFolders)
      if let folder, shrinksResources[folder] == nil { shrinksResources[folder] = true }
    }
  }

  /// Notes which modules each app has.
  private mutating func connect(_ apps: [Int], by paths: [String: Int]) throws(SoundFileError) {
    for app in apps {
      var pending = [app]
      while let next = pending.popLast() {
        guard modules[next].apps.insert(modules[app].folder).inserted || next == app else {
          continue
        }
        try budget.spend(1 + modules[next].script.dependencies.count)
        pending += modules[next].script.dependencies.compactMap { paths[$0] }.filter { $0 != app }
      }
    }
  }
}

extension String {
  /// Whether this name of a source set is for tests. Gradle refuses flavors and build types whose names begin with
  /// `test` or `androidTest`. `androidInstrumentedTest` and `androidUnitTest` are names in Kotlin Multiplatform.
  fileprivate var isForTests: Bool {
    hasPrefix("test") || hasPrefix("androidTest")
      || ["androidInstrumentedTest", "androidUnitTest"].contains(self)
  }
}

extension FilePath {
  /// Returns the source set of a folder `raw`; nil if the folder belongs to none.
  fileprivate func sourceSet(in module: GradleModule?) -> String? {
    let resources = removingLastComponent()
    let listed = module?.script.resourceFolders.first {
      module?.folder.joined(with: $0.path) == resources
    }
    if let listed { return listed.sourceSet }
    let names = resources.components.suffix(3).map(\.string)
    guard names.count == 3, names[0] == "src", names[2] == "res",
      module?.script.setsWithoutDefault.contains(names[1]) != true
    else { return nil }
    return names[1]
  }
}
