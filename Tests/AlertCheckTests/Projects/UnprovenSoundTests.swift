import AlertCheck
import Foundation
import TestSupport
import Testing

/// Tests requests that must not count as proven, and code that must not count as a request.
struct UnprovenSoundTests {
  private static let raw = "android/app/src/main/res/raw"
  private static let address = #""android.resource://${context.packageName}/raw/ring""#

  /// The rules for an app with `ring.caf` for iOS, `ring.wav` for Android, and the given files.
  private func rules(_ files: [(String, String)]) throws -> [String] {
    var project = try DemoProject()
    for path in ["pubspec.yaml", "lib/main.dart"] { project.files[path] = nil }
    for (path, text) in files { project.write(path, text) }
    if files.contains(where: { $0.0.hasSuffix(".dart") }) {
      project.write("pubspec.yaml", "flutter:\n")
    }
    return try outcome(of: project)
  }

  /// The rules of the problems, and the sounds that a proven request plays.
  private func outcome(of project: DemoProject) throws -> [String] {
    let played = try ProjectFixture.findings(in: project).compactMap { item -> String? in
      guard case .sound(let sound) = item, !sound.requests.isEmpty else { return nil }
      return "plays \(sound.path.lastComponent?.string ?? "")"
    }
    let rules = try ProjectFixture.problems(in: project).map(\.rule)
    return Set(rules + played).subtracting(["requested"]).sorted()
  }

  @Test(arguments: [
    ("channel.setSound(uri, a)\nmanager.createNotificationChannel(channel)", ["plays ring.wav"]),
    (
      "channel.setSound(other, a)\nchannel.setSound(uri, a)\nmanager.createNotificationChannel(channel)",
      ["plays ring.wav"]
    ),
    (
      "channel.setSound(uri, a)\nchannel.setSound(other, a)\nmanager.createNotificationChannel(channel)",
      ["unknown"]
    ),
    ("manager.createNotificationChannel(channel)\nchannel.setSound(uri, a)", ["unknown"]),
    (
      "val gong = Uri.parse(\"android.resource://$p/raw/gong\")\nchannel.setSound(uri, a)\nchannel.setSound(gong, a)\nmanager.createNotificationChannel(channel)",
      ["android-present", "unknown"]
    ),
    (
      "channel.setSound(uri, A.Builder().setStream(AudioManager.STREAM_ALARM).build())\n"
        + "manager.createNotificationChannel(channel)",
      ["plays ring.wav"]
    ),
    (
      "channel.setSound(uri, a)\nmanager.createNotificationChannel(channel)\nval importance = IMPORTANCE_LOW",
      ["plays ring.wav"]
    ),
    (
      "channel.setSound(uri, a)\nchannel.importance = IMPORTANCE_LOW\nmanager.createNotificationChannel(channel)",
      ["unknown"]
    ),
    (
      "channel.setSound(uri, a)\nmanager.createNotificationChannel(channel)\nx.setGroupAlertBehavior(GROUP_ALERT_SUMMARY)",
      ["unknown"]
    ),
    (
      "manager.createNotificationChannel(channel)\nBuilder(c, \"bells\").setSound(uri, AudioManager.STREAM_NOTIFICATION)",
      ["unknown"]
    ),
  ])
  func channelsInKotlin(calls: String, expected: [String]) throws {
    let code = """
      val uri = Uri.parse(\(Self.address))
      val channel = NotificationChannel("bells", "Bells", IMPORTANCE_HIGH)
      \(calls)
      """
    #expect(try rules([("android/app/src/main/kotlin/A.kt", code)]) == expected)
  }

