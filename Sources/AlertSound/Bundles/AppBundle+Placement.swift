internal import SystemPackage

extension AppBundle {
  /// Where a file is among the programs of an app.
  struct Placement: Hashable, Sendable {
    /// The program whose main bundle it is in: the app itself (an empty path), an extension, a clip.
    var program: FilePath
    /// The path a name in a notification is looked for at, seen from the program's resources.
    var resource: FilePath
    /// Why the app doesn't find it by a plain name.
    var finding: AlertFinding?

    /// Whether a notification finds it by a plain name: the app's, or that of another app inside it.
    var isFound: Bool { finding.map { $0.rule.outcome == .plays } ?? true }
  }

  /// Inside these, files are in a bundle of another program's, or in one that is no program's.
  private static let innerBundleExtensions: Set<String> = ["framework", "bundle", "xpc", "plugin"]

  /// Places a path of the app.
  func placement(of path: FilePath) -> Placement {
    var program = FilePath()
    var folder = FilePath()
    for component in path.components.dropLast() {
      folder.append(component)
      switch component.extension?.lowercased() {
      case "app" where folder.isOnWatch:
        return Placement(
          program: folder, resource: path.inside(folder), finding: .onWatch(folder.string))
      case "app", "appex": program = folder
      case let inner? where Self.innerBundleExtensions.contains(inner):
        return Placement(
          program: program, resource: path.inside(program),
          finding: .inInnerBundle(folder.string))
      default: continue
      }
    }
    let resources = resources(of: program)
    guard path.starts(with: resources) else {
      return Placement(
        program: program, resource: path.inside(program),
        finding: .inFolder(path.inside(program).removingLastComponent().string))
    }
    let resource = path.inside(resources)
    return Placement(
      program: program, resource: resource,
      finding: Self.finding(for: resource) ?? Self.finding(inProgram: program))
  }

  /// What finds a sound at the top of a program's resources: that program's own notifications alone.
  ///
  /// Source: Apple, `UNNotificationSound.init(named:)`: the main bundle of the current executable.
  private static func finding(inProgram program: FilePath) -> AlertFinding? {
    guard !program.isEmpty else { return nil }
    return program.extension?.lowercased() == "appex"
      ? .inExtension(program.string) : .inInnerApp(program.string)
  }

  /// Where a program's resources are: beside it on a phone, in a folder on a Mac.
  func resources(of program: FilePath = "") -> FilePath {
    let contents = program.appending("Contents")
    // An app for a phone may have a folder of this name, too.
    let isForMac =
      isProgram
      && (files.node(at: contents.appending("Info.plist")) != nil
        || files.node(at: contents.appending("MacOS")) == .folder)
    return isForMac ? contents.appending("Resources") : program
  }

  private static func finding(for resource: FilePath) -> AlertFinding? {
    let folders = resource.components.dropLast()
    guard !folders.isEmpty else { return nil }
    // A localised resource stays one in whatever folder it is.
    if let language = folders.last(where: { $0.extension == "lproj" }) {
      return .localized(language.string)
    }
    return .inFolder(resource.removingLastComponent().string)
  }
}

extension FilePath {
  /// Whether the path is that of a watch app inside an iOS app.
  fileprivate var isOnWatch: Bool {
    components.count == 2 && components.first?.string == "Watch"
  }
}
