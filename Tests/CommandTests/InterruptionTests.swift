import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// A long conversion that is interrupted leaves the old file and nothing else.
  struct InterruptionTests {
    private static let old = Array("what was there before".utf8)

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
      try ShellFolder(["in.wav": input.get(), "out": old])
    }

    /// Runs a command line and sends it a signal after it has written 100 kB.
    private func interrupt(
      _ arguments: String, by name: String, in folder: ShellFolder
    ) throws -> Tool.Outcome {
      for number in [SIGINT, SIGTERM, SIGHUP] {
        // Restore the default: the process that runs the tests may have ignored these signals.
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

    /// The output is the old file, the input, has a new or generated name, or is the first of two outputs.
    @Test(arguments: [
      ("INT", SIGINT, "in.wav out -f caff -d ima4@22050"),
      ("TERM", SIGTERM, "in.wav out -f WAVE -d LEF32@44100 --no-filler"),
      ("HUP", SIGHUP, "in.wav in.wav -f caff -d LEI16@44100"),
      ("INT", SIGINT, "in.wav new.caf -f caff -d LEI16@44100"),
      ("INT", SIGINT, "in.wav -f caff -d LEI16@44100"),
      ("INT", SIGINT, "-f caff -d LEI16@44100 in.wav -o first.caf -d ima4 -o second.caf"),
    ])
    func aSignalLeavesTheOldFiles(name: String, number: Int32, arguments: String) throws {
      let folder = try Self.folder()
      let outcome = try interrupt(arguments, by: name, in: folder)
      #expect(outcome.ending == .signal(number))
      #expect(outcome.errors == "")
      #expect(try folder.files() == ["in.wav", "out"])
      #expect(try folder.read("out") == Self.old)
      #expect(try folder.read("in.wav") == Self.input.get())
    }

    /// The system copies the bytes, but a signal must still end the process.
    @Test func copyingStopsOnASignal() throws {
      let folder = try TemporaryDirectory()
      let outcome = try folder.shell(
        """
        printf 'old' > out.wav
        afconvert -f WAVE -d LEI16 in.wav out.wav 2>/dev/null
        head -c 44 /dev/zero > in.wav
        printf 'RIFF\\044\\000\\000\\177WAVEfmt \\020\\000\\000\\000\\001\\000\\001\\000' > in.wav
        printf '\\100\\037\\000\\000\\200\\076\\000\\000\\002\\000\\020\\000data\\000\\000\\000\\177' >> in.wav
        truncate -s $((44 + 0x7F000000)) in.wav
        afconvert -f WAVE -d LEI16 in.wav out.wav & pid=$!
        while ! ls -l /proc/$pid/fd 2>/dev/null | grep -q deleted; do
          kill -0 $pid 2>/dev/null || break
        done
        kill -TERM $pid; wait $pid; echo $?
        cat out.wav
        """)
      #expect(outcome.outputText == "143\nold")
      #expect(try folder.names == ["in.wav", "out.wav"])
    }

    /// `nohup` lets a process continue when its terminal closes.
    @Test func ignoredSignalsStayIgnored() throws {
      let folder = try TemporaryDirectory()
      let frames = try soundFile(.wave, .pcm(.int16), channels: [.noise], frameCount: 400_000)
      try folder.write(frames, to: "in.wav")
      let outcome = try folder.shell(
        """
        trap '' HUP
        afconvert -f caff -d LEI16@44000 in.wav out.caf & pid=$!
        while ! ls -l /proc/$pid/fd 2>/dev/null | grep -q deleted; do
          kill -0 $pid 2>/dev/null || break
        done
        kill -HUP $pid; wait $pid; echo $?
        """)
      #expect(outcome.outputText == "0\n")
      #expect(try folder.names == ["in.wav", "out.caf"])
    }
  }
#endif
