import SoundFormat
import TestSupport
import Testing

/// `alertsound compare --formats --keep`.
struct KeptCandidateTests {
  private static func folder() throws -> ShellFolder {
    let folder = try ShellFolder()
    let bell = Signal.bell.int16(frameCount: 2000)
    try folder.write(soundFile(.wave, .pcm(.int16), .int16(bell)), to: "bell.wav")
    return folder
  }

  private static let suffixes = [
    "I8", "LEF32", "LEI16", "LEI24", "alaw", "ima4-q0", "ima4-q127", "ima4-q63", "ulaw",
  ]

  @Test func theFilesAreWhatConvertWrites() throws {
    let folder = try Self.folder()
    let outcome = try folder.run("alertsound compare bell.wav --formats --keep new/kept")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == "")
    #expect(
      try folder.files() == ["bell.wav"] + Self.suffixes.map { "new/kept/bell-\($0).caf" })
    for suffix in Self.suffixes {
      let name = "new/kept/bell-\(suffix).caf"
      #expect(outcome.outputText.contains("  \(name)"))
      let words = suffix.replacing("-q", with: " -q ")
      let convert = "alertsound convert bell.wav --quiet -o made.caf -d \(words)"
      expectSilentSuccess(try folder.run(convert))
      #expect(
        firstDifference(
          of: try folder.directory.read(name), from: try folder.directory.read("made.caf")) == nil)
    }
  }

  @Test func earlierFilesAreReplacedButNotTheSound() throws {
    let folder = try Self.folder()
    try folder.write([1, 2], to: "kept/bell-ulaw.caf")
    #expect(try folder.run("alertsound compare bell.wav --formats --keep kept").ending == .exit(0))
    #expect(try folder.directory.read("kept/bell-ulaw.caf").count > 4096)
    let sound = try folder.directory.read("bell.wav")
    let outcome = try folder.run(
      "mkdir own; ln bell.wav own/bell-alaw.caf; alertsound compare bell.wav --formats --keep own")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors
        == "own/bell-alaw.caf: error: --keep would replace the sound; name another folder\n")
    #expect(try folder.files().filter { $0.hasPrefix("own/") } == ["own/bell-alaw.caf"])
    #expect(try folder.directory.read("bell.wav") == sound)
  }

  @Test func aFileIsNoFolder() throws {
    let folder = try Self.folder()
    let outcome = try folder.run("alertsound compare bell.wav --formats --keep bell.wav")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix("bell.wav: error: "))
    #expect(outcome.outputText == "")
  }

  @Test(.enabled(if: TestSystem.takesAnyName, "names must be text here"))
  func namesMayBeAnyBytes() throws {
    let folder = try Self.folder()
    let outcome = try folder.run(
      #"n=$(printf 'a\377'); mv bell.wav "$n.wav"; "#
        + #"alertsound compare "$n.wav" --formats --keep k; test -f "k/$n-ulaw.caf""#)
    #expect(outcome.ending == .exit(0))
  }
}
