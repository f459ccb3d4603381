import Foundation
import SoundFormat
import TestSupport
import Testing

/// `--for` of `check` and `convert`.
struct UseTests {
  /// Sounds of 31 s, of exactly 30 s, and of 1 s.
  private static func folder() throws -> ShellFolder {
    let folder = try ShellFolder()
    for (name, frameCount) in [("exact", 240_000), ("long", 248_000), ("short", 8000)] {
      try folder.write(
        soundFile(.wave, .pcm(.int16), channels: [.bell], frameCount: frameCount, sampleRate: 8000),
        to: "in/\(name).wav")
    }
    try folder.write(
      soundFile(.caf, .muLaw, channels: [.bell], frameCount: 8000, sampleRate: 8000),
      to: "in/ulaw.caf")
    return folder
  }

  /// Each case: the use, the exit status, the report's first column in the order of the sounds' names,
  /// and the report's last line; nil if the line isn't checked.
  @Test(
    arguments: [
      (
        "notification", 1, ["default", "default", "plays", "plays"],
        "4 sounds: 2 play, 2 default"
      ),
      ("alarmkit", 0, ["undocumented", "undocumented", "plays", "plays"], nil),
      ("live-activity", 0, ["undocumented", "undocumented", "plays", "plays"], nil),
      ("callkit", 0, ["plays", "plays", "plays", "plays"], nil),
      (
        "system-sound", 1, ["plays", "fails", "plays", "fails"], "4 sounds: 2 play, 2 fail"
      ),
      ("watch", 1, ["default", "default", "default", "default"], "4 sounds: 4 default"),
    ] as [(String, Int32, [String], String?)])
  func check(use: String, status: Int32, words: [String], last: String?) throws {
    let outcome = try Self.folder().run("alertsound check in --for \(use)")
    #expect(outcome.ending == .exit(status))
    let lines = outcome.outputLines
    let found = lines.filter { !$0.hasPrefix(" ") && $0.contains(" in/") }.compactMap {
      $0.split(separator: " ").first
    }
    #expect(found.map(String.init) == words)
    if let last { #expect(lines.last == last) }
  }

  /// A remark is printed once, and causes no failure.
  @Test func remarksNeverFail() throws {
    let folder = try Self.folder()
    let outcome = try folder.run("alertsound check in/short.wav --for alarmkit --strict")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText.components(separatedBy: "FB19779004").count == 2)
    #expect(outcome.outputText.contains("\n1 sound: 1 plays\nworth knowing:\n  on iOS 26.0"))
    let plain = try folder.run("alertsound check in/short.wav")
    #expect(!plain.outputText.contains("worth knowing"))
  }

  @Test func convertAllowsExactlyThirtySecondsForSystemSounds() throws {
    let folder = try Self.folder()
    for (use, errorCount) in [
      ("notification", 2), ("callkit", 2), ("alarmkit", 2), ("system-sound", 1),
    ] {
      let outcome = try folder.run(
        "alertsound convert in -o out-\(use) --for \(use) --over-limit fail")
      #expect(outcome.ending == .exit(1))
      #expect(outcome.errorLines.count == errorCount, "\(use)")
    }
    let outcome = try folder.run("alertsound convert in -o out --for alarmkit")
    #expect(
      outcome.errors.contains(
        "in/exact.wav: warning: 30 s long, so the built-in chime is written in its place;"
          + " Apple states no limit for this use, and under 30 s is safe;"))
  }
}
