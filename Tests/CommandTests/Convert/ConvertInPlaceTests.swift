import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// Outputs in the folder of the inputs aren't taken for inputs.
struct ConvertInPlaceTests {
  private func sound(_ container: Container, _ format: DataFormat) throws -> [UInt8] {
    try soundFile(container, format, frameCount: 500)
  }

  @Test(arguments: [
    "in -o in", "in -o \"$PWD/in\"", "in/ -o ./in/../in", "link -o in", "in -o link",
  ])
  func outputsBesideTheirInputs(arguments: String) throws {
    let folder = try SoundFolder([
      "bell.wav": try sound(.wave, .pcm(.int16)),
      "deep/knock.aiff": try sound(.aiff, .pcm(.int24, .big)),
    ])
    _ = try folder.run("ln -s in link")
    #expect(try folder.succeed(arguments) == "2 converted, 0 unchanged")
    let once = try folder.files(in: "in")
    #expect(once.keys.sorted() == ["bell.caf", "bell.wav", "deep/knock.aiff", "deep/knock.caf"])
    for other in [arguments, "in -o in", "link -o in --prune", "in -o link"] {
      #expect(try folder.succeed(other) == "0 converted, 2 unchanged")
    }
    #expect(try folder.succeed("in -o in --force") == "2 converted, 0 unchanged")
    #expect(try folder.files(in: "in") == once)
  }

  @Test(arguments: ["in -o in/out", "\"$PWD/in\" -o in/out", "in -o in/link", "in -o in/deep/out"])
  func anOutputFolderAmongTheInputs(arguments: String) throws {
    let folder = try SoundFolder([
      "bell.wav": try sound(.wave, .pcm(.int16)),
      "deep/knock.aiff": try sound(.aiff, .pcm(.int24, .big)),
    ])
    _ = try folder.run("mkdir in/out && ln -s out in/link")
    #expect(try folder.succeed(arguments) == "2 converted, 0 unchanged")
    let once = try folder.files(in: "in")
    #expect(once.count == 4)
    #expect(try folder.succeed(arguments) == "0 converted, 2 unchanged")
    // Without records, the outputs are also not taken for inputs.
    _ = try folder.run("find in -name .alertsound-records -delete")
    #expect(try folder.succeed(arguments) == "2 converted, 0 unchanged")
    #expect(try folder.files(in: "in") == once)
  }

