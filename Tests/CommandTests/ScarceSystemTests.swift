import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// A user or a Docker container may have reached its limit of threads. Then one thread does all
  /// the work.
  struct NoThreadTests {
    /// Runs a line as a user with a limit of threads. A process that waits for another thread is
    /// killed after a minute.
    private static func run(
      _ line: String, limit: Int, in folder: ShellFolder
    ) throws -> Tool.Outcome {
      try NonRoot.own(folder.directory.url)
      try folder.write("ulimit -u \(limit); exec \(line)", to: "line")
      try folder.write("\(NonRoot.prefix) bash line", to: "script")
      return try folder.run("exec timeout -s KILL 60 bash script")
    }

    private static func folder() throws -> ShellFolder {
      try ShellFolder([
        "in.wav": soundFile(
          .wave, .pcm(.int24), channels: [.bell, .sine, .noise, .sweep], frameCount: 50_000)
      ])
    }

    /// Byte swaps, IMA4 searches and resampling use several threads if possible.
    @Test(
      .enabled(if: NonRoot.isPossible, "needs a user whom limits concern"),
      arguments: [
        "-f caff -d BEI24", "-f caff -d ima4 -c 2 -q 31", "-f caff -d LEI16@22050 -r 31",
      ], [1, 2])
    func conversionsNeedNone(options: String, limit: Int) throws {
      let folder = try Self.folder()
      let drops = options.contains("-c 2")
      expectSilentSuccess(
        try folder.run("afconvert in.wav many.caf \(options)"), dropsChannels: drops)
      expectSilentSuccess(
        try Self.run("afconvert in.wav none.caf \(options)", limit: limit, in: folder),
        dropsChannels: drops)
      #expect(try folder.read("none.caf") == folder.read("many.caf"))
    }

    /// Commands without heavy work start no thread.
    @Test(
      .enabled(if: Tampering.isPossible, "strace is not installed or not allowed"),
      arguments: ["alertsound --help", "alertsound info in.wav", "afconvert -hf", "afinfo in.wav"])
    func noThreadIsStartedWithoutWork(line: String) throws {
      let folder = try Self.folder()
      _ = try folder.run("strace -f -qq -e trace=clone,clone3 -o calls \(line)")
      #expect(try folder.read("calls") == [])
    }
  }

  /// A process that may open only a few files succeeds, or says which limit to raise.
  @Suite(.disabled(if: AllocationMeter.isSanitized, "a sanitizer opens files of its own"))
  struct OpenFilesTests {
    /// With a limit of 3 files, the programs' shared libraries couldn't be loaded.
    static let limits = [4, 5, 6, 8, 12]

    private static func folder() throws -> ShellFolder {
      try ShellFolder([
        "in.wav": soundFile(.wave, .pcm(.int16), channels: [.bell, .sine], frameCount: 700)
      ])
    }

    /// Runs one command in place of the shell, whose pipes would need more files.
    private static func run(
      _ line: String, _ limit: Int, in folder: ShellFolder
    ) throws -> Tool.Outcome {
      try folder.run("ulimit -n \(limit); exec \(line)")
    }

    @Test(arguments: ["--version", "--help", "help convert"])
    func commandsNeedingNoFilesSucceed(arguments: String) throws {
      let outcome = try Self.run("alertsound \(arguments)", Self.limits[0], in: try Self.folder())
      #expect(outcome.ending == .exit(0))
      #expect(!outcome.output.isEmpty)
      #expect(outcome.errors == "")
    }

    @Test(
      arguments: [
        "alertsound convert -q 0 in.wav -o out", "alertsound convert -q 0 in.wav -o out.caf",
        "alertsound check in.wav", "alertsound info in.wav", "alertsound compare in.wav in.wav",
        "afconvert in.wav out.caf -f caff -d ima4", "afinfo in.wav",
        "afconvert in.wav out.caf -f caff -d ima4 -q 31",
      ], limits)
    func othersReportTheError(line: String, limit: Int) throws {
      let folder = try Self.folder()
      let outcome = try Self.run(line, limit, in: folder)
      guard outcome.ending != .exit(0) else { return }
      #expect(outcome.ending == .exit(74))
      #expect(outcome.errors.hasSuffix("raise the limit: ulimit -n\n"))
      // Expect complete outputs, even if the command failed because it couldn't save their record.
      let made = try folder.files().filter { $0.hasSuffix(".caf") }
      guard !made.isEmpty else { return }
      let free = try Self.folder()
      _ = try free.run(line)
      for name in made {
        #expect(try folder.read(name) == free.read(name))
      }
    }
  }

  /// If `/proc` isn't mounted, Swift's runtime can't read the command line.
  @Suite(
    .ifMountsArePossible,
    .disabled(if: AllocationMeter.isSanitized, "a sanitizer misses /proc, too, and says so"))
  struct MissingArgumentsTests {
    @Test(arguments: [
      "afconvert in.wav out.caf -d ima4", "afinfo in.wav", "alertsound info in.wav", "afinfo",
    ])
    func areAnErrorInOneLine(line: String) throws {
      let folder = try TemporaryDirectory(["in.wav": soundFile(.wave, .pcm(.int16))])
      expectFailure(
        try folder.shell("exec unshare -rm sh -c 'mount -t tmpfs none /proc && \(line)'"),
        status: 74,
        "error: the arguments can't be read from /proc/self/cmdline; is /proc mounted?")
      #expect(try folder.names == ["in.wav"])
    }
  }
