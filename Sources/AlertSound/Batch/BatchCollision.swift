internal import SoundFormat
internal import SystemPackage

/// Inputs of a batch whose outputs and Android siblings can't coexist. None of them is converted.
///
/// Two outputs collide if their names are equal when case is ignored, even if this file system is
/// case-sensitive: most Macs ignore case, and apps are built on Macs. A file also collides with outputs that
/// need a folder of its name.
public struct BatchCollision: Sendable {
  /// The inputs and their outputs, in the batch's order.
  public let items: [BatchItem]
  /// The error that each of the inputs fails with.
  public let error: SoundError

  /// Describes items that collide; those with the shortest outputs are named first.
  fileprivate init(_ items: [BatchItem], in folder: FilePath) {
    self.items = items
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
      reason = "\(Self.list(files)) would \(Self.both(files)) become this file"
    } else {
      reason =
        "\(Self.list(files)) would \(Self.both(files)) become this file"
        + " on a case-insensitive file system, such as a Mac's"
    }
    let place = output.absolute
    let isInPlace = files.contains { $0.input.absolute == place }
    error = SoundError(
      .creatingOutput, output, .sound(.unsupported, reason: reason),
      advice: isInPlace && isOneName && others.isEmpty
        ? "remove it if it was made from \(items.count == 2 ? "the other one" : "one of the others"),"
          + " or rename \(Self.butOne(items))"
        : "rename \(Self.butOne(items))")
  }

  /// Names inputs, but only some if there are many: each of thousands has the error, also in a manifest.
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
  /// Describes items whose Android siblings would be one file.
  private init(_ items: [BatchItem], as file: AndroidFile, in folder: FilePath) {
    self.items = items
    error = SoundError(
      .creatingOutput, folder.pushing(file.path),
      .sound(
        .unsupported,
        reason:
          "\(Self.list(items)) would \(Self.both(items)) become this file: names on Android have"
          + " no folders, and only a-z, 0-9 and _"),
      advice: "rename \(Self.butOne(items))")
  }

  /// Finds the items whose Android siblings would have the same name, ordered by their first items.
  ///
  /// - Parameter others: Collisions that were found already. Items that collide with each other anyway aren't
  ///   reported again.
  static func all(
    among items: [BatchItem], in output: AndroidOutput, besides others: [BatchCollision]
  ) -> [BatchCollision] {
    let files = items.map { AndroidFile(siblingOf: $0.output, format: output.format) }
    let repeated = Set(repeatedIn: files)
    guard !repeated.isEmpty else { return [] }
    let suspects = zip(files, items).filter { repeated.contains($0.0) }
    let groups = Dictionary(grouping: suspects) { $0.0 }.mapValues { $0.map(\.1) }
    let reported = Set(others.map { Set($0.items) })
    var seen: Set<AndroidFile> = []
    return suspects.compactMap { file, _ in
      // A group is looked at once: it may have thousands of items.
      guard seen.insert(file).inserted, let group = groups[file], !reported.contains(Set(group))
      else { return nil }
      return BatchCollision(group, as: file, in: output.folder)
    }
  }

  /// Describes an item whose output would be in the Android folder.
  private init(_ item: BatchItem, beside file: AndroidFile, in folder: FilePath) {
    items = [item]
    let isOneName = item.output.lastComponent?.string == file.fileName
    error = SoundError(
      .creatingOutput, folder.pushing(item.output),
      .sound(
        .unsupported,
        reason: isOneName
          ? "\(item.input) would become this file, and so would its sound for Android"
          : "\(item.input) would become this file in the folder for Android, beside its sound for"
            + " Android, \(file.fileName)"),
      advice: "name another folder with --android")
  }

  /// Finds the items whose outputs would be in the Android folder, by whatever name that is reached. There, an
  /// output is its own sibling or defines the same resource, and the sibling of another sound collides with its own.
  ///
  /// - Parameter others: Collisions that were found already. Their items aren't reported again.
  static func all(
    among items: [BatchItem], in folder: FilePath, and android: AndroidOutput,
    besides others: [BatchCollision]
  ) -> [BatchCollision] {
    let siblings = NamedFolder(android.folder)
    let shared = Set(items.map { $0.output.removingLastComponent() })
      .filter { siblings.hasName($0.isEmpty ? folder : folder.pushing($0)) }
    guard !shared.isEmpty else { return [] }
    let reported = Set(others.flatMap(\.items))
    return items.compactMap { item in
      guard shared.contains(item.output.removingLastComponent()), !reported.contains(item) else {
        return nil
      }
      let file = AndroidFile(siblingOf: item.output, format: android.format)
      return BatchCollision(item, beside: file, in: folder)
    }
  }

  /// Finds the collisions among items with different inputs or outputs, ordered by their first items.
  static func all(among items: [BatchItem], in folder: FilePath) -> [BatchCollision] {
    let suspects = items.suspects
    let taken = Set(suspects.map { FoldedPath($0.output) })
    // Keyed by the outermost output that equals or contains the item's output.
    var groups: [FoldedPath: [BatchItem]] = [:]
    var order: [FoldedPath] = []
    for item in suspects {
      var outermost = FoldedPath(item.output)
      for folder in item.output.folders {
        let folded = FoldedPath(folder)
        if taken.contains(folded) { outermost = folded }
      }
      if groups[outermost, default: []].isEmpty { order.append(outermost) }
      groups[outermost, default: []].append(item)
    }
    return order.compactMap { key in
      groups[key].flatMap { $0.count > 1 ? BatchCollision($0, in: folder) : nil }
    }
  }
}

extension [BatchItem] {
  /// The items whose outputs may collide: all that do, and perhaps others.
  ///
  /// Compares hash values, since keeping the folded paths of all outputs would take much memory.
  fileprivate var suspects: [BatchItem] {
    let hashes = map { FoldedPath($0.output).hashValue }
    let folders = Set(map { $0.output.removingLastComponent() })
    // The hash values of each folder and of those around it.
    let folderHashes = Dictionary(
      uniqueKeysWithValues: folders.map { folder in
        (folder, ([folder] + folder.folders).map { FoldedPath($0).hashValue })
      })
    let shared = Set(repeatedIn: hashes)
      .union(Set(hashes).intersection(folderHashes.values.joined()))
    guard !shared.isEmpty else { return [] }
    return zip(self, hashes).compactMap { item, hash in
      let around = folderHashes[item.output.removingLastComponent(), default: []]
      return ([hash] + around).contains(where: shared.contains) ? item : nil
    }
  }
}

extension FilePath {
  /// The folders that a relative path leads through, the innermost first.
  fileprivate var folders: [FilePath] {
    var folders: [FilePath] = []
    var rest = self
    while rest.removeLastComponent(), !rest.isEmpty { folders.append(rest) }
    return folders
  }
}
