internal import SoundFormat
package import SystemPackage

/// An Android module that Gradle builds, with facts from its `build.gradle`.
struct GradleModule: Hashable, Sendable {
  let folder: FilePath
  /// Whether the module is an app, and not a library.
  let isApp: Bool
  /// Whether the module is a part of an app that phones may load later.
  let isFeature: Bool
  let script: GradleScript
  /// Whether the build removes unused resources; nil if the file doesn't say.
  var shrinksResources: Bool?
  /// Whether the build script names the folder `res/raw`. Such a script may add raw resources.
  let namesRawResources: Bool

  /// Reads a `build.gradle` or a `build.gradle.kts`.
  ///
  /// - Returns: nil if the module isn't for Android.
  init?(parsing bytes: [UInt8], in folder: FilePath) {
    guard bytes.contains("com.android.") || bytes.contains("android {") else { return nil }
    self.folder = folder
    isApp = bytes.contains("com.android.application") || bytes.contains("applicationId")
    isFeature = bytes.contains("com.android.dynamic-feature")
    script = GradleScript(parsing: bytes)
    shrinksResources = Self.statedShrinking(in: bytes)
    namesRawResources = bytes.contains("res/raw")
  }

  /// The property that shrinks resources, in Groovy and in Kotlin, and its setter.
  private static let shrinkingNames: Set<Substring> = [
    "shrinkResources", "isShrinkResources", "setShrinkResources",
  ]

  /// Returns whether a build script's builds shrink resources; nil if the script doesn't say.
  ///
  /// A script may write `shrinkResources true` in Groovy, `isShrinkResources = true` in Kotlin, or a call in either:
  /// `shrinkResources(true)`, `isShrinkResources.set(true)`. The value may be a variable that the script sets.
  /// The result is true if at least one build type shrinks resources.
  static func statedShrinking(in script: [UInt8]) -> Bool? {
    let tokens = SourceTokens(of: script, in: .gradle)
    var stated: Bool?
    var variables: [Substring: Bool] = [:]
    func truth(at index: Int) -> Bool? {
      let word = tokens.word(at: index)
      return word == "true" ? true : word == "false" ? false : nil
    }
    for index in tokens.tokens.indices {
      guard let word = tokens.word(at: index) else { continue }
      if let truth = truth(at: index), tokens.isSign("=", at: index - 1),
        let name = tokens.word(at: index - 2)
      {
        variables[name] = truth
      }
      guard shrinkingNames.contains(word) else { continue }
      var value = index + 1
      if tokens.isSign(".", at: value), tokens.word(at: value + 1) == "set" { value += 2 }
      if tokens.isSign("=", at: value) || tokens.isSign("(", at: value) { value += 1 }
      switch truth(at: value) ?? tokens.word(at: value).flatMap({ variables[$0] }) {
      case true?: return true
      case false?: stated = false
      case nil: continue
      }
    }
    return stated
  }
}

extension GradleModule {
  /// At most this many folders above `res` are searched. Above `android/app/src/main/res`, the third folder has the
  /// module's `build.gradle`, and the fifth has a Flutter app's `pubspec.yaml`.
  private static let depthLimit = 6
  /// The largest file that is read, in bytes. People write these files by hand, so they are small.
  private static let byteLimit = 1 << 20

  /// Returns whether release builds remove unused resources from a folder. The build files above the folder decide.
  ///
  /// Build files that are links are ignored.
  ///
  /// - Parameter folder: The folder `res` of an Android module.
  static func shrinks(resFolder folder: FilePath) -> Bool {
    var place = folder.real
    var module: [UInt8]?
    var isFlutterApp = false
    for _ in 0..<depthLimit {
      guard place.removeLastComponent(), let folder = try? AnchoredFolder(place) else { break }
      // Take the lowest build file, which is the module's. Build files in higher folders are for all modules.
      module =
        module ?? contents(of: "build.gradle", in: folder)
        ?? contents(of: "build.gradle.kts", in: folder)
      if let pubspec = contents(of: "pubspec.yaml", in: folder) {
        isFlutterApp = pubspec.contains("flutter")
        break
      }
    }
    // If the module says nothing, use Flutter's default: its Gradle plugin shrinks release builds.
    return module.flatMap(statedShrinking) ?? isFlutterApp
  }

  private static func contents(of name: FilePath, in folder: AnchoredFolder) -> [UInt8]? {
    guard let file = try? folder.file(at: name), file.byteCount <= byteLimit else { return nil }
    return try? file.bytes(at: 0, count: file.byteCount)
  }
}

extension AndroidOutput {
  /// The XML that makes resource shrinking keep sounds.
  package struct Keeping: Hashable, Sendable {
    /// The XML file to write or to extend.
    package let file: FilePath
    /// Whether the file exists, perhaps with other resources in its list.
    package let exists: Bool
    /// The value of the attribute `tools:keep`. If the file exists, add this value to the file's list.
    package let list: String

    package var content: String { KeptResources.xml(keeping: list) }
  }

  /// Returns the XML that makes the app's release builds keep sounds; nil if they keep the sounds already, or if the
  /// folder isn't in an Android module.
  ///
  /// - Parameter names: The sounds in the folder.
  package func keeping(_ names: [AndroidSoundName]) -> Keeping? {
    let folder = folder.real
    guard let name = folder.lastComponent?.string, name == "raw" || name.hasPrefix("raw-") else {
      return nil
    }
    let resources = folder.removingLastComponent()
    guard !names.isEmpty, GradleModule.shrinks(resFolder: resources) else { return nil }
    let kept = KeptResources(resFolder: try? AnchoredFolder(resources))
    let missing = Set(names.map(\.name)).filter { !kept.keeps($0) }
    guard !missing.isEmpty else { return nil }
    let list = KeptResources.list(of: Array(missing))
    let file = self.folder.appending("keep.xml")
    let exists = (try? file.stat(followTargetSymlink: false)) != nil
    return Keeping(file: file, exists: exists, list: list)
  }
}
