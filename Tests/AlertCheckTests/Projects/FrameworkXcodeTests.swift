import AlertCheck
import SystemPackage
import TestSupport
import Testing

/// Tests what keeps a sound out of an app that Xcode or another tool for Swift builds, and what may put it there.
struct FrameworkXcodeTests {
  private static let swift =
    #"x.sound = UNNotificationSound(named: UNNotificationSoundName("ring.caf"))"#

  /// Returns the demo project without Flutter and with code in Swift, after a change of its target.
  private func native(_ change: (inout XcodeFixture.Target) -> Void) throws -> DemoProject {
    var project = try DemoProject()
    project.files["pubspec.yaml"] = nil
    project.files["lib/main.dart"] = nil
    project.write("ios/Runner/AppDelegate.swift", Self.swift)
    change(&project.xcode.targets[0])
    return project
  }

  private func rules(_ project: DemoProject) throws -> [String] {
    try ProjectFixture.problems(in: project).map(\.rule).filter { $0 != "note" }.sorted()
  }

  /// Source: https://github.com/swiftlang/swift-build, ResourcesTaskProducer.
  @Test(arguments: [
    ("settings = {ASSET_TAGS = (alerts, ); }", "A = b", ["membership"]),
    ("settings = {ASSET_TAGS = (alerts, ); }", "ENABLE_ON_DEMAND_RESOURCES = NO", []),
    ("settings = {ASSET_TAGS = (); }", "A = b", []),
    ("platformFilters = (macos, maccatalyst, )", "A = b", ["membership"]),
    ("platformFilter = maccatalyst", "A = b", ["membership"]),
    ("platformFilters = (ios, macos, )", "A = b", []), ("platformFilter = ios", "A = b", []),
  ])
  func tagsAndFiltersOfAFile(field: String, setting: String, expected: [String]) throws {
    let project = try native {
      $0.resourceFields = [field]
      $0.configurations = [("Release", [setting])]
    }
    #expect(try rules(project) == expected)
  }

  /// In synchronised folders, exceptions have the tags.
  @Test(arguments: [
    ("assetTagsByRelativePath = {ring.caf = (alerts, ); }", ["membership"]),
    ("assetTagsByRelativePath = {bell.caf = (alerts, ); }", []),
    ("platformFiltersByRelativePath = {ring.caf = (macos, ); }", ["membership"]),
    ("platformFiltersByRelativePath = {ring.caf = (ios, macos, ); }", []),
  ])
  func tagsAndFiltersInASynchronisedFolder(field: String, expected: [String]) throws {
    var project = try native {
      $0.resources = []
      $0.folders = ["Runner"]
    }
    project.xcode.exceptions = [XcodeFixture.Exception(in: "Runner", for: "Runner", [])]
    let text = project.xcode.text.replacing(
      "membershipExceptions = ", with: "\(field);\nmembershipExceptions = ")
    project.xcode.targets = []
    project.write("ios/Runner.xcodeproj/project.pbxproj", text)
    #expect(try rules(project) == expected)
  }

