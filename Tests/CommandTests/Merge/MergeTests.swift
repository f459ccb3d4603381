import Foundation
import SoundFormat
import TestSupport
import Testing

/// `alertsound merge`: the parts of a divided batch become the whole.
struct MergeTests {
  /// The records of a folder without the stamps of files.
  private func records(_ folder: PartedFolder, in name: String) throws -> [[Substring]] {
    let text = String(decoding: try folder.sounds.read("\(name)/.alertsound-state"), as: UTF8.self)
    return text.split(separator: "\n").dropLast().map { line in
      line.split(separator: "\t").enumerated().filter { ![2, 5].contains($0.offset) }
        .map(\.element)
    }
  }

  /// `convert` then continues in the folder as if it had converted everything there.
  @Test func partsMakeTheWhole() throws {
    let folder = try PartedFolder()
    try folder.sounds.succeed("in -o whole")
    #expect(try folder.succeed() == "5 merged, 0 unchanged, 0 failed")
    #expect(try folder.sounds.files(in: "out") == folder.sounds.files(in: "whole"))
    #expect(try records(folder, in: "out") == records(folder, in: "whole"))
    #expect(try folder.sounds.succeed() == "0 converted, 5 unchanged")
    try folder.sounds.remove("in/bell.wav")
    let pruned = try folder.sounds.convert("in -o out --prune")
    #expect(pruned.errors == "out/bell.caf: note: in/bell.wav is gone; removed\n")
    #expect(try folder.sounds.files(in: "out").count == 4)
  }

  /// The same if files lose their times on the way, as in an archive of a build server.
  @Test func timesDoNotMatter() throws {
    let folder = try PartedFolder()
    _ = try folder.run("find part1 part2 -exec touch -d 2001-01-01 {} +; rm -r in/deep")
    #expect(try folder.succeed() == "5 merged, 0 unchanged, 0 failed")
    let pruned = try folder.sounds.convert("in -o out --prune")
    #expect(pruned.errors.split(separator: "\n").count == 2)
    #expect(SoundFolder.counts(pruned) == "0 converted, 3 unchanged")
    #expect(try folder.sounds.files(in: "out").count == 3)
  }

  @Test func mergingAgainChangesNothing() throws {
    let folder = try PartedFolder()
    try folder.succeed()
    let before = try folder.sounds.stamps(in: "out")
    #expect(try folder.succeed() == "0 merged, 5 unchanged, 0 failed")
    #expect(try folder.succeed("part2 -o out") == "0 merged, 2 unchanged, 0 failed")
    // A run of `convert` in between records this machine's inputs.
    _ = try folder.run("sleep 2.1")
    try folder.sounds.succeed()
    #expect(try folder.succeed() == "0 merged, 5 unchanged, 0 failed")
    #expect(try folder.sounds.stamps(in: "out") == before)
    // A checkout of the folder keeps its bytes, but not its times.
    _ = try folder.run("rm out/.alertsound-state; touch out/*.caf")
    #expect(try folder.succeed() == "0 merged, 5 unchanged, 0 failed")
    #expect(try folder.sounds.succeed() == "0 converted, 5 unchanged")
  }

  @Test func whatChangedIsMergedAgain() throws {
    let folder = try PartedFolder()
    try folder.succeed()
    try folder.sounds.write(try soundFile(.wave, .pcm(.int16), frameCount: 70), to: "in/bell.wav")
    _ = try folder.run("printf x >>out/tick.caf; rm out/chime.caf")
    try folder.convertParts()
    #expect(try folder.succeed() == "3 merged, 2 unchanged, 0 failed")
    #expect(try folder.sounds.succeed() == "0 converted, 5 unchanged")
  }

  /// A part without sounds differs from a part that is missing.
  @Test func aPartMayBeEmpty() throws {
    let folder = try PartedFolder()
    _ = try folder.sounds.convert("in -o part3 --shard 3/3")
    #expect(try folder.succeed("part3 -o out") == "0 merged, 0 unchanged, 0 failed")
    #expect(try folder.sounds.files(in: "out").isEmpty)
    #expect(try folder.succeed("part* -o out") == "5 merged, 0 unchanged, 0 failed")
  }

