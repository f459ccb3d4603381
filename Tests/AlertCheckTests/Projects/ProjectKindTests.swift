import AlertCheck
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// Tests kinds of projects, and facts that a check can't know about them.
struct ProjectKindTests {
  private static let swift =
    #"x.sound = UNNotificationSound(named: UNNotificationSoundName("ring.caf"))"#

  /// A project without Flutter, with code in Swift.
  private func native() throws -> DemoProject {
    var project = try DemoProject()
    project.files["pubspec.yaml"] = nil
    project.files["lib/main.dart"] = nil
    project.write("ios/Runner/AppDelegate.swift", Self.swift)
    return project
  }

  private func rules(_ project: DemoProject) throws -> [String] {
    try ProjectFixture.problems(in: project).map(\.rule).sorted()
  }

  @Test func cordovaPutsResourceFilesAtTheTop() throws {
    var project = try DemoProject()
    let (caf, wav) = (
      project.files["ios/Runner/ring.caf"], project.files.first { $0.key.hasSuffix("wav") }
    )
    project.files = [
      "sounds/a b.caf": try #require(caf), "sounds/Ring Tone.wav": try #require(wav).value,
    ]
    project.xcode.targets = []
    project.write(
      "config.xml",
      """
      <widget id="com.example.demo">
        <platform name="ios"><resource-file src="sounds/a b.caf" target="ring.caf" /></platform>
        <platform name="android">
          <resource-file src="sounds/Ring Tone.wav" target="app/src/main/res/raw/ring.wav" />
        </platform>
      </widget>
      """)
    // The second line is only for Android.
    project.write(
      "www/index.js",
      "f({ ios_sound: 'ring.caf' });\nif (device.platform === 'Android')"
        + " cordova.plugins.notification.local.schedule({ sound: 'res://ring' });")
    // Android plays the channel's sound.
    #expect(try rules(project) == ["unknown"])
    project.replace("target=\"ring.caf\"", by: "target=\"bell.caf\"", in: "config.xml")
    // Nothing requests the file under its new name.
    #expect(try rules(project) == ["present", "requested", "unknown"])
    // With a hook, the outcome is unknown, because the hook may add the file.
    project.replace(
      "<platform name=\"ios\">", by: "<hook src=\"a.js\" /><platform name=\"ios\">",
      in: "config.xml")
    #expect(try rules(project) == ["requested", "unknown", "unknown"])
    project.files["sounds/a b.caf"] = nil
    let problems = try ProjectFixture.problems(in: project)
    #expect(problems.contains { $0.rule == "listed" && $0.text.contains("config.xml:2") })
  }

