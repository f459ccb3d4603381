import Foundation
import SoundFormat
import TestSupport
import Testing

/// Later runs convert only the sounds that changed.
struct ConvertIncrementalTests {
  private static let allUnchanged = "0 converted, 5 unchanged"
  private static let oneConverted = "1 converted, 4 unchanged"
  private static let allConverted = "5 converted, 0 unchanged"

  /// A folder that was converted, and its outputs.
  private func converted() throws -> (SoundFolder, [String: [UInt8]]) {
    let folder = try SoundFolder()
    try folder.succeed()
    return (folder, try folder.files(in: "out"))
  }

  @Test(arguments: ["", "--quiet --prune --over-limit default"])
  func aSecondRunWritesNothing(options: String) throws {
    let (folder, _) = try converted()
    let before = try folder.stamps(in: "out")
    for _ in 0..<2 {
      let outcome = try folder.convert("in -o out \(options)")
      expectSuccess(outcome)
      if options.isEmpty { #expect(SoundFolder.counts(outcome) == Self.allUnchanged) }
      #expect(try folder.stamps(in: "out") == before)
    }
  }

  @Test func aTouchedInputIsNotConverted() throws {
    let (folder, _) = try converted()
    let before = try folder.stamps(in: "out")
    _ = try folder.run("touch in/*.* in/deep/*.caf")
    #expect(try folder.succeed() == Self.allUnchanged)
    // Rewrite the inputs with the same bytes, as a checkout may.
    for (name, bytes) in try SoundFolder.sounds.get() { try folder.write(bytes, to: "in/\(name)") }
    #expect(try folder.succeed() == Self.allUnchanged)
    #expect(try folder.stamps(in: "out") == before)
  }

  @Test func oneChangedInputIsConverted() throws {
    let (folder, before) = try converted()
    let stamps = try folder.stamps(in: "out")
    try folder.write(
      try soundFile(.wave, .pcm(.int16), channels: [.noise], frameCount: 700), to: "in/bell.wav")
    #expect(try folder.succeed() == Self.oneConverted)
    let after = try folder.files(in: "out")
    #expect(before.filter { $0.value != after[$0.key] }.map(\.key) == ["bell.caf"])
    for (name, stamp) in try folder.stamps(in: "out") {
      let isOther = ["out/bell.caf", "out/.alertsound-records"].contains(name)
      #expect((stamp != stamps[name]) == isOther, "\(name)")
    }
    #expect(try folder.succeed() == Self.allUnchanged)
  }

  /// Only the change time reveals a change that keeps the size and the modification time.
  @Test(arguments: ["in/bell.wav", "out/bell.caf"])
  func aChangeWithTheSameTimestamp(name: String) throws {
    let (folder, before) = try converted()
    let count = try folder.read(name).count
    let outcome = try folder.run(
      """
      touch -r \(name) time
      printf '\\125' | dd of=\(name) bs=1 seek=\(count - 20) conv=notrunc 2>/dev/null
      touch -r time \(name)
      """)
    #expect(outcome.errors == "")
    #expect(try folder.read(name).count == count)
    #expect(try folder.succeed() == Self.oneConverted)
    if name.hasPrefix("out/") { #expect(try folder.files(in: "out") == before) }
    #expect(try folder.succeed() == Self.allUnchanged)
  }

  /// The output is altered right after the run, maybe in the same tick of the file system's clock.
  @Test func anOutputAlteredImmediatelyIsConvertedAgain() throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 64)
    let folder = try SoundFolder(["a.wav": sound])
    for round in 0..<4 {
      let outcome = try folder.run(
        "alertsound convert in -o out --force && printf 'x\(round)' | dd of=out/a.caf bs=1 seek=4100 conv=notrunc 2>/dev/null"
      )
      #expect(outcome.ending == .exit(0))
      #expect(try folder.succeed() == "1 converted, 0 unchanged")
      #expect(try folder.succeed() == "0 converted, 1 unchanged")
    }
  }

