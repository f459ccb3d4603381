import Foundation
import SoundFormat
import TestSupport
import Testing

/// `--max-bytes` and `--max-seconds`.
struct InputLimitTests {
  /// A second of sound in 12,096 bytes.
  private static func folder() throws -> ShellFolder {
    try ShellFolder(["in.wav": soundFile(.wave, .pcm(.int16), frameCount: 4000, sampleRate: 4000)])
  }

  private static let lines = [
    "afconvert in.wav out.caf -d ima4 LIMIT", "afconvert LIMIT in.wav out.caf -d LEI16",
    "alertsound convert -q 0 in.wav -o out.caf --quiet LIMIT",
    "alertsound convert -q 0 . -o out --quiet LIMIT",
    "afconvert in.wav out.caf -d ima4 --over-limit default --default-sound in.wav LIMIT",
    "alertsound convert -q 0 in.wav -o out.caf --quiet --options <(echo LIMIT)",
    "afinfo in.wav LIMIT", "alertsound info in.wav LIMIT",
    "alertsound info --headers-only in.wav LIMIT",
    "alertsound compare in.wav in.wav LIMIT", "alertsound compare --formats in.wav LIMIT",
    "alertsound check in.wav LIMIT", "alertsound check . LIMIT",
    "alertsound resolve in.wav --bundle . LIMIT",
  ]

  private static let limits = [
    (
      within: "--max-bytes 12096", beyond: "--max-bytes 12095",
      reason: "the file has 12096 bytes, and the limit is 12095 (--max-bytes)"
    ),
    (
      within: "--max-seconds 1", beyond: "--max-seconds 0.999",
      reason: "the sound is 1 s long, and the limit is 0.999 s (--max-seconds)"
    ),
    // The smallest of several limits applies.
    (
      within: "--max-seconds 2 --max-seconds 1", beyond: "--max-bytes 12095 --max-bytes 20000",
      reason: "the file has 12096 bytes, and the limit is 12095 (--max-bytes)"
    ),
  ]

  @Test(
    arguments: lines.indices.map { (lines[$0], limits[$0 % limits.count]) })
  func inputsBeyondALimitAreRejected(
    line: String, limit: (within: String, beyond: String, reason: String)
  ) throws {
    let folder = try Self.folder()
    let within = try folder.run(line.replacingOccurrences(of: "LIMIT", with: limit.within))
    #expect(within.ending == .exit(0), "\(within.errors)")
    for name in try folder.files() where name != "in.wav" {
      try FileManager.default.removeItem(atPath: folder.directory.path(name))
    }
    let beyond = try folder.run(line.replacingOccurrences(of: "LIMIT", with: limit.beyond))
    #expect(beyond.ending == .exit(1))
    let text = beyond.errors + beyond.outputText
    #expect(text.contains("in.wav: "))
    #expect(text.contains(limit.reason), "\(text)")
    #expect(try folder.files() == ["in.wav"])
  }

  @Test(arguments: ["0", "-1", "nan", "1e3", "9999999999999999999999999"])
  func invalidLimitsAreUsageErrors(value: String) throws {
    let folder = try Self.folder()
    for command in ["afconvert in.wav out.caf -d ima4", "afinfo in.wav"] {
      let outcome = try folder.run("\(command) --max-bytes '\(value)'")
      #expect(outcome.ending == .exit(2))
      #expect(
        outcome.errors.hasPrefix("--max-bytes takes bytes, such as 1000000, not '\(value)'\n"))
    }
    for command in ["convert in.wav -o out.caf", "info in.wav", "compare in.wav in.wav", "check ."]
    {
      let outcome = try folder.run("alertsound \(command) --max-bytes '\(value)'")
      #expect(outcome.ending == .exit(64))
      #expect(outcome.errors.contains("--max-bytes"))
    }
    guard value != "9999999999999999999999999" else { return }
    let outcome = try folder.run("afconvert in.wav out.caf -d ima4 --max-seconds '\(value)'")
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.hasPrefix("--max-seconds takes seconds, such as 30, not '\(value)'\n"))
    #expect(try folder.run("alertsound check in.wav --max-seconds '\(value)'").ending == .exit(64))
    #expect(try folder.files() == ["in.wav"])
  }

  /// Commands stop reading an endless pipe at the limit.
  @Test(arguments: [
    "afconvert - out.caf -d ima4", "alertsound convert - -o out.caf --quiet", "afinfo -",
    "alertsound info -", "alertsound check -", "alertsound compare - -",
  ])
  func endlessPipesAreRejected(line: String) throws {
    let folder = try Self.folder()
    let outcome = try folder.run(
      "(cat in.wav; cat /dev/zero) 2>/dev/null | \(line) --max-bytes 100000")
    #expect(outcome.ending == .exit(1))
    #expect(
      (outcome.errors + outcome.outputText).contains(line == "afinfo -" ? "-: " : "/dev/stdin: ")
        && (outcome.errors + outcome.outputText).contains(
          "there are more bytes than the limit of 100000 (--max-bytes)")
    )
  }

  /// A small archive can contain large sounds.
  @Test func archivesAndTheirEntriesAreLimited() throws {
    let folder = try ShellFolder()
    let sound = try soundFile(.wave, .pcm(.int16), .int16([Int16](repeating: 0, count: 100_000)))
    try folder.write(sound, to: "Payload/Demo.app/ring.wav")
    try folder.write(Array(sound.prefix(4096)), to: "Payload/Demo.app/other.txt")
    try #require(try folder.run("zip -qr Demo.ipa Payload").ending == .exit(0))
    let size = try folder.read("Demo.ipa").count
    try #require(size < 50_000)
    #expect(
      try folder.run("alertsound check Demo.ipa --max-bytes \(sound.count)").ending == .exit(0))
    let entry = try folder.run("alertsound check Demo.ipa --max-bytes 50000")
    #expect(entry.ending == .exit(1))
    #expect(
      entry.outputText.contains(
        "ring.wav: the file has \(sound.count) bytes, and the limit is 50000 (--max-bytes)"))
    let archive = try folder.run("alertsound check Demo.ipa --max-bytes \(size - 1)")
    #expect(archive.ending == .exit(1))
    #expect(
      archive.errors.contains(
        "Demo.ipa: error: the file has \(size) bytes, and the limit is \(size - 1) (--max-bytes)"))
    let app = try folder.run("alertsound check Payload/Demo.app --max-bytes 50000")
    #expect(app.ending == .exit(1))
    #expect(app.outputText.contains("the limit is 50000 (--max-bytes)"))
  }
}
