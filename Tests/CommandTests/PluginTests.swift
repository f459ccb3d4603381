import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// The plugins, used by another package.
///
/// SwiftPM would compile all of the tool for that package. So a stand-in runs the tool that was
/// built with the tests. The plugins are the real plugins.
@Suite(.enabled(if: Tool("swift").isInstalled, "swift is not in PATH"), .serialized)
struct PluginTests {
  private static let standIn = """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(
      name: "alertsound",
      products: [
        .executable(name: "alertsound", targets: ["AlertSoundProgram"]),
        .executable(name: "AlertSoundProgram", targets: ["AlertSoundProgram"]),
        .plugin(name: "ConvertAlertSounds", targets: ["ConvertAlertSounds"]),
        .plugin(name: "ConvertSoundsCommand", targets: ["ConvertSoundsCommand"]),
      ],
      targets: [
        .executableTarget(name: "AlertSoundProgram"),
        .plugin(
          name: "ConvertAlertSounds", capability: .buildTool(),
          dependencies: ["AlertSoundProgram"]),
        .plugin(
          name: "ConvertSoundsCommand",
          capability: .command(
            intent: .custom(verb: "convert-sounds", description: "Converts sounds."),
            permissions: [.writeToPackageDirectory(reason: "sounds")]),
          dependencies: ["AlertSoundProgram"]),
      ])

    """

