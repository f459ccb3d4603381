import TestSupport
import Testing

/// What `check` prints about the chain from a request in code to a sound.
struct CheckChainTests {
  /// A sound plays only if each link from the code to the sound is proven.
  @Test func linesShowTheChain() throws {
    let folder = try ShellFolder()
    var project = try DemoProject()
    project.files["ios/Runner/gong.caf"] = project.files["ios/Runner/ring.caf"]
    project.xcode.targets[0].resources.append(.file("Runner/gong.caf"))
    try project.write(into: folder.directory)
    let named = try folder.run("alertsound check demo").outputText
    #expect(
      named.contains(
        "\nplays         demo/ios/Runner/ring.caf: asked for at demo/lib/main.dart:2\n"))
    // All requests are known, so nothing asks for the other sound.
    #expect(named.contains("\nunused        demo/ios/Runner/gong.caf: "))
    let chain = try folder.run("alertsound check demo -v").outputText
    for link in [
      "plays         demo/lib/main.dart:2: iOS is asked for ring.caf",
      "              name: the name is ring.caf", "              silence: nothing seen silences it",
      "              file: the target Runner of ios/Runner.xcodeproj puts ios/Runner/ring.caf at the top of"
        + " the app",
    ] {
      #expect(chain.contains("\n\(link)\n"), "\(chain)")
    }
    // A computed name may be any sound's.
    try folder.write("UNNotificationSoundName(chosen)", to: "demo/ios/Runner/AppDelegate.swift")
    let computed = try folder.run("alertsound check demo")
    #expect(computed.ending == .exit(0))
    #expect(
      computed.outputText.contains(
        "\nfits          demo/ios/Runner/gong.caf: would play; nothing seen asks for it\n"))
    #expect(computed.outputText.contains("\n3 sounds: 2 play, 1 fits\n"))
    let strict = try folder.run("alertsound check demo --strict --diagnostics plain")
    #expect(strict.ending == .exit(1))
    #expect(
      strict.errors
        == "demo/ios/Runner/AppDelegate.swift:1: error: iOS is asked for a sound: the name is computed\n"
    )
    let json = try folder.run("alertsound check demo --json").outputText
    for text in [
      #""outcome":"fits""#, #""fact":"the name is computed","state":"unknown","step":"name""#,
      #""fits":1"#, #""plays":2"#,
    ] {
      #expect(
        json.filter { !$0.isWhitespace }.contains(text.filter { !$0.isWhitespace }), "\(text)")
    }
  }

  /// The sound of one app doesn't answer the request of another.
  @Test func appsInOneFolderAreSeparate() throws {
    let folder = try ShellFolder()
    var project = try DemoProject()
    try project.write(into: folder.directory, named: "apps/b")
    for path in ["ios/Runner/ring.caf", "android/app/src/main/res/raw/ring.wav"] {
      project.files[path] = nil
    }
    project.xcode.targets[0].resources = []
    try project.write(into: folder.directory, named: "apps/a")
    let lines = try folder.run("alertsound check apps").outputLines
    #expect(
      lines.filter { $0.hasPrefix("default") }.map { $0.prefix { $0 != ";" } } == [
        "default       apps/a/lib/main.dart:2: iOS is asked for ring.caf: b/ios/Runner/ring.caf is only in"
          + " the target Runner of b/ios/Runner.xcodeproj",
        "default       apps/a/lib/main.dart:6: Android is asked for ring: nothing in res/raw is named ring",
      ])
    #expect(lines.contains("2 sounds: 2 play"))
    // Code outside both apps may be in either.
    try folder.write("f({ ios_sound: 'ring.caf' });", to: "apps/server/a.js")
    let shared = try folder.run("alertsound check apps").outputText
    #expect(
      shared.contains(
        "unknown       apps/server/a.js:1: iOS is asked for ring.caf: the target Runner of a/ios/Runner.xcodeproj,"
          + " which may contain this code, lacks b/ios/Runner/ring.caf"))
  }
}
