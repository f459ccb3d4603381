internal import AlertCore
internal import Platform
internal import SystemPackage

/// Looks up the requested sounds in the raw resources of a project's Android apps.
struct ResourceSearch {
  private let project: Project
  private let sounds: [String: [Project.RawSound]]
  /// For each lowercase file name without its extension: the first sound.
  private var nearFiles: [String: FilePath] = [:]
  private var nearPaths: [FilePath] = []
  private let spellings = Locked(WorkBudget.forSpellings)
  /// For each path in a Cordova app's folder, such as `www/ring.mp3`: the sound in the folder `www`.
  private var webFiles: [String: FilePath] = [:]
  private let appFolders: AppFolders
  private let apps: Set<FilePath>
  /// For each folder of raw resources: the app's folder; nil if several apps may use the resources.
  private let appsOfRawFolders: [FilePath: FilePath?]
  /// For each app's folder: the app's build scripts. The key nil has the scripts whose app is unclear.
  private let scripts: [FilePath?: [GradleScript]]
  private let rawPaths: Set<FilePath>
  /// The resources that the build keeps in the folder `res` to which the advice adds sounds. Nil if the build removes
  /// no resources.
  private let kept: KeptResources?
  private let hasKeepFile: Bool

  init(_ project: Project) {
    self.project = project
    sounds = Dictionary(grouping: project.rawSounds, by: \.name)
    rawPaths = Set(project.rawSounds.map(\.path))
    let appFolders = AppFolders(of: project)
    self.appFolders = appFolders
    apps = Set(
      project.parts.compactMap { part in
        let path = part.path.inside(project.files.root)
        let kinds: [ProjectPart.Kind] = [.android, .flutter, .cordova, .nativeScript]
        return kinds.contains(part.kind) || project.listsOfExpo.contains(path)
          ? appFolders.folder(of: path) : nil
      })
    appsOfRawFolders = Dictionary(
      project.rawSounds.map { ($0.folder, appFolders.folder(of: $0.folder)) },
      uniquingKeysWith: { first, _ in first })
    scripts = Dictionary(grouping: project.modules.filter(\.isApp)) {
      appFolders.folder(of: $0.folder)
    }.mapValues { $0.map(\.script) }
    let folder =
      project.rawSounds.first { $0.path.isRawResource }?.folder
      ?? project.modules.first(where: \.isApp)?.folder.pushing("src/main/res/raw")
    let resFolder = folder.map { $0.removingLastComponent() }
    kept = resFolder.flatMap {
      project.shrinksResources(in: $0)
        ? KeptResources(resFolder: try? project.files.folder.folder(at: $0)) : nil
    }
    hasKeepFile =
      folder.map { (try? project.files.folder.file(at: $0.appending("keep.xml"))) != nil } ?? false
    for part in project.parts where part.kind == .cordova {
      let folder = project.folder(of: part)
      for path in project.sounds.inside(folder.appending("www")) {
        webFiles[path.inside(folder).string] = path
      }
    }
    for path in project.sounds.paths {
      // Skip CAF files, which Android doesn't list. With Expo's list, keep CAF files: the advice is to convert them.
      guard path.extension?.lowercased() != "caf" || !project.listsOfExpo.isEmpty,
        let stem = path.stem?.lowercased(), nearFiles[stem] == nil
      else { continue }
      nearFiles[stem] = path
      nearPaths.append(path)
    }
  }

  /// Returns the folders of the apps that may contain a source file.
  func apps(of source: FilePath) -> Set<FilePath> {
    appFolders.folder(of: source).map { apps.intersection([$0]) } ?? apps
  }

  /// Returns the folder of the app to which a source file belongs; empty if unknown, or if there is only one app.
  func app(of source: FilePath) -> FilePath {
    apps.count > 1
      ? appFolders.folder(of: source).flatMap { apps.contains($0) ? $0 : nil } ?? "" : ""
  }

  /// Whether a request by address means a raw resource that isn't a sound.
  func isOtherFile(_ request: CodeRequest) -> Bool {
    guard let name = request.name else { return false }
    return [SoundAPI.Form.address.name, SoundAPI.resourceNumber.name].contains(request.api)
      && sounds[name] == nil && project.files.otherRawNames.contains(name)
  }

