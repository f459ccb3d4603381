internal import SoundFormat
internal import SystemPackage

/// Compares the sounds that a project's code asks for with the sounds in the project's apps, and judges each sound.
struct ProjectCheck {
  let project: Project
  let check: SoundCheck
  var rules: AlertRules { check.rules }
  /// The sounds on disk. A project may also list sounds that don't exist.
  let present: Set<FilePath>
  let resources: ResourceSearch
  let asked: AskedSounds
  private(set) var requests: [CheckedRequest]
  /// The sounds that code asks for or may ask for, and other sounds with a finding.
  var sounds: [CheckedSound] = []
  /// For each file: the findings that don't depend on its contents.
  private(set) var notes: [FilePath: [AlertFinding]] = [:]
  /// For each file: the rule and the sentence of each finding in ``notes``.
  private var noted: [FilePath: Set<[String]>] = [:]
  /// The files that builds put into bundles, and the files that targets list but builds leave out.
  private(set) var contained: Set<FilePath> = []
  /// The files at the top of apps that a notification may find.
  private(set) var shipped: Set<FilePath> = []
  /// The files that a computed name or a name from a server may mean.
  private(set) var possible: Set<FilePath> = []
  /// For each Android folder `res`: the resources that `tools:keep` keeps.
  var keptResources: [FilePath: KeptResources] = [:]
  /// The raw resources that a computed name or a name from a server may mean.
  var possibleRaw: Set<FilePath> = []
  /// The systems on which a sound that code asks for isn't found.
  var systemsWithLostRequests: Set<CodeRequest.Platform> = []
  /// For each raw resource that release builds may remove: the value of `tools:keep` that keeps all such resources in
  /// the same folder, and whether the folder has no `keep.xml`.
  var removals: [FilePath: (list: String, isNew: Bool)] = [:]

  init(of project: Project, for check: SoundCheck) {
    (self.project, self.check) = (project, check)
    present = Set(project.sounds.paths)
    resources = ResourceSearch(project)
    asked = AskedSounds(project, resources, present)
    requests = asked.requests
    checkBundles()
    checkRawSounds()
    judgeSounds()
    finishChains()
    requests.sort {
      $0.first.path == $1.first.path
        ? $0.first.line < $1.first.line : $0.first.path.precedes($1.first.path)
    }
    sounds.sort { $0.path.precedes($1.path) }
  }

  func whole(_ path: FilePath) -> FilePath { project.files.root.pushing(path) }
}

