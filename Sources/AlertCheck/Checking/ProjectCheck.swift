internal import SoundFormat
internal import SystemPackage

/// Compares the sounds that a project's code asks for with the sounds in the project's apps, and judges each sound.
struct ProjectCheck {
  let project: Project
  let rules: AlertRules
  let inputPolicy: InputPolicy
  let listens: Bool
  /// The sounds on disk. A project may also list sounds that don't exist.
  let present: Set<FilePath>
  let resources: ResourceSearch
  private(set) var failures: [SoundError] = []
  private(set) var requests: [CheckedRequest] = []
  /// The sounds that code asks for or may ask for, and other sounds with a finding.
  var sounds: [CheckedSound] = []
  /// The findings that don't depend on a file's contents, by the file's path.
  private(set) var notes: [FilePath: [AlertFinding]] = [:]
  private var noted: [FilePath: Set<AlertFinding>] = [:]
  /// The files that code asks for on Apple's systems, with their uses.
  private(set) var requested: [FilePath: Set<SoundUse>] = [:]
  /// The files that code probably means but doesn't find, with their uses. They must play once the fault is fixed.
  private(set) var meant: [FilePath: Set<SoundUse>] = [:]
  /// The files that the builds put into bundles, and those of them that a notification may find.
  private(set) var contained: Set<FilePath> = []
  private(set) var shipped: Set<FilePath> = []
  /// The files that a computed name or a name from a server may mean.
  private(set) var possible: Set<FilePath> = []
  /// The files outside the repository, by their names.
  private var outsideFiles: [String: Project.MissingFile] = [:]
  /// The files that the findings on requests mention.
  private(set) var reported: Set<FilePath> = []
  /// The resources that `tools:keep` keeps, for each Android folder `res`.
  var keptResources: [FilePath: KeptResources] = [:]
  /// The raw resources that code asks for.
  private(set) var requestedRaw: Set<FilePath> = []
  /// The raw resources that a computed name or a name from a server may mean.
  var possibleRaw: Set<FilePath> = []
  /// The systems that don't find a sound that code asks for.
  var systemsWithLostRequests: Set<CodeRequest.Platform> = []
  /// The raw resources that release builds may remove.
  var removed: Set<FilePath> = []
  /// The value of `tools:keep` that keeps the resources in ``removed``, and whether there is no `keep.xml`, for each
  /// folder `res/raw`.
  var keepLists: [FilePath: (list: String, isNew: Bool)] = [:]

  init(
    of project: Project, by rules: AlertRules, within inputPolicy: InputPolicy,
    listening listens: Bool
  ) {
    self.project = project
    self.rules = rules
    self.inputPolicy = inputPolicy
    self.listens = listens
    present = Set(project.sounds.paths)
    resources = ResourceSearch(project)
    for file in project.missing where file.target != nil { outsideFiles[file.file.name] = file }
    checkRequestsOnIOS()
    checkRequestsOnAndroid()
    checkMissingFiles()
    checkBundles()
    checkRawSounds()
    judgeSounds()
    judgeSoundsBesideProjects()
    finishChains()
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
    // If the project has no app for this system, skip the lines that also ask for a sound on a system with an app.
    let systems = project.systems
    let others =
      systems.contains(platform)
      ? [] : Set(project.code.requests.filter { systems.contains($0.platform) }.map(\.place))
    for request in project.code.requests
    where request.platform == platform && !others.contains(request.place) {
      let key = request.name.map { [$0, context(request)] } ?? request.place
      if let index = indices[key] {
        if request.name != nil { groups[index].append(request) }
      } else {
        indices[key] = groups.count
        groups.append([request])
      }
    }
    return groups
  }

  /// Adds a request with its chain up to a link that isn't proven, or up to the file.
  ///
  /// - Parameter step: What the link is about. All links before it are proven, if only by the recognised call.
  private mutating func add(
    _ group: [CodeRequest], _ step: ChainLink.Step, _ state: ChainLink.State, app: String? = nil,
    file: FilePath? = nil
  ) {
    let first = group[0]
    let before: [(ChainLink.Step, String)] = [
      (.api, "\(first.api) asks \(first.platform.name) for a sound"),
      (.name, "the name is \(first.writtenName ?? "")"), (.app, app ?? "the app contains the code"),
    ]
    requests.append(
      CheckedRequest(
        first: placed(first), others: group.dropFirst().map(placed),
        chain: before.prefix { $0.0 != step }.map { ChainLink($0.0, .proven($0.1)) }
          + [ChainLink(step, state)], sound: file.map(whole)))
  }

