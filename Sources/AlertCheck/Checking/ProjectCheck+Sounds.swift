internal import SoundFormat
internal import SystemPackage

/// The verdicts on a project's sounds.
extension ProjectCheck {
  /// Adds findings on raw resources that Android's build refuses, or that no code asks for.
  mutating func checkRawSounds() {
    let requests = project.code.requests.filter { $0.platform == .android }
    let isComplete = !requests.isEmpty && requests.allSatisfy { !$0.isComputed }
    var names: [[String]: [FilePath]] = [:]
    for sound in project.rawSounds {
      names[[sound.folder.string, sound.name], default: []].append(sound.path)
      guard AndroidSoundName(FilePath(sound.fileName).stem ?? sound.name) != nil else {
        let pathExtension = sound.path.extension.map { ".\($0.lowercased())" } ?? ""
        note(
          .invalidResourceName(
            suggestion: resources.newName(of: sound.path) + pathExtension,
            isListed: !sound.path.isRawResource), on: sound.path)
        // Report the other faults of the sound, too, because they would appear once the name is right.
        possibleRaw.insert(sound.path)
        continue
      }
      guard isComplete else {
        if !asked.requestedRaw.contains(sound.path) { possibleRaw.insert(sound.path) }
        continue
      }
      let isNamed =
        asked.requestedRaw.contains(sound.path) || project.code.rawResources[sound.name] != nil
        || !project.code.mentions.isDisjoint(with: [sound.name, sound.fileName])
        || asked.requested[sound.path] != nil
        || kept(in: sound.folder.removingLastComponent()).uses(sound.name)
      if !isNamed { note(.unrequested, on: sound.path) }
    }
    // Count file names, not files. Files with equal names don't conflict: when copied, one replaces the other.
    for paths in names.values where Set(paths.map(\.name)).count > 1 {
      let paths = paths.sorted { $0.precedes($1) }
      note(.sharedResourceName(Self.shown(paths)), on: paths[0])
    }
    var removed: Set<FilePath> = []
    for sound in project.rawSounds
    where asked.requestedRaw.contains(sound.path) || possibleRaw.contains(sound.path) {
      if isRemoved(sound.path, in: sound.folder) { removed.insert(sound.path) }
    }
    for (folder, paths) in Dictionary(grouping: removed, by: { $0.removingLastComponent() }) {
      let list = KeptResources.list(of: paths.map(resources.newName))
      let exists = (try? project.files.folder.file(at: folder.appending("keep.xml"))) != nil
      for path in paths { removals[path] = (list, !exists) }
    }
  }

  /// Whether a release build removes a raw resource: no code refers to the resource, and no XML file keeps it.
  ///
  /// - Parameter folder: The folder `res/raw` that contains the file, or that the build copies the file to.
  private mutating func isRemoved(_ path: FilePath, in folder: FilePath) -> Bool {
    guard folder.isRawFolder else { return false }
    let resFolder = folder.removingLastComponent()
    let name = resources.newName(of: path)
    guard project.code.rawResources[name] == nil, project.shrinksResources(in: resFolder)
    else { return false }
    // The build merges a module's folders, so the XML files in `src/main` keep resources in all folders of the module.
    let main = project.module(around: resFolder)?.folder.pushing("src/main/res")
    return ![resFolder, main ?? resFolder].contains { kept(in: $0).keeps(name) }
  }

  /// Returns the resources that the XML files in a folder `res` keep.
  private mutating func kept(in resFolder: FilePath) -> KeptResources {
    let kept =
      keptResources[resFolder]
      ?? KeptResources(
        resFolder: try? project.files.folder.folder(at: resFolder),
        manifest: try? project.files.folder.file(
          at: resFolder.removingLastComponent().appending("AndroidManifest.xml")))
    keptResources[resFolder] = kept
    return kept
  }

  mutating func judgeSounds() {
    systemsWithLostRequests = Set(
      requests.filter { [.present, .androidPresent].contains($0.finding?.rule) }
        .map(\.first.platform))
    // Candidates are the sounds that code asks for or may ask for, and the sounds with a finding.
    let onIOS = Set(asked.requested.keys).union(possible)
    let candidates = onIOS.union(asked.requestedRaw).union(possibleRaw).union(notes.keys)
    let rawPaths = Set(project.rawSounds.map(\.path))
    let used = candidates.union(shipped).union(rawPaths).union(asked.meant.keys)
    let listed = contained.union(asked.reported).union(project.declaredSounds)
    for path in present.union(candidates) {
      let isInProject = used.contains(path) || project.isInProject(path)
      guard isInProject || !listed.contains(path) else { continue }
      let isMeant = asked.meant[path] != nil && !candidates.contains(path)
      let isAsked = isMeant || candidates.contains(path)
      do {
        let bytes = try project.files.folder.file(at: path)
        // Judge a sound outside the projects like a sound in a folder without projects.
        let sound =
          isInProject
          ? judged(path, bytes, isAsked: isAsked, rawPaths)
          : checked(path, bytes, in: .folder, by: rules)
        guard let sound, !isMeant || sound.verdict?.outcome != .plays else { continue }
        sounds.append(sound)
      } catch {
        guard isAsked || !isInProject else { continue }
        sounds.append(
          CheckedSound(
            whole(path), in: isInProject ? .project : .folder,
            .unknown(SoundError(wrapping: error, .openingInput, whole(path)))))
      }
    }
  }

