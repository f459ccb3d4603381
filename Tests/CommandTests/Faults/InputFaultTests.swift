import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// Faults of an input, for every command that reads a sound. `IN` stands for the input's path.
  struct InputFaultTests {
    private static let lines = [
      "afconvert IN out.caf -f caff -d ima4", "afconvert IN out.caf -f caff -d LEI16",
      "alertsound convert -q 0 IN -o out.caf --quiet", "alertsound convert -q 0 IN -o out --quiet",
      "afinfo IN", "alertsound info IN", "alertsound compare IN good.wav",
      "alertsound compare good.wav IN", "alertsound compare IN --formats", "alertsound check IN",
      "afconvert good.wav out.caf -d ima4 --over-limit default --default-sound IN",
      "alertsound convert -q 0 good.wav -o out --quiet --default-sound IN",
    ]

    private static func folder() throws -> ShellFolder {
      try ShellFolder(["good.wav": WritingCommand.sound.get(), "out.caf": WritingCommand.old])
    }

    /// Expects one line about the input, and no written files. `afconvert` and `afinfo` print Apple's line first.
    private static func expectError(
      _ outcome: Tool.Outcome, _ path: String, _ sentence: String, in folder: ShellFolder,
      status: Int32 = 1, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(outcome.ending == .exit(status), sourceLocation: sourceLocation)
      let lines = outcome.errorLines.filter {
        !$0.hasPrefix("Error: ") && !$0.hasPrefix("Fail: ")
      }
      #expect(lines == ["\(path): error: \(sentence)"], sourceLocation: sourceLocation)
      #expect(try folder.read("out.caf") == WritingCommand.old, sourceLocation: sourceLocation)
      #expect(
        try folder.files().allSatisfy {
          !$0.hasPrefix(".alertsound-") && !$0.hasPrefix("out/") || $0.hasSuffix("-records")
        },
        sourceLocation: sourceLocation)
    }

    private static func run(_ line: String, _ name: String, in folder: ShellFolder) throws
      -> Tool.Outcome
    {
      try folder.run(line.replacingOccurrences(of: "IN", with: name))
    }

    private static let notRegular =
      "this is not a regular file; copy it to a regular file first, or pipe it in"

    /// An endless device must not be read at all.
    @Test(arguments: lines)
    func device(line: String) throws {
      let folder = try Self.folder()
      try Self.expectError(
        try Self.run(line, "/dev/zero", in: folder), "/dev/zero", Self.notRegular, in: folder)
    }

    @Test(
      .enabled(if: NonRoot.isPossible, "needs a user other than root"), arguments: lines)
    func unreadable(line: String) throws {
      let folder = try Self.folder()
      try folder.write(try WritingCommand.sound.get(), to: "secret.wav")
      try NonRoot.own(folder.directory.url)
      let outcome = try Self.run(
        "chmod 0 secret.wav; \(NonRoot.prefix) \(line)", "secret.wav", in: folder)
      try Self.expectError(
        outcome, "secret.wav",
        "permission denied; check the permissions of the file and its folder", in: folder,
        status: 74)
    }

    /// Reading fails from the first call on, then from the second, and so on. `--formats` would be
    /// slow, because it reads the sound once for each format.
    @Test(
      .enabled(if: Tampering.isPossible, "strace is not installed or not allowed"),
      arguments: lines.filter { !$0.contains("--formats") })
    func readThatFails(line: String) throws {
      let folder = try Self.folder()
      try folder.write(try WritingCommand.sound.get(), to: "bad.wav")
      var count = 0
      while true {
        count += 1
        let prefix = Tampering.prefix("pread64", "error=EIO", at: "\(count)+", on: "bad.wav")
        let outcome = try Self.run("\(prefix) \(line)", "bad.wav", in: folder)
        guard outcome.ending != .exit(0) else { break }
        #expect(outcome.ending == .exit(74))
        #expect(
          outcome.errors.contains("bad.wav: error: Input/output error (at byte ")
            && outcome.errors.hasSuffix("; try again, or with another copy of the file\n")
            || line.contains("check") && outcome.outputText.contains("Input/output error"),
          "read \(count): \(outcome.errors)")
        #expect(try folder.read("out.caf") == WritingCommand.old)
        #expect(try folder.files().filter { $0.hasPrefix("out/") && $0.hasSuffix(".caf") } == [])
        try #require(count < 50)
      }
      #expect(count > 1)
    }

    /// The pipe's writer dies midway. `compare` is left out, because its message differs.
    @Test(arguments: lines.filter { !$0.contains("compare") })
    func pipeThatEndsEarly(line: String) throws {
      let folder = try Self.folder()
      let outcome = try Self.run(
        "(head -c 5000 good.wav; kill -KILL $BASHPID) 2>/dev/null | \(line)", "/dev/stdin",
        in: folder)
      #expect(outcome.ending == .exit(line.hasPrefix("afinfo") || line.contains("info") ? 0 : 1))
      #expect(try folder.read("out.caf") == WritingCommand.old)
      if outcome.ending == .exit(1) {
        let text = outcome.errors + outcome.outputText
        #expect(text.contains("/dev/stdin"))
        #expect(text.contains("the file is truncated: "))
        #expect(text.contains("; copy or export it again") || line.contains("check"))
      }
    }

    /// An endless pipe fills the disk that holds the temporary file, and the error says so.
    @Test(
      .ifMountsArePossible, arguments: lines)
    func pipeWithoutEnd(line: String) throws {
      let folder = try Self.folder()
      let script = """
        mkdir small && mount -t tmpfs -o size=64k tmpfs small
        cat /dev/zero 2>/dev/null | TMPDIR=$PWD/small \(line)
        """
      try folder.write(script.replacingOccurrences(of: "IN", with: "/dev/stdin"), to: "script")
      try Self.expectError(
        try folder.run("exec unshare -rm bash script"), "/dev/stdin",
        "the disk is full; free some space and try again", in: folder, status: 74)
    }
  }
#endif
