import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// Faults while a batch runs.
  struct BatchFaultTests {
    /// The limit on open files is so low that some sounds may fail. The other sounds are converted,
    /// and no other files are written.
    @Test(arguments: [7, 9])
    func fewOpenFiles(limit: Int) throws {
      let sounds = try (0..<12).map { ("\($0).wav", try WritingCommand.sound.get()) }
      let folder = try SoundFolder(Dictionary(uniqueKeysWithValues: sounds))
      try folder.succeed("in -o expected")
      let expected = try folder.files(in: "expected")
      let outcome = try folder.run(
        "ulimit -n \(limit); alertsound convert in -o out --jobs 100 --quiet")
      for line in outcome.errorLines {
        #expect(line.hasSuffix(": error: too many files are open; raise the limit: ulimit -n"))
      }
      #expect(outcome.ending == .exit(outcome.errors.isEmpty ? 0 : 74))
      for (name, bytes) in try folder.files(in: "out") { #expect(bytes == expected[name]) }
      #expect(try folder.convert().ending == .exit(0))
      #expect(try folder.files(in: "out") == expected)
    }

    /// If the records can't be saved, the outputs still exist, and the failure is reported.
    @Test(arguments: ["mkdir out/.alertsound-records", "ln -s /dev/full out/.alertsound-records"])
    func recordsThatCannotBeWritten(preparation: String) throws {
      let folder = try SoundFolder()
      let outcome = try folder.run(
        "mkdir out; \(preparation); alertsound convert in -o out --quiet")
      #expect(outcome.ending == .exit(1))
      let lines = outcome.errorLines
      #expect(lines.count == 1)
      #expect(lines.first?.hasPrefix("out/.alertsound-records: error: this is ") == true)
      #expect(try folder.files(in: "out").count == 5)
    }
  }

  /// A byte swap reads a block while it writes the previous block. Either may fail.
  struct SwapFaultTests {
    /// 900,000 bytes: four blocks.
    private static let sound = Result {
      try soundFile(.wave, .pcm(.int24), channels: [.noise], frameCount: 300_000)
    }

    private static func folder() throws -> ShellFolder {
      try ShellFolder(["in.wav": sound.get(), "out.caf": WritingCommand.old])
    }

    private static let line = "afconvert in.wav out.caf -f caff -d BEI24"

    private static func expectFailure(
      _ outcome: Tool.Outcome, _ sentence: String, in folder: ShellFolder
    ) throws {
      #expect(outcome.ending == .exit(exitStatus(ofFailure: sentence)))
      #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
      #expect(try folder.files().sorted() == ["in.wav", "out.caf"])
      #expect(try folder.read("out.caf") == WritingCommand.old)
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
      #expect(try folder.read("out.caf") == WritingCommand.old)
    }
  }
#endif