  private mutating func add(
    _ group: [CodeRequest], _ step: ChainLink.Step, _ finding: AlertFinding, advice: String? = nil,
    file: FilePath? = nil
  ) {
    add(group, step, .faulty(finding, advice: advice ?? finding.advice ?? ""), file: file)
  }

  /// Returns a request whose path begins with the checked folder's path, as in reports.
  private func placed(_ request: CodeRequest) -> CodeRequest {
    var placed = request
    placed.path = whole(request.path)
    return placed
  }

  func whole(_ path: FilePath) -> FilePath { project.files.root.pushing(path) }
}

extension ProjectCheck {
  private mutating func checkRequestsOnIOS() {
    var search = BundleSearch(project)
    let alike = groups(on: .iOS) {
      let form = $0.name?.contains("/") ?? false ? $0.nameForm : .plain
      return "\($0.use) \(form) \(search.scope(of: $0.path)) \(String(describing: $0.silencer))"
    }
    for group in alike {
      guard let name = group[0].name else {
        add(group, .name, .unknown(reason: group[0].reasonForNoName))
        continue
      }
      guard project.systems.contains(.iOS) else {
        add(group, .app, .unknown(reason: "no project of an app for iOS was found"))
        continue
      }
      guard !search.apps(of: group[0].path).isEmpty else {
        add(group, .app, .unknown(reason: Self.codeOfNoApp))
        continue
      }
      do throws(SoundFileError) {
        let isAsset = group[0].nameForm == .flutterAsset
        let place = isAsset ? FlutterAssets.folder.appending(name).string : name
        switch try search.result(
          of: place, from: group[0].path, isPath: isAsset || group[0].nameForm == .path)
        {
        case .found(let path, _) where !present.contains(path):
          add(group, .file, .listedButMissing(path.string))
        case .found(let path, let bundle):
          requested[path, default: []].formUnion(group.map(\.use))
          add(
            group, .file, .proven("\(bundle.title) puts \(path.string) at the top of the app"),
            app: "the app is \(bundle.title)", file: path)
        case .unproven(let path, let reason):
          requested[path, default: []].formUnion(group.map(\.use))
          add(group, .file, .unknown(reason: reason), file: path)
        case .faulty(let finding, let file, let bundle):
          // Reports differ on whether iOS finds a path, so the file may be played.
          if finding.rule == .plainName, let file, present.contains(file) {
            requested[file, default: []].formUnion(group.map(\.use))
          }
          addFault(
            group, name, isAsset ? .inNoBundle(name: name) : finding, file, bundle,
            search.apps(of: group[0].path))
        }
      } catch {
        add(group, .file, .unknown(reason: error.reason))
        failures = [
          SoundError(
            .openingInput, project.files.root, .sound(error.code, reason: error.reason),
            advice: "check the built app instead")
        ]
      }
    }
  }

  private static let codeOfNoApp = "no app that the check can read contains this code"

  /// Adds a finding. But the outcome is unknown if a part of the project that the check can't read, such as a script,
  /// may put the sound into the app.
  private mutating func addFault(
    _ group: [CodeRequest], _ name: String, _ finding: AlertFinding, _ file: FilePath?,
    _ bundle: PlannedBundle?, _ apps: [PlannedBundle]
  ) {
    if let outside = outsideFiles[name] {
      reported.insert(outside.file)
      return add(group, .file, outside.finding)
    }
    if let file { reported.insert(file) }
    // Report an unknown outcome: no source says whether AlarmKit and Live Activities need the extension.
    if finding.rule == .nameExtension, [.alarmkit, .liveActivity].contains(group[0].use) {
      return add(
        group, .file,
        .unknown(reason: "Apple doesn't say whether the name needs its extension"), file: file)
    }
    let gaps = project.gaps.filter { gap in
      apps.contains { gap.mayAdd(name, to: $0.maker.path, on: .iOS) }
    }
    if let gap = gaps.first(where: { $0.words != nil }) {
      return add(group, .file, .unknown(reason: gap.reason))
    }
    switch finding.rule {
    // Keep the finding. The app contains the sound under another name, so no script or code needs to add it.
    case .nameExtension, .nameCase, .plainName: break
    default:
      if let gap = gaps.first { return add(group, .file, .unknown(reason: gap.reason)) }
      if let code = project.code.librarySounds, group[0].use.places.contains(.librarySounds) {
        return add(
          group, .file,
          .perhapsMadeByApp(name: name, code: "\(whole(code.path).string):\(code.line)"))
      }
    }
    let form = group[0].nameForm
    let scheme = form == .cordova ? "res://" : ""
    // Expo's list is for Android, too, so a sound in it should be a WAVE, which both systems play.
    let isConverted =
      bundle?.maker.kind == .expo ? file?.extension != "wav" : file?.isAlertSound == false
    if let file, let bundle, isConverted, form.advice(on: name) == nil {
      // Advise converting the sound in the same step. Otherwise, the next check would complain about the format.
      var made = file
      made.extension = bundle.maker.kind == .expo ? "wav" : "caf"
      made = made.removingLastComponent().appending(ProjectAdvice.newName(of: made, in: bundle))
      // If the list kept the old file, Android would have two resources with the same name.
      let isListed = bundle.maker.kind == .expo && bundle.places[file] != nil
      if isListed, present.contains(file) { meant[file, default: []].formUnion(group.map(\.use)) }
      let step =
        "if \(file.string) is meant, convert it to \(made.name), "
        + (isListed
          ? "name the new file in the list in its place"
          : ProjectAdvice.adding(made, to: bundle))
        + ", and ask for \(scheme)\(made.name)"
      return add(group, .file, finding, advice: step)
    }
    if let file, present.contains(file) {
      meant[file, default: []].formUnion(group.map(\.use))
    }
    var step =
      form.advice(on: name)
      ?? ProjectAdvice.step(on: finding, file: file, bundle: bundle, scheme: scheme)
    // Advise correcting the path in the same step. Otherwise, the next check would complain about the path.
    if name.contains("/"), ![.plainName, .present].contains(finding.rule), form != .flutterAsset,
      let file
    {
      step += ", and ask for \(scheme)\(file.name)"
    }
    add(
      group, .file, finding, advice: step, file: file.map { present.contains($0) ? $0 : nil } ?? nil
    )
  }

