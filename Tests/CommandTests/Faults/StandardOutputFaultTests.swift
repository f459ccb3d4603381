import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// Faults of standard output, for everything that is printed.
  struct StandardOutputFaultTests {
    /// Command lines, and their exit status on success.
    private static let lines: [(line: String, status: Int32)] = [
      ("afconvert in.wav out.caf -f caff -d ima4 -v", 0), ("afconvert -h", 2), ("afconvert -hf", 0),
      ("afinfo in.wav", 0), ("afinfo -x in.wav", 0),
      ("alertsound convert -q 0 in.wav -o out.caf", 0),
      ("alertsound convert -q 0 in.wav -o out.caf --dry-run", 0),
      ("alertsound info in.wav", 0), ("alertsound check in.wav", 0),
      ("alertsound check in.wav --json", 0), ("alertsound compare in.wav in.wav", 0),
      ("alertsound resolve in.wav --bundle .", 0), ("alertsound --help", 0),
      ("alertsound --generate-completion-script bash", 0),
      ("afconvert in.wav - -f caff -d ima4", 0),
      ("alertsound default-sound -d I8@8000 -f caff -o -", 0),
    ]

    private static func folder() throws -> ShellFolder {
      try ShellFolder(["in.wav": WritingCommand.sound.get()])
    }

    /// Expects one line about standard output, and no files except `in.wav`, `out.caf` and `report`.
    private static func expectFailure(
      _ outcome: Tool.Outcome, _ line: (line: String, status: Int32), _ sentence: String,
      in folder: ShellFolder, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(outcome.ending == .exit(line.status == 2 ? 2 : 74), sourceLocation: sourceLocation)
      let errors = outcome.errorLines.filter {
        !$0.hasPrefix("Error: ")
      }
      let isSound = line.line.hasSuffix(" -") || line.line.contains(" - ")
      let place = isSound ? "/dev/stdout" : "standard output"
      #expect(errors == ["\(place): error: \(sentence)"], sourceLocation: sourceLocation)
      #expect(
        try Set(folder.files()).isSubset(of: ["in.wav", "out.caf", "report"]),
        sourceLocation: sourceLocation)
    }

    @Test(arguments: lines)
    func fullDisk(line: (line: String, status: Int32)) throws {
      let folder = try Self.folder()
      try Self.expectFailure(
        try folder.run("\(line.line) >/dev/full"), line,
        "the disk is full; free some space and try again", in: folder)
    }

    /// The reader closed the pipe, as `| head` does: the signal ends the process without a message.
    @Test(arguments: lines)
    func closedPipe(line: (line: String, status: Int32)) throws {
      let folder = try Self.folder()
      let outcome = try folder.run(
        "mkfifo pipe; exec 8<>pipe 9>pipe 8<&-; rm pipe; \(line.line) >&9; exit $?")
      #expect(outcome.ending == .exit(128 + SIGPIPE))
      #expect(outcome.errors == "")
      #expect(try Set(folder.files()).isSubset(of: ["in.wav", "out.caf"]))
    }

    /// If the parent process ignored SIGPIPE, the closed pipe is an error.
    @Test(arguments: lines)
    func closedPipeWithoutSIGPIPE(line: (line: String, status: Int32)) throws {
      let folder = try Self.folder()
      let outcome = try folder.run(
        "trap '' PIPE; mkfifo pipe; exec 8<>pipe 9>pipe 8<&-; rm pipe; \(line.line) >&9; exit $?")
      try Self.expectFailure(outcome, line, "the reader closed the pipe", in: folder)
    }

    /// Output to a closed stream is lost. It must not end up in a file that got the stream's
    /// descriptor.
    @Test(arguments: lines)
    func closedStreams(line: (line: String, status: Int32)) throws {
      let folder = try Self.folder()
      let bytes = try folder.read("in.wav")
      for streams in ["<&- >&-", ">&-"] {
        try Self.expectFailure(
          try folder.run("\(line.line) \(streams)"), line, "it is closed", in: folder)
      }
      #expect(
        try folder.run("\(line.line) <&- >&- 2>&-").ending == .exit(line.status == 2 ? 2 : 74))
      #expect(try folder.read("in.wav") == bytes)
    }
  }
#endif
