import Foundation
import SoundFormat
import TestSupport
import Testing

struct CheckProjectTests {
  /// A folder with a project whose sound for iOS is in no target.
  private func folder() throws -> ShellFolder {
    let folder = try ShellFolder()
    var project = try DemoProject()
    project.xcode.targets[0].resources = []
    try project.write(into: folder.directory)
    return folder
  }

  private static let fact =
    "iOS is asked for ring.caf: ios/Runner/ring.caf is in no target, so the build leaves it out"

  @Test func aProjectWithoutMistakesPasses() throws {
    let folder = try ShellFolder()
    try DemoProject().write(into: folder.directory)
    for option in ["", "--strict", "--junit"] {
      let outcome = try folder.run("alertsound check demo \(option)")
      #expect(outcome.ending == .exit(0), "\(outcome.outputText)")
    }
  }

  @Test func linesNameTheCode() throws {
    let folder = try folder()
    let outcome = try folder.run("alertsound check demo")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.outputText.contains("default       demo/lib/main.dart:2: \(Self.fact); open "))
    #expect(outcome.outputText.contains("2 requests in code: 1 found, 1 not found\n"))
    #expect(outcome.outputText.hasSuffix("alertsound check --explain RULE (membership)\n"))
    let github = try folder.run("cd demo && git init -q && alertsound check . --diagnostics github")
    #expect(github.errors.hasPrefix("::error file=lib/main.dart,line=2::main.dart: \(Self.fact)"))
    let xcode = try folder.run("cd demo && alertsound check . --diagnostics xcode")
    #expect(xcode.errors.contains("/demo/lib/main.dart:2: error: \(Self.fact)"))
    let json = try folder.run("alertsound check demo --diagnostics json")
    #expect(json.errors.hasPrefix(#"{"file":"demo/lib/main.dart","line":2,"severity":"error""#))
  }

  /// Each case: where `check` runs, what it is given, and how it then names the project.
  @Test(arguments: [
    ("demo", "", "."), ("demo", "ios", "."), (".", "demo/ios", "demo"),
    ("demo", "lib/main.dart", "."), ("demo", "pubspec.yaml", "."),
    ("demo/android/app/src/main/res/raw", "", "../../../../../.."),
  ])
  func aPartOfAProjectIsCheckedWithAllOfIt(place: String, path: String, root: String) throws {
    let outcome = try folder().run("cd \(place) && alertsound check \(path)")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.outputText.contains("\(root)/lib/main.dart:2: \(Self.fact); open "))
    let note = ": note: this is a part of the project in \(root), which is checked instead\n"
    #expect(outcome.errors.hasSuffix(note) != (place == "demo" && path == ""))
    let sounds = try folder().run("cd \(place) && alertsound check --ignore-projects \(path)")
    #expect(sounds.errors == "")
  }

  /// The project that is checked instead is checked once. The notes on it are no reason to fail.
  @Test func partsOfAProjectAreCheckedOnce() throws {
    let folder = try ShellFolder()
    try DemoProject().write(into: folder.directory)
    let outcome = try folder.run("cd demo && alertsound check --strict ios lib . lib/main.dart")
    #expect(outcome.ending == .exit(0), "\(outcome.outputText)\(outcome.errors)")
    #expect(outcome.outputText.contains("\n2 sounds: 2 play\n2 requests in code: 2 found\n"))
    #expect(
      outcome.errors.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        == ["ios", "lib", "lib/main.dart"])
    #expect(!outcome.errors.contains("error"))
    let json = try folder.run("cd demo && alertsound check --strict --sarif ios")
    #expect(json.ending == .exit(0))
  }

  /// The search for a project ends at the home folder, which is the test's folder, and at the root of the file system.
  @Test func theHomeFolderIsNoProject() throws {
    let folder = try ShellFolder()
    try DemoProject().write(into: folder.directory, named: "moved")
    _ = try folder.run("mv moved/* .; rmdir moved; mkdir lib/empty")
    let outcome = try folder.run("alertsound check lib/empty")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "no sounds found: there is no sound, app or project here\n")
    let code = try folder.run("alertsound check lib/main.dart")
    #expect(code.ending == .exit(1))
    #expect(
      code.errors
        == "lib/main.dart: error: this is no sound but a part of a project, and no project is above it; check the project's folder\n"
    )
  }

  /// The sounds of a folder that isn't a project's are judged, whatever is above it.
  @Test func soundsBelowNoProjectAreJudged() throws {
    let folder = try ShellFolder()
    try folder.write(try soundFile(.caf, .ima4, frameCount: 640), to: "a/assets/ring.caf")
    try folder.write("{}", to: "a/package.json")
    try folder.write(try soundFile(.caf, .ima4, frameCount: 640), to: "a/data.json")
    for path in ["a/assets", "a/data.json"] {
      let outcome = try folder.run("alertsound check \(path)")
      #expect(outcome.outputText.contains("1 sound: 1 plays"), "\(outcome.outputText)")
      #expect(outcome.errors == "")
    }
  }

  @Test func alikeSoundsTakeOneLine() throws {
    let folder = try ShellFolder()
    for count in [5, 6, 20] {
      for index in 1...count { try folder.write("ID3", to: "S\(count)/\(index + 100).mp3") }
      let lines = try folder.run("alertsound check S\(count)").outputLines
      #expect(lines.count == (count == 5 ? 6 : 3), "\(lines)")
      if count > 5 { #expect(lines[1].contains("the same for S\(count)/102.mp3, ")) }
      let isCut = lines.contains { $0.contains(" and 9 more; --diagnostics plain lists each") }
      #expect(isCut == (count == 20))
      let all = try folder.run("alertsound check S\(count) --diagnostics plain").errors
      #expect(all.split(separator: "\n").count == count)
    }
  }

  /// Requests that are found, or that are for the other system, don't part alike lines.
  @Test func alikeRequestsTakeOneLine() throws {
    let folder = try ShellFolder()
    var project = try DemoProject()
    for index in 1...3 {
      project.write(
        "lib/a\(index).dart",
        "f(RawResourceAndroidNotificationSound('ring'), RawResourceAndroidNotificationSound(x));\n"
          + "f(DarwinNotificationDetails(sound: x));")
    }
    try project.write(into: folder.directory)
    let text = try folder.run("alertsound check demo").outputText
    #expect(text.contains("the same for demo/lib/a1.dart:2, demo/lib/a2.dart:1, "), "\(text)")
  }

  @Test func theSummarySaysWhatWasLookedAt() throws {
    let folder = try ShellFolder()
    try folder.write("{ \"expo\": {} }", to: "app/app.json")
    try folder.write("let a = 1", to: "app/a.ts")
    let outcome = try folder.run("alertsound check app")
    #expect(
      outcome.outputText.hasSuffix(
        "no sounds to check: no code asks for a sound\nlooked at 2 files of code and 0 sound files\n"
      ),
      "\(outcome.outputText)")
  }

  /// A folder with a project must not be checked as a folder of sounds.
  @Test func aFolderWithOnlyADamagedProjectFails() throws {
    let folder = try ShellFolder()
    try folder.write("{ objects = {", to: "app/A.xcodeproj/project.pbxproj")
    try folder.write(soundFile(.wave, .pcm(.int16), frameCount: 64), to: "app/ring.wav")
    let outcome = try folder.run("alertsound check app")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.outputText == "nothing was checked\n")
    #expect(outcome.errors.hasPrefix("app/A.xcodeproj/project.pbxproj: error: "))
  }

  /// What the user named and the check can't read is an error, also if other parts of the folder can be checked.
  @Test(arguments: [
    // The location in the workspace, or nothing for an empty file; what is named; and the beginning of the error.
    (
      "group:../away/A.xcodeproj", "W.xcworkspace",
      "projects outside its folder aren't checked: ../away/A.xcodeproj; check"
    ),
    (
      "group:ios/Runner.xcodeproj'/><FileRef location='group:Gone.xcodeproj", "W.xcworkspace",
      "projects that it names can't be read: Gone.xcodeproj; generate"
    ),
    ("group:README.md", "W.xcworkspace", "it names no Xcode project; open it in Xcode"),
    ("", "W.xcworkspace", "it can't be read; open it in Xcode"),
    ("", "Empty.xcodeproj", "there is no project.pbxproj in it"),
  ])
  func whatIsNamedMustBeReadable(location: String, named: String, error: String) throws {
    let folder = try ShellFolder()
    try DemoProject().write(into: folder.directory)
    let workspace =
      location.isEmpty ? "" : "<Workspace><FileRef location='\(location)'/></Workspace>"
    try folder.write(workspace, to: "demo/W.xcworkspace/contents.xcworkspacedata")
    try folder.write("", to: "demo/Empty.xcodeproj/xcshareddata/a.plist")
    let outcome = try folder.run("alertsound check demo/\(named)")
    #expect(outcome.ending == .exit(1), "\(outcome.outputText)")
    #expect(outcome.errors.contains("error: \(error)"), "\(outcome.errors)")
    let all = try folder.run("alertsound check demo")
    #expect(all.ending == .exit(0), "\(all.outputText)")
    #expect(all.errors.contains("Empty.xcodeproj: note: there is no project.pbxproj in it"))
  }

  /// If code computes a sound's name, it may ask for any sound in the app.
  @Test func soundsInDoubtAreMarked() throws {
    let folder = try ShellFolder()
    var project = try DemoProject()
    project.xcode.targets[0].resources = [.file("Runner/odd.wav"), .file("Runner/ring.caf")]
    project.files["ios/Runner/odd.wav"] = [1, 2, 3]
    project.write("ios/Runner/AppDelegate.swift", "UNNotificationSoundName(chosen)")
    try project.write(into: folder.directory)
    let lines = try folder.run("alertsound check demo/ios").outputLines
    #expect(lines.contains { $0.hasPrefix("default?      demo/ios/Runner/odd.wav: ") })
    #expect(
      lines.contains(
        "?: counts only if something asks for the sound by its name"))
    let diagnostics = try folder.run("alertsound check demo/ios --diagnostics plain")
    #expect(diagnostics.errors.contains("demo/ios/Runner/odd.wav: warning: "))
    #expect(diagnostics.ending == .exit(0))
  }

  /// A project beside sounds doesn't hide them. The project's own sounds aren't judged as files.
  @Test func soundsBesideAProjectAreChecked() throws {
    let folder = try ShellFolder()
    try DemoProject().write(into: folder.directory)
    let effect = try soundFile(.wave, .pcm(.int16), frameCount: 64)
    try folder.write(effect, to: "demo/assets/menu.wav")
    try folder.write("no sound", to: "site/package.json")
    try folder.write(effect, to: "site/public/click.wav")
    let sound = try soundFile(.caf, .ima4, frameCount: 640)
    try folder.write(sound, to: "ring.caf")
    let outcome = try folder.run("alertsound check .")
    #expect(outcome.outputText.contains("\nplays         ./ring.caf\n"))
    #expect(outcome.outputText.contains("\n3 sounds: 3 play\n"))
    // A sound that an Xcode project takes from outside its folder is one of the project's sounds.
    var project = try DemoProject()
    project.xcode.targets[0].resources = [.file("../../ring.caf")]
    project.files["ios/Runner/ring.caf"] = nil
    try project.write(into: folder.directory, named: "other")
    #expect(
      try folder.run("alertsound check .").outputText.contains(
        "\nplays         ./ring.caf: asked for at ./other/lib/main.dart:2\n"))
    try folder.write("no sound", to: "ring.caf")
    for path in [".", "ring.caf"] {
      #expect(try folder.run("alertsound check \(path)").ending == .exit(1))
    }
  }

  /// Each line that asks for a missing sound has an annotation and a JUnit test.
  @Test func eachPlaceIsAnnotated() throws {
    let folder = try folder()
    let code =
      "x = UNNotificationSoundName(\"ring.caf\")\ny = UNNotificationSoundName(\"ring.caf\")\n"
    try folder.write(code, to: "demo/ios/Runner/AppDelegate.swift")
    let plain = try folder.run("alertsound check demo --diagnostics plain")
    for place in [
      "ios/Runner/AppDelegate.swift:1", "ios/Runner/AppDelegate.swift:2", "lib/main.dart:2",
    ] {
      #expect(plain.errors.contains("demo/\(place): error: \(Self.fact)"))
    }
    let junit = try folder.run("alertsound check demo --junit")
    #expect(junit.outputText.components(separatedBy: "<failure ").count == 4)
    #expect(junit.outputText.contains(#"tests="5" failures="3" errors="0" skipped="0">"#))
    #expect(junit.outputText.contains(#"file="demo/lib/main.dart" line="2">"#))
    #expect(junit.outputText.contains("<failure message=\"\(Self.fact)"))
  }

  /// Capacitor copies its settings and the web app into each platform's project. Only the originals
  /// are checked.
  @Test func copiesOfCapacitorAreLeftOut() throws {
    let folder = try ShellFolder()
    let settings = Array(#"{"plugins": {"LocalNotifications": {"sound": "gone.wav"}}}"#.utf8)
    try folder.write(settings, to: "capacitor.config.json")
    try folder.write(settings, to: "android/app/src/main/assets/capacitor.config.json")
    try folder.write(
      "android { namespace 'x' }\nplugins { id 'com.android.application' }",
      to: "android/app/build.gradle")
    let outcome = try folder.run("alertsound check .")
    #expect(outcome.outputText.contains("./capacitor.config.json:1: "))
    #expect(!outcome.outputText.contains("assets"))
  }

  /// Sounds in res/raw are for Android only.
  @Test func rawResourcesAreJudgedByWhatAndroidPlays() throws {
    let folder = try ShellFolder()
    try folder.write(Array("OggS".utf8) + [UInt8](repeating: 0, count: 60), to: "res/raw/a.ogg")
    try folder.write(try soundFile(.aiff, .pcm(.int16, .big), frameCount: 10), to: "res/raw/b.aiff")
    try folder.write("no sound", to: "res/raw/c.ogg")
    let outcome = try folder.run("cd res/raw && alertsound check .")
    #expect(outcome.ending == .exit(1))
    let lines = outcome.outputLines
    #expect(lines[0] == "plays         ./a.ogg")
    #expect(
      lines[1].hasPrefix(
        "warning       ./b.aiff: this is an AIFF file, which isn't on Android's list"))
    #expect(lines[2].hasPrefix("default       ./c.ogg: "))
  }

  @Test func projectsCanBeIgnored() throws {
    let outcome = try folder().run("alertsound check demo --ignore-projects")
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.outputText == """
        plays         demo/android/app/src/main/res/raw/ring.wav
        plays         demo/ios/Runner/ring.caf
        2 sounds: 2 play

        """)
  }

  /// The results of a SARIF report. Each result must refer to its rule.
  private static func results(_ outcome: Tool.Outcome) throws -> [[String: Any]] {
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    #expect(report["version"] as? String == "2.1.0")
    let run = try #require((report["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
    return results
  }

  @Test func sarif() throws {
    let outcome = try folder().run("cd demo && git init -q && alertsound check . --sarif")
    #expect(outcome.ending == .exit(1))
    let results = try Self.results(outcome)
    #expect(results.map { $0["ruleId"] as? String } == ["membership"])
    #expect(results.map { $0["level"] as? String } == ["error"])
    let locations = try #require(results.first?["locations"] as? [[String: Any]])
    let place = try #require(locations.first?["physicalLocation"] as? [String: Any])
    #expect(place["artifactLocation"] as? [String: String] == ["uri": "lib/main.dart"])
    #expect(place["region"] as? [String: Int] == ["startLine": 2])
    let unused = try ShellFolder()
    var project = try DemoProject()
    project.write("lib/main.dart", "")
    // Name the sound in a literal: unused sounds are known only if no code computes a name.
    project.write("ios/Runner/AppDelegate.swift", "UNNotificationSoundName(\"ring.caf\")")
    project.files["ios/Runner/spare.caf"] = project.files["ios/Runner/ring.caf"]
    project.xcode.targets[0].resources.append(.file("Runner/spare.caf"))
    try project.write(into: unused.directory)
    let notes = try Self.results(unused.run("alertsound check demo --sarif"))
    #expect(!notes.isEmpty && notes.allSatisfy { $0["level"] as? String == "note" })
  }
}
