internal import SoundFormat
internal import SystemPackage

/// The sounds that a project's code asks for. Each request gets a chain of links, from the call to the sound's file.
struct AskedSounds {
  private let project: Project
  private let resources: ResourceSearch
  private let present: Set<FilePath>
  private(set) var requests: [CheckedRequest] = []
  private(set) var failures: [SoundError] = []
  /// For each file that code asks for on Apple's systems: its uses.
  private(set) var requested: [FilePath: Set<SoundUse>] = [:]
  /// For each file that a faulty request probably means: its uses. The file must play once the fault is fixed.
  private(set) var meant: [FilePath: Set<SoundUse>] = [:]
  /// The files that findings on requests mention.
  private(set) var reported: Set<FilePath> = []
  /// The raw resources that code asks for.
  private(set) var requestedRaw: Set<FilePath> = []
  private var gaps: GapSearch
  private let folders: AppFolders
  /// For each sound's path in lowercase: the sound.
  private lazy var lowercasePaths = Dictionary(
    project.sounds.paths.map { ($0.string.lowercased(), $0) },
    uniquingKeysWith: { first, _ in first })
  /// For each name of a file outside the repository: the file.
  private var outsideFiles: [String: Project.MissingFile] = [:]

  init(_ project: Project, _ resources: ResourceSearch, _ present: Set<FilePath>) {
    (self.project, self.resources, self.present) = (project, resources, present)
    gaps = GapSearch(project)
    folders = AppFolders(of: project)
    for file in project.missing where file.target != nil { outsideFiles[file.file.name] = file }
    checkRequestsOnIOS()
    checkRequestsOnAndroid()
    checkMissingFiles()
  }

  /// Groups a system's requests by name. The groups are in the order of their first requests. All computed names on a
  /// line give one group with one request.
  ///
  /// - Parameter context: Returns the context of a request. The requests of a group have equal names and contexts.
  private func groups(
    of requests: [CodeRequest], on platform: CodeRequest.Platform,
    by context: (CodeRequest) -> String
  ) -> [[CodeRequest]] {
    var groups: [[CodeRequest]] = []
    var indices: [[String]: Int] = [:]
    // If the project has no app for `platform`, skip a request if its line also has a request for another system, and
    // the project has an app for that system.
    let systems = project.systems
    let others =
      systems.contains(platform)
      ? [] : Set(project.code.requests.filter { systems.contains($0.platform) }.map(\.place))
    for request in requests where request.platform == platform && !others.contains(request.place) {
      let key =
        request.name.map {
          [$0, context(request), request.doubt ?? "", "\(isDocumentation(request.path))"]
        } ?? request.place
      if let index = indices[key] {
        if request.name != nil { groups[index].append(request) }
      } else {
        indices[key] = groups.count
        groups.append([request])
      }
    }
    return groups
  }

  /// Adds a group of requests and its chain. The chain ends at the first link that isn't proven, or at the file. If code
  /// may also ask for another name, the chain ends at the name.
  ///
  /// - Parameter step: What the last link is about. The recognised call and the project prove the links before it.
  private mutating func add(
    _ group: [CodeRequest], _ step: ChainLink.Step, _ state: ChainLink.State, app: String? = nil,
    file: FilePath? = nil
  ) {
    let first = group[0]
    var (step, state) = (step, state)
    if step == .file, let doubt = first.doubt { (step, state) = (.name, .unknown(reason: doubt)) }
    let before: [(ChainLink.Step, String)] = [
      (.api, "\(first.api) asks \(first.platform.name) for a sound"),
      (.name, "the name is \(first.writtenName ?? "")"),
      (.app, app ?? "the project has an app for \(first.platform.name)"),
    ]
    requests.append(
      CheckedRequest(
        first: first.placed(in: project), others: group.dropFirst().map { $0.placed(in: project) },
        chain: before.prefix { $0.0 != step }.map { ChainLink($0.0, .proven($0.1)) }
          + [ChainLink(step, state)], sound: file.map { project.files.root.pushing($0) }))
  }
}

extension AskedSounds {
  /// Whether a payload or a script is in a folder of documentation. Probably, nothing sends or runs such a file.
  private func isDocumentation(_ path: FilePath) -> Bool {
    guard !["swift", "m", "mm", "kt", "java"].contains(path.extension) else { return false }
    let folder = folders.folder(of: path) ?? FilePath()
    let names = (path.starts(with: folder) ? path.inside(folder) : path).components.dropLast()
      .map { $0.string.lowercased() }
    guard let place = names.firstIndex(where: Self.documentation.contains) else { return false }
    return Self.codeFolders.isDisjoint(with: names[..<place])
  }

  private static let documentation: Set = [
    "docs", "doc", "documentation", "example", "examples", "sample", "samples",
  ]
  private static let codeFolders: Set = ["app", "lib", "sources", "src"]

