import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// Faults while a batch runs.
  struct BatchFaultTests {
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

  /// A byte swap reads a block while it writes the previous block. The sound has four blocks.
  struct SwapFaultTests {
    @Test(.enabled(if: Tampering.isPossible, "strace is not installed or not allowed"))
    func readThatFails() throws {
      let folder = try ShellFolder([
        "in.wav": soundFile(.wave, .pcm(.int24), channels: [.noise], frameCount: 300_000),
        "out.caf": WritingCommand.old,
      ])
      var count = 1
      while true {
        let prefix = Tampering.prefix("pread64", "error=EIO", at: "\(count)+", on: "in.wav")
        let outcome = try folder.run("\(prefix) afconvert in.wav out.caf -f caff -d BEI24")
        guard outcome.ending != .exit(0) else { break }
        #expect(outcome.ending == .exit(74))
        #expect(outcome.errors.contains("in.wav: error: Input/output error (at byte "))
        #expect(try folder.files() == ["in.wav", "out.caf"])
        #expect(try folder.read("out.caf") == WritingCommand.old)
        count += 1
        try #require(count < 50)
      }
      #expect(count > 3)
    }
  }
#endif
