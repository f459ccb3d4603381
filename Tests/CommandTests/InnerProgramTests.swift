import SoundFormat
import TestSupport
import Testing

/// Sounds in the programs inside an app: `check` and `resolve` agree on which programs find them.
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
    // If the extension itself is given, it is the program.
    for line in [
      "check Demo.app/PlugIns/N.appex", "resolve ring.caf --bundle Demo.app/PlugIns/N.appex",
    ] {
      let outcome = try folder.run("alertsound \(line)")
      #expect(outcome.ending == .exit(0), "\(line)")
      #expect(outcome.outputText.hasPrefix("plays"), "\(line)")
    }
  }

  @Test func anAppInsideAnAppPostsItsOwnNotifications() throws {
    let folder = try Self.folder("AppClips/C.app/ring.caf")
    let fact = "in AppClips/C.app, a separate app, where only that app's own notifications find it"
    let check = try folder.run("alertsound check Demo.app")
    #expect(check.ending == .exit(0))
    #expect(check.outputText.hasPrefix("plays"))
    #expect(check.outputText.contains("note: \(fact)"))
    let resolve = try folder.run("alertsound resolve ring.caf --bundle Demo.app")
    #expect(resolve.ending == .exit(1))
    #expect(resolve.outputText.hasSuffix("the same name, but it is \(fact)\n"))
  }
}
