internal import SoundFormat
internal import SystemPackage

/// Inputs of a batch whose outputs can't coexist. None of these inputs is converted.
///
/// Two outputs collide if their names differ only by case, even if this file system is case-sensitive. Most Macs ignore
/// case, and apps are built on Macs. An output `a` also collides with every output in a folder `a`.
package struct BatchCollision: Sendable {
  /// The indices of these inputs in the batch's items.
  package let indices: [Int]
  /// The error of each of these inputs.
  package let error: SoundError

  /// Describes items that collide. The message begins with the items whose output paths have the fewest components.
  fileprivate init(
    _ indices: [Int], of all: [BatchItem], in folder: FilePath, isForAndroid: Bool
  ) {
    self.indices = indices
    let items = indices.map { all[$0] }
    let depth = items.map(\.output.components.count).min() ?? 0
    let files = items.filter { $0.output.components.count == depth }
    let others = items.filter { $0.output.components.count > depth }
    let output = folder.pushing(files[0].output)
    let isOneName = files.allSatisfy { $0.output == files[0].output }
    let reason: String
    if !others.isEmpty {
      reason =
        "\(Self.list(files)) would become this file, and \(Self.list(others))"
        + " would need a folder with this name"
    } else if isOneName {
      reason =
        "\(Self.list(files)) would \(Self.both(files)) become this file"
        + (isForAndroid ? ": names on Android have no folders, and only a-z, 0-9 and _" : "")
    } else {
      reason =
        "\(Self.list(files)) would \(Self.both(files)) become this file"
        + " on a case-insensitive file system, such as a Mac's"
    }
    let place = output.absolute
    let isInPlace = !isForAndroid && files.contains { $0.input.absolute == place }
    error = SoundError(
      .creatingOutput, output, .unsupported(reason),
      advice: isInPlace && isOneName && others.isEmpty
        ? .words(
          "remove it if it was made from \(items.count == 2 ? "the other one" : "one of the others"),"
            + " or rename \(Self.butOne(items))")
        : "rename \(Self.butOne(items))")
  }

  /// Lists inputs in words. If there are more than 20, lists only the first 10 and counts the others: thousands of
  /// errors may repeat the list.
  private static func list(_ items: [BatchItem]) -> String {
    let names = items.map(\.input.description)
    guard names.count > 1 else { return names[0] }
    guard names.count <= nameLimit else {
      return names.prefix(shownNameCount).joined(separator: ", ")
        + " and \(names.count - shownNameCount) others"
    }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }

  private static let nameLimit = 20
  private static let shownNameCount = 10

  private static func both(_ items: [BatchItem]) -> String { items.count == 2 ? "both" : "all" }

  private static func butOne(_ items: [BatchItem]) -> String {
    items.count == 2 ? "one of them" : "all but one of them"
  }
}

extension BatchCollision {
  /// Returns the collisions among items without duplicates, in the order of their first items.
  static func all(
    among items: [BatchItem], in folder: FilePath, isForAndroid: Bool
  ) -> [BatchCollision] {
    // Keep hash values, because the folded paths of all outputs would take much memory.
    let hashes = items.map { FoldedPath($0.output).hashValue }
    let taken = Set(hashes)
    // For each folder of outputs: the outermost output that has the path of that folder or of a parent folder, such as
    // the output `a` for the folder `a/b` of the output `a/b/c.caf`. Keys and values are hash values of paths.
    var outermost: [Int: Int] = [:]
    for parent in Set(items.map { $0.output.removingLastComponent() }) {
      let folders = ([parent] + parent.folders).map { FoldedPath($0).hashValue }
      outermost[parent.hashValue] = folders.last(where: taken.contains)
    }
    let keys = zip(items, hashes).map {
      outermost[$0.output.removingLastComponent().hashValue] ?? $1
    }
    let shared = Set(repeatedIn: keys)
    var places: [Int: Int] = [:]
    var groups: [[Int]] = []
    for (index, key) in keys.enumerated() where shared.contains(key) {
      let place = places[key] ?? groups.count
      places[key] = place
      if place == groups.count { groups.append([]) }
      groups[place].append(index)
    }
    return groups.map {
      BatchCollision($0, of: items, in: folder, isForAndroid: isForAndroid)
    }
  }
}

extension FilePath {
  /// The parent folders of a relative path, the innermost first.
  fileprivate var folders: [FilePath] {
    var folders: [FilePath] = []
    var rest = self
    while rest.removeLastComponent(), !rest.isEmpty { folders.append(rest) }
    return folders
  }
}

