internal import SystemPackage

/// Searches the raw resources of a project's Android apps for the sounds that the code asks for.
struct ResourceSearch {
  private let project: ProjectReading
  private let sounds: [String: [ProjectReading.RawSound]]
  /// The first sound with each base name, in lowercase.
  private var nearFiles: [String: FilePath] = [:]
  /// The sounds in Cordova's own folder, by the path that its pages use.
  private var webFiles: [String: FilePath] = [:]
  private let isUnknown: Bool

  init(_ project: ProjectReading) {
    self.project = project
    sounds = Dictionary(grouping: project.rawSounds, by: \.name)
    isUnknown =
      project.hasUnknownResources || project.modules.contains(where: \.namesRawResources)
    for part in project.parts where part.kind == .cordova {
      let path = part.path.components.dropFirst(project.files.root.components.count)
      let folder = FilePath(root: nil, path).removingLastComponent()
      for path in project.sounds.inside(folder.appending("www")) {
        webFiles[path.inside(folder).string] = path
      }
    }
    for path in project.sounds.paths {
      guard path.extension?.lowercased() != "caf", let stem = path.stem?.lowercased(),
        nearFiles[stem] == nil
      else { continue }
      nearFiles[stem] = path
    }
  }

  /// Looks up the name that code asks for.
  ///
  /// - Returns: The outcome, and the files that the name means.
  func outcome(of request: CodeRequest) -> (CheckedRequest.Outcome, [FilePath]) {
    let name = request.name ?? ""
    func found(_ path: FilePath) -> CheckedRequest.Outcome {
      .found(project.files.root.pushing(path))
    }
    if request.nameForm == .cordova, name.hasPrefix("www/") {
      return webFiles[name].map { (found($0), [$0]) }
        ?? (.unknown(reason: "a step of the build may make this file"), [])
    }
    guard project.hasAndroidModule else {
      return (.unknown(reason: "no Android module was found"), [])
    }
    let isFileName = FilePath(name).isSound
    let resource = isFileName ? FilePath(name).stem ?? name : name
    // Packages look up the whole text of a channel's sound, without its extension, as a resource's name.
    let isPath = request.api.hasPrefix("the channel's") && name.contains("/")
    let files = (sounds[resource] ?? []).map(\.path)
    if isPath || files.isEmpty {
      guard isPath || !isUnknown else {
        return (
          .unknown(reason: "the check can't read a part of the project that adds sounds"), []
        )
      }
      let finding: AlertFinding =
        isPath ? .askedForByPathOnAndroid : .notInRawResources(name: resource)
      let step = ProjectAdvice.androidStep(
        on: files.first ?? nearFiles[resource.lowercased()], isInApp: !files.isEmpty,
        isPath: isPath, takesFileName: isFileName && request.takesFileName, in: project)
      return (.faulty(finding, advice: step ?? finding.advice ?? ""), [])
    }
    let finding: AlertFinding? =
      isFileName && !request.takesFileName
      ? .askedForWithExtension(name: resource)
      : request.nameForm == .resourceNumber ? .addressedByNumber(name: resource) : nil
    return (
      finding.map { .faulty($0, advice: $0.advice ?? "") } ?? found(files[0]), files
    )
  }
}
