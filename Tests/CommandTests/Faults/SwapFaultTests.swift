import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// A change of byte order reads a block while it writes the previous one. Either may fail.
  struct SwapFaultTests {
    /// 900,000 bytes: four blocks.
    private static let sound = Result {
      try soundFile(.wave, .pcm(.int24), channels: [.noise], frameCount: 300_000)
    }

    private static func folder() throws -> ShellFolder {
      let folder = try ShellFolder()
      try folder.write(try sound.get(), to: "in.wav")
      try folder.write(WritingCommand.old, to: "out.caf")
      return folder
    }

    private static let line = "afconvert in.wav out.caf -f caff -d BEI24"

    private static func expectFailure(
      _ outcome: Tool.Outcome, _ sentence: String, in folder: ShellFolder
    ) throws {
      #expect(outcome.ending == .exit(exitStatus(ofFailure: sentence)))
      #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
      #expect(try folder.files().sorted() == ["in.wav", "out.caf"])
      #expect(try folder.directory.read("out.caf") == WritingCommand.old)
    }

    @Test(arguments: [1, 200, 300, 600, 800])
    func writeThatFails(limitInKiB: Int) throws {
      let folder = try Self.folder()
      let outcome = try folder.run("trap - XFSZ; ulimit -f \(limitInKiB); \(Self.line); exit $?")
      try Self.expectFailure(
        outcome, "out.caf: error: the file would exceed the size limit", in: folder)
    }

    @Test(.enabled(if: Tampering.isPossible, "strace is not installed or not allowed"))
    func readThatFails() throws {
      let folder = try Self.folder()
      var count = 1
      while true {
        let prefix = Tampering.prefix("pread64", "error=EIO", at: "\(count)+", on: "in.wav")
        let outcome = try folder.run("\(prefix) \(Self.line)")
        guard outcome.ending != .exit(0) else { break }
        try Self.expectFailure(outcome, "in.wav: error: Input/output error (at byte ", in: folder)
        count += 1
        try #require(count < 50)
      }
      #expect(count > 3)
    }

    /// One of the two errors is reported.
    @Test(.enabled(if: Tampering.isPossible, "strace is not installed or not allowed"))
    func bothFail() throws {
      let folder = try Self.folder()
      let prefix = Tampering.prefix("pread64", "error=EIO", at: "4+", on: "in.wav")
      let outcome = try folder.run("trap - XFSZ; ulimit -f 200; \(prefix) \(Self.line); exit $?")
      #expect(
        outcome.errors.contains("the file would exceed")
          || outcome.errors.contains("Input/output error"), "\(outcome.errors)")
      #expect(outcome.ending == .exit(74))
      #expect(try folder.files().sorted() == ["in.wav", "out.caf"])
      #expect(try folder.directory.read("out.caf") == WritingCommand.old)
    }
  }
#endif
