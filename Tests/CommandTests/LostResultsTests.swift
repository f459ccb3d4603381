import SoundFormat
import TestSupport
import Testing

/// A command fails if its results can't be written.
struct LostResultsTests {
  @Test(arguments: [
    "alertsound check a.caf", "alertsound check a.caf --json", "alertsound info a.caf",
    "alertsound info a.caf --json", "alertsound resolve a.caf --bundle .",
    "alertsound resolve a.caf --bundle . --json", "afinfo a.caf", "afinfo -x a.caf",
  ])
  func isAFailure(line: String) throws {
    let folder = try ShellFolder()
    try folder.write(soundFile(.caf, .ima4, frameCount: 64), to: "a.caf")
    // No file may grow. Errors go through a pipe, because the test collects them in a file.
    let outcome = try folder.run(
      "(ulimit -f 0; trap '' XFSZ; exec \(line) 2>&1 >out.txt) | cat >&2; exit ${PIPESTATUS[0]}")
    #expect(outcome.ending == .exit(74))
    #expect(
      outcome.errors
        == "standard output: error: the file would exceed the size limit; raise the limit: ulimit -f\n"
    )
  }
}

/// The output of `info` if one of several files can't be opened, and the wording of limit errors.
struct WordingTests {
  @Test func noEmptyLineComesFirst() throws {
    let folder = try ShellFolder()
    try folder.write(soundFile(.caf, .ima4, frameCount: 64), to: "a.caf")
    let outcome = try folder.run("alertsound info none.caf a.caf --headers-only")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.outputText.hasPrefix("a.caf\n"))
  }

  @Test func paddingIsNamedIfItExceedsTheLimit() throws {
    let folder = try ShellFolder()
    let samples = [Int16](repeating: 0, count: 29_990)
    try folder.write(soundFile(.wave, .pcm(.int16), .int16(samples), sampleRate: 1000), to: "a.wav")
    let outcome = try folder.run("afconvert a.wav a.aifc -f AIFC -d ima4 --over-limit fail")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors.contains(
        "29.99 s long, and 30.016 s with the padding of its last packet, which AIFC files can't tell"
          + " from sound; "))
    #expect(try folder.run("afconvert a.wav a.caf -d ima4 --over-limit fail").ending == .exit(0))
  }
}
