import SoundFormat
import TestSupport

extension WildLine {
  /// Lines that ask for an unsupported encoder or container, and one that asks for RF64.
  static let unsupportedLines: [WildLine] = [
    WildLine(
      "AAC, 1", "afconvert -f caff -d aac -c 1 telephone-ring.wav ring.caf",
      .wave("telephone-ring.wav"), saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "AAC, 2", "afconvert -v -f 'caff' -d aac -s 1 -b 192000 MySource.aif MyOutput.caf",
      .aiff("MySource.aif"), saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "AAC, 3", "afconvert -d aac -f caff -q 32 in.wav out.caf", .wave("in.wav"),
      saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "AAC, 4", "afconvert -f caff -d aac -s 3 -q 127 -u vbrq 127 in.wav out.caf", .wave("in.wav"),
      saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "AAC, 5", "afconvert -f caff -d aac -b 32000 in.wav out.caf", .wave("in.wav"),
      saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "m4af, 1", "afconvert -f m4af -d aac -b 128000 -q 127 in.wav out.m4a", .wave("in.wav"),
      saying: "-f 'm4af': error: this file type can't be written"),
    WildLine(
      "m4af, 2", #"afconvert -f m4af -d aac -b 256000 -q 127 -s 2 "${i}""#, given: "i=in.wav",
      .wave("in.wav"), saying: "-f 'm4af': error: this file type can't be written"),
    WildLine(
      "m4af, 3",
      "afconvert --data aac --file m4af --soundcheck-read --bitrate 256000 --quality 127 --strategy 2 in.caf out.m4a",
      .caf("in.caf"), saying: "-f 'm4af': error: this file type can't be written"),
    WildLine(
      "m4af, 4", "afconvert -f m4af data.caf", .caf("data.caf"),
      saying: "-f 'm4af': error: this file type can't be written"),
    WildLine(
      "ALAC", "afconvert -v -f m4af -d alac input.flac output.m4a", .flac("input.flac"),
      saying: "-f 'm4af': error: this file type can't be written"),
    WildLine(
      "Opus, 1", "afconvert -f caff -d opus in.wav out.caf", .wave("in.wav"),
      saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "Opus, 2", "afconvert -f Oggf -d opus in.wav out.ogg", .wave("in.wav"),
      saying: "-f 'Oggf': error: this file type can't be written"),
    WildLine(
      "MP3", "afconvert -f MPG3 -d .mp3 in.wav out.mp3", .wave("in.wav"),
      saying: "-f 'MPG3': error: this file type can't be written"),
    WildLine(
      "WAVE", "afconvert -f WAVE -d ima4 in.wav out.wav", .wave("in.wav"),
      saying: "Error: ExtAudioFileCreateWithURL failed ('fmt?')"),
    WildLine(
      "RF64", "afconvert -f RF64 -d LEI16 in.wav out.wav", .wave("in.wav"),
      to: WildOutput("out.wav", .rf64, "LEI16")),
  ]
}