  /// Returns all requests. Marks iOS requests that may be silent: their app asks only for a permission without sounds.
  private func requestsOnIOS(_ search: inout BundleSearch) -> [CodeRequest] {
    let permissions = project.code.permissions
    var lacks: [Int: String?] = [:]
    return project.code.requests.map { request in
      guard !permissions.isEmpty, request.platform == .iOS, request.silencer == nil,
        [.notification, .ringtone].contains(request.use)
      else { return request }
      let scope = search.scope(of: request.path)
      if lacks[scope] == nil {
        let own = permissions.filter { search.sharesApp(scope, with: $0.path) }
        lacks[scope] = .some(
          own.contains { $0.lack == nil }
            ? nil
            : own.first.map {
              "\(project.files.root.pushing($0.path).string):\($0.line) asks for the permission \($0.lack ?? "")"
                + ", and no other place that asks for it was found"
            })
      }
      var silent = request
      silent.silencer = (lacks[scope] ?? nil).map { .possible($0) }
      return silent
    }
  }

  private mutating func checkRequestsOnIOS() {
    var search = BundleSearch(project)
    let alike = groups(of: requestsOnIOS(&search), on: .iOS) {
      let form = $0.name?.contains("/") ?? false ? $0.nameForm : .plain
      return "\($0.use) \(form) \(search.scope(of: $0.path)) \(String(describing: $0.silencer))"
    }
    let absence = project.systems.contains(.iOS) ? nil : "no project of an app for iOS was found"
    for group in alike {
      let apps = search.apps(of: group[0].path)
      guard let name = name(of: group, unless: absence, isUnread: apps.isEmpty) else { continue }
      do throws(SoundFileError) {
        let isAsset = group[0].nameForm == .flutterAsset
        let place = isAsset ? FlutterAssets.folder.appending(name).string : name
        let (link, file, bundle) = try search.result(
          of: place, from: group[0].path, isPath: isAsset || group[0].nameForm == .path)
        let isPresent = file.map(present.contains) ?? false
        let mayPlay: Bool
        switch link {
        case .proven(let fact):
          mayPlay = isPresent
          if isPresent {
            add(
              group, .file, .proven(fact), app: bundle.map { "the app is \($0.title)" }, file: file)
          } else if let file, let other = lowercasePaths[file.string.lowercased()] {
            let reason = "the project lists \(file.string), but the folder has \(other.string)"
            add(
              group, .file,
              .unknown(reason: reason + ", which is the same only on a case-insensitive disk"))
          } else {
            add(group, .file, .faulty(.listedButMissing(file?.string ?? name)))
          }
        case .unknown:
          mayPlay = true
          add(group, .file, link, file: file)
        case .faulty(let finding):
          // Reports differ on whether iOS finds a path, so the file may be played.
          mayPlay = finding.rule == .plainName && isPresent
          try addFault(group, name, isAsset ? .inNoBundle(name: name) : finding, file, bundle, apps)
        }
        if mayPlay, let file { requested[file, default: []].formUnion(group.map(\.use)) }
      } catch {
        add(group, error)
      }
    }
  }

  /// Adds a group of requests whose file can't be looked up.
  private mutating func add(_ group: [CodeRequest], _ error: SoundFileError) {
    add(group, .file, .unknown(reason: error.reason))
    failures = [
      SoundError(
        .openingInput, project.files.root, .sound(error.code, reason: error.reason),
        advice: "check the built app instead")
    ]
  }

  /// Returns the name that a group of requests asks for. If the name or the app isn't known, adds the group and returns
  /// nil.
  ///
  /// - Parameters:
  ///   - reason: Why no app for the system has this code; nil if there may be such an app.
  ///   - isUnread: Whether the code is in no app that the check can read.
  private mutating func name(
    of group: [CodeRequest], unless reason: String?, isUnread: Bool
  ) -> String? {
    guard let name = group[0].name else {
      let reason = "it may also ask for other names, which are computed"
      add(group, .name, .unknown(reason: group[0].hasKnownNames ? reason : "the name is computed"))
      return nil
    }
    let unread = isUnread ? "no app that the check can read contains this code" : nil
    let example =
      isDocumentation(group[0].path)
      ? "this is documentation, and no app or server was found that asks for it" : nil
    guard let reason = reason ?? example ?? unread else { return name }
    add(group, .app, .unknown(reason: reason))
    return nil
  }

