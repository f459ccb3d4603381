import Foundation
import SoundFormat
import TestSupport
import Testing

/// Outputs whose inputs are gone.
struct ConvertPruningTests {
  private func converted() throws -> SoundFolder {
    let folder = try SoundFolder()
    try folder.succeed()
    try folder.write([1, 2, 3], to: "out/foreign.caf")
    return folder
  }

  @Test func deletedInputsAreReportedUntilPruned() throws {
    let folder = try converted()
    try folder.remove("in/bell.wav")
    try folder.remove("in/deep")
    let notes = """
      out/bell.caf: note: in/bell.wav is gone; --prune removes this file
      out/deep/down/ring.caf: note: in/deep/down/ring.wav is gone; --prune removes this file
      out/deep/knock.caf: note: in/deep/knock.caf is gone; --prune removes this file

      """
    let before = try folder.files(in: "out")
    for _ in 0..<2 {
      let outcome = try folder.convert()
      expectErrors(outcome, exit: 0, notes)
      #expect(SoundFolder.counts(outcome) == "0 converted, 2 unchanged")
    }
    #expect(try folder.files(in: "out") == before)
    #expect(try folder.convert("in -o out --quiet").errors == "")
    let pruned = try folder.convert("in -o out --prune")
    expectErrors(
      pruned, exit: 0, notes.replacingOccurrences(of: "--prune removes this file", with: "removed"))
    #expect(try folder.files(in: "out").keys.sorted() == ["chime.caf", "foreign.caf", "tick.caf"])
    #expect(try folder.succeed("in -o out --prune") == "0 converted, 2 unchanged")
  }

  @Test func anotherContainerLeavesOrphans() throws {
    let folder = try converted()
    let outcome = try folder.convert("in -o out -f WAVE")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errorLines.count == 5)
    #expect(
      outcome.errors.hasPrefix(
        "out/bell.caf: note: in/bell.wav has another output now; --prune removes this file\n"))
    #expect(try folder.files(in: "out").count == 11)
    #expect(try folder.convert("in -o out -f WAVE --prune").ending == .exit(0))
    #expect(
      try folder.files(in: "out").keys.sorted() == [
        "bell.wav", "chime.wav", "deep/down/ring.wav", "deep/knock.wav", "foreign.caf", "tick.wav",
      ])
  }

  /// Outputs stay if their inputs exist, even if the command line doesn't have these inputs.
  @Test func outputsOfOtherInputsAreKept() throws {
    let folder = try converted()
    let before = try folder.files(in: "out")
    #expect(try folder.succeed("in/bell.wav -o out --prune") == "0 converted, 1 unchanged")
    #expect(try folder.files(in: "out") == before)
  }

  /// An output that can't be made again is kept.
  @Test(arguments: ["-f WAVE -d ima4", "-f WAVE -d LEI24"])
  func irreplaceableFilesAreKept(options: String) throws {
    let folder = try converted()
    let before = try folder.files(in: "out")
    if options.hasSuffix("24") {
      // Make only one input fail, so that its output is kept.
      try folder.write([1, 2, 3], to: "in/bell.wav")
    }
    let outcome = try folder.convert("in -o out --prune \(options)")
    #expect(outcome.ending == .exit(options.hasSuffix("ima4") ? 64 : 1))
    let after = try folder.files(in: "out")
    #expect(after["bell.caf"] == before["bell.caf"])
    if options.hasSuffix("ima4") { #expect(after == before) }
  }

  /// If a folder is misspelled or isn't mounted, its sounds don't count as gone.
  @Test(arguments: ["Sound", "in/nowhere", "in/deep/nowhere"])
  func aMissingFolderIsNotEmpty(name: String) throws {
    let folder = try SoundFolder()
    _ = try folder.run("mkdir -p \(name)/deep; cp in/*.* \(name); cp in/*.* \(name)/deep")
    _ = try folder.convert("\(name) -o out")
    let before = try folder.files(in: "out")
    #expect(!before.isEmpty)
    try folder.remove(name)
    let outcome = try folder.convert("\(name) -o out --prune")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errorLines.count == 1)
    #expect(try folder.files(in: "out") == before)
  }

  /// A file that can't be examined doesn't count as gone.
  @Test(.enabled(if: NonRoot.isPossible, "needs a user other than root"))
  func anUnreadableFolderIsNotMissing() throws {
    let folder = try SoundFolder()
    try folder.succeed()
    try NonRoot.own(folder.shell.directory.url)
    let outcome = try folder.convert(
      "in -o out --prune", prefix: "chmod 0 in/deep; \(NonRoot.prefix)")
    _ = try folder.run("chmod 755 in/deep")
    #expect(outcome.ending == .exit(74))
    #expect(outcome.errors.hasPrefix("in/deep: error: permission denied; "))
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.outputText.contains("0 converted, 3 unchanged, 1 failed"))
    #expect(try folder.files(in: "out").count == 5)
  }
}

struct ConvertExclusionTests {
  @Test func exclusions() throws {
    let folder = try SoundFolder()
    func names(_ options: String) throws -> [String] {
      try? folder.remove("out")
      try folder.succeed("in in/bell.wav -o out \(options)")
      return try folder.files(in: "out").keys.sorted()
    }
    #expect(try names("--exclude '*.wav'") == ["chime.caf", "deep/knock.caf", "tick.caf"])
    #expect(try names("--exclude deep") == ["bell.caf", "chime.caf", "tick.caf"])
    #expect(try names("--exclude 'deep/*' --exclude=tick.caf --exclude bell.wav") == ["chime.caf"])
    #expect(try names("--exclude 'in*'") == [])
    // Patterns also match paths as reports print them, such as `in/deep`.
    #expect(try names("--exclude in/deep --exclude in/tick.caf") == ["bell.caf", "chime.caf"])
    #expect(try names("--exclude in") == ["bell.caf"])
    // A pattern in an options file isn't relative to that file.
    try folder.write("--exclude deep/*", to: "options/o")
    #expect(try names("--options options/o") == ["bell.caf", "chime.caf", "tick.caf"])
    // The excluded input still exists, so its output is no orphan.
    #expect(try folder.succeed() == "2 converted, 3 unchanged")
    #expect(try folder.succeed("in -o out --exclude deep --prune") == "0 converted, 3 unchanged")
    #expect(try folder.files(in: "out").count == 5)
  }
}
