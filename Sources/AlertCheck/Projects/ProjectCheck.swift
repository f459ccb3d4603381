internal import SoundFormat
public import SystemPackage

/// Compares what a project's code asks for with what its builds make, and judges the sounds that are asked for.
struct ProjectCheck {
  private let project: ProjectReading
  private let rules: AlertRules
  private let inputPolicy: InputPolicy
  private let listens: Bool
  /// The sounds on disk. A project may list others.
  private let present: Set<FilePath>
  private(set) var references: [CheckedReference] = []
  /// The sounds that code asks for on Apple's systems, and the advice on others.
  private(set) var sounds: [CheckedSound] = []
  /// The findings on files, before they are opened.
  private var notes: [FilePath: [AlertFinding]] = [:]
  /// The files that code asks for on Apple's systems, and what they are for.
  private var requested: [FilePath: Set<SoundUse>] = [:]
  /// The files that a computed name, or a server's, may mean.
  private var possible: Set<FilePath> = []
  /// The files that the faults of references name.
  private var reported: Set<FilePath> = []
  /// What each folder of Android's resources keeps.
  private var keptResources: [FilePath: KeptResources] = [:]
  /// The raw resources that are asked for.
  private var requestedRaw: Set<FilePath> = []
  /// The raw resources that may be asked for by a computed name, or by a server.
  private var possibleRaw: Set<FilePath> = []

  init(
    of project: ProjectReading, by rules: AlertRules, within inputPolicy: InputPolicy,
    listening listens: Bool
  ) {
    self.project = project
    self.rules = rules
    self.inputPolicy = inputPolicy
    self.listens = listens
    present = Set(project.sounds.paths)
    checkReferencesOnIOS()
    checkReferencesOnAndroid()
    checkMissingFiles()
    checkBundles()
    checkRawSounds()
    judgeSounds()
    references.sort {
      $0.reference.path == $1.reference.path
        ? $0.reference.line < $1.reference.line
        : $0.reference.path.precedes($1.reference.path)
    }
    sounds.sort { $0.path.precedes($1.path) }
  }

  /// The references on a system that are alike, in the order of the first one. Computed names come line by line.
  ///
  /// - Parameter context: What makes references to one name differ.
  private func groups(
    on platform: SoundReference.Platform, by context: (SoundReference) -> String
  ) -> [[SoundReference]] {
    var groups: [[SoundReference]] = []
    var indices: [[String]: Int] = [:]
    var linesWithComputedNames: Set<[String]> = []
    for reference in project.code.references where reference.platform == platform {
      guard let name = reference.name else {
        let line = [reference.path.string, "\(reference.line)"]
        if linesWithComputedNames.insert(line).inserted { groups.append([reference]) }
        continue
      }
      let key = [name, context(reference)]
      if let index = indices[key] {
        groups[index].append(reference)
      } else {
        indices[key] = groups.count
        groups.append([reference])
      }
    }
    return groups
  }

  private mutating func add(_ group: [SoundReference], _ outcome: CheckedReference.Outcome) {
    references.append(
      CheckedReference(
        reference: placed(group[0]), others: group.dropFirst().map(placed), outcome: outcome))
  }

  private mutating func add(
    _ group: [SoundReference], _ finding: AlertFinding, advice: String? = nil
  ) {
    add(group, .faulty(finding, advice: advice ?? finding.advice ?? ""))
  }

  /// A reference with the path that reports print.
  private func placed(_ reference: SoundReference) -> SoundReference {
    var placed = reference
    placed.path = whole(reference.path)
    return placed
  }

  private func whole(_ path: FilePath) -> FilePath { project.files.root.pushing(path) }
}

