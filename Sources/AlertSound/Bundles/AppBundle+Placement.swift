internal import SystemPackage

extension AppBundle {
  /// The location of a file among an app's programs.
  struct Placement: Hashable, Sendable {
    /// The program whose main bundle contains the file: the app itself (an empty path), an extension, a clip.
    var program: FilePath
    /// The file's path relative to the program's resources, to compare with the name in a notification.
    var resource: FilePath
    /// What limits finding it by a plain name, if anything.
    var finding: AlertFinding?

    /// Whether a notification of the app, or of another app inside it, finds the file by a plain name.
    var isFound: Bool { finding.map { $0.rule.outcome == .plays } ?? true }
  }

  /// Extensions of folders that are separate bundles: another program's, or no program's at all.
  private static let innerBundleExtensions: Set<String> = ["framework", "bundle", "xpc", "plugin"]

  /// Returns the placement of a path in the app.
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

  /// The finding for a sound at the top of a program's resources: only the notifications of that program
  /// itself find it. nil for the app's own resources.
  ///
  /// Source: Apple, `UNNotificationSound.init(named:)`: the main bundle of the current executable.
  private static func finding(inProgram program: FilePath) -> AlertFinding? {
    guard !program.isEmpty else { return nil }
    return program.extension?.lowercased() == "appex"
      ? .inExtension(program.string) : .inInnerApp(program.string)
  }

  /// The folder of a program's resources: the bundle itself on iOS, `Contents/Resources` on macOS.
  func resources(of program: FilePath = "") -> FilePath {
    let contents = program.appending("Contents")
    // An iOS app may also have a folder named Contents.
    let isForMac =
      isProgram
      && (files.node(at: contents.appending("Info.plist")) != nil
        || files.node(at: contents.appending("MacOS")) == .folder)
    return isForMac ? contents.appending("Resources") : program
  }

  private static func finding(for resource: FilePath) -> AlertFinding? {
    let folders = resource.components.dropLast()
    guard !folders.isEmpty else { return nil }
    // An .lproj folder marks a localised resource at any depth.
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
