internal import SystemPackage

/// A module that Gradle builds for Android, as far as its `build.gradle` states it.
struct GradleModule: Hashable, Sendable {
  /// The module's folder.
  let folder: FilePath
  /// Whether it is an app, and not a library.
  let isApp: Bool
  /// Whether the build removes unused resources; nil if the file doesn't say.
  let shrinksResources: Bool?
  /// Whether the build script names the folder of raw resources, so that it may make some.
  let namesRawResources: Bool

  /// Reads a `build.gradle` or a `build.gradle.kts`.
  ///
  /// - Returns: nil if the module isn't for Android.
  init?(parsing bytes: [UInt8], in folder: FilePath) {
    guard bytes.contains("com.android.") || bytes.contains("android {") else { return nil }
    self.folder = folder
    isApp = bytes.contains("com.android.application") || bytes.contains("applicationId")
    shrinksResources = AndroidModule.statedShrinking(in: String(decoding: bytes, as: UTF8.self))
    namesRawResources = bytes.contains("res/raw")
  }
}
