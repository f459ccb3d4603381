import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// What `alertsound convert` does with sounds that are too long.
struct ConvertOverLimitTests {
  /// `check` and `info` know the chime in each format, at any rate, level and number of channels.
  @Test(arguments: [
    "", "-d BEI24@96000 -f AIFF", "-d ima4@22050 -f AIFC -c 2", "-d F32@48000 --loudness -30",
    "-d I8@11025 -r 0",
  ])
  func theChimeIsNeverCalledASound(options: String) throws {
    let folder = try SoundFolder(["long.wav": try SoundFolder.longSound.get()])
    _ = try folder.convert("in -o out \(options)")
    let line = try folder.run("alertsound check out").outputLines.first ?? ""
    #expect(line.hasPrefix("plays") && line.contains(": this is the built-in chime, "), "\(line)")
    #expect(try folder.run("alertsound check out --strict").ending == .exit(1))
    #expect(try folder.run("alertsound info out/*").outputText.contains("the built-in chime"))
    let own = try soundFile(.wave, .pcm(.int16), channels: [.bell], frameCount: 57_330)
    try folder.write(own, to: "own.wav")
    #expect(try !folder.run("alertsound check own.wav").outputText.contains("chime"))
  }

  private func folder() throws -> SoundFolder {
    try SoundFolder([
      "bell.wav": try soundFile(.wave, .pcm(.int16)), "long.wav": try SoundFolder.longSound.get(),
    ])
  }

  private func defaultSound() throws -> [UInt8] {
    try Conversion(
      of: DefaultSound.source, to: ConversionTarget(container: .caf, dataFormat: .ima4)
    ).inMemory().bytes
  }

  private static let why = "iOS plays its default sound for alerts over 30 s"
  private static let wayOut = "--over-limit trim keeps the first 29.9 s of the sound instead"

  @Test(arguments: [("--over-limit default", ""), ("", "ALERTSOUND_OVER_LIMIT=default")])
  func theDefaultSoundReplacesThem(options: String, prefix: String) throws {
    let folder = try folder()
    for counts in [
      "2 converted, 0 unchanged, 0 failed; 1 of these fell back",
      "0 converted, 2 unchanged, 0 failed; 1 of these fell back",
    ] {
      let outcome = try folder.convert("in -o out \(options)", prefix: prefix)
      expectErrors(
        outcome, exit: 0,
        "in/long.wav: warning: 31 s long, so the built-in chime is written in its place;"
          + " \(Self.why); \(Self.wayOut)\n")
      #expect(outcome.outputText.contains(counts))
    }
    #expect(try folder.read("out/long.caf") == defaultSound())
  }

