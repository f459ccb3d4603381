import AlertCheck
import TestSupport
import Testing

/// Tests what decides whether an Android app has a sound that code asks for, and whether the sound is heard.
struct FrameworkAndroidTests {
  private static let raw = "android/app/src/main/res/raw"
  private static let address = #""android.resource://${context.packageName}/raw/ring""#

  /// Kotlin code that gives a channel a sound.
  private static func kotlin(_ address: String = address, _ importance: String = "HIGH") -> String {
    """
    val uri = Uri.parse(\(address))
    val channel = NotificationChannel("bells", "Bells", NotificationManager.IMPORTANCE_\(importance))
    channel.setSound(uri, attributes)
    """
  }

  /// An Android app with `ring.wav`, whose code is in Kotlin.
  private func project(_ kotlin: String = kotlin(), gradle: String = "") throws -> DemoProject {
    var project = try DemoProject()
    for path in [
      "pubspec.yaml", "lib/main.dart", "ios/Runner/ring.caf", "ios/Runner/AppDelegate.swift",
    ] {
      project.files[path] = nil
    }
    project.xcode.targets = []
    project.write("android/settings.gradle", "include ':app'")
    project.write("android/app/src/main/kotlin/Sounds.kt", kotlin)
    project.write(
      "android/app/src/main/kotlin/Create.kt", "fun f() = all.map(m::createNotificationChannel)")
    project.replace("buildTypes", by: "\(gradle)\n  buildTypes", in: "android/app/build.gradle")
    return project
  }

  private func rules(_ project: DemoProject) throws -> [String] {
    try Set(ProjectFixture.problems(in: project).map(\.rule)).sorted()
  }

  @Test(arguments: [
    (["main"], "", []), (["androidMain"], "", []), (["androidTest"], "", ["android-present"]),
    (["testDebug"], "", ["android-present"]), (["debug"], "", ["unknown"]),
    (["debug", "release"], "", []),
    (["debug", "release"], "buildTypes { create(\"staging\") { } }", ["unknown"]),
    (["main"], "sourceSets { getByName(\"main\") { setRoot(\"other\") } }", ["unknown"]),
    (["dev"], "productFlavors { dev { }\n prod { } }", ["unknown"]),
    (["dev", "prod"], "productFlavors { dev { }\n prod { } }", []),
    (
      ["dev", "prod"],
      "productFlavors { create(\"dev\") { }\n create(\"prod\") { }\n create(\"beta\") { } }",
      ["unknown"]
    ), (["dev", "main"], "", []),
  ])
  func sourceSets(sets: [String], gradle: String, expected: [String]) throws {
    var project = try project(gradle: gradle)
    let sound = project.files.removeValue(forKey: "\(Self.raw)/ring.wav")
    for set in sets { project.files["android/app/src/\(set)/res/raw/ring.wav"] = sound }
    #expect(try rules(project) == expected)
  }

  @Test func aFeatureMayNotBeLoaded() throws {
    var project = try project()
    project.write("android/bells/build.gradle", "plugins { id 'com.android.dynamic-feature' }")
    project.move("\(Self.raw)/ring.wav", to: "android/bells/src/main/res/raw/ring.wav")
    #expect(try rules(project) == ["unknown"])
  }

  @Test(arguments: [
    ("!isDebug", ["android-kept"]), ("property(\"shrink\")", ["android-kept"]), ("false", []),
  ])
  func shrinking(value: String, expected: [String]) throws {
    var project = try project()
    project.files["\(Self.raw)/keep.xml"] = nil
    project.write(
      "android/app/build.gradle",
      "plugins { id 'com.android.application' }\nandroid { isShrinkResources = \(value) }")
    #expect(try rules(project) == expected)
  }

  @Test func anotherAppHasTheSound() throws {
    var project = try project()
    project.write("android/wear/build.gradle", "plugins { id 'com.android.application' }")
    project.move("\(Self.raw)/ring.wav", to: "android/wear/src/main/res/raw/ring.wav")
    #expect(try rules(project) == ["unknown"])
  }

