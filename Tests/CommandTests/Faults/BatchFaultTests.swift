import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// Faults while a batch runs.
  struct BatchFaultTests {
    /// The output folder is removed between two sounds: the second waits in a pipe until then.
    @Test func outputFolderRemovedDuringTheRun() throws {
      let folder = try SoundFolder([:])
      try folder.write(try WritingCommand.sound.get(), to: "a.wav")
      let outcome = try folder.run(
        """
        mkfifo b.wav
        (until [ -e out/a.caf ]; do :; done; rm -r out; cat a.wav >b.wav) &
        alertsound convert a.wav b.wav -o out --jobs 1 --quiet
        """)
      expectSilentSuccess(outcome)
      #expect(try folder.files(in: "out").keys.sorted() == ["b.caf"])
      // The record of the lost output doesn't count.
      let again = "rm b.wav; cp a.wav b.wav; alertsound convert a.wav b.wav -o out"
      #expect(try folder.run(again).ending == .exit(0))
      #expect(try folder.files(in: "out").keys.sorted() == ["a.caf", "b.caf"])
    }

    /// So few files may be open that some sounds fail; the others are converted, and nothing else is written.
    @Test(arguments: [7, 8, 9, 12])
    func fewOpenFiles(limit: Int) throws {
      let sounds = try (0..<12).map { ("\($0).wav", try WritingCommand.sound.get()) }
      let folder = try SoundFolder(Dictionary(uniqueKeysWithValues: sounds))
      try folder.succeed("in -o expected")
      let expected = try folder.files(in: "expected")
      let outcome = try folder.run(
        "ulimit -n \(limit); alertsound convert in -o out --jobs 100 --quiet")
      for line in outcome.errors.split(separator: "\n") {
        #expect(line.hasSuffix(": error: too many files are open; raise the limit: ulimit -n"))
      }
      #expect(outcome.ending == .exit(outcome.errors.isEmpty ? 0 : 74))
      for (name, bytes) in try folder.files(in: "out") { #expect(bytes == expected[name]) }
      #expect(try folder.convert().ending == .exit(0))
      #expect(try folder.files(in: "out") == expected)
    }

    /// The records can't be saved: the outputs exist, the failure is reported, and the next run converts
    /// everything again.
    @Test(arguments: ["mkdir out/.alertsound-state", "ln -s /dev/full out/.alertsound-state"])
    func recordsThatCannotBeWritten(preparation: String) throws {
      let folder = try SoundFolder()
      let outcome = try folder.run(
        "mkdir out; \(preparation); alertsound convert in -o out --quiet")
      #expect(outcome.ending == .exit(1))
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 1)
      #expect(lines.first?.hasPrefix("out/.alertsound-state: error: this is ") == true)
      #expect(try folder.files(in: "out").count == 5)
    }

    /// An output is altered between getting its name and being recorded: once when it is new, and once when
    /// it replaces another.
    @Test(
      .enabled(if: Tampering.isPossible, "strace is not installed or not allowed"),
      arguments: ["linkat", "rename"])
    func anOutputAlteredBeforeItIsRecorded(call: String) throws {
      let folder = try SoundFolder(["a.wav": try WritingCommand.sound.get()])
      try folder.succeed("in -o expected")
      let expected = try folder.files(in: "expected")
      if call == "rename" { try folder.succeed("in -o out") }
      let outcome = try folder.run(
        """
        inode() { stat -c %i out/a.caf 2>/dev/null; }
        before=$(inode)
        (while [ "$(inode)" = "$before" ]; do sleep 0.01; done
        printf XXXX | dd of=out/a.caf bs=1 seek=4200 conv=notrunc status=none) &
        strace -f -qq -o /dev/null -e trace=\(call) -e inject=\(call):delay_exit=1000000 \
          alertsound convert in -o out --quiet --force
        wait
        """)
      expectSilentSuccess(outcome)
      #expect(try folder.files(in: "out") != expected)
      #expect(try folder.succeed("in -o out") == "1 converted, 0 unchanged")
      #expect(try folder.files(in: "out") == expected)
      #expect(try folder.succeed("in -o out") == "0 converted, 1 unchanged")
    }

    /// Inputs may change between two runs and while they are read; their bytes at that moment count.
    @Test func inputThatBecomesShorterBetweenRuns() throws {
      let folder = try SoundFolder()
      try folder.succeed()
      let before = try folder.read("out/bell.caf")
      _ = try folder.run("truncate -s 5000 in/bell.wav")
      let outcome = try folder.convert()
      #expect(outcome.ending == .exit(1))
      #expect(
        outcome.errors
          == "in/bell.wav: error: the file is truncated: 904 bytes of audio are present, 496 are missing;"
          + " copy or export it again, or give --allow-truncated\n")
      #expect(try folder.read("out/bell.caf") == before)
    }
  }
#endif