  @Test func aSoundThatIsItsOwnOutputIsStable() throws {
    let folder = try SoundFolder([
      "bell.caf": try sound(.caf, .pcm(.int16)), "tick.caf": try sound(.caf, .ima4),
    ])
    let expected = try Conversion(
      of: SoundSource(bytes: folder.read("in/bell.caf")),
      to: ConversionTarget(container: .caf, dataFormat: .ima4)
    )
    .inMemory().bytes
    #expect(try folder.succeed("in -o in --force") == "2 converted, 0 unchanged")
    #expect(try folder.read("in/bell.caf") == expected)
    // The packets of IMA4 are copied: encoding them again would add noise.
    for _ in 0..<2 {
      #expect(try folder.succeed("in -o in --force --prune") == "2 converted, 0 unchanged")
      #expect(
        try PlainSound(decoding: folder.read("in/bell.caf")) == PlainSound(decoding: expected))
    }
  }

  @Test func anotherContainerIsNotAnOrphanOfASoundInPlace() throws {
    let folder = try SoundFolder(["bell.caf": try sound(.caf, .pcm(.int16))])
    try folder.succeed("in -o in --force")
    #expect(try folder.succeed("in -o in -f WAVE --prune") == "1 converted, 0 unchanged")
    #expect(try folder.files(in: "in").keys.sorted() == ["bell.caf", "bell.wav"])
  }

  /// Once the records are lost, a sound and its earlier output map to the same output.
  @Test func lostRecordsAreNotReconstructed() throws {
    let folder = try SoundFolder(["bell.wav": try sound(.wave, .pcm(.int16))])
    try folder.succeed("in -o in")
    let before = try folder.files(in: "in")
    _ = try folder.run("rm in/.alertsound-records")
    let outcome = try folder.convert("in -o in")
    expectErrors(
      outcome,
      "in/bell.caf: error: in/bell.caf and in/bell.wav would both become this file; remove it if it was made"
        + " from the other one, or rename one of them\n")
    #expect(try folder.files(in: "in") == before)
  }

  /// A symbolic link to a sound isn't a second copy of the sound.
  @Test(arguments: [
    "mv in/long.caf real.caf; ln -s real.caf link.caf; alertsound convert link.caf -o real.caf",
    "mkdir out; mv in/long.caf out; ln -s ../out/long.caf in; alertsound convert in -o out",
    "mkdir out; mv in/long.caf out; ln -s ../out/long.caf in; ln -s out to; alertsound convert in -o to",
  ])
  func theOnlyCopyBehindALinkIsKept(lines: String) throws {
    let sound = try soundFile(.caf, .pcm(.int16), frameCount: 31_000, sampleRate: 1000)
    let folder = try SoundFolder(["long.caf": sound])
    let outcome = try folder.run(lines)
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.contains("converting it in place would destroy the original"))
    let path = lines.contains("out") ? "out/long.caf" : "real.caf"
    #expect(try folder.read(path) == sound)
  }

  /// In each case, an output would replace an input, or the default sound.
  @Test(arguments: [
    "cd in && alertsound convert a.wav -o . -f WAVE -d LEI16@8000",
    "alertsound convert in -o in -f WAVE",
    "alertsound convert in in/a.wav \"$PWD/in\" -o in/deep/.. -f WAVE",
    "alertsound convert to -o in -f WAVE",
    "alertsound convert in -o to -f WAVE",
    "alertsound convert links -o in -f WAVE",
    "alertsound convert in/deep/B.WAV -o in/deep -f WAVE",
    "alertsound convert in/a.wav -o in/A.wav",
    "alertsound convert more in/deep -o in -f WAVE",
    "alertsound convert in/a.wav -o out --android in --android-format wav",
    "alertsound convert more/deep/b.aiff -o own.wav --default-sound own.wav",
    "alertsound convert - -o in/a.wav <in/a.wav",
    "alertsound convert in -o . && alertsound convert in -o in -f WAVE",
  ])
  func anOutputReplacesNoInput(line: String) throws {
    let folder = try SoundFolder([
      "a.wav": try sound(.wave, .pcm(.int16)), "deep/B.WAV": try sound(.wave, .pcm(.int24)),
    ])
    try folder.write(sound(.aiff, .pcm(.int16, .big)), to: "more/deep/b.aiff")
    _ = try folder.run("mkdir links; ln -s ../in/a.wav links; ln -s in to")
    _ = try folder.run("cp in/a.wav own.wav")
    let before = try folder.files(in: "in")
    for options in ["--dry-run", ""] {
      let outcome = try folder.run("\(line) \(options)")
      #expect(outcome.ending == .exit(1))
      #expect(outcome.errors.contains("; name another output, or add --force\n"), "\(outcome)")
      #expect(try folder.files(in: "in") == before)
      #expect(try folder.files(in: "out").isEmpty)
    }
    #expect(try folder.run("\(line) --force").ending == .exit(0))
  }

  /// Outputs of earlier runs aren't inputs, and may be replaced.
  @Test func anEarlierOutputIsReplaced() throws {
    let folder = try SoundFolder(["a.wav": try sound(.wave, .pcm(.int16))])
    try folder.succeed("in -o in")
    try folder.succeed("in -o in -d LEI16")
    let outcome = try folder.convert("in -o in -f WAVE")
    expectErrors(
      outcome,
      "in/a.wav: error: converting it in place would destroy the original; name another output, or add"
        + " --force\n")
    try folder.succeed("in/a.wav -o in/a.caf")
  }

  /// An output replaces its own input only with `--force`.
  @Test(arguments: ["in/bell.caf", "./in/../in/bell.caf", "link.caf"])
  func aNamedOutputThatIsTheInputIsRefused(output: String) throws {
    let original = try sound(.caf, .pcm(.int16))
    let folder = try SoundFolder(["bell.caf": original])
    _ = try folder.run("ln -s in/bell.caf link.caf")
    for options in ["", "--dry-run"] {
      let outcome = try folder.run("alertsound convert in/bell.caf -o \(output) \(options)")
      #expect(outcome.ending == .exit(1))
      #expect(
        outcome.errors.hasSuffix(
          ": error: converting it in place would destroy the original; name another output, or add"
            + " --force\n"))
      #expect(try folder.read("in/bell.caf") == original)
    }
    expectSuccess(try folder.run("alertsound convert in/bell.caf -o in/bell.caf --force"))
    #expect(try SoundFile(parsing: folder.read("in/bell.caf")).format.dataFormat == .ima4)
  }

  /// A hard link is a second copy: replacing one name keeps the other.
  @Test func aHardLinkIsAnotherCopy() throws {
    let sound = try soundFile(.caf, .pcm(.int16), frameCount: 31_000, sampleRate: 1000)
    let folder = try SoundFolder(["long.caf": sound])
    let outcome = try folder.run("mkdir out; ln in/long.caf out; alertsound convert in -o out")
    #expect(outcome.ending == .exit(0))
    #expect(try folder.read("in/long.caf") == sound)
    #expect(try folder.read("out/long.caf") != sound)
  }

  #if os(Linux)
    /// On a case-insensitive file system, `Ring.caf` would replace `Ring.CAF`.
    @Test(
      .enabled(if: CaseInsensitiveFolder.isPossible, "no file system here ignores case"),
      arguments: ["default", "omit"])
    func theOnlyCopyIsKeptOnCaseInsensitiveFileSystems(policy: String) throws {
      let sound = try soundFile(.caf, .pcm(.int16), frameCount: 31_000, sampleRate: 1000)
      let folder = try SoundFolder(["long.caf": sound])
      let outcome = try folder.run(
        CaseInsensitiveFolder.lines(
          """
          mkdir disk/in; cp in/long.caf disk/in/Long.CAF
          alertsound convert disk/in -o disk/in --over-limit \(policy) --quiet; echo $?
          alertsound convert disk/in/Long.CAF -o disk/in --over-limit \(policy) --force --quiet; echo $?
          alertsound convert disk/in/Long.CAF -o disk/in/long.caf --over-limit \(policy) --quiet; echo $?
          cmp in/long.caf disk/in/Long.CAF && ls disk/in | wc -l
          """))
      #expect(outcome.outputText == "1\n1\n1\n1\n")
      for line in outcome.errorLines {
        #expect(line.contains("converting it in place would destroy the original"), "\(line)")
      }
    }

    /// In later runs, a sound converted in place is its own output. An output whose name differs
    /// only in case is no orphan.
    @Test(.enabled(if: CaseInsensitiveFolder.isPossible, "no file system here ignores case"))
    func anOutputIsNotAnOrphanOnCaseInsensitiveFileSystems() throws {
      let folder = try SoundFolder([
        "Bell.wav": try sound(.wave, .pcm(.int16)), "own/Tick.CAF": try sound(.caf, .pcm(.int16)),
      ])
      let outcome = try folder.run(
        CaseInsensitiveFolder.lines(
          """
          cp -r in/own disk
          alertsound convert disk/own -o disk/own --prune --force || exit
          ls disk/own | wc -l
          alertsound convert in/Bell.wav -o disk/out --quiet || exit
          mv in/Bell.wav in/bELL.wav
          alertsound convert in/bELL.wav -o disk/out --prune --quiet || exit
          alertsound convert in/bELL.wav -o disk/out --prune || exit
          ls disk/out | wc -l
          """))
      expectSuccess(outcome)
      let lines = outcome.outputLines.map {
        $0.components(separatedBy: ", 0 fell")[0]
      }
      #expect(
        Array(lines.dropFirst()) == [
          "1 converted, 0 unchanged", "1",
          "0 converted, 1 unchanged", "1",
        ])
    }
  #endif

  /// A sound that is too long isn't replaced in place, because the original would be lost.
  @Test(arguments: ["default", "omit"])
  func theOnlyCopyIsKept(policy: String) throws {
    let folder = try SoundFolder([
      "long.caf": try soundFile(.caf, .pcm(.int16), frameCount: 31_000, sampleRate: 1000)
    ])
    let before = try folder.files(in: "in")
    for options in ["--force --dry-run", "--force"] {
      let outcome = try folder.convert("in -o in --over-limit \(policy) \(options)")
      expectErrors(
        outcome,
        "in/long.caf: error: 31 s long; converting it in place would destroy the original; choose another"
          + " folder, or --over-limit trim or warn\n")
      #expect(try folder.files(in: "in") == before)
    }
    let trimmed = try folder.convert("in -o in --over-limit trim --force")
    #expect(trimmed.ending == .exit(0))
    #expect(try SoundFile(parsing: folder.read("in/long.caf")).frameCount <= 29_900)
    #expect(try folder.convert("in -o in --over-limit omit --limit 10 --force").ending == .exit(1))
    #expect(try folder.files(in: "in").keys.sorted() == ["long.caf"])
  }
}