  private func checked(
    _ path: FilePath, _ bytes: some ByteSource, in origin: CheckedSound.Origin = .project,
    by rules: AlertRules?, servesAndroid: Bool = false, adding findings: [AlertFinding] = []
  ) -> CheckedSound {
    CheckedSound(
      whole(path), in: origin, bytes, by: rules, within: check.inputPolicy,
      listening: check.listens, servesAndroid: servesAndroid, adding: findings)
  }

  /// Judges a sound; returns nil if the check has nothing to say about it.
  ///
  /// - Parameter isAsked: Whether code asks for the sound or may ask for it, or the sound has a finding. If false,
  ///   only a file that isn't audio is judged: no system can play such a file.
  private func judged(
    _ path: FilePath, _ bytes: some ByteSource, isAsked: Bool, _ rawPaths: Set<FilePath>
  ) -> CheckedSound? {
    let findings = notes[path] ?? []
    let isRaw = asked.requestedRaw.contains(path) || possibleRaw.contains(path)
    let isAudio = bytes.formatThatIsNotAudio == nil
    guard isAsked || !isAudio else { return nil }
    if findings.contains(.unrequested), let sound = suspect(path, bytes) { return sound }
    let isForAndroid = isRaw || !isAudio && !shipped.contains(path)
    var rules =
      (asked.requested[path] ?? asked.meant[path]).map(rules(for:))
      ?? (possible.contains(path) ? rules : nil)
    if !isAudio { rules = isForAndroid ? nil : rules ?? self.rules }
    guard rules != nil || isForAndroid else {
      return CheckedSound(whole(path), in: .project, .judged(AlertVerdict(findings)))
    }
    var sound = checked(
      path, bytes, by: rules, servesAndroid: (isRaw || rawPaths.contains(path)) && rules != nil,
      adding: findings + (isForAndroid ? androidFindings(on: path, bytes) : []))
    sound.isCertain =
      asked.requested[path] != nil || asked.meant[path] != nil || asked.requestedRaw.contains(path)
      || !isAudio && (shipped.contains(path) || rawPaths.contains(path))
      || findings.contains {
        AlertRule.ofProjects.contains($0.rule) && $0.rule.outcome == .default
      }
    return sound
  }

  /// Judges a sound that no code names, and marks the result as uncertain: a request that finds no sound may mean this
  /// sound. Returns nil if the sound would play, or if each request on the sound's system finds a sound.
  private func suspect(_ path: FilePath, _ bytes: some ByteSource) -> CheckedSound? {
    let isRaw = path.isRawResource
    guard systemsWithLostRequests.contains(isRaw ? .android : .iOS) else { return nil }
    var sound = checked(
      path, bytes, by: isRaw ? nil : rules, adding: isRaw ? androidFindings(on: path, bytes) : [])
    sound.isCertain = false
    return sound.verdict?.outcome == .plays ? nil : sound
  }

  /// Returns the rules for a sound with several uses: the check's rules if one of the uses is the check's use or
  /// `notification`; otherwise, the rules for the first use.
  private func rules(for uses: Set<SoundUse>) -> AlertRules {
    let first = SoundUse.allCases.first(where: uses.contains) ?? rules.use
    if uses.contains(rules.use) || first == .notification { return rules }
    return AlertRules(for: first, lengthLimit: rules.lengthLimit)
  }

  /// Returns the findings on a raw resource's format, and on its removal by the build.
  private func androidFindings(on path: FilePath, _ bytes: some ByteSource) -> [AlertFinding] {
    let findings = AndroidResources.findings(on: bytes) ?? [.unknownOnAndroid]
    guard let (list, isNew) = removals[path] else { return findings }
    let removal = AlertFinding.perhapsRemovedByBuild(
      name: resources.newName(of: path), isNamed: asked.requestedRaw.contains(path),
      keeping: list, inNewFile: isNew,
      by: path.removingLastComponent().isRawFolder
        ? nil : "enableShrinkResourcesInReleaseBuilds of expo-build-properties")
    return findings + [removal]
  }
}
