internal import SoundFormat
package import SystemPackage

/// An Android module that Gradle builds, with facts from its `build.gradle`.
struct GradleModule: Equatable, Sendable {
  let folder: FilePath
  let isApp: Bool
  /// Whether the module is a dynamic feature: phones may load such a module later than the app.
  let isFeature: Bool
  /// Whether the build may leave the module's resources out. Source: Android developers, "Set up the Android Gradle
  /// Library Plugin for KMP", and `LibraryBuildFeatures.androidResources`.
  let mayLackResources: Bool
  let script: GradleScript
  /// The folders of the apps that surely have this module.
  var apps: Set<FilePath> = []
  /// Why the check finds no app with this module, in words. Nil if an app has it, or if the Gradle build has no app.
  var absence: String?

  /// Reads a `build.gradle` or a `build.gradle.kts`.
  ///
  /// - Returns: nil if the module isn't for Android.
  init?(parsing bytes: [UInt8], in folder: FilePath) {
    script = GradleScript(parsing: bytes)
    let plugins = script.plugins.map { $0.lowercased() }
    guard bytes.contains("android {") || plugins.contains(where: { $0.contains("android") }) else {
      return nil
    }
    self.folder = folder
    // Also accept plugins whose authors aren't Google, with names such as `acme.android.application`.
    isApp =
      plugins.contains { $0.hasSuffix("application") && $0.contains("android") }
      || bytes.contains("applicationId")
    isFeature = plugins.contains("com.android.dynamic-feature")
    let isOff = plugins.contains { $0.hasSuffix("kotlin.multiplatform.library") }
    mayLackResources = !(script.hasResources ?? !isOff)
  }

  /// Whether other apps have this module, and the given app doesn't.
  func isOnlyForAppsOther(than app: GradleModule) -> Bool {
    !apps.isEmpty && !apps.contains(app.folder)
  }
}

extension GradleModule {
  /// The most folders above `res` that are searched. Above `android/app/src/main/res`, the third folder has the
  /// module's `build.gradle`, and the fifth has a Flutter app's `pubspec.yaml`.
  private static let depthLimit = 6

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
      var files = SmallFiles(in: folder)
      // Take the lowest build file, which is the module's. Build files in higher folders are for all modules.
      module = module ?? files.bytes(of: "build.gradle") ?? files.bytes(of: "build.gradle.kts")
      if let pubspec = files.bytes(of: "pubspec.yaml") {
        isFlutterApp = pubspec.contains("flutter")
        break
      }
    }
    // If the module says nothing, use Flutter's default: Flutter's Gradle plugin shrinks release builds.
    return module.flatMap { GradleScript(parsing: $0).shrinksResources } ?? isFlutterApp
  }
}

extension AndroidOutput {
  /// The XML that makes resource shrinking keep sounds.
  package struct Keeping: Equatable, Sendable {
    /// The XML file to write or to extend.
    package let file: FilePath
    /// Whether the file exists. An existing file may already list resources to keep.
    package let exists: Bool
    /// The value of the attribute `tools:keep`. If the file exists, add this value to the file's list.
    package let list: String

    package var content: String { KeptResources.xml(keeping: list) }
  }

  /// Returns the XML that makes the app's release builds keep sounds. Nil if the builds keep the sounds already, or if
  /// the folder isn't in an Android module.
  ///
  /// - Parameter names: The names of sounds in the folder.
  package func keeping(_ names: [AndroidSoundName]) -> Keeping? {
    let folder = folder.real
    let resources = folder.removingLastComponent()
    guard folder.isRawFolder, !names.isEmpty, GradleModule.shrinks(resFolder: resources) else {
      return nil
    }
    let kept = KeptResources(resFolder: try? AnchoredFolder(resources))
    let missing = Set(names.map(\.name)).filter { !kept.keeps($0) }
    guard !missing.isEmpty else { return nil }
    let list = KeptResources.list(of: Array(missing))
    let file = self.folder.appending("keep.xml")
    let exists = (try? file.stat(followTargetSymlink: false)) != nil
    return Keeping(file: file, exists: exists, list: list)
  }
}