  /// Looks up the name that code asks for.
  ///
  /// - Returns: The link about the file, and the files that the name means.
  func result(
    of request: CodeRequest, _ search: inout GapSearch
  ) throws(SoundFileError) -> (link: ChainLink.State, files: [FilePath]) {
    let name = request.name ?? ""
    if request.nameForm == .cordova, name.hasPrefix("www/") {
      return webFiles[name].map { (.proven("\($0.string) is in the app's folder www"), [$0]) }
        ?? (.unknown(reason: "a step of the build may make this file"), [])
    }
    let isFileName = FilePath(name).isSound
    let resource = isFileName ? FilePath(name).stem ?? name : name
    // Packages look up the whole text of a channel's sound, without its extension, as a resource's name.
    let isPath = request.api.hasPrefix("the channel's") && name.contains("/")
    let apps = apps(of: request.path)
    let all = sounds[resource] ?? []
    try search.spend(all.count + apps.count + (request.package == nil ? 0 : project.modules.count))
    func app(of sound: Project.RawSound) -> FilePath? { appsOfRawFolders[sound.folder] ?? nil }
    let raw = all.filter { app(of: $0).map(apps.contains) ?? true }
    let files = raw.map(\.path)
    let takesFileName = isFileName && request.takesFileName
    func fault(_ finding: AlertFinding, isNamed: Bool = false) -> ChainLink.State {
      if isNamed { return .faulty(finding) }
      let advice = advice(
        on: finding, for: resource, files, isFound: !isPath && (!isFileName || takesFileName),
        takesFileName: takesFileName)
      return .faulty(finding.advising(.words(advice)))
    }
    if isPath { return (fault(.askedForByPathOnAndroid), []) }
    guard let file = files.first else {
      // The compiler checks such a name, so the file is only missing here.
      if request.nameForm == .resourceNumber {
        return (
          .unknown(reason: "nothing in res/raw of the checked folder is named \(resource)"), []
        )
      }
      let gap = try search.gaps(for: resource, in: apps, on: .android).first
      return (
        gap.map { .unknown(reason: $0.reason) } ?? fault(.notInRawResources(name: resource)), []
      )
    }
    let isValid = AndroidSoundName(resource) != nil
    if isFileName, !request.takesFileName {
      return (fault(.askedForWithExtension(name: resource), isNamed: isValid), files)
    }
    if request.nameForm == .resourceNumber, request.silencer == nil {
      return (fault(.addressedByNumber(name: resource), isNamed: isValid), files)
    }
    let folders = raw.map { $0.path.removingLastComponent() }
    let havers = Set(raw.compactMap(app))
    var reason: String?
    if apps.count > 1, !havers.isEmpty,
      let lacking = apps.subtracting(havers).min(by: { $0.precedes($1) })
    {
      reason = "isn't in the app in \(lacking.string), which may contain this code"
    } else if !folders.contains(where: { $0.rawQualifier == .none || !$0.isRawFolder }) {
      if folders.contains(where: { $0.rawQualifier == .language }) {
        return (
          fault(.withoutDefault(name: resource, folder: folders[0].name), isNamed: true), files
        )
      }
      reason = "is only for some devices"
    } else if let app = project.module(around: request.path), app.isApp,
      let other = project.module(around: raw[0].folder),
      raw.allSatisfy({ project.module(around: $0.folder)?.isOnlyForAppsOther(than: app) == true })
    {
      reason = "is only in the module in \(other.folder.string)"
    } else if let condition = raw[0].condition,
      raw.allSatisfy({ $0.condition != nil && !request.path.starts(with: $0.variantFolder) })
    {
      reason = "is \(condition)"
    }
    return (
      reason.map { .unknown(reason: "\(file.string) \($0)") } ?? addressFault(of: request, apps)
        ?? .proven("the build puts \(file.string) into the app's raw resources"), files
    )
  }

  /// Returns why a request's address may not lead to a resource in the app; nil if there is no reason or no address.
  ///
  /// The address contains the app's `applicationId`. The code's `namespace` may be different. Source: Android,
  /// `ContentResolver`, `SCHEME_ANDROID_RESOURCE`.
  private func addressFault(of request: CodeRequest, _ apps: Set<FilePath>) -> ChainLink.State? {
    guard let package = request.package else { return nil }
    let scripts = (Array(apps) + [nil]).flatMap { self.scripts[$0] ?? [] }
    var ids = Set(scripts.flatMap(\.applicationIDs))
    // Add only a namespace that equals `package`. Any other namespace refutes nothing: another script may set an id.
    if scripts.contains(where: { $0.applicationIDs.isEmpty && $0.namespace == package }) {
      ids.insert(package)
    }
    guard !ids.isEmpty, !scripts.contains(where: \.computesID) else {
      return .unknown(reason: "the check can't read the applicationId of the app")
    }
    let hasSuffixes = scripts.contains(where: \.hasSuffixes)
    if ids == [package], !hasSuffixes { return nil }
    let isVariant = ids.contains { package == $0 || hasSuffixes && package.hasPrefix("\($0).") }
    let finding: AlertFinding =
      isVariant ? .addressOfOneVariant(package) : .addressOfOtherApp(package, own: ids.sorted()[0])
    return .faulty(finding)
  }

