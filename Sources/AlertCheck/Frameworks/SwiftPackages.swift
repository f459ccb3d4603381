internal import SoundFormat
internal import SystemPackage

/// Swift packages: their resources go into a separate bundle of each app that uses the package.
enum SwiftPackages: Framework {
  static let descriptions = ["Package.swift"]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let package = SwiftPackageResources(in: SourceTokens(of: bytes, in: .swift))
    for (path, destination) in try package.sounds(
      among: project.sounds, in: path.removingLastComponent(), &project.budget)
    {
      try project.addToApps(in: FilePath(), path, at: destination)
    }
  }
}

/// The targets of a Swift package, with the resources that `Package.swift` states as literals.
///
/// Source: Swift Package Manager, "Bundling resources with a Swift package": each target's resources go into a
/// separate bundle, `Package_Target.bundle`.
struct SwiftPackageResources: Hashable, Sendable {
  struct Target: Hashable, Sendable {
    let name: String
    /// The target's folder, relative to the package.
    var path: String
    /// The resources' paths, relative to the target's folder.
    var resources: [String] = []
  }

  private(set) var name = ""
  private(set) var targets: [Target] = []

  init(in tokens: SourceTokens) {
    for index in tokens.tokens.indices {
      guard let word = tokens.word(at: index), tokens.isSign("(", at: index + 1) else { continue }
      switch word {
      case "Package":
        if tokens.word(at: index + 2) == "name" { name = tokens.text(at: index + 4) ?? name }
      case "target", "executableTarget":
        guard tokens.word(at: index + 2) == "name", let name = tokens.text(at: index + 4) else {
          continue
        }
        targets.append(Target(name: name, path: "Sources/\(name)"))
      case "process", "copy":
        guard let path = tokens.text(at: index + 2), !targets.isEmpty else { continue }
        targets[targets.count - 1].resources.append(path)
      default: continue
      }
      if word.hasSuffix("arget"), let path = Self.path(after: index, tokens) {
        targets[targets.count - 1].path = path
      }
    }
  }

  /// Returns the `path:` argument of the target at an index; nil if the target has none.
  private static func path(after index: Int, _ tokens: SourceTokens) -> String? {
    var depth = 0
    for index in index + 1..<min(tokens.tokens.count, index + 400) {
      if tokens.isSign("(", at: index) { depth += 1 }
      if tokens.isSign(")", at: index) { depth -= 1 }
      guard depth > 0 else { return nil }
      if depth == 1, tokens.word(at: index) == "path", tokens.isSign(":", at: index + 1) {
        return tokens.text(at: index + 2)
      }
    }
    return nil
  }

  /// Returns the package's sounds and their paths in an app that uses the package.
  func sounds(
    among sounds: SortedPaths, in folder: FilePath, _ budget: inout WorkBudget
  ) throws(SoundFileError) -> [(path: FilePath, destination: FilePath)] {
    var found: [(path: FilePath, destination: FilePath)] = []
    for target in targets {
      guard let base = folder.joined(with: target.path) else { continue }
      let bundle = FilePath("\(name)_\(target.name).bundle")
      for resource in target.resources {
        guard let place = base.joined(with: resource) else { continue }
        let contents = sounds.inside(place)
        try budget.spend(listing: contents)
        found += contents.map { ($0, bundle.appending($0.name)) }
      }
    }
    return found
  }
}