/// For each Android resource: the files in an Android folder that define the resource when a run begins.
struct AndroidFolder: Sendable {
  private let folder: FilePath
  private let files: [String: [FilePath]]

  init(_ folder: OutputFolder) {
    self.folder = folder.path
    let names = (try? folder.open().names()) ?? []
    files = Dictionary(grouping: names) { AndroidSoundName.resourceName(of: $0.string) }
  }

  /// Returns the files except `output` that define the resource of `output`: Android's build allows one per resource.
  func rivals(of output: FilePath) -> [FilePath] {
    files[AndroidSoundName.resourceName(of: output.string), default: []].filter { $0 != output }
  }

  /// Returns the error for a sound whose output would define the same resource as the existing file `rival`.
  func conflict(_ rival: FilePath, with item: BatchItem) -> SoundError {
    SoundError(
      .creatingOutput, folder.pushing(rival),
      .unsupported(
        "this file and \(item.output), made from \(item.input), would both be the Android"
          + " resource \(item.output.lastComponent?.stem ?? ""), and Android's build fails then"),
      advice: "remove this file, or rename the sound")
  }
}

/// The files that a batch reads: the inputs, and the default sound, which replaces sounds that are too long.
///
/// An output may replace another hard link to an input: the input then stays under its own name.
struct BatchInputs: Sendable {
  private let folder: FilePath
  /// The hash values of the files' folded real paths. Files in folders without outputs are left out, because folding
  /// takes long. The paths themselves would take much memory.
  private var names: Set<Int> = []
  /// The identities of the files. In a folder that is mounted twice, a file has two paths, but one identity.
  private var files: Set<FileIdentity> = []
  /// For the inputs that are links: the identities of the files that the links lead to.
  private var linkedFiles: Set<FileIdentity> = []

  init(of batch: Batch) {
    folder = batch.folder.real
    let own = batch.converter.limit.defaultSound?.file.map { FilePath(bytes: $0.bytes) }
    let outputFolders = Set(batch.items.map { $0.output.removingLastComponent() })
    let targets = Set(outputFolders.map { [folder] in FoldedPath(folder.pushing($0)).hashValue })
    // For each folder of inputs, as its path was given: its real path; empty if the folder gets no outputs.
    var parents: [FilePath: FilePath] = [:]
    for input in batch.items.lazy.map(\.input) + [own].compactMap(\.self) {
      let status = try? input.stat(followTargetSymlink: false)
      if let status, status.type != .symbolicLink { files.insert(FileIdentity(status)) }
      guard let name = input.lastComponent, name.kind == .regular else { continue }
      let parent = input.removingLastComponent()
      if parents[parent] == nil {
        let real = (parent.isEmpty ? "." : parent).real
        parents[parent] = targets.contains(FoldedPath(real).hashValue) ? real : FilePath()
      }
      if let real = parents[parent], !real.isEmpty {
        names.insert(FoldedPath(real.appending(name)).hashValue)
      }
      if status?.type == .symbolicLink {
        names.insert(FoldedPath(input.real).hashValue)
        if let identity = FileIdentity(of: input) { linkedFiles.insert(identity) }
      }
    }
  }

  /// Returns whether an output would replace one of these files, or a link to one of these files.
  func contain(_ output: FilePath) -> Bool {
    let path = folder.pushing(output)
    if !names.isEmpty, names.contains(FoldedPath(path).hashValue) { return true }
    guard let status = try? path.stat(followTargetSymlink: false) else { return false }
    if status.type == .symbolicLink {
      return FileIdentity(of: path).map { files.contains($0) || linkedFiles.contains($0) } ?? false
    }
    return status.linkCount == 1 && files.contains(FileIdentity(status))
  }
}

extension Batch {
  /// Throws if an output would replace an input of any item. Does nothing if `forces` is true.
  package func checkKeepsInputs() throws(SoundError) {
    guard !forces else { return }
    let inputs = BatchInputs(of: self)
    // Skip items that collide: they aren't converted.
    let replacing = items.indices.filter {
      collision(ofItem: $0) == nil && inputs.contain(items[$0].output)
    }
    guard let first = replacing.first.map({ items[$0] }) else { return }
    let path = folder.pushing(first.output)
    let isOwn = FoldedPath(first.input.real) == FoldedPath(path.real)
    let others = counted(replacing.count - 1, "other output")
    throw SoundError(
      .creatingOutput, SoundPath(path),
      .unsupported(
        (isOwn
          ? "converting it in place would destroy the original"
          : "this is an input, too, and the output of \(first.input) would replace it")
          + (replacing.count > 1 ? ", and so would \(others)" : "")),
      advice: .nameOtherOutput)
  }
}
