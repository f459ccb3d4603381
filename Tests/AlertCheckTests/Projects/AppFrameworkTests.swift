import AlertCheck
import AlertCore
import SoundFormat
import TestSupport
import Testing

/// Follows the steps for each framework to the letter, and checks the project that results.
struct AppFrameworkTests {
  /// A project for iOS without a sound. In Expo, it is for Android, too, if the sound is for both.
  private static func app(of framework: AppFramework, for name: String) throws -> DemoProject {
    var project = try DemoProject()
    project.files = [:]
    project.xcode.targets = []
    switch framework {
    case .flutter:
      project.write("pubspec.yaml", "dependencies:\n  flutter:\n    sdk: flutter\n")
      project.xcode.targets = [XcodeFixture.Target("Runner")]
    case .expo:
      let platforms = name.hasSuffix("wav") ? #""ios", "android""# : #""ios""#
      project.write("app.json", #"{ "expo": { "plugins": [], "platforms": [\#(platforms)] } }"#)
    case .swift, .reactNative, .capacitor, .push:
      project.xcode.targets = [XcodeFixture.Target("App")]
    }
    return project
  }

  private static func language(_ framework: AppFramework) -> String {
    switch framework {
    case .swift: "swift"
    case .flutter: "dart"
    case .reactNative, .expo, .capacitor: "js"
    case .push: "json"
    }
  }

  @Test(
    arguments: AppFramework.allCases, ["ring.caf", "ring_2.wav", #"a"b\(c) $d'e ${f}.caf"#])
  func theCheckProvesWhatTheStepsMake(framework: AppFramework, name: String) throws {
    var project = try Self.app(of: framework, for: name)
    let sound =
      name.hasSuffix("wav")
      ? try soundFile(.wave, .pcm(.int16), frameCount: 6400)
      : try soundFile(.caf, .ima4, frameCount: 6400)
    // The payload's steps leave the place to those of the app's own framework.
    let place = (framework == .push ? .swift : framework).steps(for: name)[0]
    if let match = place.firstMatch(of: /rag (.+) into Xcode and tick (?:the target |your )(.+)\.$/)
    {
      #expect(match.1 == name)
      if match.2 != "app's target" { #expect(match.2 == project.xcode.targets[0].name) }
      project.files["ios/\(match.1)"] = sound
      let path = match.1.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#)
      project.xcode.targets[0].resources = [.file(String(path))]
    } else {
      let match = try #require(
        place.firstMatch(
          of: /^List .+ under "sounds" of the plugin expo-notifications in (.+?), (\[.+\]), and run/
        )
      )
      project.replace("\"plugins\": []", by: "\"plugins\": [\(match.2)]", in: String(match.1))
      project.files[name] = sound
    }
    project.write("src/notify.\(Self.language(framework))", framework.code(for: name))
    #expect(try ProjectFixture.problems(in: project) == [])
    let sounds = try ProjectFixture.findings(in: project).compactMap { item in
      if case .sound(let sound) = item { sound } else { nil }
    }
    #expect(sounds.map(\.path.lastComponent?.string) == [name])
    #expect(sounds.map(\.verdict?.outcome) == [.plays])
    #expect(sounds.first?.requests.map(\.name) == [name])
  }

  /// Characters that would end a literal, a line or a report's line are escaped as each language has it.
  @Test(arguments: [
    (AppFramework.swift, #"\u{a}\u{202e}"#), (.flutter, #"\u000a\u202e"#),
    (.expo, #"\u000a\u202e"#),
  ])
  func unprintableCharactersAreEscaped(framework: AppFramework, escape: String) {
    let name = "a\n\u{202E}.caf"
    #expect(framework.code(for: name).contains("\"a\(escape).caf\""))
    #expect(framework.steps(for: name).allSatisfy { !$0.contains("\n") })
  }
}
