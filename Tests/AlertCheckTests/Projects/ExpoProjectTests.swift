import AlertCheck
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// Tests Expo apps: the sounds that they list, the builds that remove them, and the channels that play them.
struct ExpoProjectTests {
  /// A project with a sound, and nothing else.
  private static func app(sound: String = "assets/ring.wav") throws -> DemoProject {
    var project = try DemoProject()
    project.files = [sound: try #require(project.files.first { $0.key.hasSuffix("wav") }).value]
    project.xcode.targets = []
    return project
  }

  /// A project that lists its sound.
  private static func listing() throws -> DemoProject {
    var project = try app()
    project.write(
      "app.json", #"{"expo":{"plugins":[["expo-notifications",{"sounds":["./assets/ring.wav"]}]]}}"#
    )
    return project
  }

  private static let channel =
    "import * as N from 'expo-notifications';\nN.setNotificationChannelAsync('a', { sound: 'ring' });\n"

  private func rules(_ project: DemoProject) throws -> [String] {
    try ProjectFixture.problems(in: project).map(\.rule).sorted()
  }

  @Test func expoListsItsSounds() throws {
    var project = try Self.listing()
    project.write(
      "src/a.ts",
      "import * as N from 'expo-notifications';\nN.f({ content: { sound: 'ring.wav' } });\n"
        + "N.setNotificationChannelAsync('a', { sound: 'ring.wav' });")
    #expect(try rules(project) == [])
    // Add the copy of the sound that an earlier prebuild made. It isn't a second sound.
    var prebuilt = project
    prebuilt.files["ios/Runner/ring.wav"] = project.files["assets/ring.wav"]
    prebuilt.files["android/app/src/main/res/raw/ring.wav"] = project.files["assets/ring.wav"]
    var runner = XcodeFixture.Target("Runner")
    runner.resources = [.file("Runner/ring.wav")]
    prebuilt.xcode.targets = [runner]
    #expect(try rules(prebuilt) == [])
    // A folder in the repository keeps the state of the last prebuild, unless Git ignores it.
    prebuilt.write(
      "app.json", #"{"expo":{"plugins":[["expo-notifications",{"sounds":["./assets/bell.wav"]}]]}}"#
    )
    prebuilt.move("ios/Runner/ring.wav", to: "assets/bell.wav")
    prebuilt.xcode.targets[0].resources = []
    prebuilt.replace("'ring.wav' });", by: "'bell.wav' });", in: "src/a.ts")
    prebuilt.write("android/app/build.gradle", "android { applicationId 'a' }")
    prebuilt.files["android/app/src/main/res/raw/ring.wav"] = nil
    prebuilt.replace("sound: 'ring.wav' }", by: "sound: 'bell.wav' }", in: "src/a.ts")
    #expect(try rules(prebuilt) == ["android-present", "membership", "note"])
    prebuilt.write(".gitignore", "node_modules\n/ios\nandroid/\n")
    #expect(try ProjectFixture.problems(in: prebuilt).map(\.text) == [])
    // Expo looks up a channel's sound as a name. The advice doesn't lead to res/raw, which Expo makes.
    var path = project
    path.replace("a', { sound: 'ring.wav'", by: "a', { sound: './assets/ring.wav'", in: "src/a.ts")
    #expect(
      try ProjectFixture.problems(in: path).map(\.text).contains {
        $0.hasSuffix("is meant, ask for ring.wav")
      })
    path.write("app.json", #"{"expo":{"plugins":["expo-notifications"]}}"#)
    let advice = try ProjectFixture.problems(in: path).map(\.text)
    #expect(
      advice.contains {
        $0.contains("list it under \"sounds\"") && $0.hasSuffix("app.json, and ask for ring.wav")
      })
    #expect(!advice.contains { $0.contains("put it into res/raw") })
    project.write("app.json", #"{"expo":{"plugins":["expo-notifications"]}}"#)
    let problems = try ProjectFixture.problems(in: project)
    #expect(problems.map(\.rule).sorted() == ["android-present", "membership"])
    #expect(
      problems.contains { $0.text.contains("under \"sounds\" of the plugin expo-notifications") })
    project.write("app.json", #"{"expo":{"plugins":["expo-notifications", "./withSounds"]}}"#)
    #expect(try rules(project) == ["unknown", "unknown"])
    // Builds run no plugin on folders that are in the repository.
    prebuilt.write("app.json", #"{"expo":{"plugins":["expo-notifications", "./withSounds"]}}"#)
    #expect(try rules(prebuilt) == ["unknown", "unknown"])
    prebuilt.write(".gitignore", "# the folders ios and android stay\n")
    #expect(try rules(prebuilt) == ["android-present", "membership"])
  }

  /// Builds remove resources if they also shrink code. Expo makes the folder `android`, so a file there doesn't help.
  @Test(arguments: [
    (
      "enableShrinkResourcesInReleaseBuilds: true, enableProguardInReleaseBuilds: true",
      ["android-kept"]
    ),
    ("enableShrinkResourcesInReleaseBuilds: true, enableMinifyInReleaseBuilds: false", []),
    ("enableMinifyInReleaseBuilds: true", []),
  ])
  func expoShrinksResources(settings: String, expected: [String]) throws {
    var project = try Self.app()
    project.write(
      "app.config.js",
      "export default { plugins: [['expo-notifications', { sounds: ['./assets/ring.wav'] }],"
        + " ['expo-build-properties', { android: { \(settings) } }]] };")
    project.write("src/a.js", Self.channel + "f({ ios_sound: 'ring.wav' });")
    let problems = try ProjectFixture.problems(in: project)
    #expect(problems.map(\.rule) == expected)
    #expect(problems.allSatisfy { $0.text.hasSuffix("of expo-build-properties to false") })
  }

  @Test(arguments: [("true", ["android-kept"]), ("false", [])])
  func expoTemplatesReadAProperty(value: String, expected: [String]) throws {
    var project = try Self.app(sound: "android/app/src/main/res/raw/ring.wav")
    let property = "android.enableShrinkResourcesInReleaseBuilds"
    project.write(
      "android/app/build.gradle",
      "android { defaultConfig { applicationId 'a' } buildTypes { release {\n"
        + "shrinkResources (findProperty('\(property)')?.toBoolean() ?: false) } } }")
    project.write("android/gradle.properties", "\(property)=\(value)\n")
    project.write("src/a.js", Self.channel)
    #expect(try ProjectFixture.problems(in: project).map(\.rule) == expected)
  }

  /// A dynamic configuration gets the static one, and may ignore it or replace its plugins.
  @Test(arguments: [
    ("export default ({ config }) => ({ ...config, name: 'b' });", true),
    ("export default (config) => config;", true),
    ("export default (context: ConfigContext) => ({ ...context.config });", true),
    ("const base = require('./app.json');\nmodule.exports = { ...base.expo };", true),
    ("module.exports = ({ config }) => ({ ...config, plugins: [...config.plugins] });", true),
    ("export default ({ config }) => ({ ...config, plugins: ['expo-router'] });", false),
    ("export default { expo: { name: 'b', plugins: ['expo-router'] } };", false),
    ("const config = { name: 'b', plugins: ['expo-router'] };\nexport default config;", false),
  ])
  func expoConfigurationsInCode(code: String, isUsed: Bool) throws {
    var project = try Self.listing()
    project.write("src/a.ts", Self.channel)
    project.write("app.config.ts", code)
    let rules = try ProjectFixture.problems(in: project).map(\.rule)
    #expect(rules.contains("note") == !isUsed)
    #expect(rules.contains("android-present") == !isUsed)
  }

  /// A message's sound is for iOS. On Android, its channel decides.
  @Test(arguments: [
    ("'ring.wav'", "{ importance: 4 }", ["android-channel"]),
    ("'ring.wav'", "{ sound: 'ring.wav' }", []),
    ("'ring.wav'", "{ sound: 'default' }", ["android-channel"]),
    ("Platform.OS === 'ios' ? 'ring.wav' : undefined", "{ importance: 4 }", []),
    ("true", "{ importance: 4 }", []),
  ])
  func expoChannelsDecide(sound: String, channel: String, expected: [String]) throws {
    var project = try Self.listing()
    project.write(
      "src/a.ts",
      """
      import * as N from 'expo-notifications';
      const CHANNEL = 'orders';
      N.setNotificationChannelAsync(CHANNEL, \(channel));
      N.scheduleNotificationAsync({
        content: { sound: \(sound) },
        trigger: { seconds: 2, channelId: CHANNEL },
      });
      """)
    #expect(try rules(project) == expected)
  }

  /// A static configuration without plugins beside one in code is the same app.
  @Test func twoConfigurationsOfAnApp() throws {
    var project = try Self.app()
    project.write("app.json", #"{"expo":{"name":"a"}}"#)
    project.write(
      "app.config.ts",
      "export default ({ config }) => ({ ...config,"
        + " plugins: [['expo-notifications', { sounds: ['./assets/ring.wav'] }]] });")
    project.write("src/a.ts", Self.channel + "N.f({ content: { sound: 'ring.wav' } });")
    #expect(try rules(project) == [])
  }

  /// A file for both systems may play on one of them only.
  @Test(
    arguments: [
      ("ring.caf", 1, "plays", "android-format"), ("ring.wav", 31, "length", "plays"),
      ("new.wav", 1, "plays", "android-name"), ("ring.wav", 1, "plays", "plays"),
    ] as [(String, Int, String, String)])
  func filesForBothSystems(name: String, seconds: Int, ios: String, android: String) throws {
    var project = try DemoProject()
    let container: Container = name.hasSuffix("caf") ? .caf : .wave
    project.files = [
      "assets/\(name)": try soundFile(
        container, .pcm(.int16), .int16([Int16](repeating: 0, count: 8000 * seconds)),
        sampleRate: 8000)
    ]
    project.xcode.targets = []
    project.write(
      "app.config.js",
      "export default { plugins: [['expo-notifications', { sounds: ['assets/\(name)'] }]] };")
    project.write(
      "src/a.ts",
      Self.channel.replacing("ring", with: name) + "N.f({ content: { sound: '\(name)' } });")
    #expect(
      try Set(ProjectFixture.requests(in: project))
        == ["ios \(name) \(ios)", "android \(name) \(android)"])
  }

  private static let loop = "for (const c of all) N.setNotificationChannelAsync"

  /// Code may pass channels as variables or in loops.
  @Test(arguments: [
    ("{ sound: 'ring' };\nN.setNotificationChannelAsync('a', all);", ["unknown"]),
    ("[{ id: 'a', sound: 'ring' }];\n\(loop)(c.id, c);", ["unknown"]),
    ("[{ id: 'a', sound: 'ring' }];\n\(loop)(c.id, { sound: c.sound });", []),
    (
      "[{ id: 'a', sound: 'ring' }];\nall.forEach(async (c) => N.setNotificationChannelAsync(c.id, c));",
      ["unknown"]
    ),
    ("[{ id: 'a', sound: 'ring', importance: 2 }];\n\(loop)(c.id, c);", ["audible"]),
    ("[{ id: 'a', sound: 'ring' }];\nfor (const c of all) play(c);", []),
    ("[{ id: 'a', sound: 'ring' }];\n\(loop)(c.id, { name: c.name });", []),
    ("[{ id: 'a', sound: 'ring' }];\n\(loop)(c.id, { ...c, importance: 2 });", []),
  ])
  func channelsInVariables(code: String, expected: [String]) throws {
    var project = try Self.listing()
    project.write("src/a.ts", "import * as N from 'expo-notifications';\nconst all = \(code)")
    let requests = try ProjectFixture.requests(in: project)
    #expect(requests.filter { $0.contains("ring") } == expected.map { "android ring \($0)" })
  }

  /// A sound beside `app.json` that the app doesn't list is judged as a file.
  @Test func soundsBesideAnExpoConfiguration() throws {
    let folder = try TemporaryDirectory()
    try folder.make("demo/song.mp3", Array("ID3".utf8))
    try folder.make("demo/assets/song.mp3", Array("ID3".utf8))
    try folder.make("demo/app.json", Array("{\"expo\":{}}".utf8))
    var sounds: [String] = []
    SoundCheck().check(folder.filePath("demo")) {
      if case .sound(let sound) = $0 { sounds.append(sound.path.string) }
    }
    #expect(sounds == [folder.path("demo/song.mp3")])
  }
}
