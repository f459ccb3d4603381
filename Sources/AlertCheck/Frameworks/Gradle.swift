internal import SoundFormat
internal import SystemPackage

/// Android modules that Gradle builds. The folder `Android` has the rules for raw resources.
enum Gradle: Framework {
  static let descriptions = ["build.gradle", "build.gradle.kts"]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let folder = path.removingLastComponent()
    guard let module = GradleModule(parsing: bytes, in: folder) else { return }
    var shrinks = module.shrinksResources
    // In Expo's template, `build.gradle` takes the value from a property in `gradle.properties`.
    if shrinks == nil, bytes.contains("enableShrinkResourcesInReleaseBuilds") {
      let file = folder.removingLastComponent().appending("gradle.properties")
      let properties = project.bytes(of: file) ?? []
      if properties.contains("android.enableShrinkResourcesInReleaseBuilds=true") { shrinks = true }
    }
    project.modules.append(module)
    project.shrinksResources[folder] = shrinks
    if module.namesRawResources {
      project.add(Gap(reason: Gap.unreadable, folder: folder.ownFolder, systems: [.android]))
    }
    if module.isApp { project.add(.android, folder) }
  }

  static let apis = [
    SoundAPI([.kotlin, .java, .dart], .address, .android, takesFileName: false)
  ]
}