extension ProjectCheck {
  private mutating func checkReferencesOnIOS() {
    var search = BundleSearch(project)
    let hasApps = project.bundles.contains(where: \.isApp)
    let alike = groups(on: .iOS) { "\($0.use) \(search.scope(of: $0.path))" }
    for group in alike {
      guard let name = group[0].name else {
        add(group, .unknown(reason: "the name is computed"))
        continue
      }
      guard hasApps else {
        add(group, .unknown(reason: "no project of an app for iOS was found"))
        continue
      }
      switch search.result(of: name, from: group[0].path) {
      case .found(let path) where !present.contains(path):
        add(group, .listedButMissing(path.string))
      case .found(let path):
        requested[path, default: []].formUnion(group.map(\.use))
        add(group, .found(whole(path)))
      case .faulty(let finding, let file, let bundle):
        addFault(group, name, finding, file, bundle)
      }
    }
  }

  /// Adds a fault unless something that can't be read here may cure it.
  private mutating func addFault(
    _ group: [SoundReference], _ name: String, _ finding: AlertFinding, _ file: FilePath?,
    _ bundle: PlannedBundle?
  ) {
    if let file { reported.insert(file) }
    // No source says whether these APIs need it.
    if finding.rule == .nameExtension, [.alarmkit, .liveActivity].contains(group[0].use) {
      return add(group, .unknown(reason: "Apple doesn't say whether the name needs its extension"))
    }
    let stem = FilePath(name).stem ?? name
    if [name[...], stem[...]].contains(where: project.scriptWords.contains) {
      return add(group, .unknown(reason: "a script of the build names it"))
    }
    switch finding.rule {
    // The file that is meant is known, and its name is another one.
    case .nameExtension, .nameCase, .plainName: break
    default:
      if project.hasUnknownResources {
        return add(
          group, .unknown(reason: "a part of the project that adds sounds can't be read here"))
      }
      if let code = project.code.librarySounds, group[0].use.places.contains(.librarySounds) {
        return add(
          group,
          .perhapsMadeByApp(name: name, code: "\(whole(code.path).string):\(code.line)"))
      }
    }
    var step = ProjectAdvice.step(on: finding, file: file, bundle: bundle)
    // Otherwise the next check would say so.
    if name.contains("/"), finding.rule != .plainName, let file {
      step += ", and ask for \(file.name)"
    }
    add(group, finding, advice: step)
  }

  private mutating func checkReferencesOnAndroid() {
    let isForAndroid =
      project.parts.contains { $0.kind == .android } || !project.rawSounds.isEmpty
      || project.parts.contains { $0.kind == .expo }
    var byName: [String: [ProjectReading.RawSound]] = [:]
    for sound in project.rawSounds { byName[sound.name, default: []].append(sound) }
    var nearFiles: [String: FilePath] = [:]
    for path in project.sounds.paths where path.extension?.lowercased() != "caf" {
      guard let stem = path.stem?.lowercased(), nearFiles[stem] == nil else { continue }
      nearFiles[stem] = path
    }
    for group in groups(on: .android, by: \.api) {
      guard let name = group[0].name else {
        add(group, .unknown(reason: "the name is computed"))
        continue
      }
      guard isForAndroid else {
        add(group, .unknown(reason: "no Android module was found"))
        continue
      }
      let isFileName = FilePath(name).isSound
      let resource = isFileName ? FilePath(name).stem ?? name : name
      if let found = byName[resource] {
        requestedRaw.formUnion(found.map(\.path))
        if isFileName, !group[0].takesFileName {
          add(group, .askedForWithExtension(name: resource))
        } else {
          add(group, .found(whole(found[0].path)))
        }
      } else if project.hasUnknownResources || project.modules.contains(where: \.namesRawResources)
      {
        add(group, .unknown(reason: "a part of the project that adds sounds can't be read here"))
      } else {
        let advice = nearFiles[resource.lowercased()].map {
          $0.isRawResource
            ? "if \($0.string) is meant, ask for its name, or rename it"
            : "if \($0.string) is meant, put it into res/raw of the Android module"
        }
        add(group, .notInRawResources(name: resource), advice: advice)
      }
    }
  }
}

extension ProjectCheck {
  private mutating func checkMissingFiles() {
    for missing in project.missing {
      let reference = SoundReference(
        path: missing.description, line: missing.line, name: missing.file.name,
        platform: missing.platform, api: missing.description.name, use: .notification)
      add([reference], .listedButMissing(missing.file.string))
    }
  }

