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
    #expect(try folder.succeed("in -o in") == "2 converted, 0 unchanged")
    #expect(try folder.read("in/bell.caf") == expected)
    for _ in 0..<3 { #expect(try folder.succeed("in -o in --prune") == "0 converted, 2 unchanged") }
    // Without records, the packets of IMA4 are copied: encoding them again would add noise.
    _ = try folder.run("rm in/.alertsound-records")
    #expect(try folder.succeed("in -o in") == "2 converted, 0 unchanged")
    #expect(try PlainSound(decoding: folder.read("in/bell.caf")) == PlainSound(decoding: expected))
    // A new sound at the same path is a new input.
    try folder.write(try soundFile(.caf, .pcm(.int16), channels: [.noise]), to: "in/bell.caf")
    #expect(try folder.succeed("in -o in") == "1 converted, 1 unchanged")
    #expect(try folder.succeed("in -o in") == "0 converted, 2 unchanged")
  }

  @Test func anotherContainerIsNotAnOrphanOfASoundInPlace() throws {
    let folder = try SoundFolder(["bell.caf": try sound(.caf, .pcm(.int16))])
    try folder.succeed("in -o in")
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
          for run in 1 2 3; do alertsound convert disk/own -o disk/own --prune || exit; done
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
          "1 converted, 0 unchanged", "0 converted, 1 unchanged", "0 converted, 1 unchanged", "1",
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
    for options in ["", "--dry-run", "--force"] {
      let outcome = try folder.convert("in -o in --over-limit \(policy) \(options)")
      expectErrors(
        outcome,
        "in/long.caf: error: 31 s long; converting it in place would destroy the original; choose another"
          + " folder, or --over-limit trim or warn\n")
      #expect(try folder.files(in: "in") == before)
    }
    let trimmed = try folder.convert("in -o in --over-limit trim")
    #expect(trimmed.ending == .exit(0))
    #expect(try SoundFile(parsing: folder.read("in/long.caf")).frameCount <= 29_900)
    #expect(
      try folder.convert("in -o in --over-limit trim").outputText.hasPrefix(
        "0 converted, 1 unchanged"))
    #expect(try folder.convert("in -o in --over-limit trim --limit 20").ending == .exit(0))
    #expect(try folder.convert("in -o in --over-limit omit --limit 10").ending == .exit(1))
    #expect(try folder.files(in: "in").keys.sorted() == ["long.caf"])
  }
}