  private mutating func checkRequestsOnAndroid() {
    let channelFaults = channelFaults()
    let folders = AppFolders(of: project)
    var faulty: Set<ChannelScan.Place> = []
    let alike = groups(on: .android) { request in
      let apps = resources.apps(of: request.path).map(\.string).sorted().joined(separator: ":")
      let isUnread = folders.isUnread(request.path)
      return
        "\(request.api) \(apps) \(isUnread) \(request.package ?? "") \(String(describing: request.silencer))"
    }
    for all in alike {
      let group = all.filter { request in
        guard let place = request.channelPlace, let finding = channelFaults[place] else {
          return true
        }
        faulty.insert(place)
        add([request], .silence, finding)
        return false
      }
      guard let first = group.first else { continue }
      guard first.name != nil else {
        add(group, .name, .unknown(reason: first.reasonForNoName))
        continue
      }
      guard project.hasAndroidModule || first.nameForm == .cordova else {
        add(group, .app, .unknown(reason: "no Android module was found"))
        continue
      }
      guard !folders.isUnread(first.path) else {
        add(group, .app, .unknown(reason: Self.codeOfNoApp))
        continue
      }
      let (link, found) = resources.result(of: first)
      if first.silencer == .notLookedUp, case .possible(let reason)? = first.silencer {
        possibleRaw.formUnion(found)
        add(group, .api, .unknown(reason: reason), file: found.first)
        continue
      }
      requestedRaw.formUnion(found)
      add(group, .file, link, file: found.first)
    }
    // The code names these sounds for iOS only, but the messages name channels on Android, too.
    for request in project.code.requests where request.platform == .iOS {
      guard let place = request.channelPlace, let finding = channelFaults[place],
        finding.rule == .androidChannel, faulty.insert(place).inserted
      else { continue }
      add([request.copy(on: .android)], .silence, finding)
    }
  }

