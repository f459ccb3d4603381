import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// `alertsound convert`: the outputs, from any working directory.
struct ConvertTests {
  private static let outputs = [
    "bell.caf", "chime.caf", "deep/down/ring.caf", "deep/knock.caf", "tick.caf",
  ]

  /// The expected outputs, converted one by one.
  private func expected() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for (name, bytes) in try SoundFolder.sounds.get() {
      let output = "\(name.split(separator: ".")[0]).caf"
      // Keep the format of `tick.caf`: IMA4 that stays IMA4 isn't encoded again.
      let target = ConversionTarget(container: .caf, dataFormat: name == "tick.caf" ? nil : .ima4)
      files[output] = try Conversion(of: try SoundSource(bytes: bytes), to: target).inMemory().bytes
    }
    return files
  }

  @Test(arguments: ["--jobs 1", "--jobs 8 --force", "--quiet --no-import"])
  func bytesDoNotDependOnJobsOrPaths(options: String) throws {
    let folder = try SoundFolder()
    #expect(try folder.convert("in -o out \(options)").ending == .exit(0))
    #expect(try folder.files(in: "out") == expected())
    #expect(try folder.files(in: "in") == SoundFolder.sounds.get())
  }

  @Test(arguments: ["C", "tr_TR.UTF-8"])
  func bytesDontDependOnTheLocale(locale: String) throws {
    let folder = try SoundFolder()
    // Add an extension with an I, which Turkish case rules would make a dotless ı.
    try folder.write(try #require(try SoundFolder.sounds.get()["chime.aiff"]), to: "in/LOUD.AIFF")
    let sounds = "6 converted, 0 unchanged"
    #expect(try folder.succeed(prefix: "LC_ALL=\(locale) LANG=\(locale)") == sounds)
    var expected = try expected()
    expected["LOUD.caf"] = expected["chime.caf"]
    #expect(try folder.files(in: "out") == expected)
    #expect(try folder.succeed(prefix: "LC_ALL=C") == "0 converted, 6 unchanged")
  }

  /// The library's calls make the command's files, from bytes and from a folder.
  @Test func theLibraryMakesTheSameFiles() async throws {
    let folder = try SoundFolder()
    try folder.write(try SoundFolder.longSound.get(), to: "in/long.wav")
    let path = folder.shell.directory.path("")
    let converter = AlertConverter(limit: LengthLimit(.default))
    #expect(try folder.shell.run("alertsound convert in -o out").ending == .exit(0))
    let made = try folder.files(in: "out")
    #expect(made.count == 6)
    for name in try folder.files(in: "in").keys {
      let output = "\(name.split(separator: ".")[0]).caf"
      #expect(try await converter.convert(folder.read("in/" + name)).bytes == made[output])
    }
    let batch = try Batch(of: [path + "in"], into: path + "library", by: converter)
    #expect(try await batch.run(jobs: 2).sounds.count == 6)
    #expect(try folder.files(in: "library") == made)
    var all = try Batch(
      of: [path + "in"], into: path + "in", by: converter, excluding: [PathPattern("deep")])
    all.forces = true
    #expect(try await all.run().sounds.count == 4)
  }

  /// Records are valid in every working directory.
  @Test(arguments: [
    "cd out && alertsound convert ../in -o .", "alertsound convert ./in/../in/ -o out/../out",
    "cd / && alertsound convert \"$HOME/in\" -o \"$HOME/out\"",
    "ln -s in other && alertsound convert other -o out",
    "mkdir x && ln -s ../out x/link && cd x && alertsound convert ../in -o link",
    "cd in && alertsound convert bell.wav chime.aiff tick.caf -o ../out && alertsound convert deep -o ../out/deep"
      + " && cd .. && alertsound convert in -o out",
  ])
  func unchangedFromAnywhere(lines: String) throws {
    let folder = try SoundFolder()
    try folder.succeed()
    let before = try folder.files(in: "out")
    let outcome = try folder.run(lines)
    expectSuccess(outcome)
    #expect(SoundFolder.counts(outcome) == "0 converted, 5 unchanged")
    #expect(try folder.files(in: "out") == before)
    // The outputs aren't taken for orphans.
    #expect(try folder.succeed("in -o out --prune") == "0 converted, 5 unchanged")
    #expect(try folder.files(in: "out") == before)
  }

  @Test func aSingleFileMayBeNamed() throws {
    let folder = try SoundFolder()
    #expect(try folder.succeed("in/bell.wav -o ring.caf") == "1 converted, 0 unchanged")
    #expect(try folder.read("ring.caf") == expected()["bell.caf"])
    #expect(try folder.succeed("in/bell.wav -o new/ring.wav -d ulaw") == "1 converted, 0 unchanged")
    #expect(try SoundFile(parsing: folder.read("new/ring.wav")).format.dataFormat == .muLaw)
    #expect(try folder.succeed("in/bell.wav -o ring.d/") == "1 converted, 0 unchanged")
    #expect(try folder.read("ring.d/bell.caf") == expected()["bell.caf"])
    #expect(try !folder.shell.files().contains("new/.alertsound-records"))
  }

  /// Each case: inputs, arguments, and an error for each collision. Inputs that don't collide are converted.
  @Test(arguments: [
    (
      ["a/b.wav", "c/b.wav", "d/b.aiff", "a/x.wav", "d/x.wav", "e/y.wav"], "in -o out --flatten",
      [
        "out/b.caf: error: in/a/b.wav, in/c/b.wav and in/d/b.aiff would all become this file;"
          + " rename all but one of them",
        "out/x.caf: error: in/a/x.wav and in/d/x.wav would both become this file; rename one of them",
      ]
    ),
    (
      ["a.wav", "b/a.wav"], "in/a.wav in/b/a.wav in/z.wav -o out",
      ["out/a.caf: error: in/a.wav and in/b/a.wav would both become this file; rename one of them"]
    ),
    (
      ["b.wav", "b.caf/c.wav"], "in -o out",
      [
        "out/b.caf: error: in/b.wav would become this file, and in/b.caf/c.wav would need a folder with this"
          + " name; rename one of them"
      ]
    ),
    (
      ["a/ΟΔΟΣ.wav", "b/οδος.wav", "a/straße.wav", "b/STRASSE.wav", "c/\u{FB01}.wav", "d/FI.wav"],
      "in -o out --flatten",
      [
        "out/straße.caf: error: in/a/straße.wav and in/b/STRASSE.wav would both become this file on a"
          + " case-insensitive file system, such as a Mac's; rename one of them",
        "out/ΟΔΟΣ.caf: error: in/a/ΟΔΟΣ.wav and in/b/οδος.wav would both become this file on a"
          + " case-insensitive file system, such as a Mac's; rename one of them",
        "out/\u{FB01}.caf: error: in/c/\u{FB01}.wav and in/d/FI.wav would both become this file on a"
          + " case-insensitive file system, such as a Mac's; rename one of them",
      ]
    ),
  ])
  func everyCollisionIsReported(names: [String], arguments: String, errors: [String]) throws {
    try expectCollisions(of: names, arguments, errors)
  }

  @Test(.enabled(if: TestSystem.distinguishesCase, "the file system ignores case"))
  func inputsThatDifferOnlyInCaseCollide() throws {
    try expectCollisions(
      of: ["Ring.wav", "ring.wav", "A/x.wav", "a/X.aiff"], "in -o out",
      [
        "out/A/x.caf: error: in/A/x.wav and in/a/X.aiff would both become this file on a case-insensitive"
          + " file system, such as a Mac's; rename one of them",
        "out/Ring.caf: error: in/Ring.wav and in/ring.wav would both become this file on a case-insensitive"
          + " file system, such as a Mac's; rename one of them",
      ])
  }

  private func expectCollisions(
    of names: [String], _ arguments: String, _ errors: [String]
  ) throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 64)
    let sounds = Dictionary(uniqueKeysWithValues: (names + ["z.wav"]).map { ($0, sound) })
    let folder = try SoundFolder(sounds)
    for options in ["--dry-run", ""] {
      let outcome = try folder.convert("\(arguments) --manifest m.json --depfile d \(options)")
      #expect(outcome.ending == .exit(1))
      #expect(outcome.errorLines == errors)
    }
    let reported = try folder.shell.manifestSounds()
    #expect(Set(reported.compactMap { $0["input"] as? String }).count == names.count + 1)
    let freeCount = try folder.files(in: "out").count
    #expect(freeCount == (names.contains("e/y.wav") ? 2 : 1))
    #expect(reported.count { $0["error"] != nil } == names.count + 1 - freeCount)
  }

  /// Outputs made before names collided stay, and nothing that collides is pruned.
  @Test func collisionsKeepEarlierOutputs() throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 64)
    let folder = try SoundFolder(["a/b.wav": sound, "z.wav": sound])
    try folder.succeed("in -o out --flatten")
    let before = try folder.files(in: "out")
    try folder.write(sound, to: "in/c/b.wav")
    let outcome = try folder.convert("in -o out --flatten --prune")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.outputText.hasPrefix("0 converted, 1 unchanged, 2 failed; "))
    #expect(try folder.files(in: "out") == before)
  }

  /// A failure that affects every sound is reported once.
  @Test(arguments: [
    ("-d aac", "caf", "there is no encoder for 'aac '; "),
    ("-d ima4 -f WAVE", "wav", "WAVE files can't contain 'ima4'; "),
    ("-d LEI24 -f AIFF", "aiff", "AIFF files can't contain LEI24; "),
  ])
  func formatsNoSoundCanHave(options: String, fileType: String, error: String) throws {
    let folder = try SoundFolder()
    let outcome = try folder.convert("in -o out \(options) --manifest m --depfile d")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.hasPrefix("Error: " + error))
    #expect(try folder.shell.directory.names == ["in"])
    let one = try folder.run("alertsound convert in/bell.wav \(options) -o a.\(fileType)")
    expectErrors(one, exit: 64, outcome.errors)
  }

  @Test func aBrokenLinkIsAMissingSound() throws {
    let folder = try SoundFolder()
    let make = """
      ln -s nowhere.wav in/deep/gone.wav; ln -s loop.wav in/loop.wav
      ln -s nowhere in/gone.txt; ln -s deep in/folder.wav; ln -s bell.wav in/link.wav
      """
    _ = try folder.run(make)
    let outcome = try folder.convert()
    expectErrors(
      outcome,
      """
      in/deep/gone.wav: error: there is no such file or folder; the link is broken: recreate it, or\
       delete it
      in/loop.wav: error: the link points to itself; recreate it, or delete it

      """)
    #expect(outcome.outputText.contains("\n6 converted, 0 unchanged, 2 failed;"))
  }

  /// The default sound isn't needed if nothing is replaced.
  @Test func aMissingDefaultSoundOfTheEnvironment() throws {
    let folder = try SoundFolder()
    let prefix = "ALERTSOUND_DEFAULT_SOUND=none.caf"
    try folder.succeed("in -o out -d LEI16 --over-limit omit", prefix: prefix)
    expectFailure(
      try folder.convert("in -o out", prefix: prefix),
      "none.caf: error: there is no such file or folder; check the spelling")
  }

  @Test func dryRunMatchesARealRun() throws {
    let folder = try SoundFolder()
    try folder.write(try SoundFolder.longSound.get(), to: "in/long.wav")
    try folder.write("no sound", to: "in/bad.wav")
    try folder.write(
      try soundFile(.wave, .pcm(.int16), channels: [.bell, .bell, .bell]), to: "in/three.wav")
    try folder.write([], to: "out/tick.caf/x")
    let before = try folder.stamps(in: "out").merging(folder.stamps(in: "in")) { $1 }
    let rehearsal = try folder.convert("in -o out --dry-run --manifest m.json --depfile d")
    #expect(try folder.stamps(in: "out").merging(folder.stamps(in: "in")) { $1 } == before)
    #expect(try folder.shell.files().allSatisfy { $0.hasPrefix("in/") || $0 == "out/tick.caf/x" })
    let real = try folder.convert("in -o out")
    #expect(rehearsal.ending == .exit(1))
    #expect(real.ending == .exit(1))
    #expect(rehearsal.errors == real.errors)
    #expect(rehearsal.errorLines.count == 4)
    // Compare the lines without the sizes, which only conversion reveals.
    let lines = real.outputLines.dropLast().map {
      $0.components(separatedBy: ", ")[0]
    }
    #expect(Array(rehearsal.outputLines.dropLast()) == lines)
    #expect(
      rehearsal.outputText.hasSuffix(
        "\n5 to convert, 0 unchanged, 3 failed; 1 of these fell back\n"))
    #expect(real.outputText.contains("\n5 converted, 0 unchanged, 3 failed; 1 of these fell back;"))
  }

  @Test func dryRunCreatesNoFolder() throws {
    let folder = try SoundFolder()
    #expect(try folder.succeed("in -o new/out --dry-run") == "5 to convert, 0 unchanged")
    #expect(try folder.shell.directory.names == ["in"])
  }

  @Test func oneBadFileDoesntStopTheOthers() throws {
    let folder = try SoundFolder()
    try folder.succeed()
    let good = try folder.files(in: "out")
    let whole = try folder.read("in/chime.aiff")
    try folder.write(Array(whole.prefix(whole.count - 300)), to: "in/chime.aiff")
    try folder.write([], to: "in/empty.caf")
    try folder.write(try folder.read("in/bell.wav").reversed(), to: "in/odd.wav")
    let outcome = try folder.convert("in missing.wav -o out")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errorLines.map { $0.prefix { $0 != ":" } }
        == ["in/chime.aiff", "in/empty.caf", "in/odd.wav", "missing.wav"])
    #expect(outcome.outputText.hasPrefix("0 converted, 4 unchanged, 4 failed"))
    // The earlier output of the damaged sound stays.
    #expect(try folder.files(in: "out") == good)
  }

  @Test func aFolderWithoutSoundsIsAnError() throws {
    let folder = try SoundFolder([:])
    for name in ["a.txt", "b/c", "d.md", "e", ".f"] { try folder.write("x", to: "in/\(name)") }
    let outcome = try folder.convert()
    expectErrors(
      outcome,
      "in: error: no sound was found in this folder; skipped: a.txt, b/c, d.md and 1 more; name another folder, or each sound that has another"
        + " extension\n")
    #expect(try folder.shell.directory.names == ["in"])
  }

  @Test(arguments: [("y.caf", "wav", "WAVE"), ("y.wav", "caff", "CAF"), ("y.aiff", "WAVE", "WAVE")])
  func anotherContainersExtensionIsWarnedOf(name: String, type: String, content: String) throws {
    let folder = try SoundFolder()
    let outcome = try folder.convert("in/bell.wav -o \(name) -f \(type)")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors.hasPrefix("\(name): warning: the extension is ."))
    #expect(outcome.errors.contains("the content is \(content); rename it to "))
    #expect(try folder.convert("in/bell.wav -o z.WAV -f wav").errors == "")
  }

  /// The IMA4 search is the default. A sound that is too long is replaced by the output of `default-sound`.
  @Test func theSearchIsTheDefault() throws {
    let folder = try SoundFolder([
      "a.wav": try soundFile(.wave, .pcm(.int16), frameCount: 200),
      "long.wav": try SoundFolder.longSound.get(),
    ])
    let outcome = try folder.shell.run(
      """
      alertsound convert in -o out --quiet --manifest m.json 2>/dev/null
      alertsound convert in -o out63 --quiet -q 63 2>/dev/null
      alertsound convert in -o out0 --quiet -q 0 2>/dev/null
      alertsound default-sound -o default.caf
      cmp out/a.caf out63/a.caf && ! cmp -s out/a.caf out0/a.caf && cmp out/long.caf default.caf
      """)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "")
    let manifest = try folder.text("m.json")
    #expect(manifest.contains("\"quality\" : 63"))
  }

  /// A sound whose channels cancel each other is silent on one channel, and *plays*. Runs that convert nothing warn, too.
  @Test(arguments: ["-q 0", "-d LEI16@22050 --loudness -16", "-c 2"])
  func aSilentMixIsReported(options: String) throws {
    let (bell, silence) = (Signal.bell.int16(frameCount: 3000), [Int16](repeating: 0, count: 3000))
    let sounds = [
      "antiphase.wav": [bell, bell.map { -$0 }], "in phase.wav": [bell, bell],
      "late.wav": [silence + bell, silence + silence], "left.wav": [bell, silence],
      // Quieter than −60 dBFS only when mixed.
      "quiet.wav": [silence, (0..<3000).map { $0 / 50 % 2 == 0 ? 40 : -40 }],
      "silent.wav": [silence, silence],
    ]
    let folder = try SoundFolder(
      sounds.mapValues {
        try soundFile(.wave, .pcm(.int16), .int16(interleaved($0)), channelCount: 2)
      })
    let warning = """
      in/antiphase.wav: warning: the channels cancel each other, so the mix is silent; keep them \
      apart, or invert one of them\n
      """
    for _ in 1...2 {
      let outcome = try folder.convert("in -o out -c 1 \(options) --manifest manifest.json")
      #expect(outcome.ending == .exit(0))
      let manifest = try folder.text("manifest.json")
      #expect(
        manifest.contains(#""fact" : "the channels cancel"#) == (options != "-c 2"))
      let lines = outcome.errorLines.filter { !$0.contains("silent, so its loudness can't be") }
      #expect(lines.map { $0 + "\n" }.joined() == (options == "-c 2" ? "" : warning))
    }
    let apple = try folder.run("afconvert in/antiphase.wav x.caf -f caff -d LEI16 -c 1 --mix")
    expectErrors(apple, exit: 0, warning)
    expectErrors(
      try folder.run("afconvert in/left.wav x.caf -f caff -d LEI16 -c 1 --mix"), exit: 0, "")
  }
}
