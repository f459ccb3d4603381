import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// A process that may open only a few files works, or says which limit to raise.
  @Suite(.disabled(if: AllocationMeter.isSanitized, "a sanitizer opens files of its own"))
  struct OpenFilesTests {
    /// With a limit of 3 files, no libraries can be loaded, and the tests are linked with some.
    static let limits = 4...12

    private static func folder() throws -> ShellFolder {
      let folder = try ShellFolder()
      try folder.write(
        soundFile(.wave, .pcm(.int16), channels: [.bell, .sine], frameCount: 700), to: "in.wav")
      return folder
    }

    /// Runs one command in place of the shell, whose pipes would need more files.
    private static func run(
      _ line: String, _ limit: Int, in folder: ShellFolder
    ) throws -> Tool.Outcome {
      try folder.run("ulimit -n \(limit); exec \(line)")
    }

    @Test(arguments: ["--version", "--help", "help convert"], limits)
    func commandsNeedingNoFilesSucceed(arguments: String, limit: Int) throws {
      let outcome = try Self.run("alertsound \(arguments)", limit, in: try Self.folder())
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
      // Any output that exists is complete; saving its record may be what failed.
      let made = try folder.files().filter { $0.hasSuffix(".caf") }
      guard !made.isEmpty else { return }
      let free = try Self.folder()
      _ = try free.run(line)
      for name in made {
        #expect(try folder.directory.read(name) == free.directory.read(name))
      }
    }
  }
#endif