  /// aapt2 removes a resource that has a value for a language and no default value.
  @Test(arguments: [
    (["raw-de"], ["android-present"]), (["raw-de-rAT"], ["android-present"]),
    (["raw-b+sr+Latn"], ["android-present"]), (["raw-land"], ["unknown"]),
    (["raw-v26"], ["unknown"]), (["raw-de", "raw"], []),
  ])
  func qualifiers(folders: [String], expected: [String]) throws {
    var project = try project()
    let sound = project.files.removeValue(forKey: "\(Self.raw)/ring.wav")
    for folder in folders { project.files["android/app/src/main/res/\(folder)/ring.wav"] = sound }
    #expect(try rules(project) == expected)
  }

  @Test(arguments: [
    ("sourceSets { main { res.srcDirs = ['src/main/res', 'tones'] } }", []),
    ("sourceSets { main.res.srcDir 'tones' }", []),
    ("sourceSets { main { res { srcDirs += ['tones'] } } }", []),
    (#"sourceSets { getByName("main") { res.srcDirs("src/main/res", "tones") } }"#, []),
    (#"sourceSets["main"].res.srcDir("tones")"#, []),
    (#"sourceSets.named("main") { res.setSrcDirs(listOf("src/main/res", "tones")) }"#, []),
    ("sourceSets { dev { res.srcDir 'tones' } }", ["unknown"]),
    ("sourceSets { main { res.srcDirs += toneFolders } }", ["unknown"]),
    ("sourceSets { main { res.setSrcDirs(toneFolders) } }", ["unknown"]),
    ("onVariants { it.sources.res.addGeneratedSourceDirectory(tones) }", ["unknown"]),
    (#"sourceSets { main { res.srcDirs += "$rootDir/tones" } }"#, ["unknown"]),
    ("sourceSets { main { java.srcDir 'tones' } }", ["android-present"]),
    ("", ["android-present"]),
  ])
  func folders(gradle: String, expected: [String]) throws {
    var project = try project(gradle: gradle)
    project.move("\(Self.raw)/ring.wav", to: "android/app/tones/raw/ring.wav")
    #expect(try rules(project) == expected)
  }

  /// The address of a resource has the `applicationId`, or without one the `namespace`.
  @Test(arguments: [
    ("com.example.demo", "", []), ("com.other", "", ["unknown"]),
    ("com.example.demo", "defaultConfig { applicationId 'com.app' }", ["android-present"]),
    ("com.app", "defaultConfig { applicationId = \"com.app\" }", []),
    ("com.app", "defaultConfig { applicationId appName }", ["unknown"]),
    ("com.app", "defaultConfig { applicationId 'com' + '.app' }", ["unknown"]),
    ("com.app", "defaultConfig { setApplicationId('com.app') }", []),
    ("com.other", "defaultConfig { setApplicationId('com.app') }", ["android-present"]),
    (
      "com.app",
      "defaultConfig { applicationId 'com.app' }\nx { onVariants { it.applicationId.set(id) } }",
      ["unknown"]
    ),
    (
      "com.app",
      "defaultConfig { applicationId 'com.app' }\ndev { setApplicationIdSuffix('.dev') }",
      ["android-address"]
    ),
    (
      "com.app",
      "defaultConfig { applicationId 'com.app' }\nproductFlavors { dev { applicationId 'com.dev' } }",
      ["android-address"]
    ),
    (
      "com.app",
      "defaultConfig { applicationId 'com.app' }\nproductFlavors { dev { applicationIdSuffix '.dev' } }",
      ["android-address"]
    ), ("$packageName", "productFlavors { dev { applicationIdSuffix '.dev' } }", []),
  ])
  func packages(package: String, gradle: String, expected: [String]) throws {
    let kotlin = Self.kotlin("\"android.resource://\(package)/raw/ring\"")
    #expect(try rules(project(kotlin, gradle: gradle)) == expected)
  }

  private static let compat = "NotificationChannelCompat.Builder(\"a\", C.IMPORTANCE"

  @Test(arguments: [
    (kotlin(), []), (kotlin(address, "LOW"), ["audible"]), (kotlin(address, "MIN"), ["audible"]),
    (kotlin(address, "DEFAULT"), []),
    // Another channel in the file is silent.
    (kotlin() + "\nval other = NotificationChannel(\"b\", \"B\", IMPORTANCE_LOW)", []),
    // The sound is for two channels.
    (
      kotlin()
        + "\nval c = NotificationChannel(\"b\", \"B\", IMPORTANCE_LOW)\nc.setSound(uri, null)",
      []
    ),
    (
      "val level = IMPORTANCE_HIGH\n"
        + kotlin().replacing("NotificationManager.IMPORTANCE_HIGH", with: "level"), []
    ),
    (kotlin().replacing("NotificationManager.IMPORTANCE_HIGH", with: "level"), ["unknown"]),
    (
      "NotificationChannel(a, b, IMPORTANCE_LOW).apply { setSound(Uri.parse(\(address)), x) }",
      ["audible"]
    ),
    ("\(compat)_LOW).setSound(Uri.parse(\(address)), x)", ["audible"]),
    ("\(compat)_HIGH).setSound(Uri.parse(\(address)), x)", []),
    // A silent channel in the file of a player.
    (
      "NotificationChannel(a, b, IMPORTANCE_LOW)\nMediaPlayer.create(c, Uri.parse(\(address)))",
      ["unknown"]
    ), (kotlin("\"android.resource://$packageName/res/raw/ring\""), ["android-present"]),
    (kotlin() + "\nchannel.setImportance(level)", ["unknown"]),
    (kotlin("\"${C.SCHEME_ANDROID_RESOURCE}://com.example.demo/raw/ring\""), []),
    (kotlin("\"${C.SCHEME_ANDROID_RESOURCE}://com.other/raw/ring\""), ["unknown"]),
    (kotlin("\"${C.SCHEME_ANDROID_RESOURCE}://$p/${R.raw.ring}\""), ["android-address"]),
    ("NotificationCompat.Builder(c, channel).setSound(Uri.parse(\(address)))", ["unknown"]),
  ])
  func channels(kotlin: String, expected: [String]) throws {
    #expect(try rules(project(kotlin)) == expected)
  }

  /// A second file creates the channel of the first without a sound. The file of the sound still counts as asked for.
  @Test(arguments: [("bells", ["android-channel-sound"]), ("other", [])])
  func channelsOfTwoFiles(id: String, expected: [String]) throws {
    var project = try project()
    project.write(
      "android/app/src/main/kotlin/Other.kt",
      "val c = NotificationChannel(\"\(id)\", \"B\", NotificationManager.IMPORTANCE_HIGH)")
    #expect(try rules(project) == expected)
  }

  private static func details(_ arguments: String, of type: String = "AndroidNotificationDetails")
    -> String
  {
    "\(type)('a', 'A', sound: RawResourceAndroidNotificationSound('ring')\(arguments));"
  }

  private static func created(_ arguments: String) -> String {
    "p.createNotificationChannel(\(details(arguments, of: "AndroidNotificationChannel").dropLast()));"
  }

  @Test(arguments: [
    (details(""), []), (details(", importance: Importance.high"), []),
    (details(", importance: Importance.low"), ["audible"]),
    (details(", importance: .min"), ["audible"]), (details(", importance: level"), ["unknown"]),
    (details(", playSound: false"), ["audible"]), (details(", playSound: true"), []),
    (details(", silent: true"), ["audible"]),
    // The channel exists, so the message's importance has no effect.
    (created("") + details(", importance: Importance.low"), []),
    (created(", importance: Importance.low") + details(""), ["audible"]),
    (details("") + details(", playSound: false"), ["unknown"]),
    ("NotificationChannel(soundSource: 'resource://raw/ring', importance: N.Low)", ["audible"]),
    ("NotificationChannel(soundSource: 'resource://raw/ring', importance: N.Max)", []),
  ])
  func dart(code: String, expected: [String]) throws {
    var project = try project("")
    project.write("lib/main.dart", code)
    #expect(try rules(project) == expected)
  }

  /// The plugin sets the sound, but the app plays none while it is in front.
  @Test(arguments: [("true", []), ("false", ["unknown"]), ("x", ["unknown"])])
  func presentSound(value: String, expected: [String]) throws {
    var project = try DemoProject()
    project.replace(
      "sound: 'ring.caf'", by: "presentSound: \(value), sound: 'ring.caf'", in: "lib/main.dart")
    #expect(try rules(project) == expected)
  }

  @Test(arguments: [
    (
      "@notifee/react-native", "createChannel({ id: 'a', importance: A.LOW, sound: 'ring' })",
      ["audible"]
    ),
    (
      "@notifee/react-native", "createChannel({ id: 'a', importance: 2, sound: 'ring' })",
      ["audible"]
    ),
    ("@notifee/react-native", "createChannel({ id: 'a', importance: 4, sound: 'ring' })", []),
    ("@notifee/react-native", "createChannel({ id: 'a', sound: 'ring' })", []),
    ("@notifee/react-native", "createChannel({ id: 'a', sound: 'ring', importance })", ["unknown"]),
    ("@notifee/react-native", "createChannel({ id: 'a', sound: 'ring', ...more })", ["unknown"]),
    ("@notifee/react-native", "createChannel({ ...more, sound: 'ring' })", ["unknown"]),
    (
      "@notifee/react-native",
      "createChannel({ ...more, id: 'a', importance: 4, sound: 'ring' })", []
    ),
    (
      "react-native-push-notification",
      "createChannel({ channelId: 'a', playSound, soundName: 'ring.wav' })", ["unknown"]
    ),
    (
      "@capacitor/local-notifications",
      "createChannel({ id: 'a', importance: 2, sound: 'ring.wav' })", ["audible"]
    ),
    (
      "@capacitor/local-notifications",
      "createChannel({ id: 'a', importance: 3, sound: 'ring.wav' })", []
    ),
    // Expo's numbers aren't Android's.
    (
      "expo-notifications",
      "setNotificationChannelAsync('a', { importance: 4, sound: 'ring.wav' })", ["audible"]
    ),
    (
      "expo-notifications",
      "setNotificationChannelAsync('a', { importance: 5, sound: 'ring.wav' })", []
    ),
    (
      "expo-notifications",
      "setNotificationChannelAsync('a', { importance: I.MIN, sound: 'ring.wav' })", ["audible"]
    ),
    (
      "react-native-push-notification",
      "createChannel({ channelId: 'a', playSound: false, soundName: 'ring.wav' })", ["audible"]
    ),
    ("@notifee/react-native", "send({ android: { channelId: 'a', sound: 'ring' } })", ["unknown"]),
    (
      "@notifee/react-native",
      "f(async () => { const channelId = await x.createChannel({ id: 'a', sound: 'ring' });\n"
        + "x.send({ android: { channelId, sound: 'ring' } }); })", []
    ),
    (
      "@notifee/react-native",
      "f(async () => { const channelId = await x.createChannel({ id: 'a' });\n"
        + "x.send({ android: { channelId, sound: 'ring' } }); })", ["android-channel"]
    ),
  ])
  func javaScript(package: String, code: String, expected: [String]) throws {
    var project = try project("")
    project.write("src/a.js", "import * as x from '\(package)';\nx.\(code);")
    #expect(try rules(project) == expected)
  }

  /// From Android 8 on, a payload's sound isn't played, but its channel's.
  @Test(arguments: [
    (kotlin(), #", "channel_id": "bells""#, []), (kotlin(), "", ["unknown"]),
    (kotlin(), #", "channel_id": "news""#, ["unknown"]),
    (kotlin(address, "LOW"), #", "channel_id": "bells""#, ["audible"]),
    (
      "NotificationChannel(\"bells\", \"B\", IMPORTANCE_HIGH)", #", "channel_id": "bells""#,
      ["android-channel"]
    ),
  ])
  func payloads(kotlin: String, channel: String, expected: [String]) throws {
    var project = try project(kotlin)
    project.write(
      "server/push.json", #"{"android": {"notification": {"sound": "ring"\#(channel)}}}"#)
    #expect(try rules(project) == expected)
  }

  @Test(arguments: [
    ("a.py", "AndroidNotification(sound='ring', channel_id='bells')", []),
    ("a.js", "f({ android: { notification: { sound: 'ring.wav', channelId: 'bells' } } })", []),
    ("a.py", "AndroidNotification(sound='ring')", ["unknown"]),
    ("a.js", "send({ android: { notification: { sound: 'ring', channelId: 'bells' } } })", []),
    (
      "a.php",
      "<?php $m = ['android' => ['notification' => ['sound' => 'ring', 'channel_id' => 'bells']]];",
      []
    ), ("a.php", "<?php $m = ['android' => ['notification' => ['sound' => 'ring']]];", ["unknown"]),
  ])
  func servers(file: String, code: String, expected: [String]) throws {
    var project = try project()
    project.write("server/\(file)", code)
    #expect(try rules(project) == expected)
  }

  /// The build may remove a sound that no code names as `R.raw`. A computed name may mean any sound.
  @Test(arguments: [
    ("fun f() = R.raw.ring", []), ("import com.example.demo.R as A\nfun f() = A.raw.ring", []),
    ("fun f() = r.getIdentifier(\"ring\", \"raw\", packageName)", []),
    ("import com.example.demo.R.raw.ring\nfun f() = ring", []),
    ("import com.example.demo.R.raw.*\nfun f() = ring", []),
    (#"fun f(p: String) = "android.resource://$p/${R.raw.ring}""#, []),
    (kotlin(), ["android-kept"]),
    (kotlin(#""android.resource://$p/raw/$name""#), ["android-kept", "unknown"]),
  ])
  func uses(kotlin: String, expected: [String]) throws {
    var project = try project(kotlin)
    project.files["\(Self.raw)/keep.xml"] = nil
    #expect(try rules(project) == expected)
    project.write(
      "android/app/src/main/res/values/tones.xml",
      "<resources><array name=\"tones\"><item>@raw/ring</item></array></resources>")
    #expect(try rules(project) == expected.filter { $0 != "android-kept" })
  }

  @Test(arguments: [
    ("_ring.wav", []), ("ring.v2.wav", ["android-name"]), ("_.wav", ["android-name"]),
    ("9ring.wav", ["android-name"]),
  ])
  func names(file: String, expected: [String]) throws {
    var project = try project("fun f() = R.raw._ring")
    project.files["\(Self.raw)/\(file)"] = project.files["\(Self.raw)/ring.wav"]
    #expect(try rules(project).filter { $0 == "android-name" } == expected)
  }

  @Test(arguments: [
    (
      "final f = switch (kind) { 1 => 'ring.caf', 2 || 3 => 'gong.caf', _ => null };",
      ["present"]
    ), ("final f = switch (kind) { 1 => 'ring.caf', _ => null };", []),
    ("final f = switch (kind) { 1 => 'ring.caf', _ => other() };", ["unknown"]),
  ])
  func dartSwitches(code: String, expected: [String]) throws {
    var project = try DemoProject()
    project.write("lib/more.dart", "\(code)\nDarwinNotificationDetails(sound: f);")
    #expect(try rules(project) == expected)
  }

  @Test(arguments: [
    ("when (k) { 1 -> \"ring\"\n else -> \"gong\" }", ["android-present"]),
    ("when (k) { 1 -> \"ring\"\n else -> \"ring\" }", []),
    ("when { a() -> \"ring\"\n else -> other() }", ["unknown"]),
  ])
  func kotlinWhen(expression: String, expected: [String]) throws {
    let address = #""android.resource://" + packageName + "/raw/" + name"#
    #expect(try rules(project("val name = \(expression)\n" + Self.kotlin(address))) == expected)
  }
}
