import AlertCheck
import SoundFormat
import TestSupport
import Testing

/// Tests which sounds frameworks add to apps, and which code names sounds for their packages.
struct FrameworkScriptTests {
  private func rules(_ texts: [String: String], sounds: [String]) throws -> [String] {
    var project = try DemoProject()
    let wave = try soundFile(.wave, .pcm(.int16), frameCount: 6400)
    (project.files, project.xcode.targets) = ([:], [])
    for (path, text) in texts { project.write(path, text) }
    for sound in sounds { project.files[sound] = wave }
    return try ProjectFixture.problems(in: project).map(\.rule).sorted()
  }

  /// A target is relative to `platforms/android`, whose resources are in `app/src/main`, before version 7 beside it. It
  /// is unknown whether the plugin's channel plays the sound.
  @Test(arguments: [
    ("app/src/main/res/raw/ring.wav", "", ["unknown"]),
    ("./app/src/main/res/raw/ring.wav", "", ["unknown"]),
    ("/app/src/main/res/raw/ring.wav", "", ["unknown"]),
    ("res/raw/ring.wav", "", ["android-present"]),
    ("app/src/main/res/raw/in/ring.wav", "", ["android-present"]),
    ("app/src/main/res/raw/ring.wav", #"<engine name="android" spec="^13.0.0" />"#, ["unknown"]),
    ("res/raw/ring.wav", #"<engine name="android" spec="~6.4.0" />"#, ["unknown"]),
    ("res/raw/ring.wav", #"<engine name="ios" spec="6.0.0" />"#, ["android-present"]),
  ])
  func cordovaTargets(target: String, engine: String, expected: [String]) throws {
    let configuration = """
      <widget id="com.example.demo">\(engine)
        <platform name="android"><resource-file src="s/ring.wav" target="\(target)" /></platform>
        <platform name="ios"><resource-file src="s/ring.wav" /></platform>
      </widget>
      """
    let code = "cordova.plugins.notification.local.schedule({ sound: 'res://ring.wav' });"
    #expect(
      try rules(["config.xml": configuration, "www/a.js": code], sounds: ["s/ring.wav"])
        == expected)
  }

  /// What may add a sound besides the list.
  @Test(arguments: [
    ("hooks/after_prepare/a.js", "copy();", "res://ring.wav", ["unknown", "unknown"]),
    ("plugin/plugin.xml", "<resource-file />", "res://ring.wav", ["unknown", "unknown"]),
    ("plugin/plugin.xml", "<plugin />", "res://ring.wav", ["android-present", "membership"]),
    ("www/b.js", "", "res://ring.wav", ["android-present", "membership"]),
    ("www/b.js", "", "file://ring.wav", ["unknown", "unknown"]),
  ])
  func cordovaFiles(path: String, text: String, sound: String, expected: [String]) throws {
    let code = "cordova.plugins.notification.local.schedule({ sound: '\(sound)' });"
    let files = ["config.xml": "<widget id=\"a\" />", "www/a.js": code, path: text]
    #expect(try rules(files, sounds: ["s/ring.wav"]) == expected)
  }

  /// An app that moved to Capacitor may keep the file of Cordova.
  @Test(arguments: [("capacitor.config.ts", []), ("a.ts", ["listed"])])
  func leftOverLists(file: String, expected: [String]) throws {
    let list = "<platform name=\"ios\"><resource-file src=\"gone.wav\" /></platform>"
    let files = ["config.xml": "<widget id=\"a\">\(list)</widget>", file: ""]
    #expect(try rules(files, sounds: ["ring.wav"]) == expected)
  }

  /// Each case: a plugin, the sound's file, and the rules. A plugin that isn't known may add the sound.
  @Test(arguments: [
    (#""expo-router""#, "ring.wav", ["android-present", "membership"]),
    (#"["onesignal-expo-plugin",{"mode":"a"}]"#, "ring.wav", ["android-present", "membership"]),
    (#"["onesignal-expo-plugin",{"sounds":["./assets/ring.wav"]}]"#, "ring.wav", []),
    (#"["onesignal-expo-plugin",{"sounds":["./assets/Ring.wav"]}]"#, "Ring.wav", []),
    (
      #"["@erisvaldo.junior/expo-plugin-link-native-assets",["./assets/a.png","./assets/ring.wav"]]"#,
      "ring.wav", []
    ),
    (#""expo-custom-assets""#, "ring.wav", ["unknown", "unknown"]),
    (#""expo-asset", "react-native-edge-to-edge""#, "ring.wav", ["android-present", "membership"]),
    (#"["expo-asset",{"assets":["./assets"]}]"#, "ring.wav", ["unknown", "unknown"]),
  ])
  func expoPlugins(plugin: String, file: String, expected: [String]) throws {
    let code = """
      import * as N from 'expo-notifications';
      N.setNotificationChannelAsync('a', { sound: 'ring.wav' });
      N.schedule({ content: { sound: '\(file)' } });
      """
    #expect(
      try rules(
        ["app.json": #"{"expo":{"plugins":[\#(plugin)]}}"#, "a.ts": code],
        sounds: ["assets/\(file)"]) == expected)
  }

  /// Each case: an Expo app's systems, and the rules.
  @Test(arguments: [
    (#""ios","android""#, []), (#""android""#, ["unknown"]), (#""ios""#, ["unknown"]),
  ])
  func expoPlatforms(platforms: String, expected: [String]) throws {
    let code = """
      import * as N from 'expo-notifications';
      N.setNotificationChannelAsync('a', { sound: 'ring.wav' });
      N.schedule({ content: { sound: 'ring.wav' } });
      """
    let configuration =
      #"{"expo":{"platforms":[\#(platforms)],"plugins":[["expo-notifications",{"sounds":["./ring.wav"]}]]}}"#
    #expect(
      try rules(["app.json": configuration, "a.ts": code], sounds: ["ring.wav"]) == expected)
  }

  /// On Android, the trigger names the channel. Each case: a message's content and trigger, and the rules.
  @Test(arguments: [
    ("sound: 'ring.wav'", "{ seconds: 2, channelId: 'a' }", []),
    ("sound: 'ring.wav', channelId: 'a'", "{ seconds: 2 }", ["android-channel"]),
    ("...(x && { channelId: 'a' }), sound: 'ring.wav'", "null", ["android-channel"]),
    ("sound: 'ring.wav', channelId: 'a'", "{ seconds: 2, channelId: 'a' }", []),
    ("sound: 'ring.wav', channelId: 'a'", "{ seconds: 2, ...more }", []),
    ("sound: 'ring.wav', channelId: 'a'", "trigger", []),
    ("sound: 'ring.wav', data: { channelId: 'a' }", "{ seconds: 2 }", ["android-channel"]),
    ("sound: 'default', channelId: 'a'", "{ seconds: 2 }", []),
  ])
  func expoChannelsInContent(content: String, trigger: String, expected: [String]) throws {
    let code = """
      import * as N from 'expo-notifications';
      N.setNotificationChannelAsync('a', { sound: 'ring.wav' });
      N.schedule({ content: { \(content) }, trigger: \(trigger) });
      """
    let configuration =
      #"{"expo":{"plugins":[["expo-notifications",{"sounds":["./ring.wav"]}]]}}"#
    #expect(
      try rules(["app.json": configuration, "a.ts": code], sounds: ["ring.wav"]) == expected)
  }

  private static let csproj = """
    <Project><PropertyGroup><OutputType>Exe</OutputType><UseMaui>true</UseMaui>
    <TargetFrameworks>net9.0-android;net9.0-ios</TargetFrameworks></PropertyGroup>
    <ItemGroup><MauiAsset Include="Resources\\Raw\\**" LogicalName="%(Filename)%(Extension)" /></ItemGroup></Project>
    """

  /// The sound of a request counts on iOS, that of a channel on Android.
  @Test(arguments: [
    (#"new NotificationRequest { Sound = "ring.wav" }"#, ["unknown"]),
    (#"new NotificationRequest { Sound = "gone.wav" }"#, ["present", "unknown"]),
    (#"NotificationRequest r = new() { Sound = "gone.wav" }"#, ["present", "unknown"]),
    (#"var r = new NotificationRequest(); r.Sound = "gone.wav""#, ["present", "unknown"]),
    (#"var r = new Setting(); r.Sound = "gone.wav""#, []),
    (#"new Setting { Sound = "gone.wav" }"#, []),
    (
      #"f(new NotificationChannelRequest { Sound = "ring" }, new NotificationRequest { Sound = "ring.wav" })"#,
      []
    ),
    (#"new AndroidNotificationChannelRequest { Sound = "gone" }"#, ["android-present"]),
    (#"new NotificationChannelRequest { Sound = "ring", Importance = A.Low }"#, ["audible"]),
    (#"new NotificationChannelRequest { Sound = "ring", Importance = A.High }"#, []),
    (#"new NotificationChannelRequest { Sound = "ring", EnableSound = false }"#, ["audible"]),
    (#"new NotificationRequest { Sound = "ring.wav", Silent = true }"#, ["audible", "audible"]),
    (
      #"var c = new NotificationChannelRequest { Sound = "ring" }; c.Importance = A.Low"#,
      ["unknown"]
    ),
  ])
  func dotNetRequests(code: String, expected: [String]) throws {
    let found = try rules(
      ["App.csproj": Self.csproj, "Main.cs": "class A { void F() { \(code); } }"],
      sounds: ["Platforms/Android/Resources/raw/ring.wav", "Platforms/iOS/Resources/ring.wav"])
    #expect(found.filter { $0 != "requested" } == expected)
  }

  /// Each case: properties and items of an app for iOS, an attribute of its project, the sound's file, and the rules.
  @Test(arguments: [
    ("", "Sdk=\"S\"", "Resources/ring.wav", []), ("", "", "Resources/ring.wav", ["unknown"]),
    (
      "<EnableDefaultItems>false</EnableDefaultItems>", "Sdk=\"S\"", "Resources/ring.wav",
      ["unknown"]
    ),
    (
      "<BundleResource Remove=\"Resources/ring.wav\" />", "Sdk=\"S\"", "Resources/ring.wav",
      ["unknown"]
    ),
    ("<BundleResource Include=\"S/ring.wav\" Link=\"ring.wav\" />", "", "S/ring.wav", []),
    (
      "<BundleResource Include=\"S/ring.wav\" Link=\"ring.wav\" Condition=\"'$(ios)' == 'a'\" />",
      "", "S/ring.wav", ["unknown"]
    ),
    (
      "<Target><BundleResource Include=\"S/ring.wav\" Link=\"ring.wav\" /></Target>", "",
      "S/ring.wav", ["unknown"]
    ),
  ])
  func dotNetItems(items: String, attribute: String, sound: String, expected: [String]) throws {
    let project =
      "<Project \(attribute)><OutputType>Exe</OutputType><A>net9.0-ios</A>\(items)</Project>"
    let code = #"class A { void F() { UNNotificationSound.GetSound("ring.wav"); } }"#
    #expect(try rules(["App.csproj": project, "Main.cs": code], sounds: [sound]) == expected)
  }

  /// MAUI takes Android's resources from one folder, and makes small letters of their names.
  @Test(arguments: [
    ("Platforms/Android/Resources/raw/ring.wav", []),
    ("Platforms/Android/Resources/raw/Ring.wav", []),
    ("Platforms/Android/Resources/Raw/ring.wav", ["unknown"]),
    ("Resources/raw/ring.wav", ["android-present"]),
    ("Resources/Raw/ring.wav", ["android-present"]),
  ])
  func dotNetRawResources(path: String, expected: [String]) throws {
    let code = #"class A { void F() { f(new NotificationChannelRequest { Sound = "ring" }); } }"#
    #expect(try rules(["App.csproj": Self.csproj, "Main.cs": code], sounds: [path]) == expected)
  }

  /// Capacitor passes a message's sound to Android, which plays the channel's sound instead.
  @Test(arguments: [
    ("schedule({ notifications: [{ sound: 'ring.wav' }] })", ["unknown"]),
    ("schedule({ notifications: [{ sound: 'gone.wav' }] })", ["android-present"]),
    ("createChannel({ id: 'a', sound: 'ring.wav' })", []),
    ("createChannel({ id: 'a', sound: 'ring.wav', importance: 4 as Importance })", []),
    ("createChannel({ id: 'a', sound: 'ring.wav', importance: 2 as Importance })", ["audible"]),
    // The package makes this channel first.
    ("createChannel({ id: 'default', sound: 'ring.wav' })", ["unknown"]),
  ])
  func capacitorMessages(call: String, expected: [String]) throws {
    let found = try rules(
      [
        "android/app/build.gradle": "plugins { id 'com.android.application' }",
        "a.ts": "import { L } from '@capacitor/local-notifications';\nL.\(call);",
      ], sounds: ["android/app/src/main/res/raw/ring.wav"])
    #expect(found.filter { $0 != "requested" } == expected)
  }

  /// The package's old form gives its channel no sound.
  @Test(arguments: [
    ("@nativescript/local-notifications", "plays"), ("nativescript-local-notifications", "unknown"),
  ])
  func nativeScriptPackages(package: String, outcome: String) throws {
    var project = try DemoProject()
    (project.files, project.xcode.targets) = ([:], [])
    project.files["App_Resources/Android/src/main/res/raw/ring.wav"] = try soundFile(
      .wave, .pcm(.int16))
    project.write("App_Resources/iOS/Info.plist", "")
    project.write("app/a.ts", "import { L } from '\(package)';\nL.schedule([{ sound: 'ring' }]);")
    #expect(try ProjectFixture.requests(in: project).contains("android ring \(outcome)"))
  }

  @Test(arguments: [("Resource.Raw.ring", false), ("Resource.Raw.gong", true)])
  func dotNetNumbers(number: String, isUnused: Bool) throws {
    let code = "f(new NotificationChannelRequest { Sound = \"gong\" }, \(number));"
    let sounds = ["ring", "gong"].map { "Platforms/Android/Resources/raw/\($0).wav" }
    let found = try rules(
      ["App.csproj": Self.csproj, "Main.cs": "class A { void F() { \(code) } }"], sounds: sounds)
    #expect(found.contains("requested") == isUnused)
  }

  /// Kotlin/Native calls the functions of Objective-C.
  @Test(arguments: [
    (#"UNNotificationSound.soundNamed("gone.caf")"#, ["present"]),
    (#"UNNotificationSound.criticalSoundNamed("gone.caf", 1.0f)"#, ["present"]),
    (#"UNNotificationSound.ringtoneSoundNamed("gone.caf")"#, ["present"]),
    (#"UNNotificationSound.soundNamed("ring.caf")"#, []),
    ("UNNotificationSound.defaultCriticalSound()", []),
    (#"Player.soundNamed("gone.caf")"#, []),
  ])
  func kotlinNative(call: String, expected: [String]) throws {
    var project = try DemoProject()
    project.files = project.files.filter { $0.key.hasPrefix("ios/") }
    project.write("shared/src/iosMain/kotlin/Ring.kt", "fun ring() = \(call)\n")
    let found = try ProjectFixture.problems(in: project).map(\.rule)
    #expect(found.filter { $0 != "requested" } == expected)
  }
}