  @Test(arguments: [
    "rm out/bell.caf", "printf x >> out/bell.caf", ": > out/bell.caf",
    "cp out/tick.caf out/bell.caf",
    "mv out/tick.caf out/bell.caf && alertsound convert in/tick.caf -o out --quiet",
    "rm out/bell.caf && ln -s tick.caf out/bell.caf",
  ])
  func anAlteredOutputIsConvertedAgain(lines: String) throws {
    let (folder, before) = try converted()
    #expect(try folder.run(lines).errors == "")
    #expect(try folder.succeed() == Self.oneConverted)
    #expect(try folder.files(in: "out") == before)
    #expect(try folder.succeed() == Self.allUnchanged)
  }

  @Test func aCopiedOutputFolderIsUpToDate() throws {
    let (folder, before) = try converted()
    _ = try folder.run("mkdir moved && cp -r in out moved && rm -r in out")
    #expect(try folder.succeed("moved/in -o moved/out") == Self.allUnchanged)
    #expect(try folder.files(in: "moved/out") == before)
  }

  @Test(arguments: [
    "-d LEI16", "-d ima4@22050 -r 0", "--over-limit warn", "--force",
  ])
  func changedOptionsConvertEverything(options: String) throws {
    let (folder, before) = try converted()
    let outcome = try folder.convert("in -o out --prune \(options)")
    #expect(SoundFolder.counts(outcome) == Self.allConverted)
    let isForced = options == "--force"
    #expect(
      try folder.succeed("in -o out \(options)")
        == (isForced ? Self.allConverted : Self.allUnchanged))
    let back = try folder.convert("in -o out --prune")
    #expect(SoundFolder.counts(back) == (isForced ? Self.allUnchanged : Self.allConverted))
    #expect(try folder.files(in: "out") == before)
  }

  /// A shell line that cuts the records to a length in bytes, or extends them with zeros.
  private static func cut(to byteCount: String) -> String {
    "dd if=/dev/null of=out/.alertsound-records bs=1 count=0 seek=\(byteCount) 2>/dev/null"
  }

  /// A shell line that edits the records with sed.
  private static func edited(_ script: String) -> String {
    "sed '\(script)' out/.alertsound-records >edited; mv edited out/.alertsound-records"
  }

  @Test(arguments: [
    "rm out/.alertsound-records", ": > out/.alertsound-records",
    cut(to: "$(($(wc -c <out/.alertsound-records) - 1))"), edited("1s/2/1/"),
    cut(to: "2147483648"), "rm out/.alertsound-records; mkfifo out/.alertsound-records; ls",
    edited("s/converted/x/"), "printf x >>out/.alertsound-records",
  ])
  func damagedRecordsCauseARebuild(lines: String) throws {
    let (folder, before) = try converted()
    #expect(try folder.run(lines).ending == .exit(0))
    if lines.hasSuffix("ls") {
      // Remove the pipe after the run: the command doesn't replace a pipe by a file.
      #expect(SoundFolder.counts(try folder.convert()) == Self.allConverted)
      try folder.remove("out/.alertsound-records")
      return
    }
    let isMissing = try !folder.shell.files().contains("out/.alertsound-records")
    let outcome = try folder.convert(
      prefix: AllocationMeter.limitsArePossible ? "ulimit -v 4000000;" : "")
    #expect(outcome.ending == .exit(0))
    #expect(SoundFolder.counts(outcome) == Self.allConverted)
    let note = "out/.alertsound-records: note: the records of earlier runs can't be used: "
    #expect(outcome.errors.hasPrefix(note) != isMissing)
    #expect(outcome.errors.hasSuffix("; everything is converted again\n") != isMissing)
    #expect(outcome.errorLines.count == (isMissing ? 0 : 1))
    #expect(try folder.files(in: "out") == before)
    #expect(try folder.succeed() == Self.allUnchanged)
  }

  /// Records of another folder don't match this folder's sound of the same name.
  @Test func recordsOfAnotherFolderAreRejected() throws {
    let (folder, before) = try converted()
    let other = try SoundFolder()
    try other.write(
      try soundFile(.wave, .pcm(.int16), channels: [.noise], frameCount: 700), to: "in/bell.wav")
    try other.succeed()
    try folder.write(try other.read("out/.alertsound-records"), to: "out/.alertsound-records")
    #expect(try folder.succeed() == Self.oneConverted)
    #expect(try folder.files(in: "out") == before)
  }
}
