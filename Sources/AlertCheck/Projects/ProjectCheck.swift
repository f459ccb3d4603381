internal import SoundFormat
internal import SystemPackage

/// Compares the sounds that a project's code asks for with the sounds in the project's apps, and judges each sound.
struct ProjectCheck {
  private let project: ProjectReading
  private let rules: AlertRules
  private let inputPolicy: InputPolicy
  private let listens: Bool
  /// The sounds on disk. A project may also list sounds that don't exist.
  private let present: Set<FilePath>
  private(set) var failures: [SoundError] = []
  private(set) var requests: [CheckedRequest] = []
  /// The sounds that code asks for or may ask for, and other sounds with a finding.
  private(set) var sounds: [CheckedSound] = []
  /// The findings that don't depend on a file's contents.
  private var notes: [FilePath: [AlertFinding]] = [:]
  private var noted: [FilePath: Set<AlertFinding>] = [:]
  /// The files that code asks for on Apple's systems, with their uses.
  private var requested: [FilePath: Set<SoundUse>] = [:]
  /// The files that a computed name or a name from a server may mean.
  private var possible: Set<FilePath> = []
  /// The files that the findings on requests mention.
  private var reported: Set<FilePath> = []
  /// The resources that `tools:keep` keeps, for each Android folder `res`.
  private var keptResources: [FilePath: KeptResources] = [:]
  /// The raw resources that code asks for.
  private var requestedRaw: Set<FilePath> = []
  /// The raw resources that a computed name or a name from a server may mean.
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
    checkRequestsOnIOS()
    checkRequestsOnAndroid()
    checkMissingFiles()
    checkBundles()
    checkRawSounds()
    judgeSounds()
    requests.sort {
      $0.first.path == $1.first.path
        ? $0.first.line < $1.first.line : $0.first.path.precedes($1.first.path)
    }
    sounds.sort { $0.path.precedes($1.path) }
  }

  /// Groups a system's requests by name, in the order of their first occurrence. Each line with computed names is a
  /// separate group.
  ///
  /// - Parameter context: A second key: requests of one group also have equal contexts.
  private func groups(
    on platform: CodeRequest.Platform, by context: (CodeRequest) -> String
  ) -> [[CodeRequest]] {
    var groups: [[CodeRequest]] = []
    var indices: [[String]: Int] = [:]
    var linesWithComputedNames: Set<[String]> = []
    for request in project.code.requests where request.platform == platform {
      guard let name = request.name else {
        let line = [request.path.string, "\(request.line)"]
        if linesWithComputedNames.insert(line).inserted { groups.append([request]) }
        continue
      }
      let key = [name, context(request)]
      if let index = indices[key] {
        groups[index].append(request)
      } else {
        indices[key] = groups.count
        groups.append([request])
      }
    }
    return groups
  }

  private mutating func add(_ group: [CodeRequest], _ outcome: CheckedRequest.Outcome) {
    requests.append(
      CheckedRequest(
        first: placed(group[0]), others: group.dropFirst().map(placed), outcome: outcome))
  }

  private mutating func add(
    _ group: [CodeRequest], _ finding: AlertFinding, advice: String? = nil
  ) {
    add(group, .faulty(finding, advice: advice ?? finding.advice ?? ""))
  }

  /// Returns a request whose path begins with the checked folder's path, as in reports.
  private func placed(_ request: CodeRequest) -> CodeRequest {
    var placed = request
    placed.path = whole(request.path)
    return placed
  }

  private func whole(_ path: FilePath) -> FilePath { project.files.root.pushing(path) }
}

