import SoundFormat
import TestSupport
import Testing

/// A pattern that matches two files makes the second one the output, as with Apple's tool.
struct MislabellingTests {
  private static func folder(_ names: String...) throws -> ShellFolder {
    let folder = try ShellFolder()
    for name in names {
      try folder.write(soundFile(.wave, .pcm(.int16), frameCount: 700), to: name)
    }
    return folder
  }

  @Test func replacingAMislabelledSoundIsAWarning() throws {
    let folder = try Self.folder("a.mp3", "b.mp3")
    let outcome = try folder.run("afconvert -f caff -d ima4 *.mp3")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "")
    #expect(
      outcome.errors
        == "b.mp3: warning: -f caff has replaced this .mp3 file; afconvert takes one input and one"
        + " output, so convert several sounds one by one or with alertsound convert\n")
    #expect(try folder.directory.read("b.mp3").starts(with: Array("caff".utf8)))
  }

  @Test(arguments: [
    // The output didn't exist, its name suggests this container or none, or the name chose the container.
    "a.mp3 new.mp3 -f caff -d ima4", "a.mp3 old.caf -f caff -d ima4",
    "a.mp3 old.tmp -f caff -d ima4", "a.mp3 old -f caff -d ima4", "a.mp3 old.wav -d LEI16",
    "a.mp3 old.WAV -f WAVE -d LEI16", "a.mp3 old.aif -f AIFC -d ima4", "a.mp3 -f caff -d ima4",
    // In place.
    "a.mp3 a.mp3 -f caff -d ima4", "a.mp3 ./a.mp3 -f caff -d ima4",
  ])
  func otherReplacementsPrintNothing(arguments: String) throws {
    let folder = try Self.folder(
      "a.mp3", "old.caf", "old.tmp", "old", "old.wav", "old.WAV", "old.aif", "a.caf")
    expectSilentSuccess(try folder.run("afconvert \(arguments)"))
  }

  @Test func newFilesPrintNothing() throws {
    let folder = try Self.folder("a.mp3", "b.mp3")
    let outcome = try folder.run("afconvert -f WAVE -d ima4 *.mp3")
    #expect(outcome.ending == .exit(1))
    #expect(!outcome.errors.contains("warning"))
  }
}
