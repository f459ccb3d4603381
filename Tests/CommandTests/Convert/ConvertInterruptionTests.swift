import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// A batch that is killed, interrupted, or run alongside another batch.
  @Suite(.serialized) struct ConvertInterruptionTests {
    private static let soundCount = 40

    /// Sounds that take a while, one per file.
    private static func folder() throws -> SoundFolder {
      let sounds = try (0..<soundCount).map { index in
        (
          "group\(index % 3)/\(index).wav",
          try soundFile(.wave, .pcm(.int16), channels: [.noise], frameCount: 3000 + 100 * index)
        )
      }
      return try SoundFolder(Dictionary(uniqueKeysWithValues: sounds))
    }

    private static func expectOnlyOutputs(
      _ folder: SoundFolder, _ expected: [String: [UInt8]],
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let files = try folder.files(in: "out")
      #expect(files.keys.sorted() == expected.keys.sorted(), sourceLocation: sourceLocation)
      for (name, bytes) in files {
        #expect(bytes == expected[name], "\(name)", sourceLocation: sourceLocation)
      }
    }

    /// An abandoned file is removed, but not a file that is still being written.
    @Test func abandonedFilesAreRemoved() throws {
      let folder = try SoundFolder()
      try folder.succeed()
      let expected = try folder.files(in: "out")
      for name in ["out", "out/deep"] {
        try folder.write([1], to: "\(name)/.alertsound-0123456789abc.part")
        try folder.write([1], to: "\(name)/.alertsound-somebodys")
      }
      let outcome = try folder.run(
        """
        exec 9>out/.alertsound-zzzzzzzzzzzzz.part; flock 9
        alertsound convert in -o out --dry-run
        ls -A out out/deep | grep -c 0123456789abc
        alertsound convert in -o out
        ls -A out out/deep | grep -e part -e body
        """)
      #expect(
        outcome.outputLines.map { $0.components(separatedBy: ", 0 failed")[0] }
          == [
            "0 to convert, 5 unchanged", "2", "0 converted, 5 unchanged", ".alertsound-somebodys",
            ".alertsound-zzzzzzzzzzzzz.part", ".alertsound-somebodys",
          ])
      _ = try folder.run("rm out/.alertsound-somebodys out/deep/.alertsound-somebodys")
      try folder.succeed()
      try Self.expectOnlyOutputs(folder, expected)
    }

    @Test func aSignalEndsItCleanly() throws {
      let slow = try soundFile(
        .wave, .pcm(.int16), channels: [.noise], frameCount: 100_000, sampleRate: 48_000)
      let folder = try SoundFolder(
        Dictionary(uniqueKeysWithValues: (10..<70).map { ("\($0).wav", slow) }))
      let arguments = "in -o out -d LEI16@44100 --jobs 2"
      // Send the signal as soon as one job has made `11.caf`. It may interrupt the other job.
      let outcome = try folder.run(
        """
        (until [ -e out/11.caf ]; do sleep 0.01; kill -0 $$ || exit; done; kill -INT $$) 2>/dev/null &
        exec alertsound convert \(arguments) --manifest m.json
        """)
      #expect(outcome.ending == .signal(SIGINT))
      #expect(outcome.errors == "")
      let madeCount = try folder.files(in: "out").count
      #expect(madeCount >= 1 && madeCount < 60)
      #expect(try !folder.shell.files().contains("m.json"))
      // The outputs are recorded, so the next run doesn't make them again.
      #expect(
        try folder.succeed(arguments) == "\(60 - madeCount) converted, \(madeCount) unchanged")
    }

    /// If another process has locked the folder, a warning appears after a second, and a signal ends
    /// the wait. The test also ends the other process, because Foundation waits for every process of
    /// the shell.
    @Test func aSignalEndsTheWaitForTheLock() throws {
      let folder = try SoundFolder()
      let outcome = try folder.run(
        """
        mkdir out; touch errors
        (exec 9<out; flock 9; exec sleep 60) & echo $! >holder; sleep 0.2
        (until grep -q waiting errors; do sleep 0.01; kill -0 $$ || exit; done; kill -TERM $$
        while grep -q '^State:.[^Z]' /proc/$$/status; do sleep 0.01; done; kill $(cat holder)) 2>/dev/null &
        exec alertsound convert in -o out --quiet 2>errors
        """)
      #expect(outcome.ending == .signal(SIGTERM))
      #expect(
        try folder.text("errors")
          == "out: warning: waiting for another process to release its lock on this folder\n")
      // The outputs exist, but aren't recorded.
      #expect(try folder.files(in: "out").count == 5)
      #expect(try folder.succeed() == "5 converted, 0 unchanged")
    }

    /// Two runs at once leave no wrong output, whatever they record.
    @Test(arguments: [("", ""), ("--force", "--force"), ("--force", "--force -d LEI16")])
    func twoRunsAtOnce(one: String, other: String) throws {
      let folder = try Self.folder()
      try folder.succeed()
      let expected = try folder.files(in: "out")
      for round in 0..<4 {
        if round % 2 == 0 { try folder.remove("out") }
        let outcome = try folder.run(
          """
          alertsound convert in -o out \(one) & first=$!
          alertsound convert in -o out \(other) & second=$!
          wait $first && wait $second
          """)
        expectSuccess(outcome)
        if one != other { try folder.succeed() }
        try Self.expectOnlyOutputs(folder, expected)
        #expect(try folder.succeed() == "0 converted, 40 unchanged")
      }
    }
  }
#endif
