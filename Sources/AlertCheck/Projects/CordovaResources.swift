internal import SystemPackage

/// The files that a Cordova app's `config.xml` puts into the native apps.
///
/// On iOS, Cordova adds each file to the Xcode project, and the build puts the file at the top of the app.
/// Source: Cordova, "Config.xml", `resource-file`.
struct CordovaResources: Hashable, Sendable {
  /// A file for one system.
  struct Resource: Hashable, Sendable {
    let platform: CodeRequest.Platform
    /// The file's path, relative to `config.xml`.
    let source: String
    let target: String
    let line: Int
  }

  private(set) var resources: [Resource] = []
  private(set) var isCordova = false
  /// Whether the build runs scripts, which may add files.
  private(set) var runsHooks = false

  init(parsing bytes: [UInt8]) {
    for tag in XMLTags(bytes) {
      // Recognise Cordova by tags that Capacitor's config.xml lacks.
      if tag.name == "widget" && tag.attributes["id"] != nil || tag.name == "content" {
        isCordova = true
      }
      if tag.name == "hook" { runsHooks = true }
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
