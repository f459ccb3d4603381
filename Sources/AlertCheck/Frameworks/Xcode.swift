internal import SoundFormat
internal import SystemPackage

/// Xcode projects. The folder `Xcode` has the format of `project.pbxproj`.
///
/// What stays unknown: which files a script copies, unless the script names it; what build rules make; build settings in
/// `.xcconfig` files; and whether the plugin ConvertAlertSounds renames a sound.
enum Xcode: Framework {
  static let descriptions = ["project.pbxproj"]
  // Several times the largest known file.
  static let byteLimit = 1 << 26

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let path = path.removingLastComponent()
    let folder = path.removingLastComponent().ownFolder
    let xcode = try XcodeProject(
      parsing: bytes, at: path, sounds: project.sounds, &project.budget)
    project.add(.xcode, path)
    let leaving = xcode.settingsFiles.prefix(scriptLimit).first {
      project.bytes(of: $0)?.contains("EXCLUDED_SOURCE_FILE_NAMES") == true
    }
    for var bundle in try xcode.bundles(project.sounds, &project.budget) {
      bundle.doubt = leaving.map { "EXCLUDED_SOURCE_FILE_NAMES in \($0.string) may leave it out" }
      project.bundles.append(bundle)
    }
    var outside: Set<Substring> = []
    for identifier in xcode.order {
      guard let target = xcode.targets[identifier] else { continue }
      outside.formUnion(target.outside.map { $0.name[...] })
      for file in target.outside where project.files.isOutsideRepository(file) {
        // Look up only a few lines, because each takes a pass over the file.
        let line = project.missing.count < 20 ? bytes.line(of: file.name) : 1
        project.missing.append(
          Project.MissingFile(
            file: file, description: path.appending("project.pbxproj"), line: line, platform: .iOS,
            target: target.name))
      }
    }
    var script = BuildScript()
    for text in xcode.scripts {
      try project.budget.spend(text.utf8.count / 2)
      script.read(Array(text.utf8))
    }
    // Also read the scripts that the scripts call. Each call may call more.
    for index in 0..<scriptLimit where index < script.scripts.count {
      guard let called = path.removingLastComponent().joined(with: script.scripts[index]),
        let text = project.bytes(of: called)
      else { continue }
      try project.budget.spend(text.count / 2)
      script.read(text)
    }
    let gaps: [(exists: Bool, reason: String, words: Set<Substring>?)] = [
      (
        !outside.isEmpty, "the project lists it outside this folder; check the folder above",
        outside
      ),
      (
        xcode.convertsSounds,
        "the plugin ConvertAlertSounds makes sounds, perhaps under other names", nil
      ),
      (xcode.makesSounds, "a build rule may make the sound", nil),
      (!script.words.isEmpty, "a script of the build names it", script.words),
      (script.copiesAnySound, "a script of the build may copy the sound", nil),
    ]
    for gap in gaps where gap.exists {
      project.add(Gap(reason: gap.reason, folder: folder, systems: [.iOS], words: gap.words))
    }
  }

  /// At most this many files that scripts name are looked up.
  private static let scriptLimit = 50

  private static let languages: Set<SourceLanguage> = [.swift, .objectiveC]

  /// The functions of `UNNotificationSound` in Objective-C and Kotlin/Native, and the sounds' uses.
  static let functions: [(name: Substring, use: SoundUse)] = [
    ("soundNamed", .notification), ("criticalSoundNamed", .critical),
    ("ringtoneSoundNamed", .ringtone),
  ]

  static let apis: [SoundAPI] =
    [
      SoundAPI([.swift], .call("UNNotificationSoundName"), .iOS),
      // Only the initializer with the label `named` takes a name.
      SoundAPI(
        [.swift], .call("UNNotificationSound", label: "named"), .iOS,
        as: "UNNotificationSound(named:)"),
      // iOS 4 to 10. Other types also have a property `soundName`, so the file must contain `UILocalNotification`.
      SoundAPI(
        languages, .value("soundName"), .iOS, as: "UILocalNotification.soundName",
        with: ["UILocalNotification"], taking: .path),
      SoundAPI(
        languages, .value("ringtoneSound"), .iOS, as: "CXProviderConfiguration.ringtoneSound",
        for: .callkit),
      // A function that Xcode's migration to Swift 4.2 added.
      SoundAPI(
        [.swift], .call("convertToUNNotificationSoundName"), .iOS, as: "UNNotificationSoundName"),
    ]
    + functions.dropFirst().map { name, use in
      SoundAPI([.swift], .call(name), .iOS, as: "UNNotificationSound.\(name)(_:)", for: use)
    }
    + functions.map { name, use in
      SoundAPI(
        [.objectiveC], .message(name), .iOS, as: "+[UNNotificationSound \(name):]", for: use)
    }
}