extension ProjectCheck {
  /// Adds links about format and silence to proven chains. If a chain stays proven, adds its requests to the sound.
  private mutating func finishChains() {
    let indices = Dictionary(
      sounds.indices.map { (sounds[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
    for index in requests.indices {
      let request = requests[index]
      guard request.chain.last?.isProven == true, request.sound != nil else { continue }
      let place = request.sound.flatMap { indices[$0] }
      requests[index].chain.append(
        ChainLink(.format, state(of: place.map { sounds[$0] }, on: request.first.platform)))
      guard requests[index].chain.last?.isProven == true, let place else { continue }
      let silence: ChainLink.State =
        switch request.first.silencer {
        case nil: .proven("nothing seen silences it")
        case .fault(let finding)?: .faulty(finding)
        case .possible(let reason)?: .unknown(reason: reason)
        }
      requests[index].chain.append(ChainLink(.silence, silence))
      guard requests[index].chain.last?.isProven == true else { continue }
      sounds[place].requests += [request.first] + request.others
    }
    let doubted = Set(requests.filter { !$0.isFound }.compactMap(\.sound))
    for raw in project.rawSounds
    where raw.condition == nil && !doubted.contains(whole(raw.path)) {
      guard let use = project.code.rawResources[raw.name], use.api == "R.raw",
        let index = indices[whole(raw.path)],
        sounds[index].requests.isEmpty
      else { continue }
      sounds[index].requests.append(use.placed(in: project))
    }
  }

  /// Returns whether a system plays a sound. A sound for both systems may have findings about the other system.
  private func state(
    of sound: CheckedSound?, on system: CodeRequest.Platform
  ) -> ChainLink.State {
    switch sound?.outcome {
    case nil: .unknown(reason: "the file isn't checked")
    case .unknown(let error)?: .unknown(reason: "\(error)")
    case .judged(let verdict)?:
      verdict.reasons.first { $0.rule.concerns(system) }.map { .faulty($0) }
        ?? .proven(
          sound?.sound.map { "\($0.container.fileType), \($0.format.dataFormat.formatID)" }
            ?? "it plays")
    }
  }
}

extension ProjectCheck {
  /// Adds findings on sounds in the apps, and on sounds that belong to no target.
  private mutating func checkBundles() {
    let literal = project.code.requests.contains { $0.platform == .iOS && $0.name != nil }
    let computed = project.code.requests.contains { $0.platform == .iOS && $0.isComputed }
    var topNames: Set<String> = []
    for bundle in project.bundles {
      contained.formUnion(bundle.omissions.keys)
      for (place, listed) in bundle.contents {
        contained.formUnion(listed)
        let paths = listed.filter(present.contains)
        guard bundle.isApp else { continue }
        if place.components.count == 1 { topNames.insert(place.name) }
        if paths.count > 1 {
          let paths = paths.sorted { $0.precedes($1) }
          note(.oneOfSeveral(Self.shown(paths)), on: paths[0])
        }
        guard place.components.count == 1, let path = paths.first,
          place.isAlertSound || project.declaredSounds.contains(path)
        else { continue }
        shipped.insert(path)
        if asked.requested[path] != nil { continue }
        if !literal || computed {
          possible.insert(path)
        } else if !isNamed(path), asked.meant[path] == nil {
          note(.unrequested, on: path)
        }
      }
    }
    if !literal, possible.isEmpty { checkOtherSounds() }
    let folders = project.parts.filter { $0.kind == .xcode }.map(project.folder)
    let cover = PathCover(folders.filter { !$0.isEmpty })
    for path in project.sounds.paths
    where path.isAlertSound && !contained.contains(path) && !asked.requestedRaw.contains(path)
      && !path.isRawResource && cover.covers(path) && !asked.reported.contains(path)
      && !topNames.contains(path.name)
    {
      // A computed name may mean the sound.
      if computed { possible.insert(path) }
      note(.leftOut(isNamed: computed || isNamed(path)), on: path)
    }
  }

  /// Assumes that a server may ask for any sound in the apps, including sounds that a notification doesn't find and
  /// sounds in unusual formats. Leaves out the sounds in inner bundles, such as Flutter's assets.
  private mutating func checkOtherSounds() {
    for bundle in project.bundles where bundle.isApp {
      for (place, paths) in bundle.contents {
        let finding = AppBundle.placement(of: place).finding
        guard let path = paths.first(where: present.contains),
          finding == nil || finding?.rule == .folder || finding?.rule == .localization
        else { continue }
        possible.insert(path)
        if let finding { note(finding, on: path) }
      }
    }
  }

  /// Returns the first few paths and the number of the others, for a message.
  static func shown(_ paths: [FilePath]) -> [String] {
    let limit = 3
    let shown = paths.prefix(limit).map(\.string)
    return paths.count > limit ? shown + ["and \(paths.count - limit) more"] : shown
  }

  /// Whether code asks for a file, or a string in the code is the file's name, with or without its extension.
  private func isNamed(_ path: FilePath) -> Bool {
    asked.requested[path] != nil || project.code.mentions.contains(path.name)
      || path.stem.map { project.code.mentions.contains($0) } ?? false
  }

  mutating func note(_ finding: AlertFinding, on path: FilePath) {
    let text = [finding.rule.name, finding.sentence]
    guard noted[path, default: []].insert(text).inserted else { return }
    notes[path, default: []].append(finding)
  }
}

extension AlertRule {
  /// Whether a sound that breaks the rule doesn't play on a system. Most rules are about one system.
  fileprivate func concerns(_ system: CodeRequest.Platform) -> Bool {
    [.readable, .androidAudio].contains(self)
      || name.hasPrefix("android-") == (system == .android)
  }
}
