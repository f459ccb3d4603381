import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// Signals at inconvenient moments. The test sees in `/proc` when a command is writing.
  struct SignalTests {
    /// The system does the copying, but a signal must still end it.
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