  @Test func omittedSoundsHaveNoOutput() throws {
    let folder = try folder()
    // Make an output first. Expect the first run below to remove it.
    #expect(try folder.convert().ending == .exit(0))
    for (counts, removal) in [
      ("1 converted, 0 unchanged, 1 left out, 0 failed", "; out/long.caf was removed"),
      ("0 converted, 1 unchanged, 1 left out, 0 failed", ""),
    ] {
      let outcome = try folder.convert("in -o out --over-limit omit")
      expectErrors(
        outcome, exit: 0,
        "in/long.wav: warning: 31 s long, so it is not converted; \(Self.why);"
          + " \(Self.wayOut)\(removal)\n")
      #expect(outcome.outputText.contains(counts))
      #expect(!outcome.outputText.contains("long.wav"))
      #expect(try folder.files(in: "out").keys.sorted() == ["bell.caf"])
    }
    // Without the option, the output is made again.
    #expect(
      try folder.convert().outputText.contains(
        "2 converted, 0 unchanged, 0 failed; 1 of these fell back"))
    #expect(try folder.read("out/long.caf") == defaultSound())
  }

  #if os(Linux)
    /// If -o is a file, only the first half minute of the 100 MB is read. If -o is a folder, all
    /// bytes are read for a digest.
    @Test(arguments: [
      ("out.caf --over-limit default", 12_000_000), ("out.caf --over-limit omit", 12_000_000),
      ("out.caf --over-limit trim", 24_000_000), ("out/", 300_000_000),
    ])
    func aSoundThatIsTooLongIsNotReadToItsEnd(options: String, limit: Int) throws {
      let folder = try SoundFolder([:])
      try folder.shell.directory.writeSilence(byteCount: 100_000_000, to: "long.wav")
      // Read the shell's I/O counts, which include the commands that it waited for.
      let outcome = try folder.run(
        "alertsound convert long.wav --quiet -o \(options) 2>/dev/null; cat /proc/$$/io")
      let line = try #require(outcome.outputLines.first)
      let byteCount = try #require(Int(line.dropFirst("rchar: ".count)))
      #expect(byteCount < limit, "\(options): \(byteCount)")
      #expect(byteCount > (options.hasPrefix("out/") ? 100_000_000 : 0))
    }
  #endif

  @Test(arguments: [true, false]) func anotherFileIsNotRemovedForAnOmittedOne(isAltered: Bool)
    throws
  {
    let folder = try folder()
    if isAltered { _ = try folder.convert() }
    try folder.write([1, 2, 3], to: "out/long.caf")
    for options in ["--dry-run", ""] {
      let outcome = try folder.convert("in -o out --over-limit omit \(options)")
      expectErrors(
        outcome,
        "out/long.caf: error: the sound is left out, but another file has its output's name; remove that file\n"
      )
      #expect(try folder.read("out/long.caf") == [1, 2, 3])
    }
  }

  @Test func theEnvironmentSetsLimitAndDefaultSound() throws {
    let folder = try folder()
    let ping = try soundFile(.caf, .pcm(.int16), channels: [.noise])
    try folder.write(ping, to: "ping.caf")
    let expected = try Conversion(
      of: SoundSource(bytes: ping), to: ConversionTarget(container: .caf, dataFormat: .ima4)
    ).inMemory().bytes
    let outcome = try folder.convert(
      prefix: "ALERTSOUND_LIMIT=31.5 ALERTSOUND_DEFAULT_SOUND=ping.caf")
    #expect(outcome.errors == "")
    let again = try folder.convert(prefix: "ALERTSOUND_LIMIT=5 ALERTSOUND_DEFAULT_SOUND=ping.caf")
    #expect(again.ending == .exit(0))
    #expect(try folder.read("out/long.caf") == expected)
    let refused = try folder.convert("in -o other", prefix: "ALERTSOUND_LIMIT=soon")
    #expect(refused.ending == .exit(64))
    #expect(refused.errors.contains("ALERTSOUND_LIMIT"))
  }

  @Test(arguments: [
    (
      "--default-sound in/long.wav",
      "in/long.wav: error: this sound is 31 s long, too long to replace sounds of 30 s or more"
    ),
    ("--default-sound missing.caf", "missing.caf: error: there is no such file or folder"),
    ("--default-sound in", "in: error: this is a folder"),
    (
      "--limit 1",
      "error: the built-in chime is 1.3 s long, too long to replace sounds of 1 s or more"
    ),
  ])
  func aDefaultSoundThatBreaksTheRules(options: String, errors: String) throws {
    let folder = try folder()
    let outcome = try folder.convert("in -o out --manifest m.json \(options)")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix(errors))
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.outputText == "")
    #expect(try folder.shell.directory.names == ["in"])
  }
}

struct ConvertEmptySoundTests {
  /// A sound without frames is rejected, because iOS would play its default sound instead.
  @Test(arguments: [
    "in -o out", "in -o out --dry-run", "in/empty.wav -o out.caf", "in -o out --no-import",
  ])
  func aSoundWithoutFramesIsRejected(arguments: String) throws {
    let folder = try SoundFolder(["empty.wav": try soundFile(.wave, .pcm(.int16), .int16([]))])
    expectFailure(
      try folder.convert("\(arguments) --quiet"),
      "in/empty.wav: error: it contains no audio; export it again")
    #expect(try folder.files(in: "out") == [:])
    // An empty sound that needn't be an alert is converted.
    expectSilentSuccess(try folder.convert("in -o out --quiet --over-limit warn"))
    expectSilentSuccess(try folder.run("afconvert -f caff -d LEI16 in/empty.wav apple.caf"))
  }

  @Test(
    .enabled(if: Tool("ffmpeg").isInstalled, "ffmpeg is not installed"))
  func aSoundWithAllFramesMissingIsRejected() throws {
    let folder = try SoundFolder([:])
    let line =
      "ffmpeg -v error -f lavfi -i sine=d=5 -c:a libvorbis whole.ogg && head -c 4500 whole.ogg >in/cut.ogg"
    try #require(try folder.run(line).ending == .exit(0))
    for _ in 0..<2 {
      let outcome = try folder.convert("in -o out --quiet --allow-truncated")
      #expect(outcome.ending == .exit(1))
      #expect(
        outcome.errors.hasSuffix(
          "in/cut.ogg: error: it contains no audio; export or copy it again\n"),
        "\(outcome.errors)")
    }
    #expect(try folder.files(in: "out") == [:])
  }
}