  /// Returns the name that a file needs as a resource. If Android accepts the file's own name, that name stays.
  /// Otherwise, returns the nearest name that no other resource and no file in the same folder has.
  func newName(of file: FilePath) -> String {
    // The resource merger removes only one extension, and refuses another dot in the name.
    let own = file.stem ?? file.name
    guard AndroidSoundName(own) == nil else { return own }
    let nearest = AndroidSoundName(nearestTo: own).name
    var name = nearest
    var number = 1
    func isTaken(_ name: String) -> Bool {
      let path = "\(name).\(file.extension?.lowercased() ?? "")"
      return sounds[name] != nil
        || !project.sounds.inside(file.removingLastComponent().appending(path)).isEmpty
    }
    while number < 100, isTaken(name) {
      number += 1
      name = "\(nearest)_\(number)"
    }
    return name
  }

  /// Returns advice on a sound that Android doesn't find.
  ///
  /// - Parameters:
  ///   - wanted: The resource's name in the code.
  ///   - files: The files that the build puts into the app's raw resources under this name.
  ///   - isFound: Whether the code has the name in a form that finds a resource.
  ///   - takesFileName: Whether the code asks for a file's name with its extension, and the package accepts such names.
  private func advice(
    on finding: AlertFinding, for wanted: String, _ files: [FilePath], isFound: Bool,
    takesFileName: Bool
  ) -> String {
    let file =
      files.first ?? nearFiles[wanted.lowercased()]
      ?? nearPaths.nearest(to: wanted.lowercased(), spellings)
    let resource = file.map(newName) ?? wanted
    let list = project.listOfExpo.map { AppFramework.expoList + $0.string }
    var advice = list.map { "list the sound \($0), or correct the name" } ?? finding.advice ?? ""
    if let file {
      let steps = steps(
        for: file, as: resource, listed: files.isEmpty ? list : nil,
        isFound: isFound && AndroidSoundName.resourceName(of: file.name) == wanted,
        takesFileName: takesFileName)
      advice = "if \(file.string) is meant, " + steps.joined(separator: ", and ")
    }
    // Without this step, the next check would report that the build removes the sound.
    guard let kept, list == nil, !kept.keeps(resource), project.code.rawResources[resource] == nil
    else { return advice }
    return
      "\(advice), and \(KeptResources.step(keeping: "@raw/\(resource)", inNewFile: !hasKeepFile))"
  }

  /// Returns the steps that make a file a raw resource that the code finds.
  ///
  /// - Parameters:
  ///   - resource: The resource's name that the file needs in the app. Android accepts this name.
  ///   - list: Expo's list of sounds, in words, if the sound must be added to it; otherwise nil.
  ///   - isFound: Whether the name in the code finds the resource if the file keeps its own name.
  private func steps(
    for file: FilePath, as resource: String, listed list: String?, isFound: Bool,
    takesFileName: Bool
  ) -> [String] {
    let isInPlace = rawPaths.contains(file)
    let bytes = try? project.files.folder.file(at: file)
    let isListed = bytes.flatMap { AndroidResources.findings(on: $0)?.isEmpty } ?? true
    // A sound in Expo's list should be a WAVE, because the list is for iOS and Android, and both play WAVE.
    let isConverted =
      !isInPlace && (!isListed || !project.listsOfExpo.isEmpty && file.extension != "wav")
    let name = (isConverted ? "wav" : file.extension).map { "\(resource).\($0)" } ?? resource
    let isRenamed = name != file.name
    var steps: [String] = []
    var isKept = resource == AndroidSoundName.resourceName(of: file.name)
    if let list {
      if isConverted {
        steps.append("convert it to \(name)")
      } else if isRenamed {
        steps.append("rename it to \(name), also in code")
        isKept = true
      }
      steps.append("list \(isConverted ? name : "it") \(list)")
    } else if isInPlace {
      if isRenamed { steps.append("rename it to \(name)") }
    } else {
      // Don't advise renaming the file itself, because iOS may play it under its own name.
      let maker = project.modules.isEmpty ? project.bundles.first { $0.isApp }?.maker : nil
      let addition =
        switch maker?.kind {
        case .cordova:
          "list it for android in \(maker?.path.string ?? "") with the target app/src/main/res/raw/\(name)"
        case .dotNet: "put it into Platforms/Android/Resources/raw"
        case .nativeScript: "put it into App_Resources/Android/src/main/res/raw"
        default: "put it into res/raw of the Android module"
        }
      steps.append(
        addition + (isRenamed && maker?.kind != .cordova ? " as \(name)" : "")
          + (isConverted ? ", converted to a WAVE of 16 bits" : ""))
    }
    if !isFound || !isKept || isConverted && takesFileName {
      steps.append("ask for \(takesFileName ? name : resource)")
    }
    return steps
  }
}