  /// Cordova's plugin looks up `file://` in `www`. Reports differ on whether iOS finds a path.
  @Test func cordovaPlaysFilesInItsOwnFolder() throws {
    var project = try DemoProject()
    project.files = [
      "app/www/a.caf": try #require(project.files["ios/Runner/ring.caf"])
    ]
    project.xcode.targets = []
    project.write("app/config.xml", "<widget id=\"com.example.demo\" />")
    project.write(
      "app/www/index.js", "cordova.plugins.notification.local.schedule({ sound: 'file://a.caf' });")
    // The second is about Android, which plays no CAF for certain.
    #expect(try rules(project) == ["android-format", "plain-name"])
    let problems = try ProjectFixture.problems(in: project)
    #expect(
      problems.contains {
        $0.text.hasSuffix(
          "add <resource-file src=\"www/a.caf\" target=\"a.caf\" /> for ios to app/config.xml,"
            + " for android with the target app/src/main/res/raw/a.caf, and ask for res://a.caf")
      }, "\(problems.map(\.text))")
    project.replace("a.caf'", by: "b.caf'", in: "app/www/index.js")
    let written = try ProjectFixture.findings(in: project).compactMap {
      if case .request(let request) = $0 { request.first.writtenName } else { nil }
    }
    #expect(written == ["file://b.caf", "file://b.caf"])
  }

  @Test func nativeScriptCopiesItsResources() throws {
    var project = try DemoProject()
    let (caf, wav) = (
      project.files["ios/Runner/ring.caf"], project.files.first { $0.key.hasSuffix("wav") }
    )
    let raw = "App_Resources/Android/src/main/res/raw"
    project.files = [
      "App_Resources/iOS/ring.caf": try #require(caf), "\(raw)/ring.wav": try #require(wav).value,
    ]
    project.xcode.targets = []
    project.write(
      "app/a.ts",
      "import { LocalNotifications } from '@nativescript/local-notifications';\n"
        + "LocalNotifications.schedule([{ sound: isIOS ? 'ring.caf' : 'ring' }]);")
    #expect(try rules(project) == [])
    project.move("App_Resources/iOS/ring.caf", to: "App_Resources/iOS/Sounds/ring.caf")
    #expect(try rules(project) == ["folder"])
    project.move("App_Resources/iOS/Sounds/ring.caf", to: "app/ring.caf")
    project.write("App_Resources/iOS/Info.plist", "")
    let problems = try ProjectFixture.problems(in: project)
    #expect(problems.map(\.rule) == ["membership"])
    #expect(problems[0].text.hasSuffix("put ring.caf into App_Resources/iOS"))
  }

  @Test func dotNetTakesItsResources() throws {
    var project = try DemoProject()
    project.files = ["App/Resources/ring.caf": try #require(project.files["ios/Runner/ring.caf"])]
    project.xcode.targets = []
    project.write(
      "App/App.csproj",
      "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType>"
        + "<TargetFramework>net9.0-ios</TargetFramework></PropertyGroup></Project>")
    project.write("App/Main.cs", #"UNNotificationSound.GetSound("ring.caf");"#)
    #expect(try rules(project) == [])
    project.move("App/Resources/ring.caf", to: "App/Resources/Sounds/ring.caf")
    #expect(try rules(project) == ["folder"])
  }

  /// A line for both systems, in a project with the app of one system, is about that app.
  @Test func requestsForTheOtherSystem() throws {
    var project = try DemoProject()
    project.files = project.files.filter { !$0.key.hasPrefix("ios/") }
    project.xcode.targets = []
    project.write("lib/main.dart", "NotificationChannel(soundSource: 'resource://raw/ring')")
    #expect(try rules(project) == [])
    project.write("lib/main.dart", "DarwinNotificationDetails(sound: 'ring.caf')")
    #expect(try rules(project).contains("unknown"))
  }

  /// A file that isn't audio, wherever it is, isn't passed over.
  @Test func filesThatAreNotAudio() throws {
    var project = try DemoProject()
    project.write("assets/later.wav", "placeholder\n")
    var problems = try ProjectFixture.problems(in: project)
    #expect(problems.map(\.rule) == ["android-audio"])
    project.write("assets/later.wav", "\n\n  <!DOCTYPE html><title>Not found</title>")
    problems = try ProjectFixture.problems(in: project)
    #expect(problems.count == 1 && problems[0].text.contains("web page"), "\(problems)")
    let sounds = try ProjectFixture.findings(in: project).compactMap {
      if case .sound(let sound) = $0 { sound.isCertain } else { nil }
    }
    #expect(sounds.count { !$0 } == 1)
  }

  /// React Native bundles `a.ios.js` only for iOS. A name that only Android asks for isn't missing there.
  @Test(arguments: [
    ("a.js", ["android-present", "present", "present"]), ("a.ios.js", ["present", "present"]),
    ("a.android.tsx", ["android-present"]),
    ("a.native.js", ["android-present", "present", "present"]),
  ])
  func filesForOneSystem(name: String, expected: [String]) throws {
    var project = try DemoProject()
    project.write(
      name,
      "import P from 'react-native-push-notification';\nP.localNotification({ soundName: 'gone.mp3' });\n"
        + "if (Platform.OS === 'ios') { P.localNotification({ soundName: 'lost.caf' }); }")
    #expect(try rules(project) == expected)
  }

  @Test func codeThatFillsLibrarySounds() throws {
    var project = try native()
    project.xcode.targets[0].resources = []
    #expect(try rules(project) == ["membership"])
    project.write("ios/Runner/Copy.swift", #"let path = "Library/Sounds""#)
    let problems = try ProjectFixture.problems(in: project)
    #expect(problems.map(\.rule) == ["built-in"])
    #expect(problems[0].text.contains("Copy.swift:1 mentions Library/Sounds"))
    // Other languages name the folder in parts.
    for (path, code) in [
      ("lib/a.dart", "final d = await getLibraryDirectory();\nFile('${d.path}/Sounds/ring.caf');"),
      ("lib/a.dart", "p.join((await getLibraryDirectory()).path, 'Sounds', 'ring.caf');"),
      ("src/a.ts", "RNFS.writeFile(`${RNFS.LibraryDirectoryPath}/Sounds/ring.caf`, data);"),
      ("src/a.ts", "write({ path: 'Sounds/ring.caf', directory: Directory.Library });"),
    ] {
      var other = try native()
      other.xcode.targets[0].resources = []
      other.write(path, code)
      #expect(try rules(other) == ["built-in"], "\(code)")
      other.write(path, code.replacing("Library", with: "Documents"))
      #expect(try rules(other) == ["membership"], "\(code)")
    }
    // CallKit looks only in the bundle, so a file in Library/Sounds doesn't help.
    project.write(
      "ios/Runner/AppDelegate.swift", "import CallKit\nconfiguration.ringtoneSound = \"ring.caf\"\n"
    )
    #expect(try rules(project) == ["membership"])
  }

  /// A script names the sound, or our plugin makes sounds with other names.
  @Test(
    arguments: [
      ("cp \\\"$SRCROOT/ring.caf\\\" \\\"$TARGET_BUILD_DIR\\\"", nil, ["unknown"]),
      ("for s in ring bell; do cp $s.caf out; done", nil, ["unknown"]),
      ("echo during a string", nil, ["membership"]),
      (nil, "plugin:ConvertAlertSounds", ["unknown"]),
      (nil, "plugin:SwiftLintBuildToolPlugin", ["membership"]),
    ] as [(String?, String?, [String])])
  func partsThatMayAddSounds(script: String?, product: String?, expected: [String]) throws {
    var project = try native()
    project.xcode.targets[0].resources = []
    project.xcode.targets[0].script = script
    project.xcode.targets[0].packageProduct = product
    #expect(try rules(project) == expected)
  }

  /// The project's folder is checked alone.
  @Test(arguments: [
    ("../../shared/ring.caf", ["unknown"]), ("../../shared/bell.caf", ["present"]),
  ])
  func soundsOutsideTheCheckedFolder(path: String, expected: [String]) throws {
    var project = try native()
    project.files["ios/Runner/ring.caf"] = nil
    project.xcode.targets[0].resources = [.file(path)]
    #expect(try rules(project) == expected)
  }

  /// Without Flutter, builds remove no resources unless the build script says so.
  @Test func resourcesOfComputedNames() throws {
    var project = try native()
    project.write("src/App.kt", "val uri = \"android.resource://\" + name + \"/raw/\" + sound")
    project.files["android/app/src/main/res/raw/keep.xml"] = nil
    #expect(try rules(project) == ["android-kept", "unknown"])
    project.write("android/app/build.gradle", "android { applicationId 'a' }")
    #expect(try rules(project) == ["unknown"])
  }

  /// A repository may have files beside the checked folder.
  @Test func filesBesideTheCheckedFolder() throws {
    var project = try native()
    project.xcode.targets[0].resources.append(.file("../../Downloads/bell.caf"))
    let folder = try TemporaryDirectory()
    try project.write(into: folder)
    for (isRepository, count) in [(false, 1), (true, 0)] {
      if isRepository { try folder.make(".git/HEAD", []) }
      var problems: [String] = []
      SoundCheck().check(folder.filePath("demo")) {
        if case .request(let request) = $0, let finding = request.finding {
          problems.append(finding.fact)
        }
      }
      #expect(problems.count == count, "\(problems)")
    }
  }

  /// From Android 8 on, a message plays its channel's sound.
  @Test(arguments: [
    ("N.createChannel({ channelId: 'a', importance: 4 }, () => {});", ["android-channel"]),
    ("const CH = 'a';\nN.createChannel({ channelId: CH, importance: 4 });", ["android-channel"]),
    ("const CH = 'b';\nN.createChannel({ channelId: CH, importance: 4 });", ["unknown"]),
    ("N.createChannel({ channelId: 'a' });\nN.createChannel({ channelId: CH });", ["unknown"]),
    ("N.createChannel({ channelId: 'a', soundName: 'ring.wav' }, () => {});", []),
    ("N.createChannel({ channelId: 'a', ...shared }, () => {});", ["unknown"]),
    ("N.createChannel({ channelId: 'b' }, () => {});", ["unknown"]),
    ("N.createChannel({ channelId: 'a', soundName }, () => {});", ["unknown"]),
    (
      "N.createChannel({ channelId: 'a' }); N.createChannel({ channelId: 'a', sound: choice() });",
      ["unknown"]
    ),
    ("N.createChannel({ channelId: 'a' }); N.createChannel(others);", ["unknown"]),
    ("N.createChannel({ channelId: 'a', soundName: 'bell.wav' });", ["android-channel-sound"]),
    (
      "N.createChannel({ channelId: 'a' }); N.createChannel({ channelId: 'a', soundName: 'ring' });",
      ["android-channel-sound"]
    ),
  ])
  func channelsDecide(channel: String, expected: [String]) throws {
    var project = try native()
    project.files["android/app/src/main/res/raw/bell.wav"] =
      project.files["android/app/src/main/res/raw/ring.wav"]
    project.replace("@raw/ring", by: "@raw/*", in: "android/app/src/main/res/raw/keep.xml")
    project.write(
      "src/n.js",
      "import N from 'react-native-push-notification';\n\(channel)\n"
        + "N.localNotification({ channelId: 'a', soundName: 'ring.wav' });")
    func android() throws -> [ProjectFixture.Problem] {
      try ProjectFixture.problems(in: project).filter {
        $0.rule.hasPrefix("android") || $0.rule == "unknown"
      }
    }
    #expect(try Set(android().map(\.rule)) == Set(expected))
    // A form of channel that can't be read, even in a file without a sound, makes all channels unknown.
    project.write("src/c.js", "all.forEach((c) => N.createChannel(c))")
    #expect(try android().allSatisfy { $0.rule == "unknown" })
    // Another app may have the same channels, unless the code is in the package of the app at the top.
    project.files["src/c.js"] = nil
    project.write("other/build.gradle", "android { }\nplugins { id 'com.android.application' }")
    #expect(try android().allSatisfy { $0.rule == "unknown" })
    project.write("package.json", "{}")
    #expect(try Set(android().map(\.rule)) == Set(expected))
  }

  /// A script of CocoaPods copies the resources of local pods into the app.
  @Test(arguments: [
    ("s.resources = ['Assets/*.caf']", "", []), ("s.resource = 'Assets/ring.caf'", "", []),
    ("s.ios.resources = \"Assets/**/*.{wav,caf}\", 'Other/*'", "", []),
    ("s.resources = [\"Assets/**/*.caf\",\n 'Other/*']", "", []),
    ("s.resources = 'Assets'", "", ["folder"]), ("s.resources = '*.caf'", "", ["membership"]),
    ("# s.resources = 'Assets/*.caf'", "", ["membership"]),
    ("s.resources = 'Assets/*.wav'", "", ["membership"]),
    ("s.resource_bundles = { 'Tones' => ['Assets/*'] }", "", ["bundle"]),
    ("s.resources = Dir['Assets/*']", "", ["unknown"]), ("s.resources = %w[a]", "", ["unknown"]),
    ("s.resources = ['a'] + more", "", ["unknown"]),
    ("s.resources = 'Assets/*'\n s.resources = 'a'", "", ["unknown"]),
    ("s.resources = 'Assets/*'\n s.exclude_files = 'Assets/*'", "", ["unknown"]),
    ("if a\n s.resources = 'Assets/*'\n end", "", ["unknown"]),
    ("s.resources = \"#{folder}/*.caf\"", "", ["unknown"]),
    ("s.subspec 'A' do |a|\n a.resources = 'Assets/*.caf'\nend", "", ["unknown"]),
    ("s.resources = 'Assets/*.caf'", "use_frameworks!", ["unknown"]),
    ("s.resources = 'Assets/*.caf'", "use_frameworks! :linkage => :static", []),
  ])
  func localPods(resources: String, frameworks: String, expected: [String]) throws {
    var project = try native()
    project.move("ios/Runner/ring.caf", to: "ios/Pods.local/Tones/Assets/ring.caf")
    project.xcode.targets[0].resources = []
    project.write(
      "ios/Pods.local/Tones/Tones.podspec",
      "Pod::Spec.new do |s|\n  s.name = 'Tones'\n  \(resources)\nend\n")
    for pod in ["'Tones', :path => 'Pods.local/Tones'", "'Tones/Core', path: 'Pods.local/Tones'"] {
      project.write("ios/Podfile", "\(frameworks)\ntarget 'Runner' do\n  pod \(pod)\nend\n")
      #expect(try rules(project) == expected, "\(pod)")
    }
    // Only the path of a pod counts, and dependencies don't.
    for (line, expected) in [
      ("pod 'A'\n  use_react_native!(a, :path => config[:reactNativePath])", "membership"),
      ("pod 'A', path: File.dirname(`node --print \"require.resolve('a')\"`)", "membership"),
      ("pod 'A', path: folder + 'A'", "unknown"),
      ("pod 'Tones', :path => 'Pods.local/Tones', :configurations => ['Debug']", "unknown"),
      ("if a\n  pod 'Tones', :path => 'Pods.local/Tones'\n  end", "unknown"),
      ("pod 'Tones', :path => 'Pods.local/Tones' unless a", "unknown"),
      ("\n=begin\n  pod 'Tones', :path => 'Pods.local/Tones'\n=end", "unknown"),
    ] {
      project.write("ios/Podfile", "target 'Runner' do\n  \(line)\nend\n")
      #expect(try rules(project) == [expected], "\(line)")
    }
    project.write(
      "ios/Podfile", "target 'Runner' do\n  # pod 'Tones', :path => 'Pods.local/Tones'\nend\n")
    #expect(try rules(project) == ["membership"])
  }

  /// Two apps request a sound, but only one app has it.
  @Test func eachAppIsAskedForItself() throws {
    var project = try native()
    var other = XcodeFixture.Target("Other")
    other.sources = ["Other/Main.swift"]
    project.xcode.targets.append(other)
    project.write("ios/Other/Main.swift", Self.swift)
    let problems = try ProjectFixture.problems(in: project)
    #expect(problems.map(\.rule) == ["membership"])
    #expect(
      problems[0].text.contains(
        "Other/Main.swift:1: ios/Runner/ring.caf is only in the target Runner"))
    // Both apps compile the file, and one of them lacks the sound.
    project.xcode.targets[0].sources.append("Other/Main.swift")
    #expect(try rules(project) == ["unknown"])
  }

  /// If no name is a literal, the check judges the sounds at the top of the app, but doesn't fail.
  @Test func soundsOfComputedNames() throws {
    var project = try native()
    project.files["ios/Runner/ring.caf"] = try soundFile(
      .caf, .pcm(.int16), .int16([Int16](repeating: 0, count: 8000 * 31)), sampleRate: 8000)
    project.write("ios/Runner/AppDelegate.swift", "UNNotificationSoundName(name)")
    let findings = try ProjectFixture.findings(in: project)
    let sounds = findings.compactMap { if case .sound(let sound) = $0 { sound } else { nil } }
    let ring = try #require(sounds.first { $0.path.lastComponent == "ring.caf" })
    #expect(ring.verdict?.reasons.map(\.rule) == [.length])
    #expect(!ring.isCertain)
  }

  /// A separate phase copies files of a synchronised folder, a folder that Xcode 16 keeps in step
  /// with the disk.
  @Test func aPhaseTakesFilesOfASynchronisedFolder() throws {
    var project = try native()
    project.xcode.targets[0].resources = []
    project.xcode.targets[0].folders = ["Runner"]
    #expect(try rules(project) == [])
    let text = project.xcode.text
      .replacing("exceptions = (\n\t\t\t)", with: "exceptions = (X1, )")
      .replacing("buildPhases = (", with: "buildPhases = (X2, ")
      .replacing(
        "objects = {\n",
        with: """
          objects = {
          X1 = {isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet; buildPhase = X2;
            membershipExceptions = (ring.caf, ); };
          X2 = {isa = PBXCopyFilesBuildPhase; dstPath = Tones; dstSubfolderSpec = 7; files = (); };

          """)
    project.xcode.targets = []
    project.write("ios/Runner.xcodeproj/project.pbxproj", text)
    #expect(try rules(project) == ["folder"])
  }
}