  /// Adds the links about the files that were found, and notes the requests whose chains are proven.
  private mutating func finishChains() {
    let indices = Dictionary(
      sounds.indices.map { (sounds[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
    for index in requests.indices {
      let request = requests[index]
      guard request.chain.last?.isProven == true, request.sound != nil else { continue }
      let place = request.sound.flatMap { indices[$0] }
      requests[index].chain.append(ChainLink(.format, state(of: place.map { sounds[$0] })))
      guard requests[index].chain.last?.isProven == true, let place else { continue }
      let silence: ChainLink.State =
        switch request.first.silencer {
        case nil: .proven("nothing seen silences it")
        case .certain(let fact)?:
          .faulty(
            .silenced(by: fact), advice: AlertFinding.silenced(by: fact).advice ?? "")
        case .possible(let reason)?: .unknown(reason: reason)
        }
      requests[index].chain.append(ChainLink(.silence, silence))
      guard case .proven = silence else { continue }
      sounds[place].requests += [request.first] + request.others
    }
    for index in sounds.indices {
      guard let raw = project.rawSounds.first(where: { whole($0.path) == sounds[index].path }),
        let use = project.code.rawResources[raw.name], sounds[index].requests.isEmpty
      else { continue }
      sounds[index].requests.append(placed(use))
    }
  }

  private func state(of sound: CheckedSound?) -> ChainLink.State {
    switch sound?.outcome {
    case nil: .unknown(reason: "the file isn't checked")
    case .unknown(let error)?: .unknown(reason: "\(error)")
    case .judged(let verdict)?:
      verdict.reasons.first.map { .faulty($0, advice: $0.advice ?? "") }
        ?? .proven(
          sound?.sound.map { "\($0.container.fileType), \($0.format.dataFormat.formatID)" }
            ?? "it plays")
    }
  }

  /// Returns the findings on sounds that their channels don't play.
  private func channelFaults() -> [ChannelScan.Place: AlertFinding] {
    // If there may be two apps, report none, because both may use the same identifier for different channels.
    let hasOneApp = [ProjectPart.Kind.android, .expo, .flutter].allSatisfy { kind in
      project.parts.count { $0.kind == kind } < 2
    }
    return hasOneApp ? project.code.channels.findings { whole($0).string } : [:]
  }
}

extension ProjectCheck {
  private mutating func checkMissingFiles() {
    for missing in project.missing where !reported.contains(missing.file) {
      let request = CodeRequest(
        path: missing.description, line: missing.line, name: missing.file.name,
        platform: missing.platform, api: missing.description.name, use: .notification,
        isListing: true)
      add([request], .file, missing.finding)
    }
  }

  /// Adds findings on sounds in the apps, and on sounds that belong to no target.
  private mutating func checkBundles() {
    let literal = project.code.requests.contains { $0.platform == .iOS && $0.name != nil }
    let computed = project.code.requests.contains { $0.platform == .iOS && $0.name == nil }
    var topNames: Set<String> = []
    for bundle in project.bundles {
      contained.formUnion(bundle.omissions.keys)
      for (place, listed) in bundle.origins.sorted(by: { $0.key.precedes($1.key) }) {
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
        if requested[path] != nil { continue }
        if !literal || computed {
          possible.insert(path)
        } else if !isNamed(path), meant[path] == nil {
          note(.unrequested, on: path)
        }
      }
    }
    if !literal, possible.isEmpty { checkOtherSounds() }
    let folders = project.parts.filter { $0.kind == .xcode }.map {
      $0.path.inside(project.files.root).removingLastComponent()
    }
    let cover = PathCover(folders.filter { !$0.isEmpty })
    for path in project.sounds.paths
    where path.isAlertSound && !contained.contains(path) && !requestedRaw.contains(path)
      && !path.isRawResource && cover.covers(path) && !reported.contains(path)
      && !topNames.contains(path.name)
    {
      note(.leftOut(isNamed: isNamed(path)), on: path)
    }
  }

  /// Assumes that a server may ask for any sound in the apps, including sounds that a notification doesn't find and
  /// sounds in unusual formats. Leaves out the sounds in inner bundles, such as Flutter's assets.
  private mutating func checkOtherSounds() {
    for bundle in project.bundles where bundle.isApp {
      let app = bundle.appBundle(in: project.files.folder)
      for place in app.files.filePaths {
        let finding = app.placement(of: place).finding
        guard let path = bundle.origins[place]?.first(where: present.contains),
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

  /// Whether code asks for a file, or a string in the code is the file's name.
  private func isNamed(_ path: FilePath) -> Bool {
    requested[path] != nil || project.code.mentions.contains(path.name)
      || path.stem.map { project.code.mentions.contains($0) } ?? false
  }

  mutating func note(_ finding: AlertFinding, on path: FilePath) {
    guard noted[path, default: []].insert(finding).inserted else { return }
    notes[path, default: []].append(finding)
  }
}

extension FilePath {
  /// Whether the file's extension is usual for alert sounds or ringtones.
  fileprivate var isAlertSound: Bool {
    ["caf", "aif", "aiff", "aifc", "wav", "m4r"].contains(self.extension?.lowercased() ?? "")
  }
}

extension CodeRequest {
  fileprivate var place: [String] { [path.string, "\(line)"] }

  fileprivate var reasonForNoName: String {
    hasKnownNames ? "it may also ask for other names, which are computed" : "the name is computed"
  }
}

extension CodeRequest.NameForm {
  /// Returns advice on a sound that isn't found; nil if the kind of project decides the advice.
  ///
  /// - Parameter name: The name that the package looks up, made from the name in the code.
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