extension ProjectCheck {
  private mutating func checkRequestsOnIOS() {
    var search = BundleSearch(project)
    let hasApps = project.bundles.contains(where: \.isApp)
    let alike = groups(on: .iOS) {
      let form = $0.name?.contains("/") ?? false ? $0.nameForm : .plain
      return "\($0.use) \(form) \(search.scope(of: $0.path))"
    }
    for group in alike {
      guard let name = group[0].name else {
        add(group, .unknown(reason: group[0].reasonForNoName))
        continue
      }
      guard hasApps else {
        add(group, .unknown(reason: "no project of an app for iOS was found"))
        continue
      }
      do throws(SoundFileError) {
        let isAsset = group[0].nameForm == .flutterAsset
        let place = isAsset ? FlutterAssets.folder.appending(name).string : name
        switch try search.result(
          of: place, from: group[0].path, isPath: isAsset || group[0].nameForm == .path)
        {
        case .found(let path) where !present.contains(path):
          add(group, .listedButMissing(path.string))
        case .found(let path):
          requested[path, default: []].formUnion(group.map(\.use))
          add(group, .found(whole(path)))
        case .faulty(let finding, let file, let bundle):
          // The system may find this file.
          if finding.rule == .plainName, let file {
            requested[file, default: []].formUnion(group.map(\.use))
          }
          addFault(group, name, isAsset ? .inNoBundle(name: name) : finding, file, bundle)
        }
      } catch {
        add(group, .unknown(reason: error.reason))
        failures = [
          SoundError(
            .openingInput, project.files.root, .sound(error.code, reason: error.reason),
            advice: "check the built app instead")
        ]
      }
    }
  }

  /// Adds a finding. But the outcome is unknown if a part of the project that the check can't read, such as a script,
  /// may put the sound into the app.
  private mutating func addFault(
    _ group: [CodeRequest], _ name: String, _ finding: AlertFinding, _ file: FilePath?,
    _ bundle: PlannedBundle?
  ) {
    if let file { reported.insert(file) }
    // Report an unknown outcome: no source says whether AlarmKit and Live Activities need the extension.
    if finding.rule == .nameExtension, [.alarmkit, .liveActivity].contains(group[0].use) {
      return add(group, .unknown(reason: "Apple doesn't say whether the name needs its extension"))
    }
    let stem = FilePath(name).stem ?? name
    if [name[...], stem[...]].contains(where: project.scriptWords.contains) {
      return add(group, .unknown(reason: "a script of the build names it"))
    }
    switch finding.rule {
    // Keep the finding. The app contains the sound under another name, so no script or code needs to add it.
    case .nameExtension, .nameCase, .plainName: break
    default:
      if project.hasUnknownResources {
        return add(
          group, .unknown(reason: "the check can't read a part of the project that adds sounds"))
      }
      if let code = project.code.librarySounds, group[0].use.places.contains(.librarySounds) {
        return add(
          group,
          .perhapsMadeByApp(name: name, code: "\(whole(code.path).string):\(code.line)"))
      }
    }
    let form = group[0].nameForm
    var step = form.advice(on: name) ?? ProjectAdvice.step(on: finding, file: file, bundle: bundle)
    // Correct the path in the same step. Otherwise, the next check would complain about it.
    if name.contains("/"), finding.rule != .plainName, form != .flutterAsset, let file {
      step += ", and ask for \(file.name)"
    }
    if form == .cordova, let file { step += ", as res://\(file.name)" }
    add(group, finding, advice: step)
  }

