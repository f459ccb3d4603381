internal import SystemPackage

/// Which sounds of an app can be taken for each other when a name is written without its extension.
struct SharedNames: Sendable {
  private struct Name: Hashable {
    let program: FilePath
    let stem: String
  }

  private var extensions: [Name: [String]] = [:]

  /// Collects the names that a notification finds.
  init(_ placements: [AppBundle.Placement]) {
    for placement in placements {
      guard let (name, pathExtension) = Self.parts(of: placement) else { continue }
      extensions[name, default: []].append(pathExtension)
    }
  }

  /// What to say of one of them.
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
