import AlertCheck
import TestSupport
import Testing

/// Tests which modules and channels of an Android app count.
struct FrameworkGradleTests {
  private static let kotlin = """
    fun f(context: Context) {
      val uri = Uri.parse("android.resource://${context.packageName}/raw/ring")
      val channel = NotificationChannel("bells", "Bells", NotificationManager.IMPORTANCE_HIGH)
      channel.setSound(uri, attributes)
      manager.createNotificationChannel(channel)
    }
    """

  /// An Android app whose sound is in the module `core`.
  private func project(
    settings: String = "include ':app', ':core'", dependencies: String,
    _ files: [String: String] = [:]
  ) throws -> DemoProject {
    var project = try DemoProject()
    let sound = project.files["android/app/src/main/res/raw/ring.wav"]
    (project.files, project.xcode.targets) = ([:], [])
    project.files["core/src/main/res/raw/ring.wav"] = sound
    project.write("settings.gradle", settings)
    project.write("core/build.gradle", "plugins { id 'com.android.library' }\nandroid { }")
    project.write(
      "app/build.gradle",
      "plugins { id 'com.android.application' }\nandroid { }\ndependencies {\n\(dependencies)\n}")
    project.write("app/src/main/kotlin/A.kt", Self.kotlin)
    for (path, text) in files { project.write(path, text) }
    return project
  }

  private func rules(_ project: DemoProject) throws -> [String] {
    try Set(ProjectFixture.problems(in: project).map(\.rule)).sorted()
  }

  /// A library's sounds are an app's only if the app depends on it.
  @Test(arguments: [
    ("implementation project(':core')", []), ("implementation(project(\":core\"))", []),
    ("implementation project(':core')\nimplementation project(':app')", []),
    ("implementation project(path: ':core')", []), ("api(projects.core)", []), ("", ["unknown"]),
    ("implementation project(':other')", ["unknown"]),
    ("testImplementation project(':core')", ["unknown"]),
    ("compileOnly(project(\":core\"))", ["unknown"]),
    ("debugImplementation project(':core')", ["unknown"]),
  ])
  func dependencies(dependencies: String, expected: [String]) throws {
    #expect(try rules(project(dependencies: dependencies)) == expected)
  }

  /// The build has only the modules that its settings include.
  @Test(arguments: [
    ("include ':app'", "implementation project(':core')", ["unknown"]),
    ("include ':app'\nnames.each { include it }", "implementation project(':core')", []),
    ("include(\":app\")\ninclude(\":core\")", "implementation project(':core')", []),
    (
      "include ':app', ':tones'\nproject(':tones').projectDir = new File(settingsDir, 'core')",
      "implementation project(':tones')", []
    ),
  ])
  func settings(settings: String, dependencies: String, expected: [String]) throws {
    #expect(try rules(project(settings: settings, dependencies: dependencies)) == expected)
  }

  @Test(arguments: [("api project(':core')", []), ("", ["unknown"])])
  func modulesBetween(dependencies: String, expected: [String]) throws {
    let project = try project(
      settings: "include ':app', ':core', ':mid'", dependencies: "implementation project(':mid')",
      [
        "mid/build.gradle":
          "plugins { id 'com.android.library' }\ndependencies { \(dependencies) }"
      ])
    #expect(try rules(project) == expected)
  }

  /// Another app has the module.
  @Test func anotherAppDependsOnTheModule() throws {
    let project = try project(
      settings: "include ':app', ':core', ':wear'", dependencies: "",
      [
        "wear/build.gradle":
          "plugins { id 'com.android.application' }\ndependencies { implementation project(':core') }"
      ])
    #expect(try rules(project) == ["unknown"])
  }

  private static let multiplatform = "plugins { id 'com.android.kotlin.multiplatform.library' }\n"