  private mutating func checkRequestsOnAndroid() {
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
    var found: Set<String> = []
    let isUnknown =
      project.hasUnknownResources || project.modules.contains(where: \.namesRawResources)
    for group in groups(on: .android, by: \.api) {
      guard let name = group[0].name else {
        add(group, .unknown(reason: group[0].reasonForNoName))
        continue
      }
      guard isForAndroid else {
        add(group, .unknown(reason: "no Android module was found"))
        continue
      }
      let isFileName = FilePath(name).isSound
      let resource = isFileName ? FilePath(name).stem ?? name : name
      if let sounds = byName[resource] {
        if found.insert(resource).inserted { requestedRaw.formUnion(sounds.map(\.path)) }
        if isFileName, !group[0].takesFileName {
          add(group, .askedForWithExtension(name: resource))
        } else if group[0].nameForm == .resourceNumber {
          add(group, .addressedByNumber(name: resource))
        } else {
          add(group, .found(whole(sounds[0].path)))
        }
      } else if isUnknown {
        add(group, .unknown(reason: "the check can't read a part of the project that adds sounds"))
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
      let request = CodeRequest(
        path: missing.description, line: missing.line, name: missing.file.name,
        platform: missing.platform, api: missing.description.name, use: .notification)
      add([request], .listedButMissing(missing.file.string))
    }
  }

  /// Adds findings on sounds in the apps, and on sounds that belong to no target.
  private mutating func checkBundles() {
    let literal = project.code.requests.contains { $0.platform == .iOS && $0.name != nil }
    let computed = project.code.requests.contains { $0.platform == .iOS && $0.name == nil }
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

  /// Returns the first few paths and the number of the others, for a message.
  private static func shown(_ paths: [FilePath]) -> [String] {
    let limit = 3
    let shown = paths.prefix(limit).map(\.string)
    return paths.count > limit ? shown + ["and \(paths.count - limit) more"] : shown
  }

  /// Whether code asks for a file, or a string in the code is the file's name.
  private func isNamed(_ path: FilePath) -> Bool {
    requested[path] != nil || project.code.mentions.contains(path.name)
      || path.stem.map { project.code.mentions.contains($0) } ?? false
  }

  private mutating func note(_ finding: AlertFinding, on path: FilePath) {
    guard noted[path, default: []].insert(finding).inserted else { return }
    notes[path, default: []].append(finding)
  }

  /// Adds findings on raw resources that Android's build refuses, or that no code asks for.
  private mutating func checkRawSounds() {
    let requests = project.code.requests.filter { $0.platform == .android }
    let isComplete = !requests.isEmpty && requests.allSatisfy { $0.name != nil }
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
    // Count file names, not files. Equal names don't conflict, because one file replaces the other when copied.
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
        let bytes = try project.files.folder.file(at: path)
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

  /// Returns the rules for a sound with several uses: the check's rules if one of the uses is the check's use or
  /// `notification`; otherwise, the rules for the first use.
  private func rules(for uses: Set<SoundUse>) -> AlertRules {
    let first = SoundUse.allCases.first(where: uses.contains) ?? rules.use
    if uses.contains(rules.use) || first == .notification { return rules }
    return AlertRules(for: first, lengthLimit: rules.lengthLimit)
  }

  /// Whether a release build removes a raw resource, because code names it only in strings.
  private mutating func isRemoved(_ path: FilePath) -> Bool {
    guard path.isRawResource else { return false }
    let resources = path.removingLastComponent().removingLastComponent()
    let name = AndroidSoundName.resourceName(of: path.name)
    // Skip a resource with an invalid name: a different finding reports it.
    guard AndroidSoundName(name) != nil, !project.code.rawResources.contains(name),
      project.shrinksResources(in: resources)
    else { return false }
    let kept =
      keptResources[resources]
      ?? KeptResources(resFolder: try? project.files.folder.folder(at: resources))
    keptResources[resources] = kept
    return !kept.keeps(name)
  }

  /// Returns the findings on a raw resource that code asks for or may ask for; none for other files.
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
  /// Whether Apple lists the file's extension for alert sounds.
  fileprivate var isAlertSound: Bool {
    ["caf", "aif", "aiff", "aifc", "wav", "m4r"].contains(self.extension?.lowercased() ?? "")
  }
}

extension CodeRequest {
  fileprivate var reasonForNoName: String {
    hasKnownNames ? "it may also ask for other names, which are computed" : "the name is computed"
  }
}

extension CodeRequest.NameForm {
  /// How to make a name found that the package makes from the code's; nil if the project's kind decides it.
  fileprivate func advice(on name: String) -> String? {
    switch self {
    case .awesome:
      "add \(name) to the app's target, because awesome_notifications finds only .aiff files on iOS"
    case .flutterAsset:
      "list \(name) under assets in pubspec.yaml, or correct the path"
    default: nil
    }
  }
}