  @Test(arguments: [
    (#"video.setVideoURI(Uri.parse("android.resource://$packageName/raw/intro"))"#, []),
    (#"val uri = Uri.parse(String.format("android.resource://%s/raw/%s", p, name))"#, ["unknown"]),
    (#"@GET("/raw/latest") fun f()"#, []), (#"val uri = base + "/raw/latest""#, []),
    (
      #"channel.setSound(Uri.parse("android.resource://" + p + "/raw/" + r.getResourceEntryName(R.raw.ring)), a)"#,
      ["plays ring.wav", "unknown"]
    ),
  ])
  func addresses(code: String, expected: [String]) throws {
    #expect(
      try rules([("\(Self.raw)/intro.mp4", "video"), ("android/app/src/main/kotlin/A.kt", code)])
        == expected)
  }

  @Test(arguments: [
    ("dev", ["plays ring.wav"]), ("main", ["unknown"]),
  ])
  func codeOfAVariant(set: String, expected: [String]) throws {
    var project = try DemoProject()
    project.files["pubspec.yaml"] = nil
    project.files["lib/main.dart"] = nil
    project.move("\(Self.raw)/ring.wav", to: "android/app/src/dev/res/raw/ring.wav")
    project.files["\(Self.raw)/keep.xml"] = nil
    project.write("android/app/build.gradle", "android { namespace 'com.example.demo' }")
    project.write(
      "android/app/src/\(set)/kotlin/A.kt",
      "val c = NotificationChannel(\"a\", \"A\", IMPORTANCE_HIGH)\nc.setSound(Uri.parse(\(Self.address)), a)\n"
        + "m.createNotificationChannel(c)")
    #expect(try outcome(of: project) == expected)
  }

  @Test(arguments: [
    ("'a'", "'ring'", "", ["plays ring.wav"]), ("id", "'ring'", "", ["plays ring.wav"]),
    ("c.id", "'ring'", "final c = AndroidNotificationChannel('a', 'A');", ["android-channel"]),
    // A computed identifier may be that of a channel without the sound, or with another sound.
    ("x.id", "'ring'", "final c = AndroidNotificationChannel('a', 'A');", ["unknown"]),
    (
      "c.id", "'ring'",
      "final c = AndroidNotificationChannel('a', 'A', sound: RawResourceAndroidNotificationSound('ring'));",
      ["plays ring.wav"]
    ), ("'a'", "'ring'", "final c = AndroidNotificationChannel(id, 'A');", ["unknown"]),
    ("'a'", "loud ? 'ring' : 'gong'", "", ["android-present", "unknown"]),
    ("'a', groupAlertBehavior: GroupAlertBehavior.summary", "'ring'", "", ["unknown"]),
    ("'a', groupAlertBehavior: GroupAlertBehavior.all", "'ring'", "", ["plays ring.wav"]),
  ])
  func channelsInDart(id: String, sound: String, channel: String, expected: [String]) throws {
    let creation = channel.isEmpty ? "" : "\(channel)\nf.createNotificationChannel(c);\n"
    let details =
      "AndroidNotificationDetails(\(id), sound: RawResourceAndroidNotificationSound(\(sound)))"
    #expect(try rules([("lib/a.dart", "\(creation)final d = \(details);")]) == expected)
  }

  /// Each app of a repository has its own channels.
  @Test func channelsOfTwoApps() throws {
    var project = try DemoProject()
    project.xcode.targets = []
    let sound = project.files["\(Self.raw)/ring.wav"]
    project.files = [:]
    for (app, channel) in [("a", "AndroidNotificationChannel('x', 'X')"), ("b", "f()")] {
      project.write("\(app)/pubspec.yaml", "flutter:\n")
      project.write("\(app)/android/app/build.gradle", "plugins { id 'com.android.application' }")
      project.files["\(app)/\(Self.raw)/ring.wav"] = sound
      project.write(
        "\(app)/lib/a.dart",
        "f.createNotificationChannel(\(channel));\nfinal d = AndroidNotificationDetails('x', 'X',"
          + " sound: RawResourceAndroidNotificationSound('ring'));")
    }
    #expect(
      try outcome(of: project).filter { $0 != "android-kept" } == [
        "android-channel", "plays ring.wav",
      ])
  }

  /// awesome_notifications plays the sound of the channel.
  @Test func aMessageOfAwesomeNotifications() throws {
    #expect(
      try rules([("lib/a.dart", "NotificationContent(customSound: 'resource://raw/ring');")])
        == ["present", "unknown"])
  }

  @Test(arguments: [
    ("@notifee/react-native", "x.createChannel({ id: 'a', sound: 'ring' })", ["ring.wav"]),
    // Another package reads this key.
    ("@notifee/react-native", "x.createChannel({ id: 'a', soundName: 'ring' })", []),
    (
      "@capacitor/local-notifications", "x.createChannel({ id: 'a', sound: 'ring.wav' })",
      ["ring.wav"]
    ),
    ("@capacitor/local-notifications", "const sound = 'ring.wav'", []),
    ("@capacitor/local-notifications", "x.schedule({ id: 1, extra: { sound: 'gong' } })", []),
    (
      "react-native-push-notification", "x.localNotification({ userInfo: { soundName: 'gong' } })",
      []
    ),
    (
      "react-native-push-notification",
      "const isApple = Platform.OS === 'ios';\nx.createChannel({ channelId: 'a', soundName: isApple ? 'gong.caf' : 'ring' })",
      ["ring.wav"]
    ),
  ])
  func keysInJavaScript(package: String, code: String, played: [String]) throws {
    var project = try DemoProject()
    for path in ["pubspec.yaml", "lib/main.dart", "ios/Runner/ring.caf"] {
      project.files[path] = nil
    }
    project.xcode.targets = []
    project.write("src/a.js", "import * as x from '\(package)';\n\(code);")
    let items = try ProjectFixture.findings(in: project)
    let sounds = items.compactMap { item -> String? in
      if case .sound(let sound) = item, !sound.requests.isEmpty {
        sound.path.lastComponent?.string
      } else {
        nil
      }
    }
    #expect(sounds == played)
    #expect(try ProjectFixture.problems(in: project).map(\.rule) == [])
  }

