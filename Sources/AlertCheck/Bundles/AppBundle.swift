internal import SoundFormat
internal import SystemPackage

/// An app in a folder or an archive, and its files. A notification's sound is looked up among these files.
///
/// Reading an app writes no files, even from an archive.
struct AppBundle: Sendable {
  let files: FileTree
  /// Unusual facts about the archive, such as entries whose names lead out of the archive.
  let notes: [Note]
  let kind: Kind

  enum Kind: Sendable {
    /// An app for Apple's systems, or an extension.
    case program
    /// The raw resources of an Android app.
    case android
    /// A folder whose files the app will put into `Library/Sounds`.
    case folder
  }

  /// The app's path: `Demo.app`, or `Demo.ipa/Payload/Demo.app` for an app in an archive.
  var path: FilePath { files.root }

  init(_ files: FileTree, notes: [Note], kind: Kind = .program) {
    (self.files, self.notes, self.kind) = (files, notes, kind)
  }

  init(folder: FolderTree, kind: Kind = .program) throws(SoundError) {
    self.init(try FileTree(folder: folder), notes: [], kind: kind)
  }

  /// Lists the apps in an `.ipa` archive.
  static func apps(in file: InputFile) throws(SoundError) -> [AppBundle] {
    try reading(file) { () throws(SoundFileError) in
      guard ZipArchive.isRecognized(in: try file.bytes(at: 0, count: 4)) else {
        throw SoundFileError(.unrecognized, "this is neither a folder nor an .ipa archive")
      }
      let archive = try ZipArchive(file)
      let contents = Dictionary(grouping: archive.entries, by: \.path.payloadApp)
      let folders = contents.keys.compactMap(\.self).sorted { $0.precedes($1) }
      guard !folders.isEmpty else {
        throw SoundFileError(.malformed, "there is no app in this archive: no Payload/*.app")
      }
      var apps: [AppBundle] = []
      for folder in folders {
        let files = try FileTree(
          archive: archive, contents[folder] ?? [], at: file.path, below: folder)
        apps.append(AppBundle(files, notes: apps.isEmpty ? archive.notes : []))
      }
      return apps
    }
  }

  /// Returns the result of a closure that reads an archive. Gives the closure's errors the archive's path.
  static func reading<Result>(
    _ file: InputFile, _ body: () throws(SoundFileError) -> Result
  ) throws(SoundError) -> Result {
    do {
      return try body()
    } catch {
      throw SoundError(
        .openingInput, file.path, error, advice: "build or copy the archive again")
    }
  }
}

extension FilePath {
  /// The leading `Payload/*.app`; nil if the path has a different beginning.
  fileprivate var payloadApp: FilePath? {
    let components = components.prefix(2)
    guard components.count == 2, components.first?.string == "Payload",
      components.last?.extension?.lowercased() == "app"
    else { return nil }
    return FilePath(root: nil, components)
  }
}

extension AppBundle {
  /// Where in an app a file is: in which program's bundle, and at which path.
  struct Placement: Equatable, Sendable {
    /// The path of the inner program, such as an extension, whose main bundle has the file; empty for the app itself.
    var program: FilePath
    /// The file's path relative to the program's resources, to compare with the name in a notification.
    var resource: FilePath
    /// Why some notifications don't find the file by its plain name; nil if all notifications find the file.
    var finding: AlertFinding?

    /// Whether a notification of the app, or of an app inside the app, finds the file by its plain name.
    var isFound: Bool { finding.map { $0.rule.outcome == .plays } ?? true }
  }

  /// File extensions of bundles inside an app. A notification of the app doesn't find the sounds in these bundles.
  private static let innerBundleExtensions: Set<String> = ["framework", "bundle", "xpc", "plugin"]

  func placement(of path: FilePath) -> Placement {
    Self.placement(of: path, resources: resources)
  }

  /// - Parameter resources: Returns the folder of a program's resources; by default, the bundle itself, as on iOS.
  static func placement(
    of path: FilePath, resources: (FilePath) -> FilePath = { $0 }
  ) -> Placement {
    var program = FilePath()
    var folder = FilePath()
    for (index, component) in path.components.dropLast().enumerated() {
      folder.append(component)
      switch component.extension?.lowercased() {
      case "app" where index == 1 && folder.starts(with: "Watch"):
        return Placement(
          program: folder, resource: path.inside(folder), finding: .onWatch(folder.string))
      case "app", "appex": program = folder
      case let inner? where innerBundleExtensions.contains(inner):
        return Placement(
          program: program, resource: path.inside(program), finding: .inInnerBundle(folder.string))
      default: continue
      }
    }
    let resources = resources(program)
    guard path.starts(with: resources) else {
      return Placement(
        program: program, resource: path.inside(program),
        finding: .inFolder(path.inside(program).removingLastComponent().string))
    }
    let resource = path.inside(resources)
    folder = resource.removingLastComponent()
    // A sound is localised if any folder around it is an .lproj folder.
    let language = folder.components.last { $0.extension == "lproj" }
    let finding: AlertFinding? =
      if let language {
        .localized(language.string)
      } else if !folder.isEmpty {
        .inFolder(folder.string)
      } else if program.isEmpty {
        nil
      } else {
        // Only notifications of `program` find the sound. Source: Apple, `UNNotificationSound.init(named:)`: the system
        // searches the main bundle of the current executable.
        program.extension?.lowercased() == "appex"
          ? .inExtension(program.string) : .inInnerApp(program.string)
      }
    return Placement(program: program, resource: resource, finding: finding)
  }

  /// Returns the folder of a program's resources: the bundle itself on iOS, `Contents/Resources` on macOS.
  func resources(of program: FilePath = "") -> FilePath {
    let contents = program.appending("Contents")
    // Recognise a Mac app by what is in the folder Contents: an iOS app may also have a folder of that name.
    let isForMac =
      kind == .program
      && (files.node(at: contents.appending("Info.plist")) != nil
        || files.node(at: contents.appending("MacOS")) == .folder)
    return isForMac ? contents.appending("Resources") : program
  }
}

extension AppBundle {
  /// The paths of the app's files with a sound's extension. Leaves out hidden names, and links to folders.
  var sounds: [FilePath] {
    files.filePaths.filter { path in
      guard path.isSound, !path.components.contains(where: \.isHidden) else {
        return false
      }
      if case .link = files.node(at: path), case .folder = files.target(of: path) { return false }
      return true
    }
  }
}

extension AppBundle.Placement {
  /// The path of the inner program, followed by the file's name without its extension.
  var stem: FilePath { program.appending(resource.stem ?? "") }

  /// If notifications find this sound, and also other sounds with the same ``stem``, returns a finding: code that
  /// leaves out the extension may mean any of these sounds. Otherwise, returns nil.
  ///
  /// - Parameter namesakes: For each stem: the sounds that notifications find.
  func findingOnName(among namesakes: [FilePath: [Self]]) -> AlertFinding? {
    let others = isFound ? (namesakes[stem] ?? []).filter { $0.resource != resource } : []
    return others.isEmpty ? nil : .sharedName(others.map(\.resource.name))
  }
}

extension FilePath {
  var isProgram: Bool { ["app", "appex"].contains(self.extension?.lowercased() ?? "") }

  var isArchive: Bool { self.extension?.lowercased() == "ipa" || isAndroidApp }
}

extension FilePath.Component {
  /// Whether the name begins with a dot. macOS adds `._ring.caf` on file systems without extended attributes.
  var isHidden: Bool { string.utf8.first == UInt8(ascii: ".") }
}
