import SoundFormat
import TestSupport
import Testing

/// `--shard`: several runs convert a folder, a part each.
struct ConvertShardTests {
  private static func isOutput(_ name: String) -> Bool { name.hasSuffix(".caf") }

  /// Of five sounds, the first part has three, the second two, the third none: see `BatchShardTests`.
  @Test(arguments: [true, false])
  func partsMakeTheWhole(isShared: Bool) throws {
    let folder = try SoundFolder()
    try folder.succeed("in -o whole")
    let counts = try (1...3).map { number in
      try folder.succeed("in -o \(isShared ? "parts" : "part\(number)") --shard \(number)/3")
    }
    #expect(
      counts == [
        "3 converted, 0 unchanged", "2 converted, 0 unchanged",
        "no sounds in this part; 5 in the others",
      ])
    if !isShared { _ = try folder.run("mkdir parts; cp -Rp part1/* part2/* parts") }
    let whole = try folder.files(in: "whole").filter { Self.isOutput($0.key) }
    let parts = try folder.files(in: "parts").filter { Self.isOutput($0.key) }
    #expect(whole.count == 5)
    #expect(parts == whole)
  }

  /// Parts that share a folder keep the others' records and outputs.
  @Test func partsLeaveOtherPartsAlone() throws {
    let folder = try SoundFolder()
    for number in 1...2 { try folder.succeed("in -o out --shard \(number)/2") }
    let files = try folder.files(in: "out")
    for number in 1...2 {
      let counts = try folder.succeed("in -o out --prune --shard \(number)/2")
      #expect(counts.hasPrefix("0 converted"), "\(counts)")
    }
    #expect(try folder.succeed("in -o out --prune") == "0 converted, 5 unchanged")
    #expect(try folder.files(in: "out") == files)
  }

  /// An output whose input is gone belongs to the part that its name belongs to.
  @Test func aPartRemovesItsOwnOrphans() throws {
    let folder = try SoundFolder()
    try folder.succeed("in -o out")
    try folder.remove("in/bell.wav")
    try folder.succeed("in -o out --prune --shard 2/3")
    #expect(try folder.files(in: "out")["bell.caf"] != nil)
    let outcome = try folder.convert("in -o out --prune --shard 1/3")
    #expect(outcome.errors == "out/bell.caf: note: in/bell.wav is gone; removed\n")
    #expect(try folder.files(in: "out")["bell.caf"] == nil)
  }

  /// A part can't know whether another part's inputs are converted, so it keeps what may belong to them.
  @Test(arguments: [1, 2, 3]) func aPartKeepsWhatAnotherMayNeed(number: Int) throws {
    let folder = try SoundFolder()
    try folder.succeed("in -o out")
    let before = try folder.files(in: "out")
    _ = try folder.run("mv in gone")
    let missing = try folder.convert("in -o out --prune --shard \(number)/3")
    #expect(try folder.files(in: "out") == before, "\(missing.errors)")
    _ = try folder.run("mv gone in; for f in in/*.*; do echo broken >$f; done")
    let broken = try folder.convert("in -o out -f WAVE -d LEI16 --prune --shard \(number)/3")
    let after = try folder.files(in: "out")
    #expect(before.keys.allSatisfy { after[$0] != nil }, "\(broken.errors)")
  }

  /// Names that differ only by case may be in two parts; both refuse them.
  @Test func collisionsAcrossPartsAreFound() throws {
    let bell = try soundFile(.wave, .pcm(.int16), frameCount: 700)
    let folder = try SoundFolder(["a/ring.wav": bell, "b/RING.wav": bell, "b/tick.wav": bell])
    let errors = try (1...8).map { number in
      try folder.convert("in/a in/b -o out --shard \(number)/8").errors
    }
    #expect(errors.count { $0.contains("RING.wav") && $0.contains("ring.wav") } == 2)
    #expect(try folder.files(in: "out").keys.filter(Self.isOutput) == ["tick.caf"])
  }

  /// The option may come before the inputs, and a part without sounds has its records, too.
  @Test func aPartWithoutSoundsHasRecords() throws {
    let folder = try SoundFolder()
    let counts = try folder.succeed("--shard 3/3 in ./in -o out")
    #expect(counts == "no sounds in this part; 5 in the others")
    #expect(try folder.shell.files().contains("out/.alertsound-state"))
    try folder.succeed("--shard 3/3 in -o new --dry-run")
    #expect(try folder.shell.files().contains { $0.hasPrefix("new/") } == false)
  }

  @Test(arguments: [
    "0/3", "4/3", "3", "1/0", "-1/3", "a/b", "1/3/5", "+1/3", "1/99999999999999999999",
  ])
  func otherWordsAreRefused(word: String) throws {
    let outcome = try SoundFolder().convert("in -o out --shard=\(word)")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errors.contains("--shard"))
  }

  @Test func namedAndDeclaredOutputsAreNotDivided() throws {
    let folder = try SoundFolder()
    #expect(try folder.convert("in/bell.wav -o x.caf --shard 1/2").ending == .exit(64))
    #expect(try folder.convert("in -o out --declared-outputs --shard 1/2").ending == .exit(1))
  }
}