  /// The build may leave out the resources of a module, and those beside its modules.
  @Test(arguments: [
    ("core/build.gradle", "android { buildFeatures { androidResources = false } }", ["unknown"]),
    ("core/build.gradle", "android { buildFeatures { androidResources false } }", ["unknown"]),
    ("core/build.gradle", multiplatform, ["unknown"]),
    ("core/build.gradle", multiplatform + "androidResources { enable = true }", []),
    ("core/settings.gradle", "rootProject.name = 'core'", ["unknown"]),
  ])
  func resourcesThatABuildLeavesOut(path: String, text: String, expected: [String]) throws {
    let project = try project(dependencies: "implementation project(':core')", [path: text])
    #expect(try rules(project) == expected)
  }

  @Test func resourcesBesideTheModules() throws {
    var project = try project(dependencies: "")
    project.move("core/src/main/res/raw/ring.wav", to: "src/main/res/raw/ring.wav")
    #expect(try rules(project) == ["unknown"])
  }

  /// A script that several modules apply, or a plugin of the build's own, decides for them.
  @Test(arguments: [
    ("gradle/types.gradle", "shrinkResources true", ["android-kept"]),
    ("gradle/types.gradle", "shrinkResources false", []),
    ("build-logic/src/main/kotlin/A.kt", "isShrinkResources = true", ["android-kept"]),
    ("buildSrc/src/main/kotlin/app.gradle.kts", "isShrinkResources = true", ["android-kept"]),
  ])
  func sharedScripts(path: String, setting: String, expected: [String]) throws {
    let project = try project(
      dependencies: "implementation project(':core')",
      [path: "android { buildTypes { release { \(setting) } } }"])
    #expect(try rules(project) == expected)
  }

  /// A name such as `Channels.BELLS` means the same channel in all files, an unknown one perhaps any channel.
  @Test(arguments: [
    ("\"bells\"", "\"bells\"", ["android-channel-sound"]),
    ("Channels.BELLS", "Channels.BELLS", ["unknown"]), ("BELLS", "BELLS", ["unknown"]),
    ("getString(R.string.bells)", "c.getString(R.string.bells)", ["unknown"]),
    ("Channels.BELLS", "Channels.GONGS", []),
    (
      "\"bells\"",
      "\"bells\", \"B\", IMPORTANCE_HIGH))\nm.createNotificationChannel(NotificationChannel(id",
      ["unknown"]
    ),
  ])
  func channelsOfNames(id: String, other: String, expected: [String]) throws {
    let create =
      "m.createNotificationChannel(NotificationChannel(\(other), \"B\", IMPORTANCE_HIGH))"
    let project = try project(
      dependencies: "implementation project(':core')",
      [
        "app/src/main/kotlin/A.kt": Self.kotlin.replacing("\"bells\"", with: id),
        "app/src/main/kotlin/B.kt": "fun g() {\n\(create)\n}",
      ])
    #expect(try rules(project) == expected)
  }

