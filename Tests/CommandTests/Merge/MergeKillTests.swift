import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// A merge that is killed, or whose system calls fail.
  @Suite(.enabled(if: Tampering.isPossible, "strace is not installed or not allowed"))
  struct MergeKillTests {
    /// Killed at any moment, no output is half written, and merging again completes the folder.
    @Test func killedAtEveryCall() throws {
      let folder = try PartedFolder()
      try folder.sounds.succeed("in -o whole")
      let whole = try folder.sounds.files(in: "whole")
      var count = 0
      while true {
        count += 5
        let prefix = Tampering.prefix(
          "write,linkat,rename,fchmod,close,mkdir,openat", "signal=KILL", at: "\(count)")
        let outcome = try folder.run("\(prefix) alertsound merge part1 part2 -o out")
        for (name, bytes) in try folder.sounds.files(in: "out") where !name.contains(".part") {
          #expect(bytes == whole[name], "\(name) at call \(count)")
        }
        let again = try folder.merge()
        #expect(again.ending == .exit(0))
        #expect(again.errors == "")
        #expect(try folder.sounds.files(in: "out") == whole)
        #expect(try folder.sounds.succeed() == "0 converted, 5 unchanged", "at call \(count)")
        guard outcome.ending != .exit(0) else { break }
        try #require(count < 600)
        _ = try folder.run("rm -r out")
      }
      #expect(count > 30)
    }

    @Test func aFullDiskIsASystemFailure() throws {
      let folder = try PartedFolder()
      let prefix = Tampering.prefix("linkat", "error=ENOSPC", at: "2")
      let outcome = try folder.run("\(prefix) alertsound merge part1 part2 -o out")
      #expect(outcome.ending == .exit(74))
      #expect(
        outcome.errors == "out/chime.caf: error: the disk is full; free some space and try again\n")
      #expect(PartedFolder.counts(outcome) == "4 merged, 0 unchanged, 1 failed")
      #expect(try folder.succeed() == "1 merged, 4 unchanged, 0 failed")
    }

    /// Interrupted, it ends by the signal and keeps what it has done.
    @Test func interruptionsKeepWhatIsDone() throws {
      let folder = try PartedFolder()
      let prefix = Tampering.prefix("linkat", "signal=TERM", at: "2")
      let outcome = try folder.run("exec \(prefix) alertsound merge part1 part2 -o out")
      #expect(outcome.ending == .signal(15))
      #expect(outcome.errors == "")
      #expect(try folder.sounds.files(in: "out").count == 2)
      #expect(try folder.succeed() == "3 merged, 2 unchanged, 0 failed")
    }
  }
#endif