  /// Source: https://github.com/swiftlang/swift-build, BuildFileFilteringContext and Settings.
  @Test(arguments: [
    ([], [#"EXCLUDED_SOURCE_FILE_NAMES = "*.caf""#], ["membership"]),
    ([], ["EXCLUDED_SOURCE_FILE_NAMES = (a.png, ring.caf, )"], ["membership"]),
    ([], [#"EXCLUDED_SOURCE_FILE_NAMES = "a.png Runner/*""#], ["membership"]),
    ([], [#"EXCLUDED_SOURCE_FILE_NAMES = "$(SRCROOT)/Runner/ring.caf""#], ["membership"]),
    ([], [#""EXCLUDED_SOURCE_FILE_NAMES[sdk=iphoneos*]" = "*.caf""#], ["membership"]),
    ([], [#""EXCLUDED_SOURCE_FILE_NAMES[sdk=iphonesimulator*]" = "*.caf""#], []),
    ([], [#"EXCLUDED_SOURCE_FILE_NAMES = "*.wav Other/*""#], []),
    (
      [],
      [#"EXCLUDED_SOURCE_FILE_NAMES = "*.caf""#, "INCLUDED_SOURCE_FILE_NAMES = ring.caf"], []
    ),
    ([#"EXCLUDED_SOURCE_FILE_NAMES = "*.caf""#], [], ["unknown"]),
    ([], [#"EXCLUDED_SOURCE_FILE_NAMES = "$(UNUSED_FILES)""#], ["unknown"]),
    ([], [#"DEVELOPMENT_ASSET_PATHS = "\"Runner\"""#], ["membership"]),
    ([], [#"DEVELOPMENT_ASSET_PATHS = "\"Runner/Preview Content\"""#], []),
  ])
  func settingsThatLeaveFilesOut(
    debug: [String], release: [String], expected: [String]
  ) throws {
    let project = try native { $0.configurations = [("Debug", debug), ("Release", release)] }
    #expect(try rules(project) == expected)
  }

  /// Some Macs take names that differ in case for the same.
  @Test(arguments: [
    ("runner/ring.caf", ["unknown"]), ("Other/ring.caf", ["listed"]),
  ])
  func listedFiles(path: String, expected: [String]) throws {
    #expect(try rules(native { $0.resources = [.file(path)] }) == expected)
  }

  /// Source: https://github.com/CocoaPods/CocoaPods, path_list.rb.
  @Test(arguments: [
    ("assets/*.CAF", "Assets", []), ("Assets/**/*.caf", "Assets", []),
    ("Assets/**/*.caf", "Assets/a/b", []), ("**/*.caf", "Assets/a", []),
    ("Assets/**/Sounds/*.caf", "Assets/a/Sounds", []),
    ("Assets/**/Sounds/*.caf", "Assets/Sounds/old", ["membership"]),
    ("Assets/**/Sounds/*.caf", "Assets/MySounds", ["membership"]),
    ("Assets/**.caf", "Assets/Sounds", ["membership"]), ("Assets/**", "Assets", []),
    ("Assets/**", "Assets/Sounds", ["folder"]), ("Assets/{a,b}/*", "Assets/b", []),
  ])
  func patternsOfPods(pattern: String, folder: String, expected: [String]) throws {
    var project = try native { $0.resources = [] }
    project.move("ios/Runner/ring.caf", to: "ios/Kit/\(folder)/ring.caf")
    project.write("ios/Podfile", "target 'Runner' do\n  pod 'Kit', path: 'Kit'\nend\n")
    project.write(
      "ios/Kit/Kit.podspec",
      "Pod::Spec.new do |s|\n  s.name = 'Kit'\n  s.resources = '\(pattern)'\nend\n")
    #expect(try rules(project) == expected)
  }

  /// The folder around a file decides, even without a group of languages.
  @Test(arguments: [("en.lproj", ["localization"]), ("english", [])])
  func filesInALanguagesFolder(folder: String, expected: [String]) throws {
    var project = try native { $0.resources = [.file("Runner/\(folder)/ring.caf")] }
    project.move("ios/Runner/ring.caf", to: "ios/Runner/\(folder)/ring.caf")
    #expect(try rules(project) == expected)
  }

  /// Xcode 26 writes names of folders, earlier versions numbers.
  @Test(arguments: [
    ("dstSubfolder = Resources", "\"\"", []), ("dstSubfolder = Wrapper", "\"\"", []),
    ("dstSubfolder = Executables", "\"\"", []), ("dstSubfolderSpec = 7", "\"\"", []),
    ("dstSubfolder = Resources", "Tones", ["folder"]),
    ("dstSubfolder = Resources", "en.lproj", ["localization"]),
    ("dstSubfolder = Frameworks", "\"\"", ["folder"]),
    ("dstSubfolder = None", "\"\"", ["unknown"]),
    ("dstSubfolderSpec = 16", "\"$(CONTENTS_FOLDER_PATH)\"", ["unknown"]),
  ])
  func phasesThatCopyFiles(folder: String, path: String, expected: [String]) throws {
    let project = try native {
      $0.resources = []
      $0.copying = ([folder, "dstPath = \(path)"], [.file("Runner/ring.caf")])
    }
    #expect(try rules(project) == expected)
  }

  /// A setting with a condition counts in some builds only.
  @Test(arguments: [
    ([#""EXCLUDED_SOURCE_FILE_NAMES[config=Release]" = "*.caf""#], ["unknown"]),
    ([#""EXCLUDED_SOURCE_FILE_NAMES[arch=arm64]" = "*.caf""#], ["unknown"]),
    ([#""EXCLUDED_SOURCE_FILE_NAMES[sdk=iphoneos*][arch=arm64]" = "*.caf""#], ["unknown"]),
    ([#""EXCLUDED_SOURCE_FILE_NAMES[sdk=*]" = "*.caf""#], ["membership"]),
    ([#""EXCLUDED_SOURCE_FILE_NAMES[config=Release]" = "*.wav""#], []),
    ([#""EXCLUDED_SOURCE_FILE_NAMES[sdk=macosx*]" = "*.caf""#], []),
    ([#""EXCLUDED_SOURCE_FILE_NAMES[sdk=iphonesimulator*][arch=x86_64]" = "*.caf""#], []),
    (
      [
        #"EXCLUDED_SOURCE_FILE_NAMES = "*.caf""#,
        #""INCLUDED_SOURCE_FILE_NAMES[arch=arm64]" = ring.caf"#,
      ], ["unknown"]
    ),
  ])
  func settingsWithConditions(settings: [String], expected: [String]) throws {
    #expect(try rules(native { $0.configurations = [("Release", settings)] }) == expected)
  }

  /// A script may also remove a sound that the target has.
  @Test(arguments: [
    ("rm '$APP/ring.caf'", "", ["unknown"]), ("rm '$APP/bell.caf'", "", []),
    ("rm -f '$APP'/*.caf", "", ["unknown"]), ("rm -rf '$APP'/*", "", ["unknown"]),
    ("mv '$APP/ring.caf' '$APP/old.caf'", "", ["unknown"]),
    ("find '$APP' -name '*.caf' -delete", "", ["unknown"]),
    ("find '$APP' -name '*.caf' -exec rm {} +", "", ["unknown"]),
    ("find '$APP' -name '*.caf' | xargs rm", "", ["unknown"]),
    ("for f in '$APP'/*.caf; do rm '$f'; done", "", ["unknown"]),
    ("cp other.caf '$APP/ring.caf'", "", ["unknown"]), ("cp other.caf '$APP/bell.caf'", "", []),
    ("sh tools/make.sh", "rm '$1/ring.caf'", ["unknown"]),
    ("sh tools/make.sh", "rm '$1/notes.txt'", []),
    ("python3 tools/make.py", "os.remove(app + '/ring.caf')", ["unknown"]),
    ("rm -rf '$APP/Frameworks/Old.framework'", "", []), ("rm -rf '${TARGET_TEMP_DIR}'", "", []),
    ("find '$APP' -name '*.md' -delete", "", []), ("echo rm ring.caf", "", []),
  ])
  func scriptsThatMayRemoveSounds(script: String, file: String, expected: [String]) throws {
    var project = try native { $0.script = script }
    project.write("ios/tools/make.sh", file)
    project.write("ios/tools/make.py", file)
    #expect(try rules(project) == expected)
  }

  /// The reason names what can't be read, and its file.
  @Test func reasonsNameTheirFiles() throws {
    func reason(_ change: (inout XcodeFixture.Target) -> Void) throws -> String? {
      try ProjectFixture.problems(in: native(change)).first { $0.rule == "unknown" }?.text
    }
    #expect(
      try reason {
        $0.resources = []
        $0.script = "cp Sounds/* out"
      } == "the script phase Run Script of ios/Runner.xcodeproj may copy the sound")
    #expect(
      try reason { $0.script = "rm *.caf" }
        == "the script phase Run Script of ios/Runner.xcodeproj may remove or replace it")
    #expect(
      try reason {
        $0.resources = []
        $0.ruleFields = [
          "name = Tones", "filePatterns = \"*.mid\"", "outputFiles = (\"$(A).caf\", )",
        ]
      } == "the build rule Tones of ios/Runner.xcodeproj may make the sound")
  }

  @Test(arguments: [
    ("cp -R Sounds out", "", ["unknown"]), ("cp Sounds/*.caf out", "", ["unknown"]),
    ("if true; then rsync -a '$SRCROOT/Sounds/' out; fi", "", ["unknown"]),
    ("find . -name '*.caf' -exec cp {} out +", "", ["unknown"]),
    ("for f in Sounds/*; do cp $f out; done", "", ["unknown"]),
    ("'$SRCROOT/tools/make.sh'", "mv Sounds/* out", ["unknown"]),
    ("'$SRCROOT/tools/make.sh'", "sh tools/make.sh\ncp ring.caf out", ["unknown"]),
    ("python3 tools/make.py", "import shutil\n", ["unknown"]),
    ("cp Info.plist out", "", ["membership"]), ("cp Fonts/*.ttf out", "", ["membership"]),
    ("echo ring.caf; printf ring.caf", "", ["membership"]),
    ("pod install", "", ["membership"]), ("'$SRCROOT/tools/make.sh'", "", ["membership"]),
    ("'$PODS_ROOT/tools/make.sh'", "cp Sounds/* out", ["membership"]),
    ("'$SRCROOT/tools/make.sh'", "cp Info.plist out", ["membership"]),
  ])
  func scriptsThatMayCopySounds(script: String, file: String, expected: [String]) throws {
    var project = try native {
      $0.resources = []
      $0.script = script
    }
    project.write("ios/tools/make.sh", file)
    project.write("ios/tools/make.py", file)
    #expect(try rules(project) == expected)
  }

  /// The second outcome is that for a target that doesn't list the sound.
  @Test(arguments: [
    (["fileType = pattern.proxy", "filePatterns = \"*.caf\""], ["unknown"], ["unknown"]),
    (["fileType = audio"], ["unknown"], ["unknown"]),
    (["fileType = pattern.proxy", "filePatterns = \"*.mid\""], [], ["membership"]),
    (
      ["fileType = pattern.proxy", "filePatterns = \"*.mid\"", "outputFiles = (\"$(A).caf\", )"],
      [], ["unknown"]
    ),
  ])
  func buildRules(fields: [String], listed: [String], unlisted: [String]) throws {
    #expect(try rules(native { $0.ruleFields = fields }) == listed)
    let project = try native {
      $0.ruleFields = fields
      $0.resources = []
    }
    #expect(try rules(project) == unlisted)
  }

  /// Only code of an app for phones is checked.
  @Test(arguments: [
    ("appletvos", "A = b", ["unknown"]), ("xros", "A = b", ["unknown"]),
    ("auto", "SUPPORTED_PLATFORMS = \"xros xrsimulator\"", ["unknown"]),
    ("auto", "SUPPORTED_PLATFORMS = \"iphoneos iphonesimulator xros\"", []),
    ("auto", "A = b", []), ("iphoneos", "A = b", []),
  ])
  func appsForOtherSystems(sdk: String, setting: String, expected: [String]) throws {
    var project = try native {
      $0.sdk = sdk
      $0.configurations = [("Release", [setting])]
    }
    #expect(try rules(project).filter { $0 != "left-out" } == expected)
    // Another target is for phones, and doesn't compile the code.
    var other = XcodeFixture.Target("Other")
    other.resources = [.file("Runner/ring.caf")]
    project.xcode.targets.append(other)
    #expect(try rules(project).filter { $0 != "requested" } == expected)
  }

  /// A project that can't be read may leave out what is on disk, so no sound plays for certain.
  @Test(arguments: [
    ("ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 2022.3.1f1\n"),
    ("src-tauri/tauri.conf.json", "{}"), ("src-tauri/Tauri.toml", "[build]\n"),
    ("Project.swift", "import ProjectDescription\nlet project = Project(name: \"A\")\n"),
    ("project.yml", "name: A\ntargets:\n  A:\n    type: application\n"),
    ("project.yaml", "name: A\ntargets:\n  A:\n    type: application\n"),
    ("xcodegen.yml", "name: A\ntargets:\n  A:\n    type: application\n"),
    ("MODULE.bazel", "bazel_dep(name = \"rules_apple\", version = \"1\")\n"),
    ("WORKSPACE", "load(\"@build_bazel_rules_apple//a\", \"b\")\n"),
    ("App/BUILD.bazel", "ios_application(name = \"App\")\n"),
  ])
  func projectsOfUnreadTools(path: String, text: String) throws {
    var project = try native { _ in }
    project.xcode.targets = []
    project.files["android/app/build.gradle"] = nil
    project.files["ios/Runner/AppDelegate.swift"] = nil
    let folder = path.hasPrefix("App/") ? "App/" : ""
    project.write("\(folder)Main.swift", Self.swift)
    project.write(
      "\(folder)Main.kt",
      "m.createNotificationChannel(NotificationChannel(a, b, IMPORTANCE_HIGH).apply {"
        + " setSound(Uri.parse(\"android.resource://\" + name + \"/raw/ring\"), x) })\n")
    project.write(path, text)
    #expect(try rules(project) == ["unknown", "unknown"])
    // Without the texts that show what the tool builds, Android's resources are an app's.
    guard !path.hasPrefix("src-tauri") else { return }
    project.write(path, "\n")
    #expect(try rules(project) == ["unknown"])
  }

  /// An app that can be read, and whose folder isn't the other project's, keeps its outcomes.
  @Test func otherProjectsBesideAnUnreadOne() throws {
    var project = try native { $0.resources = [] }
    project.write("game/ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 6000.0\n")
    project.write("vendored/MODULE.bazel", "module(name = \"a\")\n")
    #expect(try rules(project) == ["membership"])
    project.write("game/Assets/Api.cs", "var a = new { ios_sound = \"gone.caf\" };")
    #expect(try rules(project) == ["membership", "unknown"])
  }

  /// xtool puts the sounds of `xtool.yml` at the top of the app, and those of the package into a bundle.
  @Test(
    arguments: [
      ("version: 1\nresources:\n- Sounds/ring.caf\n", []),
      ("version: 1\nresources:\n  - \"Sounds/ring.caf\" # the bell\nproduct: Bell\n", []),
      ("version: 1\nresources:\n- Sounds\n", ["bundle"]), ("version: 1\n", ["bundle"]),
      ("extensions:\n- product: A\n  resources:\n  - Sounds/ring.caf\n", ["bundle"]),
      (nil, ["unknown"]),
    ] as [(String?, [String])])
  func xtool(description: String?, expected: [String]) throws {
    var project = try DemoProject()
    project.files = [
      "Sounds/ring.caf": try #require(project.files["ios/Runner/ring.caf"])
    ]
    project.xcode.targets = []
    project.write("Sources/Bell/Main.swift", Self.swift)
    project.write(
      "Package.swift",
      """
      let package = Package(
        name: "Bell",
        targets: [.target(name: "Bell", path: ".", resources: [.process("Sounds")])])
      """)
    if let description { project.write("xtool.yml", description) }
    #expect(try rules(project) == expected)
  }
}
