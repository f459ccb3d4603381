// Re-exported, because findings and sounds are part of this module's interface.
@_exported public import AlertSound
internal import Platform
internal import SoundFormat
public import SystemPackage

/// Finds the sounds in files, folders, projects, apps and archives, and judges each sound.
///
/// ```swift
/// SoundCheck().check("Demo.ipa") { item in
///   if case .failure(let error) = item { print(error) }
///   guard case .sound(let sound) = item, let verdict = sound.verdict else { return }
///   print(sound.path, verdict.outcome, verdict.reasons.map(\.sentence))
/// }
/// ```
///
/// A check never writes to a file. A check reads headers, and decodes only sounds with floating-point samples or with
/// the length of the default sound. If ``listens`` is set, a check decodes all sounds.
public struct SoundCheck: Sendable {
  /// The rules to judge by.
  public var rules = AlertRules.iOS
  /// Whether to decode sounds, too, and check their levels, silence and clicks.
  public var listens = false
  /// Files and folders to leave out. A pattern matches a name, a path as in reports, or a path relative to the checked
  /// folder or to the app around the file.
  public var exclusions: [PathPattern] = []

  /// Whether to check the apps that a project builds. If false, a project's folder is checked like any other folder.
  public var readsProjects = true

  /// Limits on the size and length of a sound. A sound that exceeds a limit isn't checked. The byte limit applies to an
  /// archive, and to each sound in the archive after unpacking. A check never uses libsndfile or other external
  /// decoders.
  public var inputPolicy = InputPolicy()

  /// What a check reports: a sound, a failure, a note, a part of a project, or a request.
  public enum Item: Sendable {
    case sound(CheckedSound)
    /// Why a file, a folder or an archive can't be read.
    case failure(SoundError)
    /// A path, and something unusual about the archive or project at this path, in words.
    case note(FilePath, String)
    /// A part of a project, and the project's folder. The check reads the whole project instead of the part.
    case partOfProject(FilePath, in: FilePath)
    /// A recognised part of a project.
    case part(ProjectPart)
    /// The numbers of files in a project that the check looked at: source files, and files with a sound's extension.
    case extent(sourceFileCount: Int, soundFileCount: Int)
    /// A sound that a project's code asks for.
    case request(CheckedRequest)
  }

  /// Creates a check by the rules of iOS.
  public init() {}

  /// Checks a file, a folder with everything in it, an app or an archive.
  ///
  /// A single file counts as a sound if it isn't an archive, code or a file that describes a project. In a folder, only
  /// files with a sound's extension count, and names that begin with a dot are left out. The check follows links to
  /// files and to apps, but not to other folders. Inside an app, the check follows only links to the same app.
  ///
  /// - Parameters:
  ///   - path: A sound, a folder, an app or an archive.
  ///   - report: Called with each item as soon as the item is known, in the order of the names' bytes.
  public func check(_ path: any PathConvertible, report: (Item) throws -> Void) rethrows {
    var projects: Set<FilePath> = []
    try check(path, after: &projects, report: report)
  }

  /// Checks like ``check(_:report:)``, but skips the projects that earlier calls checked.
  ///
  /// - Parameter projects: The real paths of the projects checked so far. The call adds the projects that it checks.
  package func check(
    _ path: any PathConvertible, after projects: inout Set<FilePath>, report: (Item) throws -> Void
  ) rethrows {
    let path = path.filePath
    guard !excludes(path, from: path) else { return }
    let file: InputFile
    do {
      file = try InputFile(path: path, waitingForPipes: true, byteLimit: inputPolicy.byteLimit)
    } catch {
      if error.fault == .limit, !path.isArchive {
        return try report(.sound(CheckedSound(path, .unknown(error))))
      }
      guard error.cause == .system(.isDirectory) else {
        return try report(.failure(error.naming(linkAt: path)))
      }
      if ["xcodeproj", "xcworkspace"].contains(path.extension), readsProjects {
        return try checkFolder(path.folder, onlyXcode: path.entryName, &projects, report)
      }
      guard path.isProgram else { return try checkFolder(path, &projects, report) }
      return try checkProgram(FolderTree(path), excludingFrom: path, report)
    }
    if ZipArchive.isRecognized(in: (try? file.bytes(at: 0, count: 4)) ?? []) || path.isArchive {
      try checkArchive(file, excludingFrom: path, report)
    } else if readsProjects, path.isPartOfProject, (try? SoundFile(in: file)) == nil {
      guard try !checkProject(around: path, &projects, report) else { return }
      let reason = "this is no sound but a part of a project, and no project is above it"
      try report(
        .failure(
          SoundError(
            .openingInput, path, .unsupported(reason), advice: "check the project's folder")))
    } else {
      try report(.sound(checked(path, file)))
    }
  }

