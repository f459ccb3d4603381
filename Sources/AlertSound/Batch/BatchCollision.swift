internal import SoundFormat
internal import SystemPackage

/// Inputs of a batch whose outputs can't exist beside each other. None of them is converted.
///
/// Two outputs collide where their names are equal to a file system that ignores case, whatever this one
/// does: most Macs have such a file system, and that is where apps are built. A file collides with what
/// would be in a folder of its name.
public struct BatchCollision: Sendable {
  /// The inputs and their outputs, in the batch's order.
  public let items: [BatchItem]
  /// What the result of each of the inputs is.
  public let error: ConversionError

  /// Describes items, the first of which has one of the shortest outputs.
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
        + " would need a folder of this name"
    } else if isOneName {
      reason = "\(Self.list(files)) would \(Self.both(files)) become this file"
    } else {
      reason =
        "\(Self.list(files)) would \(Self.both(files)) become this file"
        + " where the file system ignores case, as on a Mac"
    }
    let place = output.absolute
    let isInPlace = files.contains { $0.input.absolute == place }
    error = ConversionError(
      .creatingOutput, output, .sound(.unsupported, reason: reason),
      advice: isInPlace && isOneName && others.isEmpty
        ? "remove it if it was made of \(items.count == 2 ? "the other one" : "one of the others"),"
          + " or rename \(Self.butOne(items))"
        : "rename \(Self.butOne(items))")
  }

  private static func list(_ items: [BatchItem]) -> String {
    let names = items.map(\.input.description)
    guard names.count > 1 else { return names[0] }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }

  private static func both(_ items: [BatchItem]) -> String { items.count == 2 ? "both" : "all" }

  private static func butOne(_ items: [BatchItem]) -> String {
    items.count == 2 ? "one of them" : "all but one of them"
  }
}

extension BatchCollision {
  /// Finds the collisions among items with different inputs or outputs, in the order of their first items.
  static func all(among items: [BatchItem], in folder: FilePath) -> [BatchCollision] {
    let keys = items.map { FoldedPath($0.output) }
    let taken = Set(keys)
    guard taken.count < items.count || items.contains(where: { $0.output.components.count > 1 })
    else { return [] }
    // The outermost output that an output is, or is inside of.
    var groups: [FoldedPath: [BatchItem]] = [:]
    var order: [FoldedPath] = []
    for (item, key) in zip(items, keys) {
      var outermost = key
      var parent = item.output
      while parent.removeLastComponent(), !parent.isEmpty {
        let folded = FoldedPath(parent)
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