  /// Notes what is unusual about the files of the apps.
  private mutating func checkBundles() {
    let literal = project.code.references.contains { $0.platform == .iOS && $0.name != nil }
    let computed = project.code.references.contains { $0.platform == .iOS && $0.name == nil }
    var contained: Set<FilePath> = []
    var topNames: Set<String> = []
    for bundle in project.bundles {
      for (place, listed) in bundle.origins.sorted(by: { $0.key.precedes($1.key) }) {
        contained.formUnion(listed)
        let paths = listed.filter(present.contains)
        guard bundle.isApp else { continue }
        if place.components.count == 1 { topNames.insert(place.name) }
        if paths.count > 1 {
          let paths = paths.sorted { $0.precedes($1) }
          note(.oneOfSeveral(Self.shown(paths)), on: paths[0])
        }
        guard place.components.count == 1, let path = paths.first, requested[path] == nil,
          place.isAlertSound || project.declaredSounds.contains(path)
        else { continue }
        if !literal || computed {
          possible.insert(path)
        } else if !isNamed(path) {
          note(.unrequested, on: path)
        }
      }
    }
    let folders = project.parts.filter { $0.kind == .xcode }.map {
      $0.path.inside(project.files.root).removingLastComponent()
    }
    let cover = PathCover(folders.filter { !$0.isEmpty })
    for path in project.sounds.paths
    where path.isAlertSound && !contained.contains(path) && !requestedRaw.contains(path)
      && !path.isRawResource && cover.covers(path) && !reported.contains(path)
      && !topNames.contains(path.name)
    {
      note(.leftOut, on: path)
    }
  }

  /// The first few paths, for a message.
  private static func shown(_ paths: [FilePath]) -> [String] {
    let limit = 3
    let shown = paths.prefix(limit).map(\.string)
    return paths.count > limit ? shown + ["and \(paths.count - limit) more"] : shown
  }

  /// Whether code asks for a file, or names it in another way.
  private func isNamed(_ path: FilePath) -> Bool {
    requested[path] != nil || project.code.mentions.contains(path.name)
      || path.stem.map { project.code.mentions.contains($0) } ?? false
  }

  private mutating func note(_ finding: AlertFinding, on path: FilePath) {
    if notes[path]?.contains(finding) != true { notes[path, default: []].append(finding) }
  }

  /// Notes what Android's build refuses, and which raw resources nobody asks for.
  private mutating func checkRawSounds() {
    let references = project.code.references.filter { $0.platform == .android }
    let isComplete = !references.isEmpty && references.allSatisfy { $0.name != nil }
    var names: [FilePath: [String: [FilePath]]] = [:]
    for sound in project.rawSounds {
      names[sound.folder, default: [:]][sound.name, default: []].append(sound.path)
      guard AndroidSoundName(sound.name) != nil else {
        let valid = AndroidSoundName(nearestTo: sound.name)
        let pathExtension = sound.path.extension.map { ".\($0.lowercased())" } ?? ""
        note(.invalidResourceName(suggestion: "\(valid)\(pathExtension)"), on: sound.path)
        continue
      }
      let isNamed =
        requestedRaw.contains(sound.path) || project.code.rawResources.contains(sound.name)
        || project.code.mentions.contains(sound.name) || requested[sound.path] != nil
      if isComplete, !isNamed { note(.unrequested, on: sound.path) }
      if !isComplete, !requestedRaw.contains(sound.path) { possibleRaw.insert(sound.path) }
    }
    // A tool that copies a file to the folder replaces the file of the same name.
    for paths in names.values.flatMap(\.values) where Set(paths.map(\.name)).count > 1 {
      let paths = paths.sorted { $0.precedes($1) }
      note(.sharedResourceName(Self.shown(paths)), on: paths[0])
    }
  }