#endif

/// If the file system doesn't support unnamed files, outputs have a temporary name until they are complete.
///
/// Test machines rarely have such a file system. So a mount namespace hides the file's entry in
/// `/proc`, without which an unnamed file can't get a name.
@Suite(.ifMountsArePossible)
struct FallbackTests {
  private static let old: [UInt8] = Array("what was there before".utf8)

  private func run(_ line: String, in folder: TemporaryDirectory) throws -> Tool.Outcome {
    try folder.shell(
      "exec unshare -rm sh -c 'mkdir hidden; mount --bind hidden /proc/$$/fd && \(line)'")
  }

  private static func folder() throws -> TemporaryDirectory {
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell, .noise], frameCount: 33_000)
    let folder = try TemporaryDirectory(["in.wav": wave, "out": old])
    expectSilentSuccess(try folder.afconvert("in.wav", "expected", "-f", "caff", "-d", "ima4"))
    return folder
  }

  @Test(arguments: ["new", "out", "in.wav"])
  func bytesAreTheSame(name: String) throws {
    let folder = try Self.folder()
    expectSilentSuccess(try run("exec afconvert in.wav \(name) -f caff -d ima4", in: folder))
    #expect(try folder.read(name) == folder.read("expected"))
    #expect(try folder.names == Set(["expected", "hidden", "in.wav", "out", name]).sorted())
  }

  @Test func aFreeNameIsChosen() throws {
    let folder = try Self.folder()
    try folder.write(Self.old, to: "in.caf")
    expectSilentSuccess(try run("exec afconvert -f caff -d ima4 in.wav", in: folder))
    #expect(try folder.read("in-1.caf") == folder.read("expected"))
    #expect(try folder.read("in.caf") == Self.old)
    #expect(try folder.names == ["expected", "hidden", "in-1.caf", "in.caf", "in.wav", "out"])
  }

  @Test(arguments: [1, 9, 50])
  func failedWriteLeavesTheOldFile(limit: Int) throws {
    let folder = try Self.folder()
    let outcome = try run(
      "ulimit -f \(limit); trap \"\" XFSZ; exec afconvert -f caff -d ima4 in.wav out", in: folder)
    #expect(outcome.ending == .exit(74))
    #expect(outcome.errors.hasPrefix("Error: ExtAudioFileWrite failed (-36)\n"))
    #expect(try folder.names == ["expected", "hidden", "in.wav", "out"])
    #expect(try folder.read("out") == Self.old)
  }
}