  /// Adds a group of requests with a finding. If a part of the project that the check can't read, such as a script, may
  /// put the sound into the app, the outcome is unknown instead.
  private mutating func addFault(
    _ group: [CodeRequest], _ name: String, _ finding: AlertFinding, _ file: FilePath?,
    _ bundle: PlannedBundle?, _ apps: [PlannedBundle]
  ) throws(SoundFileError) {
    if let outside = outsideFiles[name] {
      reported.insert(outside.file)
      return add(group, .file, .faulty(outside.finding))
    }
    if let file { reported.insert(file) }
    // Report an unknown outcome: no source says whether AlarmKit and Live Activities need the extension.
    if finding.rule == .nameExtension, [.alarmkit, .liveActivity].contains(group[0].use) {
      return add(
        group, .file,
        .unknown(reason: "Apple doesn't say whether the name needs its extension"), file: file)
    }
    let gaps = try gaps.gaps(for: name, in: apps.map(\.maker.path), on: .iOS)
    if let gap = gaps.first(where: { !$0.isAboutAnySound }) {
      return add(group, .file, .unknown(reason: gap.reason))
    }
    switch finding.rule {
    // Keep the finding. The app contains the sound under another name, so no script or code needs to add it.
    case .nameExtension, .nameCase, .plainName: break
    default:
      if group[0].nameForm == .cordova, name.hasPrefix("www/") {
        return add(group, .file, .unknown(reason: "a step of the build may make this file"))
      }
      if let gap = gaps.first { return add(group, .file, .unknown(reason: gap.reason)) }
      if let code = project.code.librarySounds, group[0].use.places.contains(.librarySounds) {
        let place = "\(project.files.root.pushing(code.path).string):\(code.line)"
        return add(group, .file, .faulty(.perhapsMadeByApp(name: name, code: place)))
      }
    }
    let form = group[0].nameForm
    let existing = file.flatMap { present.contains($0) ? $0 : nil }
    let isConverted = ProjectAdvice.converts(file, for: form, in: bundle)
    if let existing, !isConverted || bundle?.keepsInList(existing) == true {
      meant[existing, default: []].formUnion(group.map(\.use))
    }
    let advice = ProjectAdvice.step(on: finding, name, form, file: file, bundle: bundle)
    add(group, .file, .faulty(finding.advising(.words(advice))), file: isConverted ? nil : existing)
  }

  private mutating func checkRequestsOnAndroid() {
    let folders = folders
    let hasModule = project.hasAndroidModule
    let alike = groups(of: requestsOnAndroid(), on: .android) { request in
      let app = resources.app(of: request.path).string
      let isUnread = folders.isUnread(request.path)
      let absence = project.module(around: request.path)?.absence ?? ""
      return
        "\(request.api) \(app) \(isUnread) \(request.package ?? "") \(absence) \(String(describing: request.silencer))"
    }
    for group in alike {
      let first = group[0]
      let isBuilt =
        hasModule && !resources.apps(of: first.path).isEmpty || first.nameForm == .cordova
      let absence =
        isBuilt
        ? project.module(around: first.path)?.absence.map { "this code is \($0)" }
        : "no Android module was found"
      guard name(of: group, unless: absence, isUnread: folders.isUnread(first.path)) != nil else {
        continue
      }
      // Skip the address of a file that isn't a sound, such as a video.
      if resources.isOtherFile(first) { continue }
      do throws(SoundFileError) {
        let (link, found) = try resources.result(of: first, &gaps)
        requestedRaw.formUnion(found)
        if first.silencer == .notLookedUp, case .possible(let reason)? = first.silencer {
          add(group, .api, .unknown(reason: reason), file: found.first)
        } else {
          add(group, .file, link, file: found.first)
        }
      } catch {
        add(group, error)
      }
    }
  }

  /// Returns the requests on Android, with the faults of their channels.
  private func requestsOnAndroid() -> [CodeRequest] {
    let hasOneApp = [ProjectPart.Kind.android, .expo, .flutter].allSatisfy { kind in
      Set(project.parts.filter { $0.kind == kind }.map(project.folder)).count < 2
    }
    func shown(_ path: FilePath) -> String { project.files.root.pushing(path).string }
    let channels = project.code.channels
    // Several apps may use the same identifier for different channels. Then judge only channels whose app is known.
    let ofApps =
      hasOneApp
      ? [channels]
      : Dictionary(grouping: channels.mentions, by: { folders.folder(of: $0.path) })
        .filter { $0.key != nil }.values.map {
          ChannelScan(mentions: $0, hasUnknownChannels: channels.hasUnknownChannels)
        }
    let faults = ofApps.reduce(into: [:]) { faults, channels in
      faults.merge(channels.faults(shown)) { first, _ in first }
    }
    var found: [CodeRequest] = []
    var faulty: Set<ChannelScan.Place> = []
    for var request in project.code.requests where request.platform == .android {
      if let place = request.channelPlace, let fault = faults[place] {
        request.silencer = fault.or(request.silencer)
        faulty.insert(place)
      }
      found.append(request)
    }
    // Add messages that name a sound only for iOS and also name a faulty channel: the channel counts on Android.
    for request in project.code.requests where request.platform == .iOS {
      guard request.runsOnAndroid, let place = request.channelPlace,
        case .fault(let finding)? = faults[place],
        finding.rule == .androidChannel, faulty.insert(place).inserted
      else { continue }
      var copy = request
      (copy.platform, copy.silencer) = (.android, .fault(finding))
      found.append(copy)
    }
    return found
  }

  private mutating func checkMissingFiles() {
    for missing in project.missing where !reported.contains(missing.file) {
      let request = CodeRequest(
        path: missing.description, line: missing.line, name: missing.file.name,
        platform: missing.platform, api: missing.description.name, use: .notification,
        isListing: true)
      add([request], .file, .faulty(missing.finding))
    }
  }
}

extension CodeRequest {
  fileprivate var place: [String] { [path.string, "\(line)"] }

  /// Returns the request with a path that begins with the checked folder's path, as in reports.
  func placed(in project: Project) -> CodeRequest {
    var placed = self
    placed.path = project.files.root.pushing(path)
    return placed
  }
}