  private static let app = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "App",
      dependencies: [.package(path: "../alertsound")],
      targets: [
        .executableTarget(
          name: "App", path: "The App", resources: [.process("Kept.caf")],
          plugins: [.plugin(name: "ConvertAlertSounds", package: "alertsound")])
      ])

    """

  /// Shared by all tests, because compiling the plugins takes most of a test's time.
  private static let shared = Result { try packages() }

  /// The packages with their original sounds.
  private static func fresh() throws -> ShellFolder {
    let folder = try shared.get()
    try expect(folder, "rm -rf 'App/The App' App/Resources; cp -Rp Pristine 'App/The App'")
    return folder
  }

  /// A folder with two packages: the stand-in, and an app with sounds.
  private static func packages() throws -> ShellFolder {
    let folder = try ShellFolder()
    func write(_ text: String, to name: String) throws {
      try folder.write(text, to: name)
    }
    try write(standIn, to: "alertsound/Package.swift")
    try write(
      """
      import Foundation
      let tool = ProcessInfo.processInfo.environment["TOOL_UNDER_TEST"]!
      execv(tool, CommandLine.unsafeArgv)

      """, to: "alertsound/Sources/AlertSoundProgram/main.swift")
    for plugin in ["ConvertAlertSounds", "ConvertSoundsCommand"] {
      let sources = packageRoot.appending(path: "Sources/Plugins/\(plugin)")
      for name in try FileManager.default.contentsOfDirectory(
        atPath: sources.path(percentEncoded: false))
      {
        let bytes = [UInt8](try Data(contentsOf: sources.appending(path: name)))
        try folder.write(bytes, to: "alertsound/Plugins/\(plugin)/\(name)")
      }
    }
    try write(app, to: "App/Package.swift")
    try write("print()\n", to: "App/The App/main.swift")
    let wave = try soundFile(.wave, .pcm(.int16), frameCount: 1280)
    let caf = try soundFile(.caf, .pcm(.int16), frameCount: 1280)
    try folder.write(wave, to: "App/The App/Two Tones.wav")
    try folder.write(wave, to: "App/The App/Sounds/So Deep/häng on.wav")
    try folder.write(caf, to: "App/The App/Sounds/ping.caf")
    try folder.write(caf, to: "App/The App/Kept.caf")
    try write("no sound", to: "App/The App/Sounds/remark.txt")
    try run(folder, "cp -Rp 'App/The App' Pristine")
    return folder
  }

  @discardableResult
  private static func run(_ folder: ShellFolder, _ lines: String) throws -> Tool.Outcome {
    let tool = TestSystem.programs.appending(path: "alertsound").path(percentEncoded: false)
    return try folder.run("export TOOL_UNDER_TEST='\(tool)'; \(lines)")
  }

  private static let build = "swift build --package-path App"

  private static func expect(
    _ folder: ShellFolder, _ lines: String, succeeds: Bool = true, says parts: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try run(folder, lines)
    let text = outcome.outputText + outcome.errors
    #expect((outcome.ending == .exit(0)) == succeeds, "\(text)", sourceLocation: sourceLocation)
    for part in parts {
      #expect(text.contains(part), "\(text)", sourceLocation: sourceLocation)
    }
  }

  /// The data formats of the sounds in the app's bundle, by file name.
  private static func bundle(of folder: ShellFolder) throws -> [String: String] {
    #if os(macOS)
      let bundle = "App/.build/debug/App_App.bundle/"
    #else
      let bundle = "App/.build/debug/App_App.resources/"
    #endif
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.directory.path(bundle))
    let formats = try names.map { name in
      // A CAF has its data format at byte 28.
      (name, String(decoding: try folder.read(bundle + name)[28..<32], as: UTF8.self))
    }
    return Dictionary(uniqueKeysWithValues: formats)
  }

  @Test func aBuildConvertsATargetsSounds() throws {
    let folder = try Self.fresh()
    try Self.expect(folder, Self.build, says: "Converting the sounds of App")
    #expect(
      try Self.bundle(of: folder) == [
        "Kept.caf": "lpcm", "Two Tones.caf": "ima4", "häng on.caf": "ima4", "ping.caf": "ima4",
      ])

    // New options take effect even if no file is added or removed.
    let options = "App/The App/AlertSounds.options"
    try folder.write("# smaller\n-d ulaw", to: options)
    try Self.expect(folder, Self.build)
    #expect(try Self.bundle(of: folder)["ping.caf"] == "ulaw")
    try folder.write("-d alaw", to: options)
    try Self.expect(folder, Self.build)
    #expect(try Self.bundle(of: folder)["ping.caf"] == "alaw")
    try folder.write("--loud", to: options)
    try Self.expect(folder, Self.build, succeeds: false, says: "Unknown option '--loud'")

    // The file may be in any folder of the target, but there may be only one.
    try folder.write("-d ulaw", to: "App/The App/Sounds/AlertSounds.options")
    try Self.expect(
      folder, Self.build, succeeds: false, says: "AlertSounds.options and ",
      "have options for one target; remove all but one")
    try Self.expect(folder, "rm '\(options)'; \(Self.build)")
    #expect(try Self.bundle(of: folder)["ping.caf"] == "ulaw")
  }

  /// Code that can't import the library has a copy of its list of extensions.
  @Test(arguments: [
    "Sources/Plugins/ConvertAlertSounds/ConvertAlertSounds.swift", ".packaging/npm/lib/names.js",
    "Sources/Web/Page/files.js",
  ])
  func theLibrarysExtensionsAreKnown(in path: String) throws {
    let source = try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
    let list = try #require(
      source.firstMatch(of: /(?:let|const) pathExtensions\b[^\[]*\[([^\]]*)\]/)?.output.1)
    let extensions = list.matches(of: /["']([^"']*)["']/).map { String($0.output.1) }
    #expect(Set(extensions) == SoundFile.pathExtensions)
    #expect(extensions == extensions.sorted())
  }

  /// SwiftPM expects a CAF for each sound, whatever the options file says.
  @Test func optionsCannotRemoveOutputs() throws {
    let folder = try Self.fresh()
    let options = "App/The App/AlertSounds.options"
    try folder.write("-f WAVE -d ulaw -o elsewhere", to: options)
    try Self.expect(folder, Self.build)
    #expect(try Self.bundle(of: folder)["ping.caf"] == "ulaw")
    for option in ["--over-limit omit", "--dry-run"] {
      try folder.write("\(option) -d alaw", to: options)
      try Self.expect(
        folder, Self.build, succeeds: false,
        says:
          "AlertSounds.options: error: \(option) skips sounds, but the build expects every output; remove that option"
      )
    }
  }

  /// A default sound outside the target is an input of the build.
  @Test func aChangedDefaultSoundIsDetected() throws {
    let folder = try Self.fresh()
    func expectBuild(withDefault signal: Signal) throws -> [UInt8] {
      try folder.write(
        try soundFile(.caf, .pcm(.int16), channels: [signal], frameCount: 640),
        to: "App/defaults/my own.caf")
      try Self.expect(folder, Self.build)
      return try folder.read("App/.build/debug/App_App.resources/ping.caf")
    }
    // Build once without the options file, to test that adding it makes the plugin run again.
    let plain = try expectBuild(withDefault: .bell)
    let options = "--limit 0.02 --default-sound \"../defaults/my own.caf\""
    try folder.write(options, to: "App/The App/AlertSounds.options")
    let bell = try expectBuild(withDefault: .bell)
    let noise = try expectBuild(withDefault: .noise)
    #expect(Set([plain, bell, noise]).count == 3)
  }

  /// SwiftPM copies both sounds into one folder, where the second would replace the first.
  @Test(arguments: ["So Deep/ping.wav", "PING.wav", "Kept.wav"])
  func twoSoundsWithOneNameAreRejected(name: String) throws {
    let folder = try Self.fresh()
    try Self.expect(folder, "cd 'App/The App'; cp 'Two Tones.wav' 'Sounds/\(name)'")
    try Self.expect(
      folder, Self.build, succeeds: false, says: "error: ", "The App/Sounds/\(name)", " and ",
      "in the target's bundle, which has no folders; rename all but one, or exclude them")
  }

  @Test func theCommandConvertsIntoThePackage() throws {
    let folder = try Self.fresh()
    let convert = """
      cd App
      swift package --allow-writing-to-package-directory convert-sounds
      """
    try Self.expect(
      folder, convert + " 'The App/Sounds' -o Resources", says: "2 converted, 0 unchanged")
    #expect(try folder.files().contains("App/Resources/So Deep/häng on.caf"))
    try Self.expect(
      folder, convert + " Nowhere -o Resources", succeeds: false, says: "Nowhere: error: ",
      "not all sounds were converted")
  }

  /// The tool ends when SwiftPM kills the plugin, as on Control-C.
  @Test func theCommandsToolEndsWithThePlugin() throws {
    let folder = try Self.fresh()
    let second = PlainSound(.noise, frameCount: 48_000, sampleRate: 48_000)
    try folder.write(second.file(.wave), to: "App/noise.wav")
    let outcome = try Self.run(
      folder,
      """
      printf '#!/bin/sh\necho $$ >pid; exec "%s" "$@"\n' "$TOOL_UNDER_TEST" >tool; chmod +x tool
      export TOOL_UNDER_TEST=$PWD/tool
      cd App
      swift package --allow-writing-to-package-directory convert-sounds noise.wav -o Resources/ \
        --repeat 180 --over-limit warn -q 127 --quiet >log 2>&1 &
      for wait in $(seq 600); do [ -s pid ] && break; sleep 0.1; done
      sleep 1; tool=$(cat pid); kill -9 $(ps -o ppid= -p $tool) || exit
      for wait in $(seq 50); do
        kill -0 $tool 2>/dev/null || { echo ended; rm pid; exit; }
        sleep 0.1
      done
      kill -9 $tool
      """)
    #expect(outcome.outputText == "ended\n", "\(outcome.errors)")
  }
}
