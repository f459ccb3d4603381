internal import SystemPackage

/// Finds sounds of an app whose names differ only by extension.
///
/// Such sounds can be confused if a name is written without its extension.
struct SharedNames: Sendable {
  private struct Name: Hashable {
    let program: FilePath
    let stem: String
  }

  private var extensions: [Name: [String]] = [:]

  /// Collects the names of the sounds that a notification can find.
  init(_ placements: [AppBundle.Placement]) {
    for placement in placements {
      guard let (name, pathExtension) = Self.parts(of: placement) else { continue }
      extensions[name, default: []].append(pathExtension)
    }
  }

  /// Returns the finding on one sound; nil if its name is unique.
  func finding(for placement: AppBundle.Placement) -> AlertFinding? {
    guard let (name, pathExtension) = Self.parts(of: placement) else { return nil }
    let others = (extensions[name] ?? []).filter { $0 != pathExtension }
    return others.isEmpty ? nil : .sharedName(others.map { "\(name.stem).\($0)" })
  }

  private static func parts(
    of placement: AppBundle.Placement
  ) -> (name: Name, pathExtension: String)? {
    guard placement.isFound, let stem = placement.resource.stem,
      let pathExtension = placement.resource.extension
    else { return nil }
    return (Name(program: placement.program, stem: stem), pathExtension)
  }
}
