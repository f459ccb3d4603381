import Foundation
import SoundFormat
import TestSupport
import Testing

struct ResolveTests {
  private func expect(
    _ folder: ShellFolder, _ arguments: String, exit status: Int32, _ lines: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try folder.run("alertsound resolve \(arguments)")
    #expect(outcome.ending == .exit(status), "\(arguments)", sourceLocation: sourceLocation)
    #expect(outcome.errors == "", "\(arguments)", sourceLocation: sourceLocation)
    let output = outcome.outputLines
    #expect(output == lines, "\(arguments)", sourceLocation: sourceLocation)
  }

  private static let unsearched = [
    "  the app's Library/Sounds: not given", "  the app group's Library/Sounds: not given",
  ]

  @Test func soundThatPlays() throws {
    let folder = try ShellFolder.withDemoApp()
    for bundle in ["Demo.app", "Demo.ipa"] {
      let place = bundle == "Demo.app" ? bundle : "Demo.ipa/Payload/Demo.app"
      try expect(
        folder, "good.caf --bundle \(bundle)", exit: 0, "plays         \(place)/good.caf",
        "looked in:",
        Self.unsearched[0], Self.unsearched[1], "  the main bundle, \(place): found")
    }
  }

  @Test func soundThatIsTooLong() throws {
    try expect(
      try ShellFolder.withDemoApp(), "long.caf --bundle Demo.app", exit: 1,
      "default       Demo.app/long.caf: exactly 30 s long: undefined by Apple and treated as too"
        + " long; shorten it",
      "looked in:", Self.unsearched[0], Self.unsearched[1], "  the main bundle, Demo.app: found")
    let other = try ShellFolder.withDemoApp().run(
      "alertsound resolve long.caf --bundle Demo.app --limit 40")
    #expect(other.ending == .exit(0))
  }

  @Test func soundThatIsElsewhere() throws {
    let folder = try ShellFolder.withDemoApp()
    try folder.write([], to: "G/x")
    try expect(
      folder, "inside.caf --bundle Demo.app --group-sounds G", exit: 1,
      "default       there is no sound named inside.caf", "looked in:", Self.unsearched[0],
      "  the app group's Library/Sounds, G: not there",
      "  the main bundle, Demo.app: not there", "nearest:",
      "  Demo.app/Sounds/inside.caf: the same name, but it is in the folder Sounds, where a plain name"
        + " isn't found")
    try expect(
      folder, "Sounds/inside.caf --bundle Demo.app --api local", exit: 0,
      "plays         Demo.app/Sounds/inside.caf", "looked in:", "  the main bundle, Demo.app: found"
    )
  }

  /// The app may be in an Xcode archive or in an unpacked .ipa.
  @Test(arguments: ["x.xcarchive/Products/Applications", "Payload"])
  func anAppInAFolderIsFound(folders: String) throws {
    let folder = try ShellFolder()
    try folder.write(soundFile(.caf, .ima4, frameCount: 640), to: "\(folders)/My App.app/ping.caf")
    let bundle = folders == "Payload" ? "." : "x.xcarchive"
    let outcome = try folder.run("alertsound resolve ping.caf --bundle \(bundle)")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText.hasPrefix("plays "))
    #expect(outcome.outputText.contains("My App.app/ping.caf"))
  }
}

/// `check` and `resolve` agree on which programs find the sounds of an extension or an inner app.
struct InnerProgramTests {
  private static func folder(_ paths: String...) throws -> ShellFolder {
    let folder = try ShellFolder()
    let sound = try soundFile(.caf, .ima4, frameCount: 64, usesFiller: false)
    try folder.write([], to: "Demo.app/Info.plist")
    for path in paths { try folder.write(sound, to: "Demo.app/\(path)") }
    return folder
  }

  @Test func onlyTheExtensionItselfFindsItsSounds() throws {
    let folder = try Self.folder("PlugIns/N.appex/ring.caf")
    let fact = "in PlugIns/N.appex, where only that extension's own notifications find it"
    let check = try folder.run("alertsound check Demo.app")
    #expect(check.ending == .exit(1))
    #expect(check.outputText.hasPrefix("default"))
    #expect(
      check.outputText.contains(
        " Demo.app/PlugIns/N.appex/ring.caf: \(fact); add it to the app's own target"))
    let resolve = try folder.run("alertsound resolve ring.caf --bundle Demo.app")
    #expect(resolve.ending == .exit(1))
    #expect(
      resolve.outputText.hasSuffix(
        "  Demo.app/PlugIns/N.appex/ring.caf: the same name, but it is \(fact)\n"))
    // If the extension itself is given, its notifications find the sound.
    for line in [
      "check Demo.app/PlugIns/N.appex", "resolve ring.caf --bundle Demo.app/PlugIns/N.appex",
    ] {
      let outcome = try folder.run("alertsound \(line)")
      #expect(outcome.ending == .exit(0), "\(line)")
      #expect(outcome.outputText.hasPrefix("plays"), "\(line)")
    }
  }
}
