internal import SystemPackage

/// Searches the raw resources of a project's Android apps for the sounds that the code asks for.
struct ResourceSearch {
  private let project: Project
  private let sounds: [String: [Project.RawSound]]
  /// The first sound with each base name, in lowercase.
  private var nearFiles: [String: FilePath] = [:]
  /// The sounds in the folders `www` of Cordova apps, by their paths in the app's folder, such as `www/ring.mp3`.
  private var webFiles: [String: FilePath] = [:]
  private let appFolders: AppFolders
  /// The folders of the Android apps.
  private let apps: Set<FilePath>
  /// The files of ``sounds``.
  private let rawPaths: Set<FilePath>
  /// The resources that the build keeps in the folder `res` to which the advice adds sounds; nil if the build removes
  /// none.
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
        let kinds: [ProjectPart.Kind] = [.android, .expo, .flutter, .cordova, .nativeScript]
        return kinds.contains(part.kind)
          ? appFolders.folder(of: part.path.inside(project.files.root)) : nil
      })
    let folder =
      project.rawSounds.first { $0.path.isRawResource }?.folder
      ?? project.modules.first(where: \.isApp)?.folder.pushing(
        "src/main/res/raw")
    let resFolder = folder.map { $0.removingLastComponent() }
    kept = resFolder.flatMap {
      project.shrinksResources(in: $0)
        ? KeptResources(resFolder: try? project.files.folder.folder(at: $0)) : nil
    }
    hasKeepFile =
      folder.map { (try? project.files.folder.file(at: $0.appending("keep.xml"))) != nil } ?? false
    for part in project.parts where part.kind == .cordova {
      let path = part.path.components.dropFirst(project.files.root.components.count)
      let folder = FilePath(root: nil, path).removingLastComponent()
      for path in project.sounds.inside(folder.appending("www")) {
        webFiles[path.inside(folder).string] = path
      }
    }
    for path in project.sounds.paths {
      // Android doesn't list CAF files, but a sound of Expo's list can be converted for both systems.
      guard path.extension?.lowercased() != "caf" || project.listOfExpo != nil,
        let stem = path.stem?.lowercased(),
        nearFiles[stem] == nil
      else { continue }
      nearFiles[stem] = path
    }
  }

  /// Returns the apps that may contain a source file, by their folders.
  func apps(of source: FilePath) -> Set<FilePath> {
    let folder = appFolders.folder(of: source)
    return folder.map(apps.contains) == true ? apps.intersection([folder ?? ""]) : apps
  }

  /// Looks up the name that code asks for.
  ///
  /// - Returns: The link about the file, and the files that the name means.
  func result(of request: CodeRequest) -> (link: ChainLink.State, files: [FilePath]) {
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
    let raw = (sounds[resource] ?? []).filter { sound in
      appFolders.folder(of: sound.folder).map(apps.contains) ?? true
    }
    let files = raw.map(\.path)
    let takesFileName = isFileName && request.takesFileName
    func advice(on finding: AlertFinding) -> String {
      let file = files.first ?? nearFiles[resource.lowercased()]
      let name = file.map { newName(of: $0) } ?? resource
      let bytes = file.flatMap { try? project.files.folder.file(at: $0) }
      let isFound = !isPath && (!isFileName || takesFileName)
      let step = ProjectAdvice.androidStep(
        on: file, as: name, isInApp: !files.isEmpty,
        isInPlace: file.map(rawPaths.contains) ?? false,
        isListed: bytes.flatMap { AndroidResources.findings(on: $0)?.isEmpty } ?? true,
        isFound: isFound && file.map { AndroidSoundName.resourceName(of: $0.name) } == resource,
        takesFileName: takesFileName, in: project)
      let steps = step ?? finding.advice ?? ""
      // Without this step, the next check would report that the build removes the sound.
      guard let kept, project.listOfExpo == nil, !kept.keeps(name),
        project.code.rawResources[name] == nil
      else { return steps }
      return "\(steps), and \(KeptResources.step(keeping: "@raw/\(name)", inNewFile: !hasKeepFile))"
    }
    if isPath || files.isEmpty {
      let gap = project.gaps.first { gap in
        apps.contains { gap.mayAdd(resource, to: $0, on: .android) }
      }
      if !isPath, let gap { return (.unknown(reason: gap.reason), []) }
      let finding: AlertFinding =
        isPath ? .askedForByPathOnAndroid : .notInRawResources(name: resource)
      return (.faulty(finding, advice: advice(on: finding)), [])
    }
    let finding: AlertFinding? =
      isFileName && !request.takesFileName
      ? .askedForWithExtension(name: resource)
      : request.nameForm == .resourceNumber ? .addressedByNumber(name: resource) : nil
    if let finding {
      let isValid = AndroidSoundName(resource) != nil
      return (.faulty(finding, advice: isValid ? finding.advice ?? "" : advice(on: finding)), files)
    }
    let havers = Set(raw.compactMap { appFolders.folder(of: $0.folder) })
    if apps.count > 1, !havers.isEmpty,
      let lacking = apps.subtracting(havers).min(by: { $0.precedes($1) })
    {
      return (
        .unknown(
          reason:
            "\(files[0].string) isn't in the app in \(lacking.string), which may contain this code"),
        files
      )
    }
    let folders = raw.map { $0.path.removingLastComponent() }
    if !folders.contains(where: { $0.rawQualifier == .none || !$0.isRawFolder }) {
      let isRemoved = folders.contains { $0.rawQualifier == .language }
      let finding = AlertFinding.withoutDefault(name: resource, folder: folders[0].name)
      return (
        isRemoved
          ? .faulty(finding, advice: finding.advice ?? "")
          : .unknown(reason: "\(files[0].string) is only for some devices"), files
      )
    }
    if let condition = raw[0].condition, raw.allSatisfy({ $0.condition != nil }) {
      return (.unknown(reason: "\(files[0].string) is \(condition)"), files)
    }
    return (
      addressFault(of: request, apps)
        ?? .proven("the build puts \(files[0].string) into the app's raw resources"), files
    )
  }

  /// Returns why an address may not be that of a resource in the app; nil if it is.
  ///
  /// The address has the `applicationId`, which isn't the `namespace` of the code. Source: Android, `ContentResolver`,
  /// `SCHEME_ANDROID_RESOURCE`.
  private func addressFault(of request: CodeRequest, _ apps: Set<FilePath>) -> ChainLink.State? {
    guard let package = request.package else { return nil }
    let scripts = project.modules.filter { module in
      module.isApp && (appFolders.folder(of: module.folder).map(apps.contains) ?? true)
    }.map(\.script)
    let ids = Set(scripts.flatMap(\.applicationIDs))
    guard !ids.isEmpty, !scripts.contains(where: \.computesID) else {
      return .unknown(reason: "the check can't read the applicationId of the app")
    }
    let hasSuffixes = scripts.contains(where: \.hasSuffixes)
    if ids == [package], !hasSuffixes { return nil }
    let isVariant = ids.contains { package == $0 || hasSuffixes && package.hasPrefix("\($0).") }
    let finding: AlertFinding =
      isVariant ? .addressOfOneVariant(package) : .addressOfOtherApp(package, own: ids.sorted()[0])
    return .faulty(finding, advice: finding.advice ?? "")
  }

  /// Returns the name that a file needs as a resource: its own if Android takes it, otherwise the nearest name that no
  /// other resource and no file beside it has.
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
}