  /// The inputs of parts in their own place are found, even if there are others where the paths lead from the common
  /// folder.
  @Test func partsInTheirPlaceKeepTheirInputs() throws {
    let folder = try PartedFolder()
    _ = try folder.run(
      """
      mkdir -p app/ios; cp -R in app/in; cp -R in app/ios/in; cd app/ios
      for part in 1 2; do alertsound convert in -o parts/$part --shard $part/3 --quiet; done
      rm in/bell.wav
      """)
    let outcome = try folder.run(
      """
      cd app/ios; alertsound merge parts/1 parts/2 -o out --quiet
      alertsound convert in -o out --prune --quiet --diagnostics github
      alertsound convert in -o out --prune
      """)
    let lines = outcome.outputText.split(separator: "\n")
    #expect(lines.last?.hasPrefix("0 converted, 4 unchanged") == true, "\(outcome)")
    #expect(try folder.sounds.shell.files().contains("app/ios/out/bell.caf") == false)
    let state = String(
      decoding: try folder.sounds.read("app/ios/out/.alertsound-state"), as: UTF8.self)
    #expect(state.contains("../in/") && !state.contains("../../in/"))
  }

  /// Inputs are recorded relative to the outputs. So the paths of parts in another place are adapted.
  @Test func partsMayBeElsewhere() throws {
    let folder = try PartedFolder(prefix: "parts/deep/")
    try folder.succeed("parts/deep/* -o out")
    // All other inputs still exist, so their outputs stay.
    #expect(
      try folder.sounds.succeed("in/bell.wav -o out --prune") == "0 converted, 1 unchanged")
    #expect(try folder.sounds.files(in: "out").count == 5)
    #expect(try folder.sounds.succeed() == "0 converted, 5 unchanged")
  }

  @Test func theFolderMayBeAPart() throws {
    let folder = try PartedFolder()
    #expect(try folder.succeed("part1 part2 -o part1") == "2 merged, 3 unchanged, 0 failed")
    #expect(try folder.succeed("part1 part2 part1/ -o part1") == "0 merged, 5 unchanged, 0 failed")
    #expect(try folder.sounds.succeed("in -o part1") == "0 converted, 5 unchanged")
  }

  @Test func omittedSoundsAreMerged() throws {
    let folder = try PartedFolder()
    // It belongs to the second part.
    try folder.sounds.write(try SoundFolder.longSound.get(), to: "in/slow.wav")
    try folder.convertParts()
    try folder.succeed()
    #expect(try folder.sounds.files(in: "out").count == 6)
    try folder.convertParts("--over-limit omit")
    #expect(try folder.succeed() == "0 merged, 5 unchanged, 1 left out, 0 failed")
    // The earlier output is proven to be one.
    #expect(try folder.sounds.files(in: "out").count == 5)
    let again = try folder.sounds.convert("in -o out --over-limit omit")
    #expect(again.outputText.hasPrefix("0 converted, 5 unchanged, 0 fell back, 1 left out"))
    try folder.sounds.write([1], to: "out/slow.caf")
    let refused = try folder.merge()
    #expect(refused.ending == .exit(1))
    #expect(
      refused.errors == "out/slow.caf: error: the sound is left out, but another file has its"
        + " output's name; remove that file\n")
    #expect(PartedFolder.counts(refused) == "0 merged, 5 unchanged, 1 failed")
  }

  @Test func differentOutputsOfOneNameAreNotMerged() throws {
    let folder = try PartedFolder()
    try folder.sounds.write(try soundFile(.wave, .pcm(.int16), frameCount: 70), to: "in/bell.wav")
    _ = try folder.sounds.convert("in/bell.wav in/tick.caf -o old")
    let outcome = try folder.merge("part1 part2 old -o out")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors == "out/bell.caf: error: part1/bell.caf and old/bell.caf are recorded as"
        + " different outputs; delete the part that is out of date, and convert it again\n")
    // The equal one counts once.
    #expect(PartedFolder.counts(outcome) == "4 merged, 0 unchanged, 1 failed")
    #expect(try folder.sounds.files(in: "out")["bell.caf"] == nil)
  }

  /// If one of two parts with the same output has lost it, the other one's is merged.
  @Test func anIntactCopyIsFound() throws {
    let folder = try PartedFolder()
    _ = try folder.run("cp -r part1 copy; rm part1/bell.caf")
    let outcome = try folder.merge("part1 part2 copy -o out")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors == "part1/bell.caf: error: this output is missing; convert its part again\n")
    #expect(PartedFolder.counts(outcome) == "5 merged, 0 unchanged, 1 failed")
    #expect(try folder.sounds.succeed() == "0 converted, 5 unchanged")
  }

  @Test func namesThatDifferByCaseAreNotMerged() throws {
    let bell = try soundFile(.wave, .pcm(.int16), frameCount: 700)
    let folder = try PartedFolder(["a/ring.wav": bell, "b/RING.wav": bell, "b/tick.wav": bell])
    _ = try folder.run("alertsound convert in/a -o a; alertsound convert in/b -o b")
    let outcome = try folder.merge("a b -o out")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors
        == "out/RING.caf: error: b/RING.caf and a/ring.caf would both become this file on"
        + " a case-insensitive file system, such as a Mac's; rename one of the sounds they were made"
        + " from, and convert its part again\n")
    #expect(try folder.sounds.files(in: "out").keys.sorted() == ["tick.caf"])
  }

  @Test(arguments: [
    (
      "rm part1/.alertsound-state",
      "part1/.alertsound-state: error: the records of this part are missing; copy its folder with"
        + " hidden files, or convert this part again", "2 merged, 0 unchanged, 1 failed"
    ),
    (
      "printf x >>part1/.alertsound-state",
      "part1/.alertsound-state: error: the records of this part can't be used: the file is damaged;"
        + " convert this part again", "2 merged, 0 unchanged, 1 failed"
    ),
    (
      "truncate -s 1G part1/.alertsound-state",
      "part1/.alertsound-state: error: the records of this part can't be used: the file is larger"
        + " than", "2 merged, 0 unchanged, 1 failed"
    ),
    (
      "mv part1/.alertsound-state s; ln -s ../s part1/.alertsound-state",
      "part1/.alertsound-state: error: the records of this part can't be used: this is not a regular"
        + " file; convert this part again", "2 merged, 0 unchanged, 1 failed"
    ),
    (
      "rm part1/.alertsound-state; mkfifo part1/.alertsound-state",
      "part1/.alertsound-state: error: the records of this part can't be used: this is not a regular"
        + " file; convert this part again", "2 merged, 0 unchanged, 1 failed"
    ),
    (
      "rm -r part1", "part1: error: there is no such file or folder; check the spelling",
      "2 merged, 0 unchanged, 1 failed"
    ),
    (
      "rm part1/bell.caf",
      "part1/bell.caf: error: this output is missing; convert its part again",
      "4 merged, 0 unchanged, 1 failed"
    ),
    (
      "printf x >>part1/bell.caf",
      "part1/bell.caf: error: this isn't the output that was recorded; convert its part again",
      "4 merged, 0 unchanged, 1 failed"
    ),
    (
      "printf x | dd of=part1/bell.caf bs=1 seek=5000 conv=notrunc 2>&1",
      "part1/bell.caf: error: this isn't the output that was recorded; convert its part again",
      "4 merged, 0 unchanged, 1 failed"
    ),
    (
      "mv part1/bell.caf x.caf; ln -s ../x.caf part1/bell.caf",
      "part1/bell.caf: error: this isn't the output that was recorded; convert its part again",
      "4 merged, 0 unchanged, 1 failed"
    ),
    (
      "mkdir -p out/bell.caf",
      "out/bell.caf: error: this is a folder; add a file name to it",
      "4 merged, 0 unchanged, 1 failed"
    ),
  ])
  func whatCannotBeUsedIsReported(lines: String, error: String, counts: String) throws {
    let folder = try PartedFolder()
    _ = try folder.run(lines)
    let outcome = try folder.merge()
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix(error), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(PartedFolder.counts(outcome) == counts)
  }

  @Test func otherOptionsAreReported() throws {
    let folder = try PartedFolder()
    _ = try folder.sounds.convert("in -o part2 --shard 2/3 -d ulaw --force")
    let outcome = try folder.merge()
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.errors
        == "part2: warning: this part was converted with other options or by another version"
        + " than part1; convert both with the same options and version\n")
    // The sounds of one option are then converted again.
    #expect(try folder.sounds.succeed() == "2 converted, 3 unchanged")
  }

  @Test func unrecordedSoundsAreNotMerged() throws {
    let folder = try PartedFolder()
    _ = try folder.run("cp part1/bell.caf part1/a.caf; cp in/bell.wav part1/deep; cp m1.json part1")
    let outcome = try folder.merge()
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.errors
        == "part1: note: 2 sounds aren't in this part's records and won't be copied\n")
    #expect(try folder.sounds.files(in: "out").count == 5)
    expectSilentSuccess(try folder.merge("part1 part2 -o new --quiet"))
  }

  @Test(arguments: [
    ("part1", "-o is needed: it names the folder for the outputs of the parts"),
    ("m1.json", "m1.json isn't a folder; to merge manifests, name the merged one with --manifest"),
    (
      "m1.json -o out",
      "m1.json isn't a folder; to merge manifests, name the merged one with --manifest"
    ),
    (
      "part1 -o out --manifest x",
      "--manifest needs the parts' manifests, beside or instead of their folders"
    ),
    ("- -o out", "merge takes folders and files, and can't read standard input"),
    ("part1 -o -", "-o takes a folder, and can't write to standard output"),
    ("-o out", "Missing expected argument '<part> ...'"),
  ])
  func commandLinesAreChecked(arguments: String, error: String) throws {
    let folder = try PartedFolder([:])
    let before = try folder.sounds.shell.files()
    let outcome = try folder.merge(arguments)
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errors.hasPrefix("Error: \(error)\n"), "\(outcome.errors)")
    expectFailure(
      try folder.merge("\(arguments) --diagnostics github"), status: 64, "::error::\(error)")
    #expect(try folder.sounds.shell.files() == before)
  }

  @Test func errorsUseTheDiagnosticStyle() throws {
    let folder = try PartedFolder()
    try folder.sounds.remove("part1/bell.caf")
    let outcome = try folder.merge("part1 -o out --quiet --diagnostics json")
    #expect(
      outcome.errors == #"{"file":"part1/bell.caf","severity":"error","message":"this output is"#
        + #" missing; convert its part again"}"# + "\n")
    #expect(outcome.outputText == "")
  }

  /// A part is untrusted: nothing outside of it is read, and nothing outside of the folder is written.
  @Test(arguments: [
    "away/victim.caf", "../victim.caf", "ABSOLUTE", "link.caf", ".alertsound-state", "Makefile",
    ".git/hook.caf", "a.CAF",
  ])
  func namesOutsideOfAPartAreRejected(name: String) throws {
    let folder = try PartedFolder()
    let victim = try soundFile(.caf, .ima4, frameCount: 700)
    for name in ["victim.caf", "outside/victim.caf"] { try folder.sounds.write(victim, to: name) }
    _ = try folder.run(
      """
      mkdir -p bad out; ln -s ../outside bad/away; ln -s ../outside out/away
      ln -s ../victim.caf bad/link.caf
      mkdir bad/.git; for name in Makefile .git/hook.caf a.CAF; do cp victim.caf bad/$name; done
      echo important >out/Makefile
      """)
    let path = name == "ABSOLUTE" ? folder.sounds.shell.directory.path("victim.caf") : name
    try folder.write("bad", recording: path, victim)
    let before = try folder.sounds.shell.files()
    let outcome = try folder.merge("bad -o out")
    #expect(outcome.ending == .exit(1))
    // The others are sounds that no record names.
    #expect(outcome.errors.split(separator: "\n").count { !$0.contains(": note: ") } == 1)
    #expect(PartedFolder.counts(outcome) == "0 merged, 0 unchanged, 1 failed")
    #expect(try folder.sounds.shell.files() == before)
    #expect(try folder.sounds.read("outside/victim.caf") == victim)
    #expect(try folder.sounds.read("out/Makefile") == Array("important\n".utf8))
  }

  /// Records can't lead through a link in the folder. One line reports it, for any number of outputs below it.
  @Test func linksInTheFolderAreNotFollowed() throws {
    let folder = try PartedFolder()
    let sound = try soundFile(.wave, .pcm(.int16))
    for number in 1...3 { try folder.sounds.write(sound, to: "in2/away/\(number).wav") }
    try folder.sounds.write([1], to: "outside/1.caf")
    _ = try folder.run(
      """
      mkdir out; ln -s ../outside out/away; ln -s ../victim out/tick.caf
      alertsound convert in2 -o more
      """)
    let before = try folder.sounds.shell.files()
    let outcome = try folder.merge("more part1 part2 -o out")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors
        == "out/away/1.caf: error: out/away is a symbolic link, and nothing is written through a link"
        + " inside the output folder; replace the link with a folder\n")
    #expect(try folder.sounds.shell.files() == before)
    #expect(try folder.sounds.read("outside/1.caf") == [1])
    _ = try folder.run("rm out/away")
    #expect(PartedFolder.counts(try folder.merge("more part1 part2 -o out")).hasPrefix("8 merged"))
    // A link in the place of an output is replaced.
    #expect(try folder.sounds.succeed() == "0 converted, 5 unchanged")
    #expect(try folder.sounds.shell.files().contains("victim") == false)
  }

  /// A file that isn't a sound as `convert` writes it is never copied, even with the right digest.
  @Test func onlyOutputsAreCopied() throws {
    let folder = try PartedFolder()
    let bytes = Array("a secret".utf8)
    try folder.sounds.write(bytes, to: "bad/secret.caf")
    try folder.write("bad", recording: "secret.caf", bytes)
    let outcome = try folder.merge("bad -o out")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors
        == "bad/secret.caf: error: this isn't the output that was recorded; convert its"
        + " part again\n")
    #expect(try folder.sounds.files(in: "out").isEmpty)
  }
}