  /// Checks without blocking the calling task's thread.
  ///
  /// - Parameters:
  ///   - path: A sound, a folder, an app or an archive.
  ///   - report: Called for each item, from another thread, one call at a time.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func check(
    _ path: any PathConvertible, report: @escaping @Sendable (Item) -> Void
  ) async throws {
    try await Monitor().detached { monitor in
      try check(path) { item in
        if monitor.isCancelled { throw CancellationError() }
        report(item)
      }
    }
  }

  /// Checks a folder. If `xcode` is given, checks only that Xcode project or workspace, with the code in the folder.
  private func checkFolder(
    _ folder: FilePath, onlyXcode xcode: FilePath? = nil, _ projects: inout Set<FilePath>,
    _ report: (Item) throws -> Void
  ) rethrows {
    let contents = FolderTree(folder)
    if readsProjects, let open = try? contents.root.get() {
      let files = ProjectFiles(in: open, of: .known) { excludes($0, from: folder) }
      let project = Project(reading: files, onlyXcode: xcode)
      if xcode == nil, project?.isNativePart ?? files.mayBePart,
        try checkProject(around: folder, &projects, report)
      {
        return
      }
      if let project { return try checkProject(project, onlyXcode: xcode, &projects, report) }
      for failure in XcodeWorkspace.failures(in: files) { try report(.failure(failure)) }
    }
    var tree = contents.makeIterator()
    while let item = tree.next() {
      guard let entry = try? item.get() else {
        if case .failure(let error) = item { try report(.failure(error)) }
        continue
      }
      let path = entry.path
      if path.lastComponent?.isHidden == true || excludes(path, from: folder) {
        tree.skipDescendants()
      } else if entry.kind == .folder {
        guard path.isProgram else { continue }
        tree.skipDescendants()
        try checkProgram(entry.tree, excludingFrom: folder, report)
      } else if entry.kind != .other,
        path.isSound || path.isArchive || path.isProgram && entry.kind == .link
      {
        try checkFile(entry, excludingFrom: folder, report)
      }
    }
  }

  /// Checks the project around a file or a folder. Returns whether there is such a project.
  private func checkProject(
    around part: FilePath, _ projects: inout Set<FilePath>, _ report: (Item) throws -> Void
  ) rethrows -> Bool {
    guard let whole = Project(around: part, excluding: { excludes($0, from: part) }) else {
      return false
    }
    try report(.partOfProject(part, in: whole.files.root))
    try checkProject(whole, &projects, report)
    return true
  }

  private func checkProject(
    _ project: Project, onlyXcode xcode: FilePath? = nil, _ projects: inout Set<FilePath>,
    _ report: (Item) throws -> Void
  ) rethrows {
    guard projects.insert(project.files.root.real.pushing(xcode ?? "")).inserted else { return }
    let check = ProjectCheck(of: project, for: self)
    for failure in project.failures + check.asked.failures { try report(.failure(failure)) }
    for part in project.parts { try report(.part(part)) }
    try report(
      .extent(
        sourceFileCount: project.files.sources.count, soundFileCount: project.files.sounds.count))
    for note in project.notes {
      try report(.note(project.files.root.pushing(note.path), note.text))
    }
    for request in check.requests { try report(.request(request)) }
    for sound in check.sounds { try report(.sound(sound)) }
    let folder = project.files.folder
    for program in project.files.programs {
      let entry: FolderEntry
      do {
        entry = try FolderEntry(program, kind: program.isArchive ? .file : .folder, below: folder)
      } catch {
        try report(.failure(error))
        continue
      }
      if entry.kind == .file {
        try checkFile(entry, excludingFrom: folder.path, report)
      } else {
        try checkProgram(entry.tree, excludingFrom: folder.path, report)
      }
    }
  }

  /// Checks a sound by the rules. For a raw resource in a recognised format, Android's list decides instead.
  private func checked(_ path: FilePath, _ file: InputFile) -> CheckedSound {
    let findings = path.absolute.isRawResource ? AndroidResources.findings(on: file) : nil
    return CheckedSound(
      path, file, by: findings == nil ? rules : nil, within: inputPolicy, listening: listens,
      adding: findings ?? [])
  }

  private func checkFile(
    _ entry: FolderEntry, excludingFrom folder: FilePath, _ report: (Item) throws -> Void
  ) rethrows {
    let path = entry.path
    let file: InputFile
    do {
      file = try InputFile(
        path: path, opening: entry.openedFile(), byteLimit: inputPolicy.byteLimit)
    } catch {
      // Follow links to apps, but not to other folders. Links in an app that lead to other apps aren't followed, so a
      // cycle of links ends.
      if error.cause == .system(.isDirectory) {
        return path.isProgram ? try checkProgram(entry.tree, excludingFrom: folder, report) : ()
      }
      let error = error.naming(linkAt: path)
      return try report(
        path.isProgram || error.fault == .limit && path.isArchive
          ? .failure(error) : .sound(CheckedSound(path, .unknown(error))))
    }
    if path.isProgram { return }
    if path.isArchive {
      try checkArchive(file, excludingFrom: folder, report)
    } else {
      try report(.sound(checked(path, file)))
    }
  }

  private func checkProgram(
    _ program: FolderTree, excludingFrom folder: FilePath, _ report: (Item) throws -> Void
  ) rethrows {
    try checkApps(excludingFrom: folder, report) { () throws(SoundError) in
      [try AppBundle(folder: program)]
    }
  }

  private func checkArchive(
    _ file: InputFile, excludingFrom folder: FilePath, _ report: (Item) throws -> Void
  ) rethrows {
    try checkApps(excludingFrom: folder, report) { () throws(SoundError) in
      file.path.isAndroidApp ? [try .androidApp(in: file)] : try AppBundle.apps(in: file)
    }
  }

  private func checkApps(
    excludingFrom folder: FilePath, _ report: (Item) throws -> Void,
    in apps: () throws(SoundError) -> [AppBundle]
  ) rethrows {
    switch Result(catching: apps) {
    case .success(let apps): for app in apps { try check(app, excludingFrom: folder, report) }
    case .failure(let error): try report(.failure(error))
    }
  }

  private func check(
    _ app: AppBundle, excludingFrom folder: FilePath, _ report: (Item) throws -> Void
  ) rethrows {
    var notes = app.notes.map(\.description)
    // An app in a searched folder may well have no sounds. Note their absence only for an app that the user named.
    if app.kind == .android, !app.sounds.isEmpty || folder == app.path {
      notes += [app.noteOnNames].compactMap(\.self)
    }
    for note in notes { try report(.note(app.files.archive ?? app.path, note)) }
    for failure in app.files.failures { try report(.failure(failure)) }
    let sounds = app.sounds.filter {
      !excludes(app.path.pushing($0), from: folder)
        && !excludes(app.path.pushing($0), from: app.path)
    }
    let placements = app.kind == .android ? [] : sounds.map(app.placement)
    let namesakes = Dictionary(grouping: placements.filter(\.isFound), by: \.stem)
    // Ignore a sound's place for two uses: the app itself opens system sounds, and a watch plays no sound by name.
    let placeMatters = rules.use != .systemSound && rules.use != .watch
    for sound in sounds {
      guard app.kind != .android else {
        let resource = app.checkResource(sound, within: inputPolicy, listening: listens)
        try report(.sound(resource))
        continue
      }
      let placement = app.placement(of: sound)
      let findings =
        placeMatters
        ? [placement.finding, placement.findingOnName(among: namesakes)].compactMap(\.self) : []
      try report(
        .sound(
          app.check(sound, by: rules, within: inputPolicy, listening: listens, adding: findings)))
    }
  }

  private func excludes(_ path: FilePath, from folder: FilePath) -> Bool {
    exclusions.exclude(path, from: folder)
  }
}

extension FilePath {
  /// Whether a check of a project may read the file.
  fileprivate var isPartOfProject: Bool {
    SourceLanguage(name, AlertCheck.pathExtension(of: name)) != nil
      || Frameworks.known.framework(describedBy: name) != nil
  }
}

extension SoundError {
  /// If the link at a path is broken or part of a cycle, returns an error that says so. Otherwise, returns this error.
  fileprivate func naming(linkAt path: FilePath) -> SoundError {
    let reason: String
    switch errno {
    case .noSuchFileOrDirectory?: reason = LinkFault.nothing
    case .tooManySymbolicLinkLevels?: reason = LinkFault.cycle
    default: return self
    }
    guard (try? path.linkTarget()) != nil else { return self }
    return SoundError(step, path, .unsupported(reason), advice: "recreate the link, or delete it")
  }
}
