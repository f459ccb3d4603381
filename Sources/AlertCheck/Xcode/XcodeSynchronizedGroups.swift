internal import SoundFormat
internal import SystemPackage

/// Xcode 16's synchronized folders. A target that owns such a folder contains every file in it, except for the
/// files that an exception lists.
///
/// An exception for a target that owns the folder leaves a file out. An exception for any other target adds the file
/// to that target. An exception for a phase lets that phase copy the file.
///
/// Source: files of object version 77 that Xcode wrote, because there is no specification.
struct XcodeSynchronizedGroups {
  /// For each target, by its identifier: the resources that the target gets from synchronized folders.
  private(set) var resources: [String: [XcodeTarget.Resource]] = [:]
  /// For each target, by its identifier: the files that an exception without a phase adds to the target, which doesn't
  /// own the folder.
  private(set) var additions: [String: Set<FilePath>] = [:]

  init(
    in objects: XcodeObjects, _ paths: inout XcodePaths, sounds: SortedPaths,
    _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    var owners: [String: Set<String>] = [:]
    var phaseOwners: [String: String] = [:]
    /// The targets with a resources phase. Without one, the build copies only what a copy phase takes.
    var takers: Set<String> = []
    for (identifier, target) in objects.all(.target) {
      for phase in target[list: .buildPhases] {
        phaseOwners[phase] = identifier
        if objects[phase]?.kind == .resourcesPhase { takers.insert(identifier) }
      }
      for group in target[list: .fileSystemSynchronizedGroups] {
        owners[group, default: []].insert(identifier)
      }
    }
    for (identifier, group) in objects.all(.synchronizedGroup) {
      let exceptions = group[list: .exceptions].sorted().compactMap { objects[$0] }
      let owners = (owners[identifier] ?? []).sorted()
      guard !owners.isEmpty || !exceptions.isEmpty, let folder = paths.path(of: identifier) else {
        continue
      }
      try budget.spend(exceptions.count + owners.count + 1)
      for exception in exceptions where exception[.buildPhase] == nil {
        guard let target = exception[.target], !owners.contains(target) else { continue }
        let members = exception[list: .membershipExceptions]
        try budget.spend(WorkBudget.placing * members.count)
        additions[target, default: []].formUnion(members.compactMap { folder.joined(with: $0) })
      }
      let paths = sounds.inside(folder)
      guard !paths.isEmpty else { continue }
      try budget.spend(paths.count)
      let contents = paths.map { $0.inside(folder) }
      // Comparing a path takes time for each of its folders, and each target's copy of the path takes memory.
      let work = paths.reduce(0) { $0 + $1.components.count + 2 * WorkBudget.listing($1) }
      let wholeFolders = SortedPaths(group[list: .explicitFolders].map { FilePath($0) })
      try budget.spend(wholeFolders.paths.count)
      var excluded: [String: [String]] = [:]
      var additions: [(target: String, members: [String], phase: XcodeObject?)] = []
      /// For each target: the files with tags of on-demand resources, and the files whose platform filters lack iOS.
      var (tagged, filtered): ([String: Set<FilePath>], [String: Set<FilePath>]) = ([:], [:])
      for exception in exceptions {
        let members = exception[list: .membershipExceptions]
        let tags = exception[list: .assetTagsByRelativePath]
        let filters = exception[list: .platformFiltersByRelativePath]
        try budget.spend(members.count + WorkBudget.placing * (tags.count + filters.count))
        let phase = exception[.buildPhase]
        guard let target = exception[.target] ?? phase.flatMap({ phaseOwners[$0] }) else {
          continue
        }
        tagged[target, default: []].formUnion(tags.map { FilePath($0) })
        filtered[target, default: []].formUnion(filters.map { FilePath($0) })
        if phase != nil || owners.contains(target) { excluded[target, default: []] += members }
        let copyPhase = objects.object(phase, .copyPhase)
        if copyPhase != nil || phase == nil && !owners.contains(target) {
          additions.append((target, members, copyPhase))
        }
      }
      /// Adds files to a target. If a phase copies the files, they go to the phase's folder.
      func add(
        to target: String, copiedBy phase: XcodeObject? = nil, where isMember: (FilePath) -> Bool
      ) throws(SoundFileError) {
        guard phase != nil || takers.contains(target) else { return }
        try budget.spend(work)
        for path in contents where isMember(path) {
          if !wholeFolders.paths.isEmpty { try budget.spend(4 * path.components.count) }
          let place = phase.map { ($0.copyFolder ?? FilePath()).appending(path.name) }
          let isElsewhere = phase.map { $0.copyFolder == nil } ?? false
          resources[target, default: []].append(
            XcodeTarget.Resource(
              destination: place ?? Self.destination(of: path, wholeFolders),
              path: folder.pushing(path), isTagged: tagged[target]?.contains(path) ?? false,
              isFiltered: filtered[target]?.contains(path) ?? false,
              omission: isElsewhere ? .copiedElsewhere : nil))
        }
      }
      for (target, members, phase) in additions {
        let cover = MemberCover(members)
        try add(to: target, copiedBy: phase, where: cover.covers)
      }
      for owner in owners {
        let cover = MemberCover(excluded[owner] ?? [])
        try add(to: owner) { !cover.covers($0) }
      }
    }
  }

  /// Returns a file's path in the product. This is only the file's name, or a longer path if the file is localised or
  /// in a folder that the build copies with its structure.
  private static func destination(of path: FilePath, _ wholeFolders: SortedPaths) -> FilePath {
    var folder = path
    while !wholeFolders.paths.isEmpty, folder.removeLastComponent(), !folder.isEmpty {
      if wholeFolders.inside(folder).first == folder {
        return path.inside(folder.removingLastComponent())
      }
    }
    let components = Array(path.components)
    // Keep the path from the first bundle or .lproj folder on: the build copies such folders with their structure.
    let kept = components.dropLast().firstIndex {
      ["lproj", "bundle"].contains($0.extension?.lowercased() ?? "")
    }
    return FilePath(root: nil, components[(kept ?? components.count - 1)...])
  }
}

/// The files and folders that an exception lists.
///
/// The list names localised files without their language: `/Localized/ring.caf`, or `/Localized: ring.caf` in later
/// versions of Xcode.
private struct MemberCover {
  private let paths: PathCover
  private let localizedNames: Set<String>

  init(_ members: [String]) {
    var names: Set<String> = []
    var paths: [FilePath] = []
    for member in members {
      if let prefix = ["/Localized: ", "/Localized/"].first(where: member.hasPrefix) {
        names.insert(String(member.dropFirst(prefix.count)))
      } else {
        paths.append(FilePath(member))
      }
    }
    self.paths = PathCover(paths)
    localizedNames = names
  }

  func covers(_ path: FilePath) -> Bool {
    paths.covers(path)
      || localizedNames.contains(path.name)
        && path.removingLastComponent().extension?.lowercased() == "lproj"
  }
}