  /// Code in a module that no app has asks for nothing.
  @Test func codeOfAModuleThatNoAppHas() throws {
    var project = try project(
      dependencies: "", ["core/src/main/kotlin/A.kt": Self.kotlin, "app/src/main/kotlin/A.kt": ""])
    project.move("core/src/main/res/raw/ring.wav", to: "app/src/main/res/raw/ring.wav")
    #expect(
      try ProjectFixture.problems(in: project).filter { $0.rule == "unknown" }.map(\.text)
        == ["this code is in core, and no app is seen to depend on it in all variants"])
  }

  /// The script of all modules only states the versions of their plugins.
  @Test(arguments: [
    ("plugins { id 'com.android.application' version '8.1' apply false }", 1),
    ("plugins { alias(libs.plugins.android.application) apply false }", 1),
    ("buildscript { dependencies { classpath 'com.android.tools.build:gradle:8.1' } }", 1),
    ("plugins { id 'com.android.application' version '8.1' }", 2),
    ("plugins { alias(libs.plugins.android.application) }", 2),
  ])
  func scriptsOfAllModules(script: String, count: Int) throws {
    let project = try project(
      dependencies: "implementation project(':core')", ["build.gradle": script])
    let parts = try ProjectFixture.findings(in: project).count {
      if case .part(let part) = $0 { part.kind == .android } else { false }
    }
    #expect(parts == count)
  }

  private static func new(_ importance: String) -> String {
    "NotificationChannel(\"\(importance)\", \"A\", IMPORTANCE_\(importance))"
  }
  private static let set = "setSound(Uri.parse(\"android.resource://$p/raw/ring\"), x)"
  private static let createAll = "m.createNotificationChannels(c)"
  private static let call = "  manager.createNotificationChannel(channel)\n"

  /// A channel makes a sound only if code passes it to the system.
  @Test(arguments: [
    (kotlin, "", []), (kotlin.replacing(call, with: ""), "", ["unknown"]),
    (
      kotlin.replacing(call, with: "manager.createNotificationChannel(other)").replacing(
        "val uri", with: "val other = NotificationChannel(\"o\", \"O\", IMPORTANCE_HIGH)\n  val uri"
      ), "",
      ["unknown"]
    ),
    (
      kotlin.replacing("Channel(channel)", with: "Channels(listOf(channel))"), "", []
    ),
    (
      kotlin.replacing(call, with: "  all.forEach(manager::createNotificationChannel)\n"), "", []
    ),
    (
      kotlin.replacing(call, with: "  return channel\n"),
      "fun g() { manager.createNotificationChannel(f()) }", []
    ),
    (
      "val c = manager.createNotificationChannel(NotificationChannel(a, b, IMPORTANCE_HIGH).apply {\n"
        + "setSound(Uri.parse(\"android.resource://$p/raw/ring\"), x) })", "", []
    ),
    ("val c = \(new("HIGH")).also { it.\(set) }\nm.createNotificationChannel(c)", "", []),
    ("val c = listOf(\(new("LOW")), \(new("HIGH")).apply { \(set) })\n\(createAll)", "", []),
    (
      "val c = listOf(\(new("HIGH")), \(new("LOW")).apply { \(set) })\n\(createAll)", "",
      ["audible"]
    ),
  ])
  func channelsThatAreCreated(kotlin: String, other: String, expected: [String]) throws {
    let project = try project(
      dependencies: "implementation project(':core')",
      ["app/src/main/kotlin/A.kt": kotlin, "app/src/main/kotlin/B.kt": other])
    #expect(try rules(project) == expected)
  }

  /// If two places create a channel with different sounds, the first that runs counts.
  @Test(arguments: [("bells", ["android-channel-sound", "unknown"]), ("gongs", [])])
  func channelsThatAreCreatedTwice(id: String, expected: [String]) throws {
    var project = try project(
      dependencies: "implementation project(':core')",
      [
        "app/src/main/kotlin/B.kt": Self.kotlin.replacing("raw/ring", with: "raw/gong").replacing(
          "\"bells\"", with: "\"\(id)\"")
      ])
    project.files["core/src/main/res/raw/gong.wav"] =
      project.files["core/src/main/res/raw/ring.wav"]
    #expect(try rules(project) == expected)
  }

  /// Dart code may also make a channel only for its identifier.
  @Test(arguments: [("", ["unknown"]), ("p.createNotificationChannel(bells);", [])])
  func channelsInDart(code: String, expected: [String]) throws {
    let project = try project(
      dependencies: "implementation project(':core')",
      [
        "app/src/main/kotlin/A.kt": "",
        "lib/a.dart":
          "const bells = AndroidNotificationChannel('a', 'A', sound: RawResourceAndroidNotificationSound('ring'));",
        "lib/b.dart":
          "\(code)\nconst gongs = AndroidNotificationChannel('b', 'B');",
      ])
    #expect(try rules(project) == expected)
  }
}
