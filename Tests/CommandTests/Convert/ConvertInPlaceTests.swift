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
    "in -o \"$PWD/in\"", "in/ -o ./in/../in", "link -o in",
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

  /// A hard link is a second copy: replacing one name keeps the other.
  @Test func aHardLinkIsAnotherCopy() throws {
    let sound = try soundFile(.caf, .pcm(.int16), frameCount: 31_000, sampleRate: 1000)
    let folder = try SoundFolder(["long.caf": sound])
    let outcome = try folder.run("mkdir out; ln in/long.caf out; alertsound convert in -o out")
    #expect(outcome.ending == .exit(0))
    #expect(try folder.read("in/long.caf") == sound)
    #expect(try folder.read("out/long.caf") != sound)
  }

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
