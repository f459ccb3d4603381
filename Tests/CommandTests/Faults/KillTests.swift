import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// Commands that are killed, or whose system calls fail, at every point where a file could be damaged.
  @Suite(.enabled(if: Tampering.isPossible, "strace is not installed or not allowed"))
  struct KillTests {
    /// The system calls that touch an output, from its first byte to its name.
    private static let calls = "write,pwrite64,sendfile,linkat,renameat,fchmod,close"

    private static let commands =
      WritingCommand.all.filter {
        ["afconvert", "afconvert, copying", "convert to a folder"].contains($0.name)
      } + [
        WritingCommand(
          name: "afconvert, swapping", words: "afconvert in.wav OUT -f AIFF -d BEI16",
          output: "to/in.aiff")
      ]

    private static func isTemporary(_ name: String) -> Bool {
      name.hasPrefix("to/.alertsound-") && name.hasSuffix(".part")
    }

    @Test(arguments: commands)
    func killedAtEveryCall(command: WritingCommand) throws {
      let folder = try command.folder()
      #expect(try folder.run(command.line()).ending == .exit(0))
      let whole = try folder.read(command.output)
      _ = try folder.run("rm -r to")
      var count = 0
      var hasSeenOld = false
      while true {
        count += 1
        try folder.write(WritingCommand.old, to: command.output)
        let line = Tampering.prefix(Self.calls, "signal=KILL", at: "\(count)")
        let outcome = try folder.run("\(line) \(command.line())")
        let bytes = try folder.read(command.output)
        #expect(bytes == WritingCommand.old || bytes == whole, "call \(count)")
        hasSeenOld = hasSeenOld || bytes == WritingCommand.old
        // Expect at most one temporary file. It has a name only until it is renamed to the output.
        let others = try folder.files().filter { $0.hasPrefix("to/") && $0 != command.output }
        #expect(others.allSatisfy { Self.isTemporary($0) || $0.hasSuffix("-records") }, "\(others)")
        #expect(others.count { Self.isTemporary($0) } <= 1)
        _ = try folder.run("rm -r to")
        guard outcome.ending != .exit(0) else { break }
        try #require(count < 100)
      }
      #expect(count > 3)
      #expect(hasSeenOld)
    }

    private static let faults: [(calls: String, error: String, sentence: String)] = [
      ("linkat", "EIO", "Input/output error; try again, or with another disk"),
      ("renameat", "ENOSPC", "the disk is full; free some space and try again"),
    ]

    /// If the finished file can't get its name, the old file stays, and no temporary file is left.
    @Test(arguments: WritingCommand.named, faults)
    func theOutputCannotBeRenamed(
      command: WritingCommand, fault: (calls: String, error: String, sentence: String)
    ) throws {
      let folder = try command.folder()
      // Make a manifest's sounds first: this test isn't about them.
      _ = try folder.run("test -d made || \(command.line("unneeded.\(command.output.suffix(3))"))")
      let prefix = Tampering.prefix(fault.calls, "error=\(fault.error)")
      let outcome = try folder.run("\(prefix) \(command.line())")
      #expect(outcome.ending == .exit(exitStatus(ofFailure: fault.sentence)))
      try command.expectNothingHappened(in: folder)
      guard !command.words.contains("made") else { return }
      command.expectError(outcome, fault.sentence)
    }
  }
#endif
