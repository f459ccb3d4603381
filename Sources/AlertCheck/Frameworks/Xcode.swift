internal import SoundFormat
internal import SystemPackage

/// Xcode projects. The code that reads `project.pbxproj` is in the folder `Xcode`.
///
/// What stays unknown: which files a script copies without naming them; what build rules make; build settings in
/// `.xcconfig` files; and whether the plugin ConvertAlertSounds renames a sound.
enum Xcode: Framework {
  static let descriptions = ["project.pbxproj"]
  // The size limit in bytes: several times the largest known file.
  static let byteLimit = 1 << 26

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let path = path.removingLastComponent()
    let folder = path.removingLastComponent().ownFolder
    let xcode = try XcodeProject(parsing: bytes, at: path, sounds: project.sounds, &project.budget)
    project.add(.xcode, path)
    var lookupCount = 0
    let scripts = try xcode.scripts.map { phase throws(SoundFileError) in
      (phase, script: try script(of: phase, path, &lookupCount, &project))
    }
    let leaving = xcode.settingsFiles.prefix(scriptLimit).first {
      project.bytes(of: $0)?.contains("EXCLUDED_SOURCE_FILE_NAMES") == true
    }
    for var bundle in try xcode.bundles(project.sounds, &project.budget) {
      if let leaving {
        bundle.doubts.append(
          Gap("EXCLUDED_SOURCE_FILE_NAMES in \(leaving.string) may leave it out"))
      }
      try project.budget.spend(scripts.count)
      for (phase, script) in scripts where phase.targets.contains(bundle.name) {
        guard script.removesAnySound || !script.removed.isEmpty else { continue }
        bundle.doubts.append(
          Gap(
            "the script phase \(phase.name) of \(path.string) may remove or replace it",
            about: script.removesAnySound ? nil : script.removed))
      }
      project.bundles.append(bundle)
    }
    var outside: Set<Substring> = []
    for identifier in xcode.order {
      guard let target = xcode.targets[identifier], target.product != .tests else { continue }
      outside.formUnion(target.outside.map { $0.name[...] })
      for file in target.outside where project.files.isOutsideRepository(file) {
        // Look up only a few line numbers, because each lookup takes a pass over the file.
        let line = project.missing.count < 20 ? bytes.line(of: file.name) : 1
        project.missing.append(
          Project.MissingFile(
            file: file, description: path.appending("project.pbxproj"), line: line, platform: .iOS,
            target: target.name))
      }
    }
    func add(_ reason: String, about words: Set<Substring>? = nil) {
      project.add(Gap(reason, in: folder, on: .iOS, about: words))
    }
    if !outside.isEmpty {
      add("\(path.string) lists it outside this folder; check the folder above", about: outside)
    }
    if xcode.convertsSounds {
      add("the plugin ConvertAlertSounds of \(path.string) makes sounds, perhaps under other names")
    }
    for rule in xcode.soundRules {
      add("the build rule \(rule) of \(path.string) may make the sound")
    }
    for (phase, script) in scripts {
      let name = "the script phase \(phase.name) of \(path.string)"
      if !script.words.isEmpty { add("\(name) names it", about: script.words) }
      if script.copiesAnySound { add("\(name) may copy the sound") }
    }
  }

  /// Reads the script of a phase, and the scripts that it calls.
  private static func script(
    of phase: XcodeProject.ScriptPhase, _ path: FilePath, _ lookupCount: inout Int,
    _ project: inout Project
  ) throws(SoundFileError) -> BuildScript {
    var script = BuildScript()
    for text in phase.texts {
      try project.budget.spend(text.utf8.count / 2)
      script.read(Array(text.utf8))
    }
    var index = 0
    while index < script.scripts.count, lookupCount < scriptLimit {
      defer { (index, lookupCount) = (index + 1, lookupCount + 1) }
      guard let called = path.removingLastComponent().joined(with: script.scripts[index]),
        let text = project.bytes(of: called)
      else { continue }
      try project.budget.spend(text.count / 2)
      script.read(text)
    }
    return script
  }

  /// The most files that are read because scripts name them, and the most files with build settings that are read.
  private static let scriptLimit = 50

  private static let languages: Set<SourceLanguage> = [.swift, .objectiveC]

  /// The functions of `UNNotificationSound` in Objective-C and Kotlin/Native, each with the use of its sounds.
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
        for: .callkit, with: ["CallKit", "CXProvider", "CXProviderConfiguration"]),
      // Source: Apple, `CKSubscription.NotificationInfo.soundName`.
      SoundAPI(
        languages, .value("soundName"), .iOS, as: "CKSubscription.NotificationInfo.soundName",
        with: ["CKSubscription", "CKNotificationInfo"]),
      SoundAPI(
        [.swift], .value("soundName", .directlyIn(["NotificationInfo"])), .iOS,
        as: "CKSubscription.NotificationInfo.soundName", with: ["CKSubscription"]),
      SoundAPI(
        [.swift], .value("ringtoneName", .directlyIn(["Configuration"])), .iOS,
        as: "ConversationManager's ringtoneName",
        for: .callkit, with: ["LiveCommunicationKit"]),
      // A function that Xcode's migration to Swift 4.2 added.
      SoundAPI(
        [.swift], .call("convertToUNNotificationSoundName"), .iOS, as: "UNNotificationSoundName"),
    ]
    + functions.dropFirst().map { name, use in
      SoundAPI([.swift], .call(name), .iOS, as: "UNNotificationSound.\(name)(_:)", for: use)
    }
    + functions.map { name, use in
      SoundAPI([.objectiveC], .message(name), .iOS, as: "+[UNNotificationSound \(name):]", for: use)
    }
}