  @Test(arguments: [
    (
      "@react-native-community/push-notification-ios",
      "x.addNotificationRequest({ sound: 'ring.caf', isSilent: true })"
    ),
    ("react-native-notifications", "x.postLocalNotification({ sound: 'ring.caf', silent: true })"),
  ])
  func silentMessages(package: String, code: String) throws {
    #expect(
      try rules([("src/a.js", "import * as x from '\(package)';\n\(code);")]) == ["audible"])
  }

  @Test(arguments: [
    ("a.json", #"{"aps": {"sound": "ring.caf"}}"#, ["plays ring.caf"]),
    ("a.json", #"{"aps": {"sound": "ring.caf", "interruption-level": "passive"}}"#, ["unknown"]),
    ("a.json", #"{"aps": {"sound": "{{sound}}"}}"#, ["unknown"]),
    ("a.json", #"{"aps": {"sound": "%SOUND%"}}"#, ["unknown"]),
    ("a.js", "send({ webpush: { notification: { sound: 'ding.mp3' } }, messaging });", []),
  ])
  func payloads(file: String, text: String, expected: [String]) throws {
    #expect(try rules([("server/\(file)", text)]) == expected)
  }

  private static let payload = #"{"aps": {"sound": "ring.caf"}}"#
  private static let native = "val s = UNNotificationSound.soundNamed(\"ring.caf\")"

  @Test(arguments: [
    ("__fixtures__/a.json", payload, []), ("jest/a.json", payload, []),
    ("cypress/a.json", payload, []), ("server/stubs/a.json", payload, []),
    ("server/a.json", payload, ["plays ring.caf"]),
    ("m/src/iosTest/A.kt", native, []), ("m/src/nativeTest/A.kt", native, []),
    ("m/src/iosMain/A.kt", native, ["plays ring.caf"]),
  ])
  func codeOfTests(path: String, code: String, expected: [String]) throws {
    #expect(try rules([(path, code)]) == expected)
  }

  /// An object that is no message for a phone may have the same key.
  @Test(arguments: [
    ("@capacitor/local-notifications", "const all = [{ id: 1, sound: 'gong.wav' }];", ["unknown"]),
    ("react-native-push-notification", "const all = [{ soundName: 'Bell' }];", ["unknown"]),
    ("expo-server-sdk", "const settings = { push: true, sound: 'on' };", ["unknown"]),
    ("expo-server-sdk", "const m = { to: token, sound: 'gong.wav' };", ["present"]),
    ("expo-server-sdk", "f({ example: { to: token, sound: 'gong.wav' } });", []),
    ("expo-notifications", "f({ content: { data: { a: { sound: 'gong' } } } });", []),
    ("expo-notifications", "const content: C = { sound: 'gong.wav' };", ["present"]),
  ])
  func objectsThatAreNoMessages(package: String, code: String, expected: [String]) throws {
    #expect(try rules([("src/a.ts", "import * as x from '\(package)';\n\(code)")]) == expected)
  }

  /// Code in a language that isn't read may ask for a sound whose name it has.
  @Test(arguments: [
    ("a.go", "Aps{Sound: \"siren.caf\"}", false), ("a.rb", "n.sound = 'siren.caf'", false),
    ("a.html", "<script>f({ sound: 'siren.caf' })</script>", false),
    ("a.sql", "select f('sound', 'siren.caf');", false), ("a.go", "\"gong.caf\"", true),
  ])
  func namesInOtherLanguages(file: String, code: String, isUnused: Bool) throws {
    var project = try DemoProject()
    project.files["ios/Runner/siren.caf"] = project.files["ios/Runner/ring.caf"]
    project.xcode.targets[0].resources.append(.file("Runner/siren.caf"))
    project.write("server/\(file)", code)
    #expect(
      try ProjectFixture.problems(in: project).contains { $0.rule == "requested" } == isUnused)
  }

  private static func request(_ name: String) -> String {
    "x.sound = UNNotificationSound(named: UNNotificationSoundName(\(name)))"
  }

  @Test(arguments: [
    // What may replace a name counts more than that the name's file is missing.
    ("class A {\nvar tone = \"None\"\nfunc f() { \(request("tone")) }\n}", ["unknown"]),
    (
      "#if os(visionOS)\n\(request("\"space.caf\""))\n#else\n\(request("\"ring.caf\""))\n#endif",
      ["plays ring.caf"]
    ),
    ("#if targetEnvironment(macCatalyst)\n\(request("\"mac.caf\""))\n#endif", []),
    ("var ringtoneSound = \"marimba\"", []),
    ("let c = CXProviderConfiguration()\nc.ringtoneSound = \"ring.caf\"", ["plays ring.caf"]),
    (
      "let c = CXProviderConfiguration()\nc.ringtoneSound = \"ring.caf\"\nc.ringtoneSound = nil",
      ["audible"]
    ),
    ("play(sound: .named(\"tap.caf\"))", []),
  ])
  func swift(code: String, expected: [String]) throws {
    let code = "import UserNotifications\nfunc g() {\n\(code)\n}"
    #expect(try rules([("ios/Runner/AppDelegate.swift", code)]) == expected)
  }

  @Test func aSilentSoundOnIOSNeedsNoChannel() throws {
    var project = try DemoProject()
    project.files["pubspec.yaml"] = nil
    project.files["lib/main.dart"] = nil
    project.write(
      "ios/Runner/AppDelegate.swift",
      "func f() {\n\(Self.request("\"ring.caf\""))\nx.sound = nil\n}")
    let problems = try ProjectFixture.problems(in: project)
    #expect(problems.contains { $0.rule == "audible" && !$0.text.contains("channel") })
  }

  @Test(arguments: [
    ("app.config.js", "const plugins = [];\nmodule.exports = { expo: { plugins } };"),
    (
      "app.config.js",
      "const expo = ({ config }) => { config.plugins.push(x); return config; };"
    ),
    (
      "app.config.js",
      "const sounds = ['./a.wav'];\nmodule.exports = { plugins: [['expo-notifications', { sounds }]] };"
    ),
  ])
  func computedLists(file: String, text: String) throws {
    var project = try DemoProject()
    project.files = ["assets/a.wav": try #require(project.files["\(Self.raw)/ring.wav"])]
    project.xcode.targets = []
    project.write("package.json", #"{"dependencies":{"expo":"1"}}"#)
    project.write(file, "// expo\n\(text)")
    project.write(
      "src/a.js", "import * as N from 'expo-notifications';\nN.f({ content: { sound: 'a.wav' } });")
    let rules = try ProjectFixture.problems(in: project).map(\.rule)
    #expect(rules.contains("unknown") && !rules.contains("membership"))
  }

  @Test(arguments: [
    ("<Import Project=\"../Shared.projitems\" />", ["unknown"]),
    ("<ItemGroup><ProjectReference Include=\"../Core.csproj\" /></ItemGroup>", ["unknown"]),
    ("<Import Project=\"$(MSBuildExtensionsPath)/iOS.targets\" />", ["present"]),
  ])
  func dotNetItemsOfOtherFiles(tag: String, expected: [String]) throws {
    var project = try DemoProject()
    project.files = [:]
    project.xcode.targets = []
    project.write(
      "App/App.csproj",
      "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType>"
        + "<TargetFramework>net9.0-ios</TargetFramework></PropertyGroup>\(tag)</Project>")
    project.write("App/Main.cs", #"UNNotificationSound.GetSound("ring.caf");"#)
    #expect(try ProjectFixture.problems(in: project).map(\.rule) == expected)
  }

  /// Xcode copies the files of a synchronized folder only in a target's resources phase.
  @Test func aTargetWithoutAResourcesPhase() throws {
    var project = try DemoProject()
    project.files["pubspec.yaml"] = nil
    project.files["lib/main.dart"] = nil
    project.write("ios/Runner/AppDelegate.swift", Self.request("\"ring.caf\""))
    project.xcode.targets[0].resources = []
    project.xcode.targets[0].folders = ["Runner"]
    #expect(try ProjectFixture.problems(in: project).map(\.rule) == [])
    let text = project.xcode.text.replacingOccurrences(of: "Resources", with: "Headers")
    project.xcode.targets = []
    project.write("ios/Runner.xcodeproj/project.pbxproj", text)
    #expect(try ProjectFixture.problems(in: project).map(\.rule) == ["membership"])
  }
}
