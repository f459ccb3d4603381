internal import SoundFormat
public import SystemPackage

/// A tool that builds apps, or that adds sounds to the apps of another tool.
///
/// All that the check knows about a framework is in one file: how its projects are recognised, what its builds put
/// where, which code names sounds for it, and what stays unknown.
protocol Framework: SendableMetatype {
  /// The files that describe a project: names, extensions such as `*.csproj`, or folders such as `App_Resources/iOS/`.
  static var descriptions: [String] { get }
  /// The largest description that is read, in bytes.
  static var byteLimit: Int { get }
  /// Reads a description, and adds to `project` what the framework's build makes.
  ///
  /// - Parameters:
  ///   - bytes: The description's bytes; empty for a folder.
  ///   - path: The description, relative to the checked folder.
  /// - Throws: `SoundFileError` if the description is damaged, or if reading takes more than the project's budget.
  static func read(_ bytes: [UInt8], at path: FilePath, into project: inout Project)
    throws(SoundFileError)
  /// The functions and keys by which code names sounds for this framework.
  static var apis: [SoundAPI] { get }
}

extension Framework {
  static var byteLimit: Int { SmallFiles.byteLimit }
  static var descriptions: [String] { [] }
  static func read(_: [UInt8], at _: FilePath, into _: inout Project) {}
  static var apis: [SoundAPI] { [] }
}

/// The frameworks, by the files that describe their projects.
struct Frameworks: Sendable {
  /// All frameworks. A framework that adds sounds to another framework's apps comes after that framework.
  let all: [any Framework.Type]
  private var names: [String: any Framework.Type] = [:]
  private var extensions: [Substring: any Framework.Type] = [:]
  private var folders: [(path: FilePath, framework: any Framework.Type)] = []

  init(_ all: [any Framework.Type]) {
    self.all = all
    for framework in all {
      for description in framework.descriptions {
        if description.hasPrefix("*.") {
          extensions[description.dropFirst(2)] = framework
        } else if description.hasSuffix("/") {
          folders.append((FilePath(description), framework))
        } else {
          names[description] = framework
        }
      }
    }
  }

  /// Returns the framework whose project a file describes; nil if the file describes no project.
  func framework(describedBy name: String) -> (any Framework.Type)? {
    names[name] ?? extensions[pathExtension(of: name)]
  }

  /// Returns the framework whose project a folder describes; nil if the folder describes no project.
  func framework(describedByFolder path: FilePath) -> (any Framework.Type)? {
    folders.first { path.ends(with: $0.path) }?.framework
  }
}

/// A recognised part of a project, such as an Xcode project or an Android module.
public struct ProjectPart: Hashable, Sendable {
  /// The tool that builds a part of a project.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case xcode
    case swiftPackage = "swift-package"
    case flutter
    case expo
    case cordova
    case nativeScript = "nativescript"
    /// A .NET app, such as a MAUI app.
    case dotNet = "dotnet"
    /// A module that Gradle builds for Android.
    case android
    /// A project of a tool whose builds the check doesn't know.
    case unread

    package var name: String {
      switch self {
      case .xcode: "Xcode project"
      case .swiftPackage: "Swift package"
      case .flutter: "Flutter app"
      case .expo: "Expo app"
      case .cordova: "Cordova app"
      case .nativeScript: "NativeScript app"
      case .dotNet: ".NET app"
      case .android: "Android module"
      case .unread: "a project that the check can't read"
      }
    }
  }

  public let kind: Kind
  /// The file or folder by which the kind was recognised. The path begins with the checked folder's path.
  public let path: FilePath
}

/// A part of a project that the check can't read, such as a script. A gap may add sounds to apps, or remove sounds. So
/// an app may have a sound that the check doesn't find.
struct Gap: Hashable, Sendable {
  /// The gap and its file, in words. The word "it" means the sound: `the script phase Copy of a.xcodeproj names it`.
  let reason: String
  /// The folder of the apps that may get sounds; empty for all apps.
  let folder: FilePath
  /// The system of the apps that may get sounds; nil for all systems.
  private let system: CodeRequest.Platform?
  /// The names and stems of the sounds that the gap may concern; nil if the gap may concern any sound.
  private let words: Set<Substring>?
  var isAboutAnySound: Bool { words == nil }

  init(
    _ reason: String, in folder: FilePath = "", on system: CodeRequest.Platform? = nil,
    about words: Set<Substring>? = nil
  ) {
    (self.reason, self.folder, self.system, self.words) = (reason, folder, system, words)
  }

  func concerns(_ name: String, on system: CodeRequest.Platform) -> Bool {
    guard self.system == nil || self.system == system else { return false }
    guard let words else { return true }
    return words.contains(name[...]) || FilePath(name).stem.map { words.contains($0[...]) } ?? false
  }
}

/// A search for the gaps because of which an app may have a sound.
struct GapSearch {
  private let gaps: [Gap]
  /// For each app's folder: the indices of the gaps in or around the folder.
  private var places: [FilePath: [Int]] = [:]
  private var budget: WorkBudget

  init(_ project: Project) { (gaps, budget) = (project.gaps, project.budget) }

  mutating func spend(_ count: Int) throws(SoundFileError) { try budget.spend(count) }

  /// Returns the gaps because of which at least one of the apps may have a sound, in the order of their discovery.
  ///
  /// - Parameter apps: For each app: its folder, or a path in its folder.
  mutating func gaps(
    for name: String, in apps: some Sequence<FilePath>, on system: CodeRequest.Platform
  ) throws(SoundFileError) -> [Gap] {
    var found: Set<Int> = []
    for app in gaps.isEmpty ? [] : Set(apps) {
      if places[app] == nil {
        try budget.spend(gaps.count)
        places[app] = gaps.indices.filter {
          app.starts(with: gaps[$0].folder) || gaps[$0].folder.starts(with: app)
        }
      }
      let near = places[app] ?? []
      // Hashing a long name takes several microseconds.
      try budget.spend(1 + near.count * (1 + name.utf8.count / 16))
      found.formUnion(near.filter { gaps[$0].concerns(name, on: system) })
    }
    return found.sorted().map { gaps[$0] }
  }
}
