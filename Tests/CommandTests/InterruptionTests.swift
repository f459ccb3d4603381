import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// A long conversion that is interrupted leaves the old file and nothing else.
  struct InterruptionTests {
    private static let old = Array("what was there before".utf8)

    /// Conversions that take longer than the process that interrupts them takes to notice their first output.
    private static let conversions = [
      "-f caff -d LEI16@44100", "-f caff -d ima4@22050", "-f WAVE -d LEF32@44100 --no-filler",
      "-f AIFF -d BEI24@44100 -v", "-f caff -d LEI16@44100 --dither 2",
    ]

    /// Ten minutes of noise.
    private static let input = Result {
      let second = PlainSound(.noise, frameCount: 48_000, sampleRate: 48_000)
      let header = SoundHeader(
        container: .wave,
        format: StreamFormat(sampleRate: 48_000, channelCount: 1, dataFormat: .littleInt16),
        frameCount: 48_000 * 600)
      var bytes = try header.headerBytes()
      let audio = try second.file(.wave).suffix(96_000)
      for _ in 0..<600 { bytes += audio }
      return bytes
    }

    private static func folder() throws -> ShellFolder {
      let folder = try ShellFolder()
      try folder.write(try input.get(), to: "in.wav")
      try folder.write(old, to: "out")
      return folder
    }

    /// Runs a command line and sends it a signal after it has written for a while.
    private func interrupt(
      _ arguments: String, by name: String, in folder: ShellFolder
    ) throws -> Tool.Outcome {
      for number in [SIGINT, SIGTERM, SIGHUP] {
        // The process that runs the tests may have ignored these signals.
        signal(number, SIG_DFL)
      }
      return try folder.run(
        """
        (
          written() { awk '/^wchar/ { print $2 }' /proc/$$/io; }
          limit=$(($(written) + 100000))
          until [ "$(written)" -gt "$limit" ]; do sleep 0.01; kill -0 $$ || exit; done
          kill -\(name) $$
        ) 2>/dev/null &
        exec afconvert \(arguments)
        """)
    }

    @Test(arguments: [("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP)], conversions)
    func signalLeavesTheOldFile(signal: (name: String, number: Int32), options: String) throws {
      let folder = try Self.folder()
      let outcome = try interrupt("in.wav out \(options)", by: signal.name, in: folder)
      #expect(outcome.ending == .signal(signal.number))
      #expect(outcome.errors == "")
      #expect(try folder.files() == ["in.wav", "out"])
      #expect(try folder.directory.read("out") == Self.old)
    }

    /// In place, with a new name, with a generated name, and before the second of two outputs is done.
    @Test(arguments: [
      "in.wav in.wav", "in.wav new.caf", "in.wav", "in.wav -o first.caf -d ima4 -o second.caf",
    ])
    func signalLeavesNoNewFile(files: String) throws {
      let folder = try Self.folder()
      let outcome = try interrupt("-f caff -d LEI16@44100 \(files)", by: "INT", in: folder)
      #expect(outcome.ending == .signal(SIGINT))
      #expect(try folder.files() == ["in.wav", "out"])
      #expect(try folder.directory.read("out") == Self.old)
      #expect(try folder.directory.read("in.wav") == Self.input.get())
    }

    /// A killed process can't clean up: the file has no name until it is complete.
    @Test func killLeavesTheOldFile() throws {
      let folder = try Self.folder()
      let outcome = try interrupt("in.wav out -f caff -d LEI16@44100", by: "KILL", in: folder)
      #expect(outcome.ending == .signal(SIGKILL))
      #expect(try folder.files() == ["in.wav", "out"])
      #expect(try folder.directory.read("out") == Self.old)
    }

    /// A limit on file sizes simulates a full disk.
    @Test(arguments: conversions, ["out", "new", "in.wav"])
    func fullDiskLeavesTheOldFile(options: String, output: String) throws {
      let folder = try Self.folder()
      let outcome = try folder.run(
        "ulimit -f 200; trap '' XFSZ; exec afconvert in.wav \(output) \(options)")
      #expect(outcome.ending == .exit(74))
      #expect(outcome.errors.hasPrefix("Error: ExtAudioFileWrite failed ("))
      #expect(outcome.errors.contains("\n\(output): error: "))
      #expect(try folder.files() == ["in.wav", "out"])
      #expect(try folder.directory.read("out") == Self.old)
      #expect(try folder.directory.read("in.wav") == Self.input.get())
    }
  }
#endif
