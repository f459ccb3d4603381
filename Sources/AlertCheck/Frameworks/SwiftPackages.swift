internal import SoundFormat
internal import SystemPackage

/// Swift packages. The resources of a target go into a separate bundle in each app that uses the package.
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
struct SwiftPackageResources: Equatable, Sendable {
  struct Target: Equatable, Sendable {
    let name: String
    /// The target's folder, relative to the package.
    let path: String
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
        // Look only at the beginning of a call: the tokens of a nested call are read again for each call around it.
        let path = tokens.elements(in: index + 1, atMost: 400).starts.first {
          tokens.word(at: $0) == "path" && tokens.isSign(":", at: $0 + 1)
        }
        targets.append(
          Target(name: name, path: path.flatMap { tokens.text(at: $0 + 2) } ?? "Sources/\(name)"))
      case "process", "copy":
        guard let path = tokens.text(at: index + 2), !targets.isEmpty else { continue }
        targets[targets.count - 1].resources.append(path)
      default: continue
      }
    }
  }

  /// Returns the package's sounds, each with its path in an app that uses the package.
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