  private mutating func judgeSounds() {
    let paths = Set(requested.keys).union(requestedRaw).union(notes.keys).union(possible).union(
      possibleRaw)
    for path in paths.sorted(by: { $0.precedes($1) }) {
      let findings = notes[path] ?? []
      let rules = requested[path].map(rules(for:)) ?? (possible.contains(path) ? rules : nil)
      guard rules != nil || requestedRaw.contains(path) || possibleRaw.contains(path) else {
        sounds.append(CheckedSound(whole(path), in: .project, AlertVerdict(findings)))
        continue
      }
      do {
        let bytes = try AnchoredFolder(project.files.root).file(at: path)
        let findings = findings + androidFindings(on: path, bytes)
        var sound = CheckedSound(
          whole(path), in: .project, bytes, by: rules, within: inputPolicy,
          listening: listens, adding: findings)
        sound.isCertain =
          requested[path] != nil || requestedRaw.contains(path)
          || findings.contains { $0.rule.concernsProjects && $0.rule.outcome == .default }
        sounds.append(sound)
      } catch {
        sounds.append(
          CheckedSound(
            whole(path), in: .project, SoundError(wrapping: error, .openingInput, whole(path))))
      }
    }
  }

  /// The rules for a sound with several uses: those of the use that the check is for, if it is among them, or else
  /// those of the first one.
  private func rules(for uses: Set<SoundUse>) -> AlertRules {
    let first = SoundUse.allCases.first(where: uses.contains) ?? rules.use
    if uses.contains(rules.use) || first == .notification { return rules }
    var other = AlertRules(for: first)
    other.lengthLimit = rules.lengthLimit
    return other
  }

  /// Whether a release build removes a raw resource that only strings name.
  private mutating func isRemoved(_ path: FilePath) -> Bool {
    guard path.isRawResource else { return false }
    let resources = path.removingLastComponent().removingLastComponent()
    let name = AndroidSoundName.resourceName(of: path.name)
    // The build refuses another name first.
    guard AndroidSoundName(name) != nil, !project.code.rawResources.contains(name),
      project.shrinksResources(in: resources)
    else { return false }
    let kept = keptResources[resources] ?? KeptResources(resFolder: whole(resources))
    keptResources[resources] = kept
    return !kept.keeps(name)
  }

  /// The findings on a raw resource that code asks for, or may ask for; none for another file.
  private mutating func androidFindings(on path: FilePath, _ bytes: some ByteSource)
    -> [AlertFinding]
  {
    guard requestedRaw.contains(path) || possibleRaw.contains(path) else { return [] }
    let formatFindings = AndroidResources.findings(on: bytes) ?? []
    guard requestedRaw.contains(path) else { return formatFindings }
    let removal =
      isRemoved(path)
      ? [AlertFinding.perhapsRemovedByBuild(name: AndroidSoundName.resourceName(of: path.name))]
      : []
    return formatFindings + removal
  }
}

extension FilePath {
  /// Whether the extension is one of Apple's list of alert sounds.
  fileprivate var isAlertSound: Bool {
    ["caf", "aif", "aiff", "aifc", "wav", "m4r"].contains(self.extension?.lowercased() ?? "")
  }
}

/// A sound that a project's code asks for, and whether it is found.
public struct CheckedReference: Sendable {
  /// The first place that asks for it.
  public let reference: SoundReference
  /// The other places that ask for the same name on the same system.
  public let others: [SoundReference]
  /// Whether it is found.
  public let outcome: Outcome

  /// Whether a sound that code asks for is found.
  public enum Outcome: Sendable {
    /// The build puts this file where it is looked for. The file's own verdict is another finding of the check.
    case found(FilePath)
    /// It isn't found, or may not be, for this reason. The advice is what to do in this kind of project.
    case faulty(AlertFinding, advice: String)
    /// It can't be told, for this reason.
    case unknown(reason: String)
  }

  /// The finding; nil if the sound is found or its fate is unknown.
  package var finding: AlertFinding? {
    if case .faulty(let finding, _) = outcome { finding } else { nil }
  }

  /// Whether its fate can't be told.
  package var isUnknown: Bool {
    if case .unknown = outcome { true } else { false }
  }
}
