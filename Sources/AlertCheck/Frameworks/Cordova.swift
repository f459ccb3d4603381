internal import SoundFormat
internal import SystemPackage

/// Cordova apps. What stays unknown: the files that hooks and the repository's own plugins add.
enum Cordova: Framework {
  static let descriptions = ["config.xml", "plugin.xml"]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let folder = path.removingLastComponent()
    if path.name == "plugin.xml" {
      if bytes.contains("<resource-file") {
        project.add(Gap("the plugin of \(path.string) may add the sound"))
      }
      return
    }
    let resources = CordovaResources(parsing: bytes)
    // Some Capacitor apps keep the file of an earlier Cordova app.
    let capacitor = ["ts", "json", "js"].map { "capacitor.config.\($0)" }
    guard resources.isCordova, project.firstFile(named: capacitor, in: folder) == nil else {
      return
    }
    project.add(.cordova, path)
    let hooks = folder.appending("hooks")
    try project.budget.spend(project.files.sources.count)
    if resources.runsHooks || project.files.sources.contains(where: { $0.path.starts(with: hooks) })
    {
      project.add(Gap("a hook of \(path.string) may add the sound", in: folder))
    }
    var bundle = PlannedBundle(project.appName(in: folder), .app, madeBy: (.cordova, path))
    for resource in resources.resources {
      guard let source = folder.joined(with: resource.source), source.isSound else {
        continue
      }
      guard project.sounds.inside(source).first == source else {
        project.missing.append(
          Project.MissingFile(
            file: source, description: path, line: resource.line, platform: resource.platform))
        continue
      }
      // Cordova reads a target as a relative path, even if the target begins with a slash.
      let target = FilePath(root: nil, FilePath(resource.target).components).lexicallyNormalized()
      switch resource.platform {
      case .iOS: try bundle.add(source, at: FilePath(target.name), &project.budget)
      case .android:
        let res: FilePath = resources.putsResourcesBeside ? "res" : "app/src/main/res"
        guard target.isRawResource, target.removingLastComponent().removingLastComponent() == res
        else { continue }
        project.rawSounds.append(
          Project.RawSound(
            folder: target.removingLastComponent(), path: source, fileName: target.name))
      }
    }
    for path in project.sounds.inside(folder.appending("www")) {
      try bundle.add(path, at: path.inside(folder), &project.budget)
    }
    project.bundles.append(bundle)
  }

  static let apis = [
    SoundAPI(
      [.javaScript], .value("sound", .anywhereIn(["local.schedule", "local.update"])), .iOS,
      .android, taking: .cordova, onAndroid: .channelDecides),
    SoundAPI(
      [.javaScript], .value("sound", .anywhereIn(["schedule", "update"])), .iOS, .android,
      in: [.ionic, .awesomeCordova], taking: .cordova, onAndroid: .channelDecides),
  ]
}

/// The files that a Cordova app's `config.xml` puts into the native apps.
///
/// On iOS, Cordova adds each file to the Xcode project, whose build copies the file to the top of the app. On Android,
/// a target is relative to `platforms/android`; the resources are in `app/src/main/res`, or before version 7, in `res`.
///
/// Sources: Cordova, "Config.xml", `resource-file`; https://github.com/apache/cordova-android, prepare.js,
/// `updateFileResources`, and RELEASENOTES.md, 7.0.0.
struct CordovaResources: Equatable, Sendable {
  /// A file for one system.
  struct Resource: Equatable, Sendable {
    let platform: CodeRequest.Platform
    /// The file's path, relative to `config.xml`.
    let source: String
    let target: String
    let line: Int
  }

  private(set) var resources: [Resource] = []
  private(set) var isCordova = false
  /// Whether the app is for cordova-android 6 or earlier.
  private(set) var putsResourcesBeside = false
  /// Whether the build runs scripts, which may add files.
  private(set) var runsHooks = false

  init(parsing bytes: [UInt8]) {
    for tag in XMLTags(bytes) {
      // Recognise Cordova by tags that Capacitor's config.xml lacks.
      if tag.name == "widget" && tag.attributes["id"] != nil || tag.name == "content" {
        isCordova = true
      }
      if tag.name == "hook" { runsHooks = true }
      if tag.name == "engine", tag.attributes["name"] == "android",
        let major = tag.attributes["spec"]?.drop(while: { !$0.isNumber }).prefix(while: \.isNumber)
      {
        putsResourcesBeside = Int(major).map { $0 < 7 } ?? false
      }
      guard tag.name == "resource-file", let source = tag.attributes["src"] else { continue }
      let names = tag.parents.filter { $0.name == "platform" }.compactMap { $0.attributes["name"] }
      for platform in CodeRequest.Platform.allCases
      where names.isEmpty || names.contains(platform.rawValue) {
        resources.append(
          Resource(
            platform: platform, source: source,
            target: tag.attributes["target"] ?? source, line: tag.line))
      }
    }
  }
}
