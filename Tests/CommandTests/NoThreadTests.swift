import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// A container or a user may have reached its thread limit. One thread then does all the work.
  struct NoThreadTests {
    /// Runs a line as a user who can start no thread, or only one. A process that waits for more is killed
    /// after a minute.
    private static func run(
      _ line: String, limit: Int, in folder: ShellFolder
    ) throws -> Tool.Outcome {
      try NonRoot.own(folder.directory.url)
      try folder.write(Array("ulimit -u \(limit); exec \(line)".utf8), to: "line")
      try folder.write(Array("\(NonRoot.prefix) bash line".utf8), to: "script")
      return try folder.run("exec timeout -s KILL 60 bash script")
    }

    private static func folder() throws -> ShellFolder {
      let folder = try ShellFolder()
      try folder.write(
        soundFile(
          .wave, .pcm(.int24), channels: [.bell, .sine, .noise, .sweep], frameCount: 50_000),
        to: "in.wav")
      return folder
    }

    /// Changes of byte order, searches and changes of rate use several threads if they can.
    @Test(
      .enabled(if: NonRoot.isPossible, "needs a user whom limits concern"),
      arguments: [
        "-f caff -d BEI24", "-f caff -d ima4 -c 2 -q 31", "-f caff -d LEI16@22050 -r 31",
      ], [1, 2])
    func conversionsNeedNone(options: String, limit: Int) throws {
      let folder = try Self.folder()
      expectSilentSuccess(try folder.run("afconvert in.wav many.caf \(options)"))
      expectSilentSuccess(
        try Self.run("afconvert in.wav none.caf \(options)", limit: limit, in: folder))
      #expect(try folder.directory.read("none.caf") == folder.directory.read("many.caf"))
    }

    /// A process that may use one processor needs no other thread.
    @Test(
      .enabled(if: Tampering.isPossible, "strace is not installed or not allowed"),
      .enabled(if: Tool("taskset").isInstalled, "taskset is not installed"),
      arguments: [
        "-f caff -d BEI24", "-f caff -d ima4 -c 2 -q 31", "-f caff -d LEI16@22050 -r 31",
      ])
    func oneProcessorGivesTheSameBytesWithoutThreads(options: String) throws {
      let folder = try Self.folder()
      expectSilentSuccess(try folder.run("afconvert in.wav many.caf \(options)"))
      expectSilentSuccess(
        try folder.run(
          "exec taskset -c $(taskset -cp $$ | grep -o '[0-9]*$')"
            + " strace -f -qq -e trace=clone,clone3 -o calls afconvert in.wav one.caf \(options)"))
      #expect(try folder.directory.read("one.caf") == folder.directory.read("many.caf"))
      #expect(try folder.directory.read("calls") == [])
    }

    @Test(
      .enabled(if: NonRoot.isPossible, "needs a user whom limits concern"),
      arguments: [
        "info in.wav", "check in.wav", "convert in.wav -o out", "--help", "--version",
      ], [1, 2])
    func commandsNeedNone(arguments: String, limit: Int) throws {
      let (folder, free) = (try Self.folder(), try Self.folder())
      let outcome = try Self.run("alertsound \(arguments)", limit: limit, in: folder)
      let expected = try free.run("alertsound \(arguments)")
      #expect(outcome.ending == expected.ending)
      #expect(outcome.errors == expected.errors)
      #expect(outcome.output == expected.output)
      #expect(try folder.directory.names.contains("out") == free.directory.names.contains("out"))
    }

    /// Commands without heavy work start no thread.
    @Test(
      .enabled(if: Tampering.isPossible, "strace is not installed or not allowed"),
      arguments: ["alertsound --help", "alertsound info in.wav", "afconvert -hf", "afinfo in.wav"])
    func noThreadIsStartedWithoutWork(line: String) throws {
      let folder = try Self.folder()
      _ = try folder.run("strace -f -qq -e trace=clone,clone3 -o calls \(line)")
      #expect(try folder.directory.read("calls") == [])
    }

    /// Threads' stacks count as memory. With too little memory a process may fail, but it ends.
    @Test(
      .enabled(if: AllocationMeter.limitsArePossible, "memory can't be limited here"),
      arguments: [
        "afconvert in.wav out.caf -f caff -d BEI24", "alertsound check in.wav",
        "alertsound convert in.wav -o out -c 2 -q 0",
      ], [("-d", 2000, 30_000), ("-v", 150_000, 2_000_000)])
    func lowMemoryDoesNotCauseWaiting(
      line: String, limit: (option: String, least: Int, most: Int)
    ) throws {
      let folder = try Self.folder()
      func ending(kibibytes: Int) throws -> Tool.Ending {
        try folder.run(
          "ulimit \(limit.option) \(kibibytes); exec timeout -s KILL 60 \(line)"
        ).ending
      }
      for kibibytes in stride(from: limit.least, to: limit.most, by: limit.most / 25) {
        try #require(try ending(kibibytes: kibibytes) != .signal(SIGKILL), "\(kibibytes)")
      }
      // More cores mean more threads.
      let coreCount = ProcessInfo.processInfo.activeProcessorCount
      #expect(try ending(kibibytes: limit.most * (1 + coreCount / 8)) == .exit(0))
    }
  }
#endif
