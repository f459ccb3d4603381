internal import SoundFormat
internal import SystemPackage

/// A bundle that a project's build will make, with its sounds but no other files.
struct PlannedBundle: Sendable {
  /// The target's name, or the app's name if the project has no targets.
  let name: String
  let product: Product
  /// The tool that makes the bundle, and the project's file or folder that decides the bundle's contents. Advice says
  /// how to change this file or folder.
  let maker: Maker
  typealias Maker = (kind: ProjectPart.Kind, path: FilePath)
  /// For each path in the bundle: the files that the build copies to this path. If a path has several files, the build
  /// fails, or one file overwrites another.
  private(set) var origins: [FilePath: [FilePath]] = [:]
  /// For each file: the paths in the bundle to which the build copies the file.
  private(set) var places: [FilePath: Set<FilePath>] = [:]
  /// For each file that the target lists, but that the build leaves out of the bundle or may leave out: the reason.
  var omissions: [FilePath: Omission] = [:]
  /// The source files of the bundle, and the folders whose source files all belong to the bundle; empty if unknown.
  var sources: Set<FilePath> = []
  /// The sounds that the Xcode project refers to, even if no target contains them.
  var fileReferences: Set<FilePath> = []
  /// The gaps that may remove files from the bundle, or leave files out.
  var doubts: [Gap] = []

  /// Returns why the bundle may lack a file that the build puts into the bundle; nil if no reason is seen.
  func doubt(about file: FilePath) -> String? {
    doubts.first { $0.concerns(file.name, on: .iOS) }?.reason
  }

  /// Whether this is the bundle of an app for a phone, a tablet or a Mac.
  var isApp: Bool { product == .app || product == .macApp }

  /// What makes the bundle, in words: `the target Runner of ios/Runner.xcodeproj`.
  var title: String {
    maker.kind == .xcode
      ? "the target \(name) of \(maker.path.string)" : "the app of \(maker.path.string)"
  }

  enum Product: Hashable, Sendable {
    case app, macApp, watchApp, clip, appExtension, framework, bundle, tests, other
    /// An app for a TV or a headset.
    case otherApp
  }

  /// Why a bundle lacks a file that its target lists.
  struct Omission: Equatable, Sendable {
    /// The reason, after "but": `its platform filter leaves it out on iOS`.
    let fact: String
    /// How to get the file into the bundle; nil if it isn't sure that the build leaves the file out.
    let advice: String?
  }

  init(_ name: String, _ product: Product, madeBy maker: Maker) {
    (self.name, self.product, self.maker) = (name, product, maker)
  }

  /// The most components of a file's path in a bundle. The paths of Flutter's assets have far fewer components.
  private static let depthLimit = 32

  /// Puts a file into the bundle. Skips the file if its path in the bundle is too long or too deep.
  mutating func add(
    _ path: FilePath, at destination: FilePath, _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    try budget.spend(WorkBudget.placing + WorkBudget.listing(destination))
    guard destination.length <= FilePath.lengthLimit,
      destination.components.count <= Self.depthLimit,
      places[path, default: []].insert(destination).inserted
    else { return }
    origins[destination, default: []].append(path)
  }

  /// For each path in the bundle, sorted: the files that the build copies to this path.
  var contents: [(key: FilePath, value: [FilePath])] {
    origins.sorted { $0.key.precedes($1.key) }
  }
}

extension PlannedBundle.Product {
  /// Returns the product's folder in an app that embeds the product; nil if apps can't embed this kind of product.
  func folder(named name: String) -> FilePath? {
    switch self {
    case .app, .macApp, .otherApp, .tests, .other: nil
    case .watchApp: FilePath("Watch").appending("\(name).app")
    case .clip: FilePath("AppClips").appending("\(name).app")
    case .appExtension: FilePath("PlugIns").appending("\(name).appex")
    case .framework: FilePath("Frameworks").appending("\(name).framework")
    case .bundle: FilePath("\(name).bundle")
    }
  }
}
