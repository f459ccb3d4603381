internal import SoundFormat
internal import SystemPackage

/// NativeScript makes an Xcode project, adds what is at the top of `App_Resources/iOS` to the project, and builds
/// `App_Resources/Android` as a module.
///
/// Source: the code of NativeScript's CLI, ios-project-service.ts, `prepareProject`.
enum NativeScript: Framework {
  static let descriptions = ["App_Resources/iOS/"]

  static func read(
    _: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    project.add(.nativeScript, path)
    var bundle = PlannedBundle(
      project.appName(in: path.removingLastComponent().removingLastComponent()), .app,
      madeBy: (.nativeScript, path))
    for sound in project.sounds.inside(path) {
      try bundle.add(sound, at: sound.inside(path), &project.budget)
    }
    project.bundles.append(bundle)
  }

  static let apis = [
    SoundAPI(
      [.javaScript], .value("sound", .anywhereIn(["schedule"])), .iOS, .android,
      takesFileName: false, in: [.nativeScript]),
    // This package gives its channel no sound. Source:
    // https://github.com/EddyVerbruggen/nativescript-local-notifications, Builder.java.
    SoundAPI(
      [.javaScript], .value("sound", .anywhereIn(["schedule"])), .iOS, .android,
      takesFileName: false, in: [.oldNativeScript], onAndroid: .channelDecides),
  ]
}
